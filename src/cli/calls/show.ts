import type { RecordedCall } from "../../bulk/calls/call-log.ts";
import type { StepState } from "../../bulk/journal/step.ts";
import type { Context } from "../../context/context.ts";
import { renderList, renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { changeLines } from "../../resources/change-text.ts";
import { jobLine } from "../jobs/job-line.ts";
import { inverseOfCall } from "./inverse.ts";
import { jobOf } from "./list.ts";

/** Prints the single changes of a command as one job. */
export async function printCalls(context: Context, calls: readonly RecordedCall[]): Promise<void> {
  const { streams, format, globals } = context;
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
  type Record = typeof record;
  await renderRecord<Record>({
    streams,
    format,
    kind: "job",
    fields: globals.fields,
    now: context.now(),
    columns: [
      column<Record>("Job", ({ id }) => id),
      column<Record>("Command", ({ command }) => command),
      column<Record>("By", ({ actor, host }) => `${actor} on ${host}`),
      column<Record>("Site", ({ site, profile }) => `${site} (profile ${profile})`),
      column<Record>("Started", ({ createdAt }) => createdAt, { as: "time" }),
      ...(unlockedFor === undefined ? [] : [column<Record>("Unlocked for", () => unlockedFor)]),
      column<Record>("State", ({ state, id }) =>
        state === "unknown" ? `unknown; to find out what happened: ${jobLine(context, "resume", id)}` : state,
      ),
      column<Record>("Changes", () => calls.map(callText).join("\n")),
      column<Record>("Undo", () => undo.text),
    ],
    record,
  });
}

/** Prints the single changes of a command as the steps of a job. */
export async function printCallSteps(
  { streams, format, globals }: Context,
  calls: readonly RecordedCall[],
  state: StepState | "all",
): Promise<void> {
  const rows = calls.filter(
    (call) => state === "all" || (call.state === "unknown" ? "sent" : call.state) === state,
  );
  await renderList<RecordedCall>({
    streams,
    format,
    kind: "step",
    fields: globals.fields,
    columns: [
      column<RecordedCall>("SEQ", ({ n }) => n, { as: "number", path: "n", min: 3 }),
      column<RecordedCall>("STATE", (call) => call.state, { path: "state" }),
      column<RecordedCall>("ROW", ({ label, id }) => label ?? id ?? "", { grow: true, path: "label" }),
      column<RecordedCall>("WHAT", ({ name }) => name, { path: "name" }),
      column<RecordedCall>("CHANGE", (call) => changeText(call), { path: "after" }),
      column<RecordedCall>("WHY", ({ error }) => error?.message ?? "", { path: "error.message" }),
    ],
    rows,
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
