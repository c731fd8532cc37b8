import { type ReactElement, useContext, useEffect, useRef } from "react";
import { displayWidth, fit, padEnd, padStart, wrap } from "../../kernel/text.ts";
import { relativeTime } from "../../output/table.ts";
import { drawnLine, type Piece } from "../components/charts.ts";
import { Divider, Hint, HostContext, Line } from "../components/frame.tsx";
import { windowAround } from "../components/list.tsx";
import { Table, type TableColumn } from "../components/table.tsx";
import { amountIn, formatCount, formatDuration } from "../format.ts";
import { type KeyAction, useActions, useKeys } from "../keys.ts";
import { useCurrent, useRest } from "../lists.ts";
import { mount, type Terminal } from "../mount.tsx";
import { describeTarget, isSandbox, type Target } from "../question.ts";
import { Box, Text, useSize, useSpoken, useWait } from "../terminal.ts";
import { paint, paintOnTint, styles, symbols } from "../theme.ts";
import {
  barOf,
  beginTimeline,
  type ChangeRows,
  changeRows,
  commandText,
  isFinal,
  jobOutcome,
  markOf,
  reduceTimeline,
  scaleOf,
  selectedJob,
  type TimelineEvent,
  type TimelineJob,
  type TimelineLeft,
  type TimelineState,
  type UndoRows,
  whyNotUndone,
} from "./timeline.state.ts";

export interface TimelineOptions {
  readonly target: Target;
  /** The job that is selected at first. Default: the newest. */
  readonly selected?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Returns the jobs that have changed the shop, newest first. */
  load(): Promise<readonly TimelineJob[]>;
  /** Returns what a job did, from its record. */
  changes(job: string): Promise<ChangeRows>;
  /** Returns what the undo of a job would do. Reads the rows that it would change. */
  preview(job: string): Promise<UndoRows>;
  now(): number;
  readonly signal?: AbortSignal | undefined;
}

/** Shows the timeline on the alternate screen until it is left. */
export function showTimeline(
  terminal: Terminal,
  options: TimelineOptions,
): Promise<TimelineLeft | "interrupted"> {
  return mount<TimelineLeft>((answer) => <Timeline options={options} onLeave={answer} />, terminal, {
    signal: options.signal,
    alternateScreen: true,
  });
}

/**
 * The minimum width for the changes of a job beside the jobs; for those of its undo, whose reasons need room; and the most that the
 * jobs get.
 */
const [minWide, minWideUndo, widestList] = [100, 160, 100];

