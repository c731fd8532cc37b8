import type { BulkEvent, Step, StepError } from "../../bulk/journal/step.ts";
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
  /** The last hundred problems, oldest first. */
  readonly problems: readonly Problem[];
  readonly startedAt: number;
  readonly at: number;
  /** How many milliseconds a step takes at the limit of the platform, on average; 0 without one. */
  readonly leastMs: number;
  /** The kinds of steps; all are of the kind "" if the plan does not say which there are. */
  readonly kinds: Readonly<Record<string, KindProgress>>;
  /** When the last step was settled. */
  readonly settledAt: number;
  /** The number of finished steps at the last 20 samples, taken every 500 ms, oldest first. */
  readonly samples: readonly { readonly at: number; readonly worked: number }[];
  /** The number of steps that were finished in each of the last seconds, up to `at`, oldest first. */
  readonly throughput: readonly number[];
}

/** The steps of one kind: how many are left, how many of them are in flight, and how long the last ones took. */
export interface KindProgress {
  readonly left: number;
  readonly sent: number;
  readonly steps: number;
  readonly ms: number;
}

const problemsKept = 100;
const sampleEvery = 500;
/** The number of seconds of which the throughput is kept. */
export const secondsKept = 120;
const samplesKept = 20;
/** For how long a pace is remembered: requests with a hundred steps come back together, some seconds apart. */
const paceMs = 30_000;

/** The progress before the first event. `atLimitMs`: how long the steps that are left take at the limit of the platform. */
export function beginProgress(now: Date, atLimitMs = 0): Progress {
  const at = now.getTime();
  const noProgress = { total: 0, done: 0, failed: 0, unknown: 0, already: 0, inFlight: 0 };
  const times = { startedAt: at, settledAt: at, at, leastMs: atLimitMs };
  return {
    phase: "starting",
    job: undefined,
    ...noProgress,
    ...times,
    problems: [],
    kinds: {},
    samples: [],
    throughput: [],
  };
}

/** Returns the progress after an event at the time `now`. */
export function advance(state: Progress, event: BulkEvent, now: Date): Progress {
  const timed = atTime(state, now.getTime());
  const counted = count(pace({ ...timed, waiting: undefined }, event), event);
  return sample(withThroughput(counted, finishedCount(counted) - finishedCount(timed)));
}

/** Returns the progress at a time, with a second of throughput for each that has passed since. */
export function atTime(state: Progress, at: number): Progress {
  const second = (time: number) => Math.floor((time - state.startedAt) / 1000);
  const passed = Math.max(0, Math.min(secondsKept, second(at) - second(state.at)));
  const throughput =
    passed === 0
      ? state.throughput
      : [...state.throughput, ...Array<number>(passed).fill(0)].slice(-secondsKept);
  return { ...state, at, throughput };
}

function withThroughput(state: Progress, finished: number): Progress {
  if (finished === 0) return state;
  const before = state.throughput.at(-1) ?? 0;
  return { ...state, throughput: [...state.throughput.slice(0, -1), before + finished] };
}

/** Returns the progress with what an event says about the kinds of its steps. */
function pace(state: Progress, event: BulkEvent): Progress {
  const { at, settledAt, kinds } = state;
  const none: KindProgress = { left: 0, sent: 0, steps: 0, ms: 0 };
  const nameOf = ({ kind }: Step) => (Object.hasOwn(kinds, kind) ? kind : "");
  switch (event.type) {
    case "started": {
      const planned = Object.entries(event.kinds ?? { "": event.total });
      const begun = planned.map(([kind, left]): [string, KindProgress] => [kind, { ...none, left }]);
      const leastMs = state.leastMs / Math.max(1, sumOf(begun.map(([, { left }]) => left)));
      return { ...state, settledAt: at, leastMs, kinds: Object.fromEntries(begun) };
    }
    case "step.sent": {
      const sent = Object.entries(Object.groupBy(event.steps, nameOf)).map(([kind, steps = []]) => {
        const known = kinds[kind] ?? none;
        return [kind, { ...known, sent: known.sent + steps.length }] as const;
      });
      return { ...state, kinds: { ...kinds, ...Object.fromEntries(sent) } };
    }
    case "step.done":
    case "step.failed":
    case "step.unknown": {
      const kind = nameOf(event.step);
      const { left, sent, steps, ms } = kinds[kind] ?? none;
      if (event.type === "step.done" && event.already)
        return { ...state, kinds: { ...kinds, [kind]: { left: left - 1, sent, steps, ms } } };
      const kept = Math.min(1, paceMs / Math.max(1, ms));
      const took = { steps: steps * kept + 1, ms: ms * kept + at - settledAt };
      const settled = { left: left - 1, sent: Math.max(0, sent - 1), ...took };
      return { ...state, settledAt: at, kinds: { ...kinds, [kind]: settled } };
    }
    default:
      return state;
  }
}

