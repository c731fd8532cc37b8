import { unplannedText } from "../../bulk/engine/apply.ts";
import type { Job, Who } from "../../bulk/engine/job.ts";
import { rowTotals } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { type JobState, restingState } from "../../bulk/journal/journals.ts";
import type { StepState } from "../../bulk/journal/step.ts";
import { queuedJobs } from "../../bulk/queue/queue.ts";
import { workerTimeout } from "../../bulk/queue/tables.ts";
import { budgetsInUse, budgetText } from "../../cli/jobs/budgets.ts";
import { findJob } from "../../cli/jobs/find-job.ts";
import { stepLabels, whyFinal } from "../../cli/jobs/kinds.ts";
import { problemText } from "../../cli/jobs/row-report.ts";
import { sharedUrl, withShared } from "../../cli/jobs/shared-journal.ts";
import { jobLine } from "../../cli/same-site.ts";
import { environmentProfile } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { stagedFile } from "../../resources/products/rejects.ts";

/** Prints a job, or with `--steps` its steps. */
export async function run(
  context: Context,
  [name = "last"]: string[],
  { steps }: { steps?: StepState | "all" },
): Promise<ExitCode | undefined> {
  const journal = await findJob(context, name);
  try {
    const profile = await shownProfile(context, journal.job);
    const there = { ...context, globals: { ...context.globals, ...profile } };
    if (steps) await printSteps(there, journal, steps);
    else await printJob(there, journal);
    return undefined;
  } finally {
    await journal.close();
  }
}

/** Returns the profile that the commands for a job need, if it is another one than that of this context. */
async function shownProfile(context: Context, { profile }: Job): Promise<{ profile?: string }> {
  return (await context.profile()).name === profile || profile === environmentProfile ? {} : { profile };
}

/** Of a job with more steps, only their number is shown. */
const maxChanges = 5;

async function printJob(context: Context, journal: Journal): Promise<void> {
  const { now } = context;
  const { id } = journal;
  const store = await context.jobs();
  const budget = (await budgetsInUse(context)).get(journal.job.site);
  const holder = await store.holder(id);
  const paused = await pausedBy(context, id);
  const { createdAt, startedAt, ...job } = journal.job;
  const counts = journal.counts();
  const isRunning = await store.isRunning(id);
  const final = await whyFinal(context, journal);
  const { address, etag, lastModified } = stagedFile(journal) ?? {};
  const record = {
    ...job,
    ...(address !== undefined && { file: { address, etag, lastModified } }),
    state: isRunning ? "running" : restingState(journal.job, counts, journal.undoLeft),
    final: final !== undefined,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt.toISOString(),
    holder,
    paused,
    totals: rowTotals(journal),
    steps: counts,
    budget,
  };
  const changes = counts.total > maxChanges ? [] : await changeLines(context, journal);
  await context.printRecord(record, {
    kind: "job",
    byLabel: true,
    fields: {
      id: { label: "Job" },
      command: {},
      ...(record.actor !== undefined && {
        by: { value: byText },
      }),
      ...(record.undoneBy !== undefined && {
        undoneBy: { value: ({ undoneBy }) => byText(undoneBy ?? {}) },
      }),
      ...(record.approvedBy !== undefined && {
        approvedBy: { value: ({ approvedBy = [] }) => approvedBy.join(", ") },
      }),
      ...(record.file && {
        file: {
          value: () => [address, etag, lastModified, `SHA-256 ${job.inputHash}`].filter(Boolean).join(", "),
        },
      }),
      site: { value: ({ site, profile }) => `${site} (profile ${profile})` },
      startedAt: { label: "Started", as: "time" },
      ...(paused !== undefined && {
        paused: { value: () => paused },
      }),
      ...(holder !== undefined && {
        holder: { label: "Running at" },
      }),
      ...(record.unlockedFor !== undefined && {
        unlockedFor: {},
      }),
      state: { value: ({ state }) => stateText(context, id, state) },
      rows: { value: ({ totals }) => counted(totals) },
      steps: { value: ({ steps }) => counted(steps) },
      ...(changes.length > 0 && {
        changes: { value: () => changes.join("\n") },
      }),
      ...(budget && {
        budget: { value: () => budgetText(budget, now()) },
      }),
      // Without anything to undo, it would answer just that.
      ...(record.state !== "undone" && {
        undo: {
          value: () => final ?? (job.sealed ? jobLine(context, "undo", id) : "not possible"),
        },
      }),
    },
  });
}

/** Returns the state of a job, and how to go on. */
function stateText(context: Context, id: string, state: JobState): string {
  if (state === "unplanned") return unplannedText;
  return state === "unknown"
    ? `unknown; to find out what happened: ${jobLine(context, "resume", id)}`
    : state;
}

/** Returns the steps of a job in a line each. */
async function changeLines(context: Context, journal: Journal): Promise<string[]> {
  const { describe } = await stepLabels(context, journal.job.kind);
  return [...journal.allSteps()].map((step) => {
    const { label, what, before, after } = describe(step);
    const change = before === "" && after === "" ? what : `${what}: ${before} → ${after}`;
    const state = step.state === "sent" ? "unknown" : step.state;
    if (state === "done") return [label, change].filter(Boolean).join("  ");
    const outcome = `(${[state, step.error?.message].filter(Boolean).join(": ")})`;
    const request = step.requestId === undefined ? "" : `request ${step.requestId}`;
    return [label, change, outcome, request].filter(Boolean).join("  ");
  });
}

/** `ada on laptop`, or with what ran in CI: `runner on fv-az1, GitHub Actions: nightly, run 812, by ada, commit 4c9b2f6` */
function byText({ actor, host, ci }: Partial<Who>): string {
  const user = `${actor} on ${host}`;
  if (ci === undefined) return user;
  const facts = [
    ci.workflow,
    ci.run && `run ${ci.run}`,
    ci.actor && `by ${ci.actor}`,
    ci.commit && `commit ${ci.commit}`,
  ];
  return `${user}, ${[ci.system, facts.filter(Boolean).join(", ")].filter(Boolean).join(": ")}`;
}

/** Returns why workers do not run a queued job, if that is so. */
async function pausedBy(context: Context, id: string): Promise<string | undefined> {
  if ((await sharedUrl(context)) === undefined) return undefined;
  return await withShared(
    context,
    "till jobs show",
    async (postgres) => (await queuedJobs(postgres, workerTimeout)).get(id)?.paused,
  );
}

function counted(counts: object): string {
  const [[, all] = ["", 0], ...parts] = Object.entries(counts);
  return [String(all), ...parts.flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []))].join(
    ", ",
  );
}

async function printSteps(context: Context, journal: Journal, state: StepState | "all"): Promise<void> {
  const { describe } = await stepLabels(context, journal.job.kind);
  await context.print(journal.allSteps(state === "all" ? {} : { state }), {
    kind: "step",
    fields: {
      seq: { as: "number", min: 3 },
      state: {},
      label: { label: "Row", grow: true },
      kind: { path: "kind", label: "What", value: (step) => describe(step).what },
      before: { value: (step) => describe(step).before, align: "right" },
      after: { value: (step) => describe(step).after, align: "right" },
      why: {
        path: "error.message",
        value: ({ error }) =>
          error ? problemText({ label: "" }, { ...error, requestId: undefined }).trim() : "",
      },
      requestId: { label: "Request", value: ({ requestId, error }) => requestId ?? error?.requestId ?? "" },
    },
    empty: state === "all" ? "No steps." : `No ${state} steps.`,
  });
}
