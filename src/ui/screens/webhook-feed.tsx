import { type ReactElement, useEffect, useState } from "react";
import { wrap } from "../../kernel/text.ts";
import { Divider, Drawing, Frame, Hint, Line } from "../components/frame.tsx";
import { moveSelection } from "../components/list.tsx";
import { Table, type TableColumn } from "../components/table.tsx";
import { countOf, formatCount } from "../format.ts";
import { type KeyAction, useActions, useKeys } from "../keys.ts";
import { useCurrent } from "../lists.ts";
import { mount, type Terminal } from "../mount.tsx";
import type { Target } from "../question.ts";
import { Box, useSize, useSpoken, useWait } from "../terminal.ts";

export interface FeedOptions {
  readonly target: Target;
  /** The URL that events are forwarded to; absent if they are only shown. */
  readonly address?: string | undefined;
  /** Sends an event again; its result is reported like any other. */
  resend(seq: number): void;
  /** Reports messages until the signal is aborted; the screen closes when it ends. */
  listen(report: (message: FeedMessage) => void, signal: AbortSignal): Promise<void>;
}

const frameMs = 1000 / 15;

/** Shows received events until q, Ctrl-C or the end of the listener. Rejects with an error of the listener or a component. */
export async function showFeed(terminal: Terminal, options: FeedOptions): Promise<"quit" | "interrupted"> {
  let feed = emptyFeed;
  const report = (message: FeedMessage) => {
    feed = reduceFeed(feed, message);
  };
  const closing = new AbortController();
  const listening = options.listen(report, closing.signal);
  const failure = new AbortController();
  const screen = mount<"quit">(
    (answer) => {
      listening.then(
        () => answer("quit"),
        (error) => failure.abort(error),
      );
      return <WebhookFeed options={options} read={() => feed} onQuit={() => answer("quit")} />;
    },
    terminal,
    { signal: failure.signal, alternateScreen: true },
  );
  try {
    return await screen;
  } finally {
    closing.abort("SIGINT");
    await listening;
  }
}

interface WebhookFeedProps {
  options: Pick<FeedOptions, "target" | "address" | "resend">;
  read(): Feed;
  onQuit(): void;
}

/** The minimum width for the payload beside the list, in columns. */
const minPaneWidth = 110;

