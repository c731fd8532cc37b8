import { setImmediate as nextTurn } from "node:timers/promises";
import { type ReactElement, useEffect, useRef, useState } from "react";
import type { BulkEvent, Step, StepError } from "../../bulk/journal/step.ts";
import { displayWidth } from "../../kernel/text.ts";
import { Answered, Bar, Frame, Line } from "../components/frame.tsx";
import { type Summary, SummaryTable } from "../components/table.tsx";
import { countOf, formatCount, formatDuration } from "../format.ts";
import { useKeys } from "../keys.ts";
import { mount, type Terminal } from "../mount.tsx";
import type { Target } from "../question.ts";
import { Box, Text, useSize, useSpoken } from "../terminal.ts";
import { styles, symbols } from "../theme.ts";

export interface ProgressOptions {
  /** The title: `Setting the price of 1,204 products`. */
  readonly title: string;
  readonly target?: Target;
  /** The job runs in another process: Ctrl-C does not stop it. */
  readonly elsewhere?: boolean;
  /** The running job. It runs to its end even if the screen fails. */
  readonly events: AsyncIterable<BulkEvent>;
  now(): Date;
  /**
   * Called at each Ctrl-C: the terminal is raw, so it sends no SIGINT. Do here what SIGINT does (first stop
   * safely, then at once); the screen stays until the events end.
   */
  stop(): void;
  /** Aborted when the job has to stop; the screen then shows that. */
  readonly signal?: AbortSignal;
  /** What Ctrl-B does: it continues the job in another process, unless there is a reason why that is not possible. */
  readonly background?: {
    /** Whether a hint says so. */
    readonly offered: boolean;
    reason(): Promise<string | undefined>;
    leave(): void;
    readonly signal: AbortSignal;
  };
}

const frameMs = 1000 / 15;
/** The interval between frames for a screen reader, in milliseconds. */
const spokenMs = 5000;

/**
 * Shows a running job until its events end, and returns how it ended; one line stays in the scrollback. Rejects
 * with what `events` rejected with. A screen that fails does not stop the job: it rejects when the job has ended.
 */
export async function showProgress(terminal: Terminal, options: ProgressOptions): Promise<Progress> {
  let state = beginProgress(options.now());
  const broken = new AbortController();

  const follow = async () => {
    let turn = performance.now();
    for await (const event of options.events) {
      state = advance(state, event, options.now());
      // A job without network waits would block drawing and Ctrl-C.
      if (performance.now() - turn < frameMs) continue;
      await nextTurn();
      turn = performance.now();
    }
  };
  const job = follow();
  const screen = mount<"ended">(
    (answer) => {
      job.then(
        () =>
          answer(
            "ended",
            <Closing
              title={options.title}
              state={state}
              goesOn={
                (options.background?.signal.aborted ?? false) ||
                (options.elsewhere === true && options.signal?.aborted === true)
              }
            />,
          ),
        (error) => broken.abort(error),
      );
      return <BulkProgress options={options} read={() => state} />;
    },
    terminal,
    { signal: broken.signal, onInterrupt: () => options.stop() },
  );
  const [ended, shown] = await Promise.allSettled([job, screen]);
  if (ended.status === "rejected") throw ended.reason;
  if (shown.status === "rejected") throw shown.reason;
  return state;
}

/** What stays in the scrollback: the result, and the last problems. */
export function Closing({
  title,
  state,
  goesOn,
}: {
  title: string;
  state: Progress;
  /** Another process runs the rest of the job. */
  goesOn: boolean;
}): ReactElement {
  const { columns } = useSize();
  const ok = state.failed + state.unknown === 0 && (goesOn || state.done >= state.total);
  const result =
    goesOn && finishedCount(state) + state.already < state.total
      ? `goes on, ${formatCount(state.done)} of ${formatCount(state.total)} done`
      : describeResult(state);
  const problems = problemTable(state);
  const more = state.failed + state.unknown - state.problems.length;
  return (
    <>
      <Answered question={`${title}:`} answer={result} ok={ok} />
      {problems && <SummaryTable summary={problems} width={columns} />}
      {problems && more > 0 && <Line tone="dim" text={`and ${formatCount(more)} before`} />}
    </>
  );
}

