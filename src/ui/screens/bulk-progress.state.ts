import type { BulkEvent, Step, StepError } from "../../bulk/journal/step.ts";
import { displayWidth } from "../../kernel/text.ts";
import type { Summary } from "../components/summary.ts";
import { countOf, formatCount, formatDuration } from "../format.ts";

/** A row that failed. */
export interface Problem {
  /** The step's number in the plan. */
  readonly seq: number;
  readonly state: "failed" | "unknown";
  readonly text: string;
  /** The row, and why it failed. */
  readonly label: string;
  readonly reason: string;
}

/** The progress of a job, of constant size. Times are milliseconds since 1970. */
export interface Progress {
  readonly phase: "starting" | "running" | "finished";
  readonly job: string | undefined;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  /** The steps of `done` that needed no request and do not count for the rate. */
  readonly already: number;
  /** Steps that were sent and have no response yet. */
  readonly inFlight: number;
  /** Nothing is sent yet: why, and for how long. */
  readonly waiting?: string | undefined;
  /** The last five problems, oldest first. */
  readonly problems: readonly Problem[];
  readonly startedAt: number;
  readonly at: number;
  /** The number of finished steps at the last 20 samples, taken every 500 ms, oldest first. */
  readonly samples: readonly { readonly at: number; readonly worked: number }[];
}

const problemsKept = 5;
const sampleEvery = 500;
const samplesKept = 20;

/** The progress before the first event. */
export function beginProgress(now: Date): Progress {
  const at = now.getTime();
  const noProgress = { total: 0, done: 0, failed: 0, unknown: 0, already: 0, inFlight: 0 };
  return { phase: "starting", job: undefined, ...noProgress, problems: [], startedAt: at, at, samples: [] };
}

/** Returns the progress after an event at the time `now`. */
export function advance(state: Progress, event: BulkEvent, now: Date): Progress {
  return sample(count({ ...state, at: now.getTime(), waiting: undefined }, event));
}

function count(state: Progress, event: BulkEvent): Progress {
  const settled = Math.max(0, state.inFlight - 1);
  switch (event.type) {
    case "started":
      return { ...state, phase: "running", job: event.job, total: event.total };
    case "waiting": {
      const requests = countOf(event.steps, "request");
      const waiting = `waiting ${event.seconds} s: ${requests} of the run before may still be carried out`;
      return { ...state, waiting };
    }
    case "step.sent":
      return { ...state, inFlight: state.inFlight + event.steps.length };
    case "step.done":
      return event.already
        ? { ...state, done: state.done + 1, already: state.already + 1 }
        : { ...state, done: state.done + 1, inFlight: settled };
    case "step.failed":
      return {
        ...state,
        failed: state.failed + 1,
        inFlight: settled,
        problems: addProblem(state, "failed", event),
      };
    case "step.unknown":
      return {
        ...state,
        unknown: state.unknown + 1,
        inFlight: settled,
        problems: addProblem(state, "unknown", event),
      };
    case "finished":
      return { ...state, phase: "finished", job: event.job, inFlight: 0 };
  }
}

function addProblem(
  state: Progress,
  kind: Problem["state"],
  event: { step: Step; error: StepError },
): Problem[] {
  return [
    ...state.problems,
    {
      ...{ seq: event.step.seq, state: kind, text: describeProblem(event.step, event.error) },
      ...{ label: event.step.label, reason: event.error.message },
    },
  ].slice(-problemsKept);
}

/** Returns the last problems of a job as a table; undefined if there are none. */
export function problemTable({ problems }: Progress): Summary | undefined {
  if (problems.length === 0) return undefined;
  return {
    columns: ["row", "result", "reason"],
    rows: problems.map(({ label, state, reason }) => [label, state, reason]),
  };
}

/** Returns the newest problems that fit into a window, at least one. */
export function fitProblems(problems: readonly Problem[], columns: number, rows: number): readonly Problem[] {
  let room = rows;
  let shown = 0;
  for (const { text } of problems.toReversed()) {
    // The symbol and its word take 12 columns; wrapping needs a few more.
    room -= Math.ceil((displayWidth(text) + 12) / Math.max(1, columns - 8));
    if (room < 0) break;
    shown++;
  }
  return problems.slice(-Math.max(1, shown));
}

/** `Blue mug (shop.csv:12): price must be positive (INVALID_ARGUMENT, field price, request 7f3)`. */
export function describeProblem(step: Pick<Step, "label" | "source">, error: StepError): string {
  const source = step.source === undefined ? "" : ` (${step.source})`;
  const field = error.field === undefined ? "" : `, field ${error.field}`;
  const request = error.requestId === undefined ? "" : `, request ${error.requestId}`;
  return `${step.label}${source}: ${error.message} (${error.code}${field}${request})`;
}

function sample(state: Progress): Progress {
  const { at, samples } = state;
  const newest = samples.at(-1);
  if (newest !== undefined && at - newest.at < sampleEvery) return state;
  return { ...state, samples: [...samples, { at, worked: finishedCount(state) }].slice(-samplesKept) };
}

function finishedCount({ done, failed, unknown, already }: Progress): number {
  return done + failed + unknown - already;
}

/** Returns the recent rate in steps per second; undefined during the first second. */
export function rateOf(state: Progress): number | undefined {
  const oldest = state.samples[0];
  if (oldest === undefined || state.at - oldest.at < 1000) return undefined;
  return ((finishedCount(state) - oldest.worked) * 1000) / (state.at - oldest.at);
}

/** Returns the estimated remaining time in milliseconds; undefined while it is unknown. */
export function remainingMs(state: Progress): number | undefined {
  const rate = rateOf(state);
  if (rate === undefined || rate === 0 || state.phase !== "running") return undefined;
  return ((state.total - state.done - state.failed - state.unknown) * 1000) / rate;
}

/** Returns the rate and the remaining time: `12.4/s, about 38 s left`. Empty while unknown. */
export function describePace(state: Progress): string {
  const rate = rateOf(state);
  const left = remainingMs(state);
  if (state.waiting !== undefined) return state.waiting;
  if (rate === undefined) return "";
  const speed = `${rate >= 100 ? formatCount(Math.round(rate)) : rate.toFixed(1)}/s`;
  return left === undefined ? speed : `${speed}, about ${formatDuration(left)} left`;
}

/** Summarises the job: `1,201 done, 3 failed in 1 min 38 s`. */
export function describeResult(state: Progress): string {
  const { total, done, failed, unknown } = state;
  const left = total - done - failed - unknown;
  const parts = [
    `${formatCount(done)} done`,
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(unknown > 0 ? [`${formatCount(unknown)} with unknown result`] : []),
    ...(left > 0 ? [`${formatCount(left)} not started`] : []),
  ];
  return `${parts.join(", ")} in ${formatDuration(state.at - state.startedAt)}`;
}

/** Describes what Ctrl-C does, in lines. `elsewhere`: the job runs in another process. */
export function describeStop(state: Progress, stopping: boolean, elsewhere = false): string[] {
  if (elsewhere) return ["Ctrl-C stops watching, not the job"];
  if (stopping)
    return [`Stopping: ${countOf(state.inFlight, "change")} in flight.`, "Ctrl-C again stops at once."];
  if (state.job === undefined) return ["Ctrl-C stops safely"];
  return ["Ctrl-C stops safely; resume with", `till jobs resume ${state.job}`];
}