function count(state: Progress, event: BulkEvent): Progress {
  const settled = Math.max(0, state.inFlight - 1);
  switch (event.type) {
    case "started": {
      // Of a job that is resumed, only what is left.
      const total = event.kinds ? sumOf(Object.values(event.kinds)) : event.total;
      return { ...state, phase: "running", job: event.job, total };
    }
    case "waiting": {
      const requests = countOf(event.steps, "request");
      const waiting = `waiting ${event.seconds} s: ${requests} without a response may still be carried out`;
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
      seq: event.step.seq,
      state: kind,
      text: describeProblem(event.step, event.error),
      label: event.step.label,
      reason: event.error.message,
    },
  ].slice(-problemsKept);
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

/** Returns how many steps were worked on and are settled. */
export function finishedCount({ done, failed, unknown, already }: Progress): number {
  return done + failed + unknown - already;
}

/** Returns the recent rate in steps per second; undefined during the first second. */
export function rateOf(state: Progress): number | undefined {
  const oldest = state.samples[0];
  if (oldest === undefined || state.at - oldest.at < 1000) return undefined;
  return ((finishedCount(state) - oldest.worked) * 1000) / (state.at - oldest.at);
}

/** How much of a step in flight is done, on average. A request can have a hundred steps, and eight are sent at a time. */
const sentPart = 1 / 2;
/** How long a step of a kind that has not begun takes, by the steps of other kinds. */
const unseenPart = 3 / 4;

/**
 * Returns the estimated remaining time in milliseconds; undefined while it is unknown. Each kind of steps takes as long as its last
 * ones; a kind that has not begun, somewhat shorter than the others: what follows the creation of products is smaller. It is never less than
 * the limit of the platform takes, because the first requests are sent together, before it slows the others.
 */
export function remainingMs(state: Progress): number | undefined {
  const rate = rateOf(state);
  const kinds = Object.values(state.kinds).map(({ left, sent, steps, ms }) => ({
    left: Math.max(0, left - sent * sentPart),
    // Later, as much was in flight when the time began that is remembered: it does not count for the pace.
    worked: steps === 0 ? 0 : steps + sent * sentPart * Math.max(0, 1 - ms / paceMs),
    ms,
  }));
  const begun = kinds.filter(({ worked, ms }) => worked > 0 && ms > 0);
  if (!rate || begun.length === 0 || state.phase !== "running") return undefined;
  const mean = sumOf(begun.map(({ ms }) => ms)) / sumOf(begun.map(({ worked }) => worked));
  const ms = sumOf(
    kinds.map(({ left, worked, ms }) => left * (worked > 0 ? ms / worked : mean * unseenPart)),
  );
  return Math.max(ms, state.leastMs * (state.total - state.done - state.failed - state.unknown));
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** Returns the rate and the remaining time: `12.4/s, about 38 s left`. Empty while unknown. */
export function describePace(state: Progress): string {
  const rate = rateOf(state);
  const left = remainingMs(state);
  if (state.waiting !== undefined) return state.waiting;
  if (rate === undefined) return "";
  const speed = `${rate >= 100 ? formatCount(Math.round(rate)) : rate.toFixed(1)}/s`;
  if (left === undefined) return speed;
  return `${speed}, ${left < 500 ? "" : "about "}${formatDuration(left)} left`;
}

/** Returns how many steps have no result yet. */
export function leftOf({ total, done, failed, unknown }: Progress): number {
  return Math.max(0, total - done - failed - unknown);
}

/** Returns how much of a job has a result, in whole percent: 100 only at its end. */
export const percentOf = (state: Progress): number =>
  state.total === 0 ? 0 : Math.floor(((state.total - leftOf(state)) / state.total) * 100);

/** Summarizes the job: `1,201 done, 3 failed in 1 min 38 s`. */
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

/** Describes how a job stops. */
export function describeStopping({ inFlight }: Progress): string {
  return `Stopping: ${countOf(inFlight, "change")} in flight.`;
}

/** Returns the name of what Ctrl-C does. `elsewhere`: the job runs in another process. */
export function stopName(stopping: boolean, elsewhere = false): string {
  if (elsewhere) return "stop watching, not the job";
  return stopping ? "stop at once" : "stop safely";
}