/** The progress screen; it is drawn at a fixed interval, whatever the number of events. */
export function BulkProgress({
  options,
  read,
}: {
  options: ProgressOptions;
  read(): Progress;
}): ReactElement {
  const { signal } = options;
  const [state, setState] = useState(read);
  // The next event may come late: a request in flight takes up to its time limit.
  const [stopping, setStopping] = useState(signal?.aborted ?? false);
  const handOver = useBackground(options);
  const pace = useSpoken() ? spokenMs : frameMs;
  useEffect(() => {
    const timer = setInterval(() => {
      setState(read());
      setStopping(signal?.aborted ?? false);
    }, pace);
    return () => clearInterval(timer);
  }, [read, pace, signal]);
  return <ProgressView {...options} state={state} stopping={stopping} handOver={handOver} />;
}

/** Handles Ctrl-B. Returns whether the job is being handed over, or why it cannot be. */
function useBackground({ background, elsewhere, stop }: ProgressOptions): HandOver | undefined {
  const [handOver, setHandOver] = useState<HandOver>();
  const isAsking = useRef(false);
  useKeys((keys) => {
    if (!keys.includes("ctrl+b") || isAsking.current) return;
    // The job is in the background already.
    if (elsewhere) return stop();
    if (background === undefined || background.signal.aborted) return;
    isAsking.current = true;
    setHandOver({ text: "Looking for a worker" });
    void background.reason().then((reason) => {
      isAsking.current = false;
      if (reason === undefined) background.leave();
      setHandOver(
        reason === undefined ? { text: "Handing over to a worker" } : { text: reason, failed: true },
      );
    });
  });
  return handOver;
}

/** What Ctrl-B has led to so far. */
export interface HandOver {
  readonly text: string;
  readonly failed?: true;
}

interface ProgressViewProps {
  title: string;
  target?: Target;
  state: Progress;
  stopping: boolean;
  elsewhere?: boolean | undefined;
  background?: ProgressOptions["background"];
  handOver?: HandOver | undefined;
}

/**
 * The maximum width of a frame. When a window becomes narrower, terminals wrap what is already drawn, before the program knows
 * and perhaps while a frame is on its way; its old lines would remain. Lines of this width are never wrapped.
 */
const widest = 40;

/** One frame of the screen. */
export function ProgressView({
  title,
  target,
  state,
  stopping,
  elsewhere,
  background,
  handOver,
}: ProgressViewProps): ReactElement {
  const size = useSize();
  const columns = Math.min(size.columns, widest);
  const { total, done, failed, unknown } = state;
  const settled = done + failed + unknown;
  const problems = fitProblems(state.problems, columns, size.rows - 10);
  const position = `  ${formatCount(settled)} of ${formatCount(total)}`;
  return (
    <Box width={columns} flexDirection="column">
      <Frame title={title} {...(target && { target })}>
        {state.phase === "starting" ? (
          <Line tone="dim" text="Starting" />
        ) : (
          <Box>
            <Bar value={settled} total={total} width={Math.max(5, columns - position.length - 7)} />
            <Line text={position} />
          </Box>
        )}
        <Text>
          <Count tone="done" symbol="done" count={done} word="done" />
          <Count tone="failed" symbol="failed" count={failed} word="failed" />
          <Count tone="warning" symbol="unknown" count={unknown} word="unknown" />
        </Text>
        {state.phase === "running" && <Line text={describePace(state)} />}
        {problems.map(({ seq, state: kind, text }) => (
          <Line
            key={seq}
            tone={kind === "failed" ? "failed" : "warning"}
            symbol={kind}
            text={`${kind}: ${text}`}
            wrap
          />
        ))}
        {handOver && !stopping && (
          <Line
            tone={handOver.failed ? "warning" : "plain"}
            {...(handOver.failed && { symbol: "warning" as const })}
            text={handOver.text}
            wrap
          />
        )}
        {background?.offered && !handOver && !stopping && (
          <Line tone="dim" text="Ctrl-B sends it to the background" />
        )}
        {describeStop(state, stopping, elsewhere).map((line) => (
          <Line key={line} tone={stopping ? "warning" : "dim"} text={line} />
        ))}
      </Frame>
    </Box>
  );
}

interface CountProps {
  tone: "done" | "failed" | "warning";
  symbol: keyof typeof symbols;
  count: number;
  word: string;
}

