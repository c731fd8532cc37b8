import { type ReactElement, useEffect, useRef, useState } from "react";
import { fit, padEnd, sanitiseLine, wrap } from "../../kernel/text.ts";
import { Divider } from "../components/divider.tsx";
import { Frame, type Target } from "../components/frame.tsx";
import { Hint } from "../components/hint.tsx";
import { Line } from "../components/line.tsx";
import { Lines } from "../components/lines.tsx";
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

/** The minimum width for the payload beside the list, in columns. */
const wide = 110;

/** The feed screen; it is drawn at a fixed interval, whatever the number of messages. */
export function WebhookFeed({ options, read, onQuit }: WebhookFeedProps): ReactElement {
  const { target, address, resend } = options;
  const { columns, rows } = useSize();
  const spoken = useSpoken();
  const [received, setReceived] = useState(read);
  const [selected, select] = useCurrent<number | undefined>(undefined);
  const start = useRef(0);
  // Beside the list in a wide window, else in its place once the user asks for it.
  const isWide = columns >= wide && !spoken;
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
  const seen = windowAround(selectedIndex(feed), feed.rows.length, height, start.current);
  start.current = seen.start;
  const listWidth = isShown && isWide ? columns - payloadWidth - 3 : columns;
  const widths = feedColumns(listWidth, address !== undefined);
  const page = row && (
    <Lines
      title={`${row.topic} ${row.entity}`}
      lines={payload}
      scroll={scroll()}
      width={payloadWidth}
      height={spoken ? payload.length + 1 : height}
    />
  );
  return (
    <Frame title="Webhook events" target={target}>
      <Line tone="dim" text={address === undefined ? "Not forwarded" : `Forwarded to ${address}`} />
      <Box height={isShown && spoken ? payload.length + 1 : height}>
        {(!isShown || isWide) && (
          <Box flexDirection="column" width={listWidth} flexShrink={0}>
            {feed.rows.length === 0 && <Line tone="dim" text="No events yet." />}
            {feed.rows.slice(seen.start, seen.end).map((one) => (
              <Row key={one.seq} row={one} chosen={one === row} widths={widths} />
            ))}
          </Box>
        )}
        {isShown && isWide && <Box width={1} />}
        {isShown && isWide && <Divider height={height} />}
        {isShown && (
          <Box flexDirection="column" width={payloadWidth} flexShrink={0}>
            {page}
          </Box>
        )}
      </Box>
      <Line text={feedCounts(feed, address !== undefined)} />
      <Hint keys={keys} explanation={explanation} />
    </Frame>
  );
}

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
