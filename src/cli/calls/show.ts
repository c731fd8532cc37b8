import type { RecordedCall } from "../../bulk/call-log.ts";
import type { StepState } from "../../bulk/journal/step.ts";
import type { Context } from "../../context/context.ts";
import { changeLines } from "../../resources/history.ts";
import { jobLine } from "../jobs/job-line.ts";
import { inverseOfCall } from "./inverse.ts";
import { jobOf } from "./list.ts";

/** Prints the single changes of a command as one job. */
export async function printCalls(context: Context, calls: readonly RecordedCall[]): Promise<void> {
  const { calls: _, createdAt, counts: steps, ...job } = jobOf(calls, context);
  const unlockedFor = calls.find((call) => call.unlockedFor !== undefined)?.unlockedFor;
  const undo = await undoTexts(context, calls);
  const record = {
    ...job,
    ...(unlockedFor !== undefined && { unlockedFor }),
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
      by: { value: ({ actor, host }) => `${actor} on ${host}` },
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
export async function printCallSteps(
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
    },
    empty: state === "all" ? "No steps." : `No ${state} steps.`,
  });
}

/** Returns what a call changed, or would have changed, in one line. */
function changeText({ before, after, input }: RecordedCall): string {
  return changeLines(before, after === undefined && before === undefined ? input : after).join("; ");
}

function callText(call: RecordedCall): string {
  const { name, label, id, state, error } = call;
  const outcome = state === "done" ? "" : `(${state}${error ? `: ${error.message}` : ""})`;
  return [name, label ?? id ?? "", changeText(call), outcome].filter(Boolean).join("  ");
}

function recordOfCall({ seq: _, job: __, at, endedAt, ...call }: RecordedCall): object {
  const { command: _c, actor: _a, host: _h, toolVersion: _t, pid: _i, ...rest } = call;
  const { profile: _p, site: _s, address: _d, sandbox: _x, ...own } = rest;
  return { ...own, at: at.toISOString(), ...(endedAt && { endedAt: endedAt.toISOString() }) };
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
