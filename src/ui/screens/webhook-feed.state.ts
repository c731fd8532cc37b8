import { countOf, formatCount } from "../words.ts";

/** An event in the feed. */
export interface FeedEvent {
  /** An increasing number. */
  readonly seq: number;
  /** When it happened, ISO. */
  readonly at: string;
  /** The short topic name: `order_created`. */
  readonly topic: string;
  readonly entity: string;
  /** The name of the entity and a summary of the change. */
  readonly what: string;
}

/** The result of a delivery attempt. */
export interface FeedAnswer {
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly reason?: string;
  readonly ms: number;
  readonly attempt: number;
  /** Whether no further attempt follows. */
  readonly settled: boolean;
}

export interface FeedRow extends FeedEvent {
  readonly answer?: FeedAnswer;
  /** Whether it was settled once; resent events are not counted again. */
  readonly counted?: true;
}

/** The received events: the newest rows, and counts of all. */
export interface Feed {
  /** Oldest first. */
  readonly rows: readonly FeedRow[];
  /** The number of the selected event; undefined for the newest. */
  readonly chosen: number | undefined;
  readonly heard: number;
  readonly arrived: number;
  readonly givenUp: number;
}

export type FeedMessage =
  | { readonly type: "heard"; readonly event: FeedEvent }
  | { readonly type: "answered"; readonly seq: number; readonly answer: FeedAnswer };

const kept = 500;

export const emptyFeed: Feed = { rows: [], chosen: undefined, heard: 0, arrived: 0, givenUp: 0 };

/** Returns the feed after a message. Results of dropped events are counted too. */
export function tellFeed(feed: Feed, message: FeedMessage): Feed {
  if (message.type === "heard") {
    return { ...feed, rows: [...feed.rows.slice(1 - kept), message.event], heard: feed.heard + 1 };
  }
  const { seq, answer } = message;
  const index = feed.rows.findLastIndex((row) => row.seq === seq);
  const row = feed.rows[index];
  const counts = answer.settled && !row?.counted;
  const rows =
    row === undefined
      ? feed.rows
      : feed.rows.with(index, { ...row, answer, ...(answer.settled && { counted: true }) });
  return {
    ...feed,
    rows,
    arrived: feed.arrived + (counts && isArrival(answer) ? 1 : 0),
    givenUp: feed.givenUp + (counts && !isArrival(answer) ? 1 : 0),
  };
}

const isArrival = ({ status }: FeedAnswer) => status !== undefined && status >= 200 && status < 300;

/** Returns the index of the selected row; the oldest row if its event was dropped, -1 without rows. */
export function chosenIndex({ rows, chosen }: Feed): number {
  if (chosen === undefined) return rows.length - 1;
  return (
    Math.max(
      0,
      rows.findLastIndex(({ seq }) => seq <= chosen),
    ) - (rows.length === 0 ? 1 : 0)
  );
}

/** Selects the row at an index; the last one means always the newest. */
export function chooseRow(feed: Feed, index: number): Feed {
  return { ...feed, chosen: index >= feed.rows.length - 1 ? undefined : feed.rows[index]?.seq };
}

/** Describes the delivery of a row: `200 in 4 ms`. Empty if nothing is delivered. */
export function answerWords({ answer }: FeedRow, forwards: boolean): string {
  if (answer === undefined) return forwards ? "pending" : "";
  const { status, reason = "no response", ms, attempt, settled } = answer;
  const times = attempt > 1 ? `, attempt ${attempt}` : "";
  if (status === undefined) return `waiting${times}: ${reason}`;
  return `${status} in ${ms} ms${times}${settled ? (isArrival(answer) ? "" : ", given up") : ", retrying"}`;
}

/** Returns the tone of a delivery. */
export function answerTone({ answer }: FeedRow): "done" | "failed" | "warning" | "dim" {
  if (answer === undefined) return "dim";
  if (!answer.settled) return "warning";
  return isArrival(answer) ? "done" : "failed";
}

/** `1,204 events, 1,202 arrived, 1 given up, 1 on its way`. */
export function feedCounts({ heard, arrived, givenUp }: Feed, forwards: boolean): string {
  if (!forwards) return countOf(heard, "event");
  const parts = [`${formatCount(arrived)} arrived`];
  if (givenUp > 0) parts.push(`${formatCount(givenUp)} given up`);
  const open = heard - arrived - givenUp;
  if (open > 0) parts.push(`${formatCount(open)} pending`);
  return [countOf(heard, "event"), ...parts].join(", ");
}

/** The widths of the columns; columns of width 0 are left out. */
export interface FeedColumns {
  topic: number;
  what: number;
  answer: number;
}

/** Returns the widths of the columns after the mark and the time, with gaps of two. */
export function feedColumns(width: number, forwards: boolean): FeedColumns {
  const room = width - 10;
  const answer = forwards ? Math.min(34, Math.max(14, Math.floor(room * 0.3))) + 2 : 0;
  const topic = Math.min(32, Math.max(12, Math.floor((room - answer) * 0.45)));
  const what = room - answer - topic - 4;
  return { topic, what: what < 10 ? 0 : what, answer: Math.max(0, answer - 2) };
}
