import { countOf, formatCount } from "../words.ts";

/** One event, in words. */
export interface FeedEvent {
  /** Its number, growing from event to event. */
  readonly seq: number;
  /** When it happened, ISO. */
  readonly at: string;
  /** Without what its name begins with: `order_created`. */
  readonly topic: string;
  readonly entity: string;
  /** The entity's name and what changed about it, in a few words. */
  readonly what: string;
}

/** What came of one attempt to deliver an event. */
export interface FeedAnswer {
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  readonly reason?: string;
  readonly ms: number;
  readonly attempt: number;
  /** No further attempt follows. */
  readonly settled: boolean;
}

export interface FeedRow extends FeedEvent {
  readonly answer?: FeedAnswer;
  /** It was settled once: what is sent again by hand does not count again. */
  readonly counted?: true;
}

/** What a listener heard. It keeps the newest rows; the counts are of all. */
export interface Feed {
  /** Oldest first. */
  readonly rows: readonly FeedRow[];
  /** The number of the chosen event; undefined: always the newest. */
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

/** The feed after a message. An answer to an event that is no longer kept is counted all the same. */
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

/** Where the chosen event stands among the rows. The oldest row where it is no longer kept; -1 without rows. */
export function chosenIndex({ rows, chosen }: Feed): number {
  if (chosen === undefined) return rows.length - 1;
  return (
    Math.max(
      0,
      rows.findLastIndex(({ seq }) => seq <= chosen),
    ) - (rows.length === 0 ? 1 : 0)
  );
}

/** Chooses the row at a place; the last one means the newest, whatever comes after it. */
export function chooseRow(feed: Feed, index: number): Feed {
  return { ...feed, chosen: index >= feed.rows.length - 1 ? undefined : feed.rows[index]?.seq };
}

/** How delivering a row goes: `200 in 4 ms`. Empty where nothing is delivered. */
export function answerWords({ answer }: FeedRow, forwards: boolean): string {
  if (answer === undefined) return forwards ? "on its way" : "";
  const { status, reason = "no answer", ms, attempt, settled } = answer;
  const times = attempt > 1 ? `, attempt ${attempt}` : "";
  if (status === undefined) return `waiting${times}: ${reason}`;
  return `${status} in ${ms} ms${times}${settled ? (isArrival(answer) ? "" : ", given up") : ", again"}`;
}

/** Good, bad, or not settled. */
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
  if (open > 0) parts.push(`${formatCount(open)} on the way`);
  return [countOf(heard, "event"), ...parts].join(", ");
}

/** How many cells each column takes; one of 0 is left out. */
export interface FeedColumns {
  topic: number;
  what: number;
  answer: number;
}

/** Columns for a width, without the mark and the time in front; a gap of two stands before each. */
export function feedColumns(width: number, forwards: boolean): FeedColumns {
  const room = width - 10;
  const answer = forwards ? Math.min(34, Math.max(14, Math.floor(room * 0.3))) + 2 : 0;
  const topic = Math.min(32, Math.max(12, Math.floor((room - answer) * 0.45)));
  const what = room - answer - topic - 4;
  return { topic, what: what < 10 ? 0 : what, answer: Math.max(0, answer - 2) };
}
