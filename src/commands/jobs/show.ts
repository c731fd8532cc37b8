import { unplannedText } from "../../bulk/engine/apply.ts";
import { rowTotals } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { StepState } from "../../bulk/journal/step.ts";
import { queuedJobs } from "../../bulk/queue/queue.ts";
import { workerTimeout } from "../../bulk/queue/tables.ts";
import { type FoundJob, findJob } from "../../cli/calls/find-job.ts";
import { printCallSteps, printCalls } from "../../cli/calls/show.ts";
import { budgetsInUse, budgetText } from "../../cli/jobs/budgets.ts";
import { jobLine } from "../../cli/jobs/job-line.ts";
import { stepDescriber } from "../../cli/jobs/kinds.ts";
import { problemText } from "../../cli/jobs/row-report.ts";
import { sharedUrl, withShared } from "../../cli/worker/shared-journal.ts";
import { environmentProfile } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";

/** Prints a job, or with `--steps` its steps. */
export async function run(
  context: Context,
  [name = "last"]: string[],
  { steps }: { steps?: StepState | "all" },
): Promise<ExitCode | undefined> {
  const { calls, journal, place } = await findJob(context, name);
  const there = { ...context, globals: { ...context.globals, ...(await shownProfile(context, place)) } };
  if (calls) return void (await (steps ? printCallSteps(there, calls, steps) : printCalls(there, calls)));
  try {
    if (steps) await printSteps(there, journal, steps);
    else await printJob(there, journal);
    return undefined;
  } finally {
    await journal.close();
  }
}

/** Returns the profile that the commands for a job need, if it is another one than that of this context. */
async function shownProfile(context: Context, { profile }: FoundJob["place"]): Promise<{ profile?: string }> {
  return (await context.profile()).name === profile || profile === environmentProfile ? {} : { profile };
}

async function printJob(context: Context, journal: Journal): Promise<void> {
  const { now } = context;
  const budget = (await budgetsInUse(context)).get(journal.job.site);
  const holder = await (await context.jobs()).holder(journal.id);
  const paused = await pausedBy(context, journal.id);
  const { createdAt, ...job } = journal.job;
  const record = {
    ...job,
    createdAt: createdAt.toISOString(),
    ...(holder !== undefined && { holder }),
    ...(paused !== undefined && { paused }),
    totals: rowTotals(journal),
    steps: journal.counts(),
    ...(budget && { budget }),
  };
  await context.printRecord(record, {
    kind: "job",
    byLabel: true,
    fields: {
      id: { label: "Job" },
      command: {},
      ...(record.actor !== undefined && {
        by: { value: ({ actor, host }) => `${actor} on ${host}` },
      }),
      site: { value: ({ site, profile }) => `${site} (profile ${profile})` },
      createdAt: { label: "Started", as: "time" },
      ...(paused !== undefined && {
        paused: { value: () => paused },
      }),
      ...(holder !== undefined && {
        holder: { label: "Running at" },
      }),
      ...(record.unlockedFor !== undefined && {
        unlockedFor: {},
      }),
      rows: { value: ({ totals }) => counted(totals) },
      steps: { value: ({ steps }) => counted(steps) },
      ...(budget && {
        budget: { value: () => budgetText(budget, now()) },
      }),
      ...(!job.sealed && {
        state: { value: () => unplannedText },
      }),
      undo: {
        value: ({ final, id }) => (final || !job.sealed ? "not possible" : jobLine(context, "undo", id)),
      },
    },
  });
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
  const describe = await stepDescriber(context, journal.job.kind);
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
        value: (step) => (step.error ? problemText({ label: "" }, step.error).trim() : ""),
      },
    },
    empty: state === "all" ? "No steps." : `No ${state} steps.`,
  });
}
