import { type ReactElement, useEffect, useRef, useState } from "react";
import type { BulkEvent } from "../../bulk/journal/step.ts";
import { displayWidth } from "../../kernel/text.ts";
import { Answered, Bar, Frame, fitHints, Hint, Line } from "../components/frame.tsx";
import { type Summary, SummaryTable } from "../components/table.tsx";
import { formatCount } from "../format.ts";
import { useKeys } from "../keys.ts";
import type { Target } from "../question.ts";
import { Box, Text, useSize, useSpoken } from "../terminal.ts";
import { styles, symbols } from "../theme.ts";
import {
  describePace,
  describeResult,
  describeStopping,
  finishedCount,
  leftOf,
  type Problem,
  type Progress,
  stopName,
} from "./job-progress.state.ts";

export interface ProgressOptions {
  /** The title: `Setting the price of 1,204 products`. */
  readonly title: string;
  /** The command line of the job, if the title does not say what it does. */
  readonly command?: string | undefined;
  readonly target?: Target;
  /** The job runs in another process: Ctrl-C does not stop it. */
  readonly elsewhere?: boolean;
  /** The running job. It runs to its end even if the screen fails. */
  readonly events: AsyncIterable<BulkEvent>;
  now(): Date;
  /** How many milliseconds the limit of the platform takes for what is left, if there is one. */
  readonly atLimitMs?: number | undefined;
  /**
   * Called at each Ctrl-C: the terminal is raw, so it sends no SIGINT. Do here what SIGINT does (first stop
   * safely, then at once); the screen stays until the events end.
   */
  stop(): void;
  /** Aborted when the job has to stop; the screen then shows that. */
  readonly signal?: AbortSignal;
  /** Reads how much of the request limit of the site is used; undefined if that is not known. Called while the full window is shown. */
  readonly budget?: (() => Promise<Budget | "no limit" | undefined>) | undefined;
  /** What Ctrl-B does: it continues the job in another process, unless there is a reason why that is not possible. */
  readonly background?: {
    /** Whether a hint says so. */
    readonly offered: boolean;
    reason(): Promise<string | undefined>;
    leave(): void;
    readonly signal: AbortSignal;
  };
}

/** The requests of the last minute, by all runs, and how many a minute are allowed. */
export interface Budget {
  readonly requests: number;
  readonly limit: number;
}

export const frameMs = 1000 / 15;
/** The interval between frames for a screen reader, in milliseconds. */
const spokenMs = 5000;
/** The number of problems in the scrollback and in the small view. */
const shortList = 5;

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
  const more = state.failed + state.unknown - Math.min(shortList, state.problems.length);
  return (
    <>
      <Answered question={`${title}:`} answer={result} ok={ok} />
      {problems && <SummaryTable summary={problems} width={columns} />}
      {problems && more > 0 && <Line tone="dim" text={`and ${formatCount(more)} before`} />}
    </>
  );
}

/** The small progress screen. `f` calls `onFull`. */
export function BulkProgress({
  options,
  read,
  isOver,
  onFull,
}: {
  options: ProgressOptions;
  read(): Progress;
  isOver?: boolean | undefined;
  onFull?: (() => void) | undefined;
}): ReactElement {
  const { state, stopping } = useProgress(options, read);
  const handOver = useBackground(options);
  const isSpoken = useSpoken();
  useKeys((keys) => {
    if (keys.includes("f") && !isSpoken) onFull?.();
  });
  return (
    <ProgressView
      {...options}
      isOver={isOver}
      state={state}
      stopping={stopping}
      handOver={handOver}
      isLargeOffered={onFull !== undefined && !isSpoken}
    />
  );
}

