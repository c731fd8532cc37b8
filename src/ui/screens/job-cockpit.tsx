import { type ReactElement, useEffect, useState } from "react";
import { padStart, sanitizeLine, wordsOf, wrap } from "../../kernel/text.ts";
import type { Waited } from "../../output/activity.ts";
import {
  barText,
  bigPercent,
  columnChart,
  type DrawnLine,
  drawnLine,
  titledLines,
} from "../components/charts.ts";
import { Drawing, Hint, Line } from "../components/frame.tsx";
import { moveSelection } from "../components/list.tsx";
import { countOf, formatCount, formatDuration } from "../format.ts";
import { type KeyAction, useActions, useKeys } from "../keys.ts";
import { describeTarget } from "../question.ts";
import { Box, Text, useSize, useSpoken, useWait, useWaited } from "../terminal.ts";
import { symbols } from "../theme.ts";
import {
  type Budget,
  Count,
  Position,
  type ProgressOptions,
  useBackground,
  useProgress,
} from "./bulk-progress.tsx";
import {
  atTime,
  describePace,
  describeStopping,
  leftOf,
  type Progress,
  percentOf,
  secondsKept,
  stopName,
} from "./job-progress.state.ts";

/** The interval at which the budget is read, in milliseconds. */
const budgetMs = 1000;
/** The number of lines for title, target, bar, counts, status and hints, with two blank ones, also with the percentage in big letters. */
const around = { small: 8, big: 11 };
const bigLines = 6;

/** The full window of a running job. `onSmall` is called to leave it; the job goes on. */
export function JobCockpit({
  options,
  read,
  onSmall,
}: {
  options: ProgressOptions;
  read(): Progress;
  onSmall(): void;
}): ReactElement {
  const { columns, rows } = useSize();
  const progress = useProgress(options, read);
  const handOver = useBackground(options, "b");
  const budget = useBudget(options.budget);
  const waited = useWaited();
  const wait = useWait();
  const [top, setTop] = useState(0);
  const { elsewhere, background, target, title } = options;
  const { stopping } = progress;
  const state = atTime(progress.state, options.now().getTime());
  const spoken = useSpoken();
  const width = spoken ? 80 : columns;
  const isBig = !spoken && width >= 60 && rows >= 18 && state.phase !== "starting";
  const percent = bigPercent(percentOf(state), width >= 100 ? 2 : 1);
  const beside = isBig ? width - (percent[0]?.length ?? 0) - 2 : width;
  const height = Math.max(1, rows - 1 - (isBig ? around.big : around.small));
  const parts = cockpitColumns(state, { width, height, budget, waited: elsewhere ? undefined : waited });
  const length = Math.max(...parts.map(({ lines }) => lines.length));
  const last = Math.max(0, length - height);
  useKeys((keys) => {
    for (const key of keys) setTop((before) => moveSelection(before, key, last + 1, height));
  });
  // A second stop would end the program at once.
  const stopOnce = () => {
    if (!options.signal?.aborted) options.stop();
  };
  const leave: KeyAction = elsewhere
    ? { key: "q", also: ["esc", "f"], name: "leave, the job goes on", run: stopOnce }
    : { key: "f", also: ["esc", "q"], name: "small view", run: onSmall };
  const keys: KeyAction[] = [
    { key: "↑↓", name: "scroll", run() {}, unavailable: last > 0 ? undefined : "All lines are visible." },
    ...(background ? [{ key: "b", name: "background", run() {} }] : []),
    leave,
    ...(elsewhere ? [] : [{ key: "ctrl+c", name: stopName(stopping), run() {} }]),
  ];
  const explanation = useActions(keys);
  const resume = state.job === undefined ? "" : ` To resume: till jobs resume ${state.job}`;
  const status = stopping && !elsewhere ? describeStopping(state) + resume : (handOver?.text ?? wait);
  const lasts = formatDuration(state.at - state.startedAt);
  const facts = [
    ...(target ? [describeTarget(target)] : []),
    ...(state.job === undefined || elsewhere ? [] : [`job ${state.job}`]),
    elsewhere ? `watched for ${lasts}` : lasts,
  ];
  return (
    <Box flexDirection="column">
      <Line text={[title, options.command].filter(Boolean).join(": ")} tone="head" />
      <Line text={facts.join(", ")} tone={target?.live ? "live" : "dim"} />
      <Text> </Text>
      <Box columnGap={2} flexShrink={0} height={isBig ? bigLines : 3}>
        {isBig && (
          <Drawing
            width={width - beside - 2}
            lines={percent.map((text) => ({ text, tone: state.failed > 0 ? "warning" : "done" }))}
          />
        )}
        <Box flexDirection="column" width={beside}>
          <Position state={state} width={beside} />
          <Text wrap="truncate">
            <Count tone="done" symbol="done" count={state.done} word="done" />
            <Count tone="failed" symbol="failed" count={state.failed} word="failed" />
            <Count tone="warning" symbol="unknown" count={state.unknown} word="unknown" />
            {`${formatCount(leftOf(state))} left`}
          </Text>
          <Line
            text={status === undefined || status === "" ? " " : status}
            tone={stopping || handOver?.failed || wait !== undefined ? "warning" : "plain"}
            wrap={isBig}
          />
        </Box>
      </Box>
      <Box height={height} overflow="hidden" columnGap={3}>
        {parts.map((part) => (
          <Drawing
            key={part.name}
            width={part.width}
            lines={part.lines.slice(Math.min(top, last), Math.min(top, last) + height)}
          />
        ))}
      </Box>
      <Hint keys={keys} explanation={explanation} />
    </Box>
  );
}