/** The timeline screen. */
export function Timeline({
  options,
  onLeave,
}: {
  options: TimelineOptions;
  onLeave(left: TimelineLeft): void;
}): ReactElement {
  const { target, selected, timeZone, load, changes, preview, now } = options;
  const { columns, rows } = useSize();
  const spoken = useSpoken();
  const [current, write] = useCurrent<TimelineState>(beginTimeline);
  const isOver = useRef(false);
  const dispatch = (event: TimelineEvent) => {
    if (!isOver.current) write(reduceTimeline(current(), event));
  };
  const failed =
    (job?: string) =>
    ({ message }: Error) =>
      dispatch({ type: "failed", message, job });
  const read = () => void load().then((jobs) => dispatch({ type: "jobs", jobs, selected }), failed());
  const first = useRef(read);
  useEffect(() => {
    // The effect may run again after unmounting.
    isOver.current = false;
    first.current();
    return () => {
      isOver.current = true;
    };
  }, []);
  const state = current();
  const job = selectedJob(state);
  useRest(
    state.changes === undefined ? job?.id : undefined,
    (id) =>
      void changes(id).then((found) => dispatch({ type: "changes", job: id, changes: found }), failed(id)),
  );

  const wait = useWait();
  const status = state.error ?? wait;
  const isLow = rows < 16;
  const isHosted = useContext(HostContext) !== undefined;
  const { undo } = state;
  const isWide = !spoken && columns >= (undo === undefined ? minWide : minWideUndo);
  /** Without the title and the keys, which a host shows. */
  const around = (isHosted ? 0 : 2) + (isSandbox(target) ? 0 : 1) + (status === undefined ? 0 : 1);
  const height = Math.max(3, rows - 1 - around);
  const listed = {
    width: isWide ? Math.min(widestList, Math.floor(columns * 0.46)) : columns,
    height: isWide ? height : Math.min(1 + 2 * (state.jobs?.length ?? 1), Math.max(3, Math.ceil(height / 3))),
  };
  const width = spoken ? 80 : isWide ? columns - listed.width - 3 : columns;
  const isWrapped = isWide || spoken;
  /** The lines about the job with a blank one, and those of the title of its changes. */
  const [about, titled] = [isLow ? 2 : isWrapped ? 5 : 3, undo === undefined ? 1 : 2];
  const left = isWide ? height : height - listed.height - (isLow ? 0 : 1);
  const page = Math.max(1, left - about - titled - (state.changes?.planned ? 2 : 1));
  useKeys((keys) => {
    for (const key of keys) dispatch({ type: "key", key, page });
  });
  const showPreview = (id: string) => {
    dispatch({ type: "undo", job: id, undo: "reading" });
    preview(id).then((undo) => dispatch({ type: "undo", job: id, undo }), failed(id));
  };
  const unavailable = whyNotUndone(state);
  // Keys of the same piece of input may have selected another job than the one that is drawn.
  const onJob = (run: (id: string) => void) => () => {
    const selected = selectedJob(current());
    if (selected !== undefined && whyNotUndone(current()) === undefined) run(selected.id);
  };
  const keys: KeyAction[] = [
    { key: "↑↓", name: "select", run() {} },
    { key: "p", name: "preview", run: onJob(showPreview), unavailable },
    { key: "z", also: ["enter"], name: "undo", run: onJob((id) => onLeave({ undo: id })), unavailable },
    { key: "r", name: "refresh", run: read },
    { key: "esc", also: ["q"], name: "back", run: () => onLeave("quit") },
  ];
  const explanation = useActions(keys);
  return (
    <Box flexDirection="column">
      {!isHosted && <Line text="Timeline" tone="head" />}
      {!isSandbox(target) && <Line text={describeTarget(target)} tone={target.live ? "live" : "dim"} />}
      {status !== undefined && <Line text={status} tone={state.error === undefined ? "warning" : "failed"} />}
      <Box flexDirection={isWide ? "row" : "column"} height={height} overflow="hidden">
        {!spoken && <JobList state={state} {...listed} timeZone={timeZone} />}
        {isWide && <Divider height={height} />}
        <Box flexDirection="column" flexGrow={1} marginTop={isWide || isLow || spoken ? 0 : 1}>
          {job === undefined && state.jobs !== undefined && (
            <Line text="No job has changed this shop yet. Every command that changes it is a job." wrap />
          )}
          {job !== undefined && (
            <>
              <Box
                flexDirection="column"
                flexShrink={0}
                {...(!spoken && { height: about })}
                overflow="hidden"
              >
                {wrap(describeJob(job, state, now()), isWrapped ? width : Infinity).map((line) => (
                  <Line key={line} text={line} tone="head" />
                ))}
                <Line text={job.command} wrap={isWrapped} />
              </Box>
              <Changes state={state} width={width} page={page} titled={titled} />
            </>
          )}
        </Box>
      </Box>
      <Hint keys={keys} explanation={explanation} />
    </Box>
  );
}

/** The width of the mark and the time before a job, and of the sign behind them. */
const [timeWidth, signWidth] = [14, 2];

