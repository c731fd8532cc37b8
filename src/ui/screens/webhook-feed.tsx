import { type ReactElement, useEffect, useRef, useState } from "react";
import { fit, padEnd, sanitiseLine } from "../../kernel/text.ts";
import { Frame, type Target } from "../components/frame.tsx";
import { Hint } from "../components/hint.tsx";
import { Line } from "../components/line.tsx";
import { moveSelection, windowAround } from "../components/window.ts";
import { useCurrent } from "../current.ts";
import { Box, Text, useSpoken } from "../ink.ts";
import { type KeyAction, useActions, useKeys } from "../keys.ts";
import { mount, type Terminal } from "../mount.tsx";
import { useSize } from "../size.ts";
import { styles, symbols } from "../theme.ts";
import {
  answerTone,
  answerWords,
  chooseRow,
  chosenIndex,
  emptyFeed,
  type Feed,
  type FeedColumns,
  type FeedMessage,
  type FeedRow,
  feedColumns,
  feedCounts,
  tellFeed,
} from "./webhook-feed.state.ts";

export type { FeedMessage } from "./webhook-feed.state.ts";

export interface FeedOptions {
  readonly target: Target;
  /** The URL that events are forwarded to; absent if they are only shown. */
  readonly address?: string | undefined;
  /** Sends an event again; its result is reported like any other. */
  resend(seq: number): void;
  /** Reports messages until the signal is aborted; the screen closes when it ends. */
  listen(tell: (message: FeedMessage) => void, signal: AbortSignal): Promise<void>;
}

const frameMs = 1000 / 15;

/** Shows received events until q, Ctrl-C or the end of the listener. Rejects with an error of the listener or a component. */
export async function showFeed(terminal: Terminal, options: FeedOptions): Promise<"quit" | "interrupted"> {
  let feed = emptyFeed;
  const tell = (message: FeedMessage) => {
    feed = tellFeed(feed, message);
  };
  const over = new AbortController();
  const listening = options.listen(tell, over.signal);
  const broken = new AbortController();
  const screen = mount<"quit">(
    (answer) => {
      listening.then(
        () => answer("quit"),
        (error) => broken.abort(error),
      );
      return <WebhookFeed options={options} read={() => feed} onQuit={() => answer("quit")} />;
    },
    terminal,
    { signal: broken.signal, alternateScreen: true },
  );
  try {
    return await screen;
  } finally {
    over.abort("SIGINT");
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
  const [heard, setHeard] = useState(read);
  const [chosen, choose] = useCurrent<number | undefined>(undefined);
  const start = useRef(0);
  useEffect(() => {
    const timer = setInterval(() => setHeard(read()), frameMs);
    return () => clearInterval(timer);
  }, [read]);

  const feed: Feed = { ...heard, chosen: chosen() };
  // A screen reader gets one event: the selected one, or the newest.
  const height = spoken ? 1 : Math.max(1, rows - 6);
  const present = () => ({ ...read(), chosen: chosen() });
  useKeys((keys) => {
    for (const key of keys) {
      const now = present();
      choose(chooseRow(now, moveSelection(chosenIndex(now), key, now.rows.length, height)).chosen);
    }
  });
  const row = feed.rows[chosenIndex(feed)];
  const keys: KeyAction[] = [
    { key: "↑↓", also: [], name: "choose", run() {} },
    {
      key: "r",
      name: "send again",
      run: () => {
        const now = present();
        const one = now.rows[chosenIndex(now)];
        if (one) resend(one.seq);
      },
      unavailable: whyNotAgain(row, address),
    },
    { key: "q", also: ["esc"], name: "quit", run: onQuit },
  ];
  const explanation = useActions(keys);
  const seen = windowAround(chosenIndex(feed), feed.rows.length, height, start.current);
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

function whyNotAgain(row: FeedRow | undefined, address: string | undefined): string | undefined {
  if (address === undefined) return "Events are not forwarded. To forward them, start with --forward-to.";
  if (row === undefined) return "No events yet.";
  return row.answer?.settled ? undefined : "It is still being delivered.";
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
    const said = [at.slice(11, 19), topic, what === "" ? entity : what, answerWords(row, widths.answer > 0)];
    return <Text>{sanitiseLine(said.filter(Boolean).join(", "))}</Text>;
  }
  return (
    <Text wrap="truncate" {...(chosen ? styles.key : styles.plain)}>
      {`${chosen ? symbols.chosen : " "} ${at.slice(11, 19)}`}
      {cell(topic, widths.topic)}
      {cell(what === "" ? entity : what, widths.what)}
      <Text {...styles[answerTone(row)]}>{cell(answerWords(row, widths.answer > 0), widths.answer)}</Text>
    </Text>
  );
}