/** Returns the used budget, read again every second. What cannot be read is left out: the job does not depend on it. */
function useBudget(read: ProgressOptions["budget"]): Facts["budget"] {
  const [budget, setBudget] = useState<Facts["budget"]>();
  useEffect(() => {
    if (read === undefined) return;
    let isOver = false;
    const update = () =>
      read().then(
        (now) => isOver || setBudget(now),
        () => {},
      );
    void update();
    const timer = setInterval(update, budgetMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [read]);
  return budget;
}

/** What is known besides the progress. */
interface Facts {
  readonly width: number;
  readonly height: number;
  readonly budget: Budget | "no limit" | undefined;
  /** Undefined for a job of another process. */
  readonly waited: Waited | undefined;
}

/** The minimum width for two columns. */
const minWideWidth = 100;

/** Returns one or two columns: the pace, the requests and what is left of each kind, and the failures, the newest first. */
export function cockpitColumns(
  state: Progress,
  facts: Facts,
): { name: string; width: number; lines: DrawnLine[] }[] {
  const { width, height } = facts;
  if (width < minWideWidth) {
    const pace = paceLines(state, width, height < 15 ? 1 : 3);
    const problems = problemLines(state, width);
    const lines = [...pace, ...requestLines(facts, width), ...problems, ...kindLines(state, width)];
    return [{ name: "all", width, lines }];
  }
  const left = Math.floor((width - 3) / 2);
  const pace = paceLines(state, left, Math.max(1, Math.min(8, height - 10)));
  const right = width - 3 - left;
  return [
    { name: "work", width: left, lines: [...pace, ...requestLines(facts, left), ...kindLines(state, left)] },
    { name: "problems", width: right, lines: problemLines(state, right) },
  ];
}

function paceLines(state: Progress, width: number, tall: number): DrawnLine[] {
  const room = Math.min(secondsKept, width - 8);
  // The second that goes on is not complete.
  const seconds = state.throughput.slice(-room - 1, -1);
  const most = Math.max(0, ...seconds);
  // A column a second, the last one below "now".
  const chart = columnChart(seconds, seconds.length, tall).map((line, index) => {
    const label = index === 0 ? formatCount(most) : index === tall - 1 ? "0" : "";
    const pieces = [
      { text: `${padStart(label, 7)} `, tone: "dim" as const },
      { text: padStart(line, room), tone: "key" as const },
    ];
    return drawnLine(pieces, "");
  });
  const axis = `${padStart("", 8)}${`${countOf(room, "second")} ago`.padEnd(room - 3)}now`;
  const pace = describePace(state);
  return titledLines(
    pace === "" ? "Steps a second" : `Steps a second: ${pace}`,
    [...chart, { text: axis, say: "" }],
    width,
  );
}

function requestLines({ budget, waited }: Facts, width: number): DrawnLine[] {
  const again =
    waited === undefined
      ? []
      : waited.count === 0
        ? ["No request was sent again."]
        : wrap(sanitizeLine(`${countOf(waited.count, "wait")}, last: ${waited.last}`), width).map((text) => ({
            text,
            tone: "warning" as const,
          }));
  const use =
    budget === undefined
      ? []
      : budget === "no limit"
        ? ["No limit of requests."]
        : budgetLines(budget, width);
  return use.length + again.length === 0 ? [] : titledLines("Requests", [...use, ...again], width);
}

function budgetLines({ requests, limit }: Budget, width: number): DrawnLine[] {
  const text = `${formatCount(requests)} of ${formatCount(limit)} in the last minute`;
  const room = Math.min(30, width - text.length - 2);
  const bar = room < 4 ? "" : barText(requests, limit, room);
  return [{ text: [text, bar].filter(Boolean).join("  "), say: text }];
}

/** Returns what is left of each kind of steps, if there are several. */
function kindLines({ kinds }: Progress, width: number): DrawnLine[] {
  const rows = Object.entries(kinds);
  if (rows.length < 2) return [];
  const lines = rows.map(([kind, { left, sent }]) => {
    const flight = sent > 0 ? `, ${formatCount(sent)} in flight` : "";
    const name = wordsOf(kind.replace(".", ": "));
    return { text: `${padStart(formatCount(left), 7)}  ${name}${flight}` };
  });
  return titledLines("Left, by kind", lines, width);
}

function problemLines({ problems, failed, unknown }: Progress, width: number): DrawnLine[] {
  const count = failed + unknown;
  const lines = problems.toReversed().flatMap(({ state, text }) =>
    wrap(sanitizeLine(text), Math.max(10, width - 2)).map((line, index) => ({
      text: `${index === 0 ? symbols[state] : " "} ${line}`,
      tone: state === "failed" ? ("failed" as const) : ("warning" as const),
      say: line,
    })),
  );
  const older = count - problems.length;
  return titledLines(
    `Failures: ${formatCount(count)}`,
    [...(lines.length === 0 ? ["None."] : lines), ...(older > 0 ? [`and ${formatCount(older)} before`] : [])],
    width,
  );
}
