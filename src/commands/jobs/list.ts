import { type Budget, budgetsInUse, budgetText } from "../../cli/jobs/budgets.ts";
import { type JobOptions, type ListedJob, listJobs } from "../../cli/jobs/list.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";

/** Prints the jobs that the flags choose, newest first. */
export async function run(
  context: Context,
  _args: string[],
  { limit, ...options }: JobOptions & { limit?: number },
): Promise<ExitCode | undefined> {
  const here = context.who().host;
  const jobs = (await listJobs(context, options)).slice(0, limit);
  const isRunning = jobs.some(({ state }) => state === "running");
  const budgets = isRunning ? await budgetsInUse(context) : new Map<string, Budget>();
  await context.print(
    jobs.map((job) => rowOf(job, job.state === "running" ? budgets.get(job.site) : undefined)),
    {
      kind: "job",
      fields: {
        id: { label: "Job" },
        state: {},
        done: {
          label: "Steps",
          path: "done",
          value: ({ done, total }) => `${done ?? 0}/${total ?? 0}`,
          align: "right",
        },
        failed: { absent: 0, as: "number" },
        startedAt: { label: "When", as: "date" },
        actor: {
          path: "actor",
          label: "By",
          value: ({ actor, host }) => (actor && host !== here ? `${actor}@${host}` : (actor ?? "")),
        },
        profile: { label: "Site" },
        ...(budgets.size > 0 && {
          budget: {
            path: "budget",
            value: ({ budget }) => (budget ? budgetText(budget, context.now()) : ""),
          },
        }),
        command: { grow: true },
      },
      paths: recordFields,
      empty: Object.keys(options).length > 0 ? "No job matches." : "No jobs yet.",
    },
  );
  return undefined;
}

interface Row {
  id: string;
  state: string;
  done?: number;
  failed?: number;
  total?: number;
  startedAt?: string;
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
  "startedAt",
  "actor",
  "host",
  "holder",
  "profile",
  "site",
  "command",
  "budget",
  "run",
];

function rowOf({ id, state, counts, startedAt, kind, ...job }: ListedJob, budget: Budget | undefined): Row {
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
    startedAt: startedAt.toISOString(),
    ...by,
    profile,
    site,
    command,
    budget,
    run,
  };
}
