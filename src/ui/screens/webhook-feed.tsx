import { type ReactElement, useEffect, useRef, useState } from "react";
import { fit, padEnd, sanitiseLine } from "../../kernel/text.ts";
import { Frame, type Target } from "../components/frame.tsx";
import { Hint } from "../components/hint.tsx";
import { Line } from "../components/line.tsx";
import { moveSelection, windowAround } from "../components/window.ts";
import { Box, Text, useSpoken } from "../ink.ts";
import { type KeyAction, useActions, useKeys } from "../keys.ts";
import { mount, type Terminal } from "../mount.tsx";
import { useSize } from "../size.ts";
import { styles, symbols } from "../theme.ts";
import { useCurrent } from "../use-current.ts";
import {
  deliveryTone,
  describeDelivery,
  emptyFeed,
  type Feed,
  type FeedColumns,
  type FeedMessage,
  type FeedRow,
  feedColumns,
  feedCounts,
  reduceFeed,
  selectedIndex,
  selectRow,
} from "./webhook-feed.state.ts";

export type { FeedMessage } from "./webhook-feed.state.ts";

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

/** The feed screen; it is drawn at a fixed interval, whatever the number of messages. */
export function WebhookFeed({ options, read, onQuit }: WebhookFeedProps): ReactElement {
  const { target, address, resend } = options;
  const { columns, rows } = useSize();
  const spoken = useSpoken();
  const [received, setReceived] = useState(read);
  const [selected, select] = useCurrent<number | undefined>(undefined);
  const start = useRef(0);
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
      select(selectRow(now, moveSelection(selectedIndex(now), key, now.rows.length, height)).selected);
    }
  });
  const row = feed.rows[selectedIndex(feed)];
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
    { key: "q", also: ["esc"], name: "quit", run: onQuit },
  ];
  const explanation = useActions(keys);
  const seen = windowAround(selectedIndex(feed), feed.rows.length, height, start.current);
  start.current = seen.start;
  const widths = feedColumns(columns, address !== undefined);
  return (
    <Frame title="Webhook events" target={target}>
      <Line tone="dim" text={address === undefined ? "Not forwarded" : `Forwarded to ${address}`} />
      <Box flexDirection="column" height={height}>
        {feed.rows.length === 0 && <Line tone="dim" text="No events yet." />}
        {feed.rows.slice(seen.start, seen.end).map((one) => (
          <Row key={one.seq} row={one} chosen={one === row} widths={widths} />
        ))}
      </Box>
      <Line text={feedCounts(feed, address !== undefined)} />
      <Hint keys={keys} explanation={explanation} />
    </Frame>
  );
}

function reasonNotResendable(row: FeedRow | undefined, address: string | undefined): string | undefined {
  if (address === undefined) return "Events are not forwarded. To forward them, start with --forward-to.";
  if (row === undefined) return "No events yet.";
  return row.delivery?.settled ? undefined : "It is still being delivered.";
}

interface RowProps {
  row: FeedRow;
  chosen: boolean;
  widths: FeedColumns;
}

function Row({ row, chosen, widths }: RowProps): ReactElement {
  const cell = (text: string, width: number) =>
    width === 0 ? "" : `  ${padEnd(fit(sanitiseLine(text), width), width)}`;
  const { at, topic, entity, what } = row;
  if (useSpoken()) {
    const parts = [
      at.slice(11, 19),
      topic,
      what === "" ? entity : what,
      describeDelivery(row, widths.delivery > 0),
    ];
    return <Text>{sanitiseLine(parts.filter(Boolean).join(", "))}</Text>;
  }
  return (
    <Text wrap="truncate" {...(chosen ? styles.key : styles.plain)}>
      {`${chosen ? symbols.chosen : " "} ${at.slice(11, 19)}`}
      {cell(topic, widths.topic)}
      {cell(what === "" ? entity : what, widths.what)}
      <Text {...styles[deliveryTone(row)]}>
        {cell(describeDelivery(row, widths.delivery > 0), widths.delivery)}
      </Text>
    </Text>
  );
}
