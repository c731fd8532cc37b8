import { type ReactElement, useContext, useEffect, useRef } from "react";
import { fit } from "../../kernel/text.ts";
import { relativeTime } from "../../output/table.ts";
import { Drawing, Hint, HostContext, Line } from "../components/frame.tsx";
import { Table, type TableColumn } from "../components/table.tsx";
import { amountIn, countOf, formatCount } from "../format.ts";
import { type KeyAction, useActions, useKeys } from "../keys.ts";
import { useCurrent, useRest } from "../lists.ts";
import { mount, type Terminal } from "../mount.tsx";
import { describeTarget, isSandbox, type Target } from "../question.ts";
import { Box, Text, useSize, useSpoken, useWait } from "../terminal.ts";
import { styles } from "../theme.ts";
import {
  beginTimeline,
  type ChangeRows,
  changeRows,
  jobOutcome,
  reduceTimeline,
  selectedJob,
  type TimelineEvent,
  type TimelineJob,
  type TimelineLeft,
  type TimelineState,
  trackOf,
  type UndoRows,
} from "./timeline.state.ts";

export interface TimelineOptions {
  readonly target: Target;
  /** The job that is selected at first. Default: the newest. */
  readonly selected?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Returns the jobs that have changed the shop, oldest first. */
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

/** The number of lines for title, target, track, job and hints; a low window has no chart, no days and no blank lines. */
const around = { low: 8, usual: 11 };

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

  const isLow = rows < 16;
  const tall = isLow ? 0 : rows < 20 ? 1 : rows < 36 ? 2 : 4;
  const isHosted = useContext(HostContext) !== undefined;
  /** The lines of the title and the keys, which a host shows, and of what was not sent. */
  const more = (isHosted ? 2 : 0) - (state.changes?.planned ? 1 : 0);
  const height = Math.max(2, rows - 1 - around[isLow ? "low" : "usual"] - tall + more);
  useKeys((keys) => {
    for (const key of keys) dispatch({ type: "key", key, page: height - 2 });
  });
  const showPreview = (id: string) => {
    dispatch({ type: "undo", job: id, undo: "reading" });
    preview(id).then((undo) => dispatch({ type: "undo", job: id, undo }), failed(id));
  };
  const unavailable = job === undefined ? "There is no job." : job.unavailable;
  // Keys of the same piece of input may have selected another job than the one that is drawn.
  const onJob = (run: (id: string) => void) => () => {
    const selected = selectedJob(current());
    if (selected !== undefined && selected.unavailable === undefined) run(selected.id);
  };
  const keys: KeyAction[] = [
    { key: "←→", name: "select", run() {} },
    { key: "p", name: "preview", run: onJob(showPreview), unavailable },
    { key: "z", also: ["enter"], name: "undo", run: onJob((id) => onLeave({ undo: id })), unavailable },
    { key: "r", name: "refresh", run: read },
    { key: "esc", also: ["q"], name: "back", run: () => onLeave("quit") },
  ];
  const explanation = useActions(keys);
  const wait = useWait();
  const day = new Intl.DateTimeFormat("en-CA", { timeZone, month: "2-digit", day: "2-digit" });
  const width = spoken ? 80 : columns;
  const track = trackOf(state, { width, tall, dayOf: (time) => day.format(time) });
  const count = state.jobs === undefined ? "" : `: ${countOf(state.jobs.length, "job")}`;
  const status = state.error ?? wait;
  return (
    <Box flexDirection="column">
      {!isHosted && <Line text={`Timeline${count}`} tone="head" />}
      {!isSandbox(target) && <Line text={describeTarget(target)} tone={target.live ? "live" : "dim"} />}
      <Line text={status ?? " "} tone={state.error === undefined ? "warning" : "failed"} say={status ?? ""} />
      <Drawing width={width} lines={track.chart.map((text) => ({ text, tone: "dim", say: "" }))} />
      {!spoken && (
        <Text wrap="truncate">
          <Text {...styles.dim}>{track.marks.slice(0, track.from)}</Text>
          <Text {...styles.key}>{track.marks.slice(track.from, track.to)}</Text>
          <Text {...styles.dim}>{track.marks.slice(track.to)}</Text>
        </Text>
      )}
      {!isLow && <Line text={track.days} tone="dim" say="" />}
      <Box
        flexDirection="column"
        height={rows - 1 - 3 - tall - (isLow ? 1 : 2) - 1 + (isHosted ? 2 : 0)}
        overflow="hidden"
      >
        {!isLow && <Text> </Text>}
        <JobLines state={state} width={width} height={height} isLow={isLow} now={now()} />
      </Box>
      <Hint keys={keys} explanation={explanation} />
    </Box>
  );
}

/** What the selected job did, or what its undo would do. */
function JobLines(props: {
  state: TimelineState;
  width: number;
  height: number;
  isLow: boolean;
  now: number;
}): ReactElement {
  const { state, width, height, isLow, now } = props;
  const job = selectedJob(state);
  if (job === undefined)
    return (
      <Line
        text={
          state.jobs === undefined
            ? ""
            : "No job has changed this shop yet. Every command that changes it is a job."
        }
        wrap
      />
    );
  const facts = [
    `Job ${job.id}: ${jobOutcome(job)}`,
    relativeTime(new Date(job.at), new Date(now)),
    ...(job.by === "" ? [] : [`by ${job.by}`]),
  ];
  return (
    <>
      <Line text={facts.join(", ")} tone="head" />
      <Line text={job.command} />
      {!isLow && <Text> </Text>}
      <Changes state={state} width={width} height={height} />
    </>
  );
}

type Row = ChangeRows["rows"][number];

function Changes({
  state,
  width,
  height,
}: {
  state: TimelineState;
  width: number;
  height: number;
}): ReactElement {
  const { undo, top } = state;
  if (undo === "reading") return <Line text="Reading the rows that the undo would change…" tone="dim" />;
  const { rows, more, planned = 0 } = changeRows(state);
  const isUndo = undo !== undefined;
  const left = rows.length - top - (height - 2) + more;
  const title = isUndo
    ? `Undo: ${undo.summary}`
    : `What it did${left > 0 ? ` (${formatCount(left)} more below)` : ""}`;
  const hasWhy = rows.some(({ why }) => why !== "");
  // What is sent, such as a payment, has an amount, and nothing before and after.
  const isAmount =
    !isUndo &&
    rows.length > 0 &&
    rows.every(({ before, after }) => after === "" && amountIn(before) !== undefined);
  const beforeTitle = isAmount ? "AMOUNT" : "BEFORE";
  const columns: TableColumn<Row>[] = [
    { title: "ROW", cell: ({ label }) => label, min: 12, max: 40 },
    { title: "WHAT", cell: ({ what }) => what, min: 6, max: 24 },
    { title: isUndo ? "NOW" : beforeTitle, cell: ({ before }) => before, align: "right", min: 6, max: 40 },
    ...(isAmount
      ? []
      : [{ title: isUndo ? "AFTER UNDO" : "AFTER", cell: ({ after }: Row) => after, min: 10, max: 80 }]),
    ...(hasWhy ? [{ title: isUndo ? "LEFT ALONE" : "NOT DONE", cell: ({ why }: Row) => why, min: 14 }] : []),
  ];
  return (
    <>
      <Text {...styles[isUndo ? "warning" : "head"]}>{fit(title, width)}</Text>
      {rows.length > 0 && (
        <Table columns={columns} rows={rows.slice(top, top + height - 2)} width={width} height={height - 1} />
      )}
      {planned > 0 && <Line text={`Planned, not sent: ${formatCount(planned)}`} tone="dim" />}
    </>
  );
}
