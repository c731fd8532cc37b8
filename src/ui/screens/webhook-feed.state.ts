import { countOf, formatCount } from "../format.ts";

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
  /** The body of the event, as JSON values. */
  readonly payload?: unknown;
}

/** The result of a delivery attempt. */
export interface DeliveryAttempt {
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly reason?: string;
  readonly ms: number;
  readonly attempt: number;
  /** Whether no further attempt follows. */
  readonly settled: boolean;
}

export interface FeedRow extends FeedEvent {
  readonly delivery?: DeliveryAttempt;
  /** Whether it was settled once; resent events are not counted again. */
  readonly counted?: true;
}

/** The received events: the newest rows, and counts of all. */
export interface Feed {
  /** Oldest first. */
  readonly rows: readonly FeedRow[];
  /** The number of the selected event; undefined for the newest. */
  readonly selected: number | undefined;
  readonly received: number;
  readonly delivered: number;
  readonly givenUp: number;
}

export type FeedMessage =
  | { readonly type: "received"; readonly event: FeedEvent }
  | { readonly type: "delivered"; readonly seq: number; readonly delivery: DeliveryAttempt };

const maxRows = 500;

export const emptyFeed: Feed = { rows: [], selected: undefined, received: 0, delivered: 0, givenUp: 0 };

/** Returns the feed after a message. Results of dropped events are counted too. */
export function reduceFeed(feed: Feed, message: FeedMessage): Feed {
  if (message.type === "received") {
    return { ...feed, rows: [...feed.rows.slice(1 - maxRows), message.event], received: feed.received + 1 };
  }
  const { seq, delivery } = message;
  const index = feed.rows.findLastIndex((row) => row.seq === seq);
  const row = feed.rows[index];
  const counts = delivery.settled && !row?.counted;
  const rows =
    row === undefined
      ? feed.rows
      : feed.rows.with(index, { ...row, delivery, ...(delivery.settled && { counted: true }) });
  return {
    ...feed,
    rows,
    delivered: feed.delivered + (counts && isDelivered(delivery) ? 1 : 0),
    givenUp: feed.givenUp + (counts && !isDelivered(delivery) ? 1 : 0),
  };
}

const isDelivered = ({ status }: DeliveryAttempt) => status !== undefined && status >= 200 && status < 300;

/** Returns the index of the selected row; the oldest row if its event was dropped, -1 without rows. */
export function selectedIndex({ rows, selected }: Feed): number {
  if (selected === undefined) return rows.length - 1;
  return (
    Math.max(
      0,
      rows.findLastIndex(({ seq }) => seq <= selected),
    ) - (rows.length === 0 ? 1 : 0)
  );
}

/** Selects the row at an index; the last one means always the newest. */
export function selectRow(feed: Feed, index: number): Feed {
  return { ...feed, selected: index >= feed.rows.length - 1 ? undefined : feed.rows[index]?.seq };
}

/** Describes the delivery of a row: `200 in 4 ms`. Empty if nothing is delivered. */
export function describeDelivery({ delivery }: FeedRow, forwards: boolean): string {
  if (delivery === undefined) return forwards ? "pending" : "";
  const { status, reason = "no response", ms, attempt, settled } = delivery;
  const times = attempt > 1 ? `, attempt ${attempt}` : "";
  if (status === undefined) return `waiting${times}: ${reason}`;
  return `${status} in ${ms} ms${times}${settled ? (isDelivered(delivery) ? "" : ", given up") : ", retrying"}`;
}

/** Returns the tone of a delivery. */
export function deliveryTone({ delivery }: FeedRow): "done" | "failed" | "warning" | "dim" {
  if (delivery === undefined) return "dim";
  if (!delivery.settled) return "warning";
  return isDelivered(delivery) ? "done" : "failed";
}

/** Returns the counts of a feed: `1,204 events, 1,202 delivered, 1 given up, 1 pending`. */
export function feedCounts({ received, delivered, givenUp }: Feed, forwards: boolean): string {
  if (!forwards) return countOf(received, "event");
  const parts = [`${formatCount(delivered)} delivered`];
  if (givenUp > 0) parts.push(`${formatCount(givenUp)} given up`);
  const open = received - delivered - givenUp;
  if (open > 0) parts.push(`${formatCount(open)} pending`);
  return [countOf(received, "event"), ...parts].join(", ");
}

/** The widths of the columns; columns of width 0 are left out. */
export interface FeedColumns {
  topic: number;
  what: number;
  delivery: number;
}

/** Returns the widths of the columns after the mark and the time, with gaps of two. */
export function feedColumns(width: number, forwards: boolean): FeedColumns {
  const room = width - 10;
  const delivery = forwards ? Math.min(34, Math.max(14, Math.floor(room * 0.3))) + 2 : 0;
  const topic = Math.min(32, Math.max(12, Math.floor((room - delivery) * 0.45)));
  const what = room - delivery - topic - 4;
  return { topic, what: what < 10 ? 0 : what, delivery: Math.max(0, delivery - 2) };
}