function Count({ tone, symbol, count, word }: CountProps): ReactElement {
  const mark = useSpoken() ? "" : `${symbols[symbol]} `;
  return <Text {...styles[count > 0 ? tone : "dim"]}>{`${mark}${formatCount(count)} ${word}  `}</Text>;
}

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
  /** The kinds of steps; all are of the kind "" if the plan does not say which there are. */
  readonly kinds: Readonly<Record<string, KindProgress>>;
  /** When the last step was settled. */
  readonly settledAt: number;
  /** The number of finished steps at the last 20 samples, taken every 500 ms, oldest first. */
  readonly samples: readonly { readonly at: number; readonly worked: number }[];
}

/** The steps of one kind: how many are left, how many of them are in flight, and how long the last ones took. */
interface KindProgress {
  readonly left: number;
  readonly sent: number;
  readonly steps: number;
  readonly ms: number;
}

const problemsKept = 5;
const sampleEvery = 500;
const samplesKept = 20;
/** For how long a pace is remembered: requests with a hundred steps come back together, some seconds apart. */
const paceMs = 30_000;

/** The progress before the first event. */
export function beginProgress(now: Date): Progress {
  const at = now.getTime();
  const noProgress = { total: 0, done: 0, failed: 0, unknown: 0, already: 0, inFlight: 0 };
  const times = { startedAt: at, settledAt: at, at };
  return { phase: "starting", job: undefined, ...noProgress, ...times, problems: [], kinds: {}, samples: [] };
}

/** Returns the progress after an event at the time `now`. */
export function advance(state: Progress, event: BulkEvent, now: Date): Progress {
  return sample(count(pace({ ...state, at: now.getTime(), waiting: undefined }, event), event));
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
      return { ...state, settledAt: at, kinds: Object.fromEntries(begun) };
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
    case "started":
      return { ...state, phase: "running", job: event.job, total: event.total };
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

/** Returns the last problems of a job as a table; undefined if there are none. */
function problemTable({ problems }: Progress): Summary | undefined {
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

/** How much of a step in flight is done, on average. A request can have a hundred steps, and eight are sent at a time. */
const sentPart = 1 / 2;
/** How long a step of a kind that has not begun takes, by the steps of other kinds. */
const unseenPart = 3 / 4;

/**
 * Returns the estimated remaining time in milliseconds; undefined while it is unknown. Each kind of steps takes as long as its last
 * ones; a kind that has not begun, somewhat shorter than the others: what follows the creation of products is smaller.
 */
export function remainingMs(state: Progress): number | undefined {
  const rate = rateOf(state);
  const kinds = Object.values(state.kinds).map(({ left, sent, steps, ms }) => ({
    left: Math.max(0, left - sent * sentPart),
    worked: steps === 0 ? 0 : steps + sent * sentPart,
    ms,
  }));
  const begun = kinds.filter(({ worked, ms }) => worked > 0 && ms > 0);
  if (!rate || begun.length === 0 || state.phase !== "running") return undefined;
  const mean = sumOf(begun.map(({ ms }) => ms)) / sumOf(begun.map(({ worked }) => worked));
  return sumOf(kinds.map(({ left, worked, ms }) => left * (worked > 0 ? ms / worked : mean * unseenPart)));
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** Returns the rate and the remaining time: `12.4/s, about 38 s left`. Empty while unknown. */
export function describePace(state: Progress): string {
  const rate = rateOf(state);
  const left = remainingMs(state);
  if (state.waiting !== undefined) return state.waiting;
  if (rate === undefined) return "";
  const speed = `${rate >= 100 ? formatCount(Math.round(rate)) : rate.toFixed(1)}/s`;
  return left === undefined ? speed : `${speed}, about ${formatDuration(left)} left`;
}

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

/** Describes what Ctrl-C does, in lines. `elsewhere`: the job runs in another process. */
export function describeStop(state: Progress, stopping: boolean, elsewhere = false): string[] {
  if (elsewhere) return ["Ctrl-C stops watching, not the job"];
  if (stopping)
    return [`Stopping: ${countOf(state.inFlight, "change")} in flight.`, "Ctrl-C again stops at once."];
  if (state.job === undefined) return ["Ctrl-C stops safely"];
  return ["Ctrl-C stops safely; resume with", `till jobs resume ${state.job}`];
}
