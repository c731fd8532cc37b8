import { type JobOptions, type ListedJob, listJobs } from "../../cli/calls/list.ts";
import { type Budget, budgetsInUse, budgetText } from "../../cli/jobs/budgets.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";

/** Prints the jobs that the flags choose, newest first. */
export async function run(
  context: Context,
  _args: string[],
  options: JobOptions,
): Promise<ExitCode | undefined> {
  const { streams, format, globals } = context;
  const here = context.who().host;
  const jobs = await listJobs(context, options);
  const isRunning = jobs.some(({ state }) => state === "running");
  const budgets = isRunning ? await budgetsInUse(context) : new Map<string, Budget>();
  await renderList({
    streams,
    format,
    kind: "job",
    fields: globals.fields,
    paths: recordFields,
    columns: [
      column<Row>("JOB", ({ id }) => id, { path: "id" }),
      column<Row>("STATE", ({ state }) => state, { path: "state" }),
      column<Row>("DONE", ({ done, total }) => `${done ?? 0}/${total ?? 0}`, {
        align: "right",
        path: "done",
      }),
      column<Row>("FAILED", ({ failed }) => failed ?? 0, { as: "number", path: "failed" }),
      column<Row>("WHEN", ({ createdAt }) => createdAt ?? "", { as: "ago", path: "createdAt" }),
      column<Row>("BY", ({ actor, host }) => (actor && host !== here ? `${actor}@${host}` : (actor ?? "")), {
        path: "actor",
      }),
      column<Row>("SITE", ({ profile }) => profile ?? "", { path: "profile" }),
      ...(budgets.size === 0
        ? []
        : [
            column<Row>("BUDGET", ({ budget }) => (budget ? budgetText(budget, context.now()) : ""), {
              path: "budget",
            }),
          ]),
      column<Row>("COMMAND", ({ command }) => command ?? "", { grow: true, path: "command" }),
    ],
    rows: jobs.map((job) => rowOf(job, job.state === "running" ? budgets.get(job.site) : undefined)),
    now: context.now(),
    empty: Object.keys(options).length > 0 ? "No job matches." : "No jobs yet.",
  });
  return undefined;
}

interface Row {
  id: string;
  state: string;
  done?: number;
  failed?: number;
  total?: number;
  createdAt?: string;
  actor?: string;
  host?: string;
  /** Who runs it at present, in a shared journal. */
  holder?: string;
  profile?: string;
  site?: string;
  command?: string;
  /** The use of the site's request limit, while the job runs. */
  budget?: Budget;
  run?: string;
}

/** Every field that a row can have. */
const recordFields: readonly (keyof Row)[] = [
  "id",
  "state",
  "done",
  "failed",
  "total",
  "createdAt",
  "actor",
  "host",
  "holder",
  "profile",
  "site",
  "command",
  "budget",
  "run",
];

function rowOf(
  { id, state, counts, createdAt, calls: _, kind: __, ...job }: ListedJob,
  budget: Budget | undefined,
): Row {
  if (state === "damaged") return { id, state };
  const { done, failed, total } = counts;
  const { actor, host, holder, profile, site, command, run } = job;
  const by = {
    ...(actor !== undefined && { actor }),
    ...(host !== undefined && { host }),
    ...(holder !== undefined && { holder }),
  };
  return {
    id,
    state,
    done,
    failed,
    total,
    createdAt: createdAt.toISOString(),
    ...by,
    profile,
    site,
    command,
    ...(budget && { budget }),
    ...(run !== undefined && { run }),
  };
}