/** The feed screen; it is drawn at a fixed interval, whatever the number of messages. */
export function WebhookFeed({ options, read, onQuit }: WebhookFeedProps): ReactElement {
  const { target, address, resend } = options;
  const { columns, rows } = useSize();
  const spoken = useSpoken();
  const [received, setReceived] = useState(read);
  const [selected, select] = useCurrent<number | undefined>(undefined);
  // Beside the list in a wide window, else in its place once the user asks for it.
  const isWide = columns >= minPaneWidth && !spoken;
  const [asked, ask] = useCurrent<boolean | undefined>(undefined);
  const isShown = (asked() ?? isWide) && received.rows.length > 0;
  const [scroll, scrollTo] = useCurrent(0);
  useEffect(() => {
    const timer = setInterval(() => setReceived(read()), frameMs);
    return () => clearInterval(timer);
  }, [read]);

  const feed: Feed = { ...received, selected: selected() };
  // A screen reader gets one event: the selected one, or the newest.
  const height = spoken ? 1 : Math.max(1, rows - 6);
  const present = () => ({ ...read(), selected: selected() });
  useKeys((keys) => {
    for (const key of keys) {
      const now = present();
      const moved = selectRow(now, moveSelection(selectedIndex(now), key, now.rows.length, height)).selected;
      if (moved !== selected()) scrollTo(0);
      select(moved);
    }
  });
  const row = feed.rows[selectedIndex(feed)];
  const noEvents = row === undefined ? "No events yet." : undefined;
  const payloadWidth = isWide ? Math.min(80, Math.floor(columns * 0.42)) : columns;
  const payload = isShown ? payloadLines(row, payloadWidth) : [];
  const keys: KeyAction[] = [
    { key: "↑↓", also: [], name: "select", run() {} },
    {
      key: "r",
      name: "resend",
      run: () => {
        const now = present();
        const one = now.rows[selectedIndex(now)];
        if (one) resend(one.seq);
      },
      unavailable: reasonNotResendable(row, address),
    },
    { key: "enter", name: isShown ? "hide" : "body", run: () => ask(!isShown), unavailable: noEvents },
    ...(isShown
      ? [
          {
            key: "space",
            also: [" "],
            name: "scroll",
            run: () => scrollTo(Math.min(scroll() + height - 2, Math.max(0, payload.length - height + 1))),
          },
          { key: "b", name: "back", run: () => scrollTo(Math.max(0, scroll() - height + 2)) },
        ]
      : []),
    { key: "q", name: "quit", run: onQuit },
  ];
  useKeys((names) => {
    if (!names.includes("esc")) return;
    if (isShown && !isWide) ask(false);
    else onQuit();
  });
  const explanation = useActions(keys);
  const wait = useWait();
  const listWidth = isShown && isWide ? columns - payloadWidth - 3 : columns;
  const room = spoken ? payload.length : height - 1;
  const seen = payload.slice(scroll(), scroll() + room);
  const more = payload.length - scroll() - seen.length;
  return (
    <Frame title="Webhook events" target={target}>
      <Line tone="dim" text={address === undefined ? "Not forwarded" : `Forwarded to ${address}`} />
      <Box height={isShown && spoken ? payload.length + 1 : height}>
        {(!isShown || isWide) && (
          <Box flexDirection="column" width={listWidth} flexShrink={0}>
            {feed.rows.length === 0 && <Line tone="dim" text="No events yet." />}
            {row && (
              <Table
                columns={columnsOf(address !== undefined)}
                rows={feed.rows}
                selected={selectedIndex(feed)}
                width={listWidth}
                height={height}
              />
            )}
          </Box>
        )}
        {isShown && isWide && <Box width={1} />}
        {isShown && isWide && <Divider height={height} />}
        {isShown && (
          <Box flexDirection="column" width={payloadWidth} flexShrink={0}>
            <Line
              text={`${row?.topic} ${row?.entity}${more > 0 ? `  ↓ ${formatCount(more)} more` : ""}`}
              tone="head"
            />
            <Drawing width={payloadWidth} lines={seen.map((text) => ({ text }))} />
          </Box>
        )}
      </Box>
      <Line text={[feedCounts(feed, address !== undefined), wait ?? ""].filter(Boolean).join("  ")} />
      <Hint keys={keys} explanation={explanation} />
    </Frame>
  );
}

/** The columns of the feed; without forwarding, nothing is delivered. */
const columnsOf = (forwards: boolean): TableColumn<FeedRow>[] => [
  { title: "TIME", cell: ({ at }) => at.slice(11, 19) },
  { title: "TOPIC", cell: ({ topic }) => topic },
  { title: "WHAT", cell: ({ what, entity }) => (what === "" ? entity : what) },
  ...(forwards
    ? [
        {
          title: "RESPONSE",
          cell: (row: FeedRow) => describeDelivery(row, true),
          tone: deliveryTone,
          min: 12,
        },
      ]
    : []),
];

function payloadLines(row: FeedRow | undefined, width: number): string[] {
  if (row === undefined) return [];
  const text =
    row.payload === undefined ? "This event has no body." : JSON.stringify(row.payload, undefined, 2);
  return wrap(text, Math.max(10, width));
}

function reasonNotResendable(row: FeedRow | undefined, address: string | undefined): string | undefined {
  if (address === undefined) return "Events are not forwarded. To forward them, start with --forward-to.";
  if (row === undefined) return "No events yet.";
  return row.delivery?.settled ? undefined : "It is still being delivered.";
}

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

interface FeedRow extends FeedEvent {
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
      : feed.rows.with(index, { ...row, delivery, counted: delivery.settled || row.counted });
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
function deliveryTone({ delivery }: FeedRow): "done" | "failed" | "warning" | "dim" {
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