/** Returns the progress and whether the job is stopping, at a fixed interval, whatever the number of events. */
export function useProgress(
  { signal }: Pick<ProgressOptions, "signal">,
  read: () => Progress,
): { state: Progress; stopping: boolean } {
  const [state, setState] = useState(read);
  // The next event may come late: a request in flight takes up to its time limit.
  const [stopping, setStopping] = useState(signal?.aborted ?? false);
  const pace = useSpoken() ? spokenMs : frameMs;
  useEffect(() => {
    const timer = setInterval(() => {
      setState(read());
      setStopping(signal?.aborted ?? false);
    }, pace);
    return () => clearInterval(timer);
  }, [read, pace, signal]);
  return { state, stopping };
}

/** Handles Ctrl-B. Returns whether the job is being handed over, or why it cannot be. */
export function useBackground(
  { background, elsewhere, stop, signal }: ProgressOptions,
  also?: string,
): HandOver | undefined {
  const [handOver, setHandOver] = useState<HandOver>();
  const isAsking = useRef(false);
  useKeys((keys) => {
    if (!keys.some((key) => key === "ctrl+b" || key === also) || isAsking.current) return;
    // The job is in the background already.
    if (elsewhere) return signal?.aborted ? undefined : stop();
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
  /** Whether it is shown over a list, below the preview with the title, where nothing wraps its lines. */
  isOver?: boolean | undefined;
  /** Whether a hint names the key of the full window. */
  isLargeOffered?: boolean;
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
  isOver,
  isLargeOffered,
}: ProgressViewProps): ReactElement {
  const size = useSize();
  const columns = Math.min(size.columns, isOver ? 2 * widest : widest);
  const { done, failed, unknown } = state;
  const problems = fitProblems(state.problems.slice(-shortList), columns, size.rows - 11);
  const others = stopping
    ? []
    : [
        ...(isLargeOffered && size.rows >= 12 ? [{ key: "f", name: "full window" }] : []),
        ...(background?.offered && !handOver ? [{ key: "ctrl+b", name: "background" }] : []),
      ];
  const hints = [...others, { key: "ctrl+c", name: stopName(stopping, elsewhere) }];
  const isOneLine = fitHints(hints, columns, 1).length === hints.length;
  return (
    <Box width={columns} flexDirection="column">
      <Frame title={isOver ? undefined : title} {...(target && { target })}>
        <Position state={state} width={columns} />
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
        {stopping && !elsewhere && <Line tone="warning" text={describeStopping(state)} />}
        {!stopping && !elsewhere && state.job !== undefined && (
          <Line tone="dim" text={`To resume: till jobs resume ${state.job}`} />
        )}
        {!isOneLine && <Hint keys={others} />}
        <Hint keys={isOneLine ? hints : hints.slice(-1)} />
      </Frame>
    </Box>
  );
}

/** How far a job is: a bar and `  400 of 1,204`. */
export function Position({ state, width }: { state: Progress; width: number }): ReactElement {
  if (state.phase === "starting") return <Line tone="dim" text="Starting" />;
  const settled = state.total - leftOf(state);
  const text = `  ${formatCount(settled)} of ${formatCount(state.total)}`;
  return (
    <Box>
      <Bar value={settled} total={state.total} width={Math.max(5, width - text.length - 7)} />
      <Line text={text} />
    </Box>
  );
}

interface CountProps {
  tone: "done" | "failed" | "warning";
  symbol: keyof typeof symbols;
  count: number;
  word: string;
}

/** A symbol, a number and its word; dim if it is 0. */
export function Count({ tone, symbol, count, word }: CountProps): ReactElement {
  const mark = useSpoken() ? "" : `${symbols[symbol]} `;
  return <Text {...styles[count > 0 ? tone : "dim"]}>{`${mark}${formatCount(count)} ${word}  `}</Text>;
}

/** Returns the last problems of a job as a table; undefined if there are none. */
function problemTable({ problems }: Progress): Summary | undefined {
  if (problems.length === 0) return undefined;
  return {
    columns: ["row", "result", "reason"],
    rows: problems.slice(-shortList).map(({ label, state, reason }) => [label, state, reason]),
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
