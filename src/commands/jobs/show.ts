import type { RecordedCall } from "../../bulk/call-log.ts";
import { unplannedText } from "../../bulk/engine/apply.ts";
import type { Who } from "../../bulk/engine/job.ts";
import { rowTotals } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { StepState } from "../../bulk/journal/step.ts";
import { queuedJobs } from "../../bulk/queue/queue.ts";
import { workerTimeout } from "../../bulk/queue/tables.ts";
import { budgetsInUse, budgetText } from "../../cli/jobs/budgets.ts";
import { type FoundJob, findJob } from "../../cli/jobs/find-job.ts";
import { stepDescriber } from "../../cli/jobs/kinds.ts";
import { jobOf } from "../../cli/jobs/list.ts";
import { inverseOfCall } from "../../cli/jobs/recorded-call.ts";
import { problemText } from "../../cli/jobs/row-report.ts";
import { sharedUrl, withShared } from "../../cli/jobs/shared-journal.ts";
import { jobLine } from "../../cli/same-site.ts";
import { environmentProfile } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { changeLines } from "../../resources/history.ts";

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
    holder,
    paused,
    totals: rowTotals(journal),
    steps: journal.counts(),
    budget,
  };
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
        value: ({ error }) =>
          error ? problemText({ label: "" }, { ...error, requestId: undefined }).trim() : "",
      },
      requestId: { label: "Request", value: ({ requestId, error }) => requestId ?? error?.requestId ?? "" },
    },
    empty: state === "all" ? "No steps." : `No ${state} steps.`,
  });
}

/** Prints the single changes of a command as one job. */
async function printCalls(context: Context, calls: readonly RecordedCall[]): Promise<void> {
  const { calls: _, createdAt, counts: steps, ...job } = jobOf(calls, context);
  const unlockedFor = calls.find((call) => call.unlockedFor !== undefined)?.unlockedFor;
  const undo = await undoTexts(context, calls);
  const record = {
    ...job,
    unlockedFor,
    toolVersion: calls[0]?.toolVersion,
    createdAt: createdAt.toISOString(),
    steps,
    final: undo.final,
    calls: calls.map(recordOfCall),
  };
  await context.printRecord(record, {
    kind: "job",
    byLabel: true,
    fields: {
      id: { label: "Job" },
      command: {},
      by: { value: byText },
      ...(record.approvedBy !== undefined && {
        approvedBy: { value: ({ approvedBy = [] }) => approvedBy.join(", ") },
      }),
      site: { value: ({ site, profile }) => `${site} (profile ${profile})` },
      createdAt: { label: "Started", as: "time" },
      ...(unlockedFor !== undefined && {
        unlockedFor: { value: () => unlockedFor },
      }),
      state: {
        value: ({ state, id }) =>
          state === "unknown"
            ? `unknown; to find out what happened: ${jobLine(context, "resume", id)}`
            : state,
      },
      changes: { value: () => calls.map(callText).join("\n") },
      undo: { value: () => undo.text },
    },
  });
}

/** Prints the single changes of a command as the steps of a job. */
async function printCallSteps(
  { print }: Context,
  calls: readonly RecordedCall[],
  state: StepState | "all",
): Promise<void> {
  const rows = calls.filter(
    (call) => state === "all" || (call.state === "unknown" ? "sent" : call.state) === state,
  );
  await print(rows, {
    kind: "step",
    fields: {
      n: { label: "Seq", as: "number", min: 3 },
      state: {},
      label: { path: "label", label: "Row", value: ({ label, id }) => label ?? id ?? "", grow: true },
      name: { label: "What" },
      after: { path: "after", label: "Change", value: (call) => changeText(call) },
      why: { path: "error.message" },
      requestId: { label: "Request" },
    },
    empty: state === "all" ? "No steps." : `No ${state} steps.`,
  });
}

/** Returns what a call changed, or would have changed, in one line. */
function changeText({ before, after, input }: RecordedCall): string {
  return changeLines(before, after === undefined && before === undefined ? input : after).join("; ");
}

function callText(call: RecordedCall): string {
  const { name, label, id, state, error, requestId } = call;
  const outcome = state === "done" ? "" : `(${state}${error ? `: ${error.message}` : ""})`;
  const request = requestId === undefined ? "" : `request ${requestId}`;
  return [name, label ?? id ?? "", changeText(call), outcome, request].filter(Boolean).join("  ");
}

function recordOfCall({ seq, job, at, endedAt, ...call }: RecordedCall): object {
  const { command, actor, host, toolVersion, pid, ...rest } = call;
  const { profile, site, address, sandbox, ...own } = rest;
  return { ...own, at: at.toISOString(), endedAt: endedAt?.toISOString() };
}

async function undoTexts(
  context: Context,
  calls: readonly RecordedCall[],
): Promise<{ text: string; final: boolean }> {
  const done = calls.filter(({ state }) => state === "done");
  const by = calls.find(({ undoneBy }) => undoneBy !== undefined)?.undoneBy;
  if (done.length === 0)
    return { text: by === undefined ? "nothing to undo" : `undone by job ${by}`, final: false };
  const reasons: string[] = [];
  for (const call of done) {
    const { final } = await inverseOfCall(call);
    if (final === undefined) return { text: jobLine(context, "undo", call.job), final: false };
    reasons.push(final);
  }
  return { text: `final: ${[...new Set(reasons)].join(" ")}`, final: true };
}