/** The jobs, newest first, two lines each: when, what became of its changes as a bar, and its command. */
function JobList(props: {
  state: TimelineState;
  width: number;
  height: number;
  timeZone: string | undefined;
}): ReactElement {
  const { state, width, height, timeZone } = props;
  const { jobs = [], at } = state;
  const start = useRef(0);
  const seen = windowAround(at, jobs.length, Math.max(1, Math.floor((height - 1) / 2)), start.current);
  start.current = seen.start;
  const digits = { month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const clock = new Intl.DateTimeFormat("en-CA", { timeZone, hourCycle: "h23", ...digits });
  const timeOf = (index: number) => clock.format(jobs[index]?.at).split(", ");
  const outcomes = jobs.map(jobOutcome);
  const outcome = Math.max(7, ...outcomes.slice(seen.start, seen.end).map(displayWidth));
  const scale = scaleOf(jobs, Math.max(4, width - timeWidth - signWidth - outcome - 2));
  const heading = `${padEnd("  WHEN", timeWidth + signWidth)}${padEnd(fit("LOG SCALE", scale.width), scale.width)}  ${padStart("CHANGES", outcome)}`;
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0} marginRight={1}>
      <Text {...styles.head}>{jobs.length === 0 ? "" : heading}</Text>
      {jobs.slice(seen.start, seen.end).map((job, offset) => {
        const index = seen.start + offset;
        const isChosen = index === at;
        const [day = "", time = ""] = timeOf(index);
        const shownDay = offset > 0 && day === timeOf(index - 1)[0] ? "" : day;
        const usual = job.state === "undone" ? "dim" : "plain";
        const draw = (pieces: readonly Piece[]) => {
          const line = pieces.map(({ text, tone = usual }) => (isChosen ? paintOnTint : paint)(text, tone));
          return isChosen ? paint(padEnd(line.join(""), width), "chosen") : line.join("");
        };
        const bar = drawnLine(barOf(job, scale));
        const when = draw([
          { text: `${isChosen ? symbols.chosen : " "} ${padEnd(shownDay, 6)}${time} ` },
          markOf(job),
          { text: " " },
          ...(bar.pieces ?? []),
          { text: padStart(outcomes[index] ?? "", scale.width - bar.text.length + 2 + outcome) },
        ]);
        const what = draw([
          { text: `${" ".repeat(timeWidth)}${index === jobs.length - 1 ? " " : "│"} `, tone: "dim" },
          { text: commandText(job, width - timeWidth - signWidth) },
        ]);
        return <Text key={job.id}>{`${when}\n${what}`}</Text>;
      })}
    </Box>
  );
}

/** Says what became of a job, when, for how long and by whom. */
function describeJob(job: TimelineJob, state: TimelineState, now: number): string {
  const { id, at, by } = job;
  const { changes } = state;
  return [
    `Job ${id}: ${jobOutcome(job)}`,
    isFinal(state) && "cannot be undone",
    relativeTime(new Date(at), new Date(now)),
    changes?.tookMs === undefined ? "" : `took ${formatDuration(changes.tookMs)}`,
    by && `by ${by}`,
  ]
    .filter(Boolean)
    .join(", ");
}

type Row = ChangeRows["rows"][number];

function Changes({
  state,
  width,
  page,
  titled,
}: {
  state: TimelineState;
  width: number;
  /** The number of changes that are visible, and of the lines of their title. */
  page: number;
  titled: number;
}): ReactElement {
  const { undo, top } = state;
  if (undo === "reading") return <Line text="Reading the rows that the undo would change…" tone="dim" />;
  const { rows, more, planned = 0 } = changeRows(state);
  const isUndo = undo !== undefined;
  const left = rows.length - top - page + more;
  const title = isUndo
    ? `Undo: ${undo.summary}`
    : `What it did${left > 0 ? ` (PgDn: ${formatCount(left)} more)` : ""}`;
  const hasWhy = rows.some(({ why }) => why !== "");
  // What is sent, such as a payment, has an amount, and nothing before and after.
  const isAmount =
    !isUndo &&
    rows.length > 0 &&
    rows.every(({ before, after }) => after === "" && amountIn(before) !== undefined);
  const beforeTitle = isAmount ? "AMOUNT" : "BEFORE";
  const value = { align: "right", max: 40 } as const;
  const columns: TableColumn<Row>[] = [
    { title: "ROW", cell: ({ label }) => label, min: 12, max: 40 },
    { title: "WHAT", cell: ({ what }) => what, min: 6, max: 24 },
    { ...value, title: isUndo ? "NOW" : beforeTitle, cell: ({ before }) => before, min: 6 },
    ...(isAmount
      ? []
      : [{ ...value, title: isUndo ? "AFTER UNDO" : "AFTER", cell: ({ after }: Row) => after, min: 10 }]),
    ...(hasWhy ? [{ title: isUndo ? "LEFT ALONE" : "NOT DONE", cell: ({ why }: Row) => why, min: 14 }] : []),
  ];
  return (
    <>
      <Box width={width} height={titled} overflow="hidden">
        <Line text={title} tone={isUndo ? "warning" : "head"} wrap={isUndo} />
      </Box>
      {rows.length > 0 && (
        <Table columns={columns} rows={rows.slice(top, top + page)} width={width} height={page + 1} />
      )}
      {planned > 0 && <Line text={`Planned, not sent: ${formatCount(planned)}`} tone="dim" />}
    </>
  );
}
