import { setImmediate as nextTurn } from "node:timers/promises";
import { type ReactElement, useEffect, useRef, useState } from "react";
import type { BulkEvent } from "../../bulk/journal/step.ts";
import { Bar } from "../components/bar.tsx";
import { Frame, type Target } from "../components/frame.tsx";
import { Answered, Line } from "../components/line.tsx";
import { SummaryTable } from "../components/summary-table.tsx";
import { formatCount } from "../format.ts";
import { Box, Text, useSpoken } from "../ink.ts";
import { useKeys } from "../keys.ts";
import { mount, type Terminal } from "../mount.tsx";
import { useSize } from "../size.ts";
import { styles, symbols } from "../theme.ts";
import {
  advance,
  beginProgress,
  describePace,
  describeResult,
  describeStop,
  fitProblems,
  type Progress,
  problemTable,
} from "./bulk-progress.state.ts";

export type { Progress } from "./bulk-progress.state.ts";

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
  /** What Ctrl-B does: it hands the job over to another process, unless there is a reason why it cannot. */
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
              left={options.background?.signal.aborted ?? false}
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
  left,
}: {
  title: string;
  state: Progress;
  left: boolean;
}): ReactElement {
  const { columns } = useSize();
  const ok = state.failed + state.unknown === 0 && (left || state.done >= state.total);
  const problems = problemTable(state);
  const more = state.failed + state.unknown - state.problems.length;
  return (
    <>
      <Answered question={`${title}:`} answer={describeResult(state)} ok={ok} />
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
