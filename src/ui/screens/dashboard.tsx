import { type ReactElement, useEffect, useRef } from "react";
import { Drawing, Hint, isFramed, Line, spread } from "../components/frame.tsx";
import { type KeyAction, useActions, useKeys } from "../keys.ts";
import { useCurrent } from "../lists.ts";
import { mount, type Terminal } from "../mount.tsx";
import { describeTarget, type Target } from "../question.ts";
import { Box, Text, useSize, useSpoken, useWait } from "../terminal.ts";
import { symbols } from "../theme.ts";
import {
  beginDashboard,
  type DashboardEvent,
  dashboardColumns,
  dashboardMessage,
  describeStatus,
  type Figures,
  isDue,
  reduceDashboard,
  taskTiles,
} from "./dashboard.state.ts";

export interface DashboardOptions {
  readonly target: Target;
  /** The interval at which figures are read again, in milliseconds. */
  readonly freshMs: number;
  now(): number;
  read(signal: AbortSignal): Promise<Figures>;
  /** The lists that keys open: `orders`. */
  readonly lists: readonly string[];
  /** A line for people who have just started the program. */
  readonly welcome?: string | undefined;
  /** It was opened from a list, to which it returns. */
  readonly isAbove?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How the dashboard was closed: by quitting, or for a list. */
export type DashboardLeft = "quit" | { readonly list: string; readonly filter?: string };

/** Shows the dashboard on the alternate screen until it is closed. */
export function showDashboard(
  terminal: Terminal,
  options: DashboardOptions,
): Promise<DashboardLeft | "interrupted"> {
  return mount<DashboardLeft>((answer) => <Dashboard options={options} onLeave={answer} />, terminal, {
    signal: options.signal,
    alternateScreen: true,
  });
}

/** The time before a loading message appears, in milliseconds. */
const patienceMs = 100;
/** The number of lines for the title and hints. */
const around = 2;

/** The dashboard screen. */
export function Dashboard({
  options: { target, freshMs, now, read, lists, welcome, isAbove },
  onLeave,
}: {
  options: DashboardOptions;
  onLeave(left: DashboardLeft): void;
}): ReactElement {
  const { columns, rows } = useSize();
  const spoken = useSpoken();
  const [current, write] = useCurrent(beginDashboard(now()));
  const over = useRef(new AbortController());
  const dispatch = (event: DashboardEvent) => {
    if (!over.current.signal.aborted) write(reduceDashboard(current(), event));
  };

  const readNow = () => {
    dispatch({ type: "reading" });
    const begun = performance.now();
    const slow = setTimeout(() => dispatch({ type: "slow" }), patienceMs);
    read(over.current.signal)
      .then(
        (figures) => dispatch({ type: "read", figures, now: now(), tookMs: performance.now() - begun }),
        (error: Error & { hint?: string }) =>
          dispatch({ type: "unread", message: error.message, hint: error.hint }),
      )
      .finally(() => clearTimeout(slow));
  };
  const tick = useRef(() => {});
  tick.current = () => {
    dispatch({ type: "time", now: now() });
    if (isDue(current(), freshMs)) readNow();
  };
  useEffect(() => {
    // The effect may run again after unmounting.
    over.current = new AbortController();
    tick.current();
    const timer = setInterval(() => tick.current(), 1000);
    return () => {
      over.current.abort();
      clearInterval(timer);
    };
  }, []);

  const state = current();
  const instead = dashboardMessage(state);
  const { figures } = state;
  // Screen readers get one column without frames.
  const width = spoken ? 79 : columns;
  const tiles = figures === undefined || instead !== undefined ? [] : taskTiles(figures, width);
  const height = Math.max(1, rows - 1 - around - tiles.length - (welcome === undefined ? 0 : 1));
  const parts =
    figures === undefined || instead !== undefined ? [] : dashboardColumns(figures, width, state.now, height);
  const lines = Math.max(0, ...parts.map((part) => part.lines.length));
  const top = Math.max(0, Math.min(state.top, lines - height));
  useKeys((keys) => {
    for (const key of keys) dispatch({ type: "key", key, lines, height });
  });
  const keys: KeyAction[] = [
    {
      key: "↑↓",
      name: "scroll",
      run() {},
      unavailable: lines > height ? undefined : "All lines are visible.",
    },
    {
      key: "r",
      name: "refresh",
      run: readNow,
      unavailable: state.reading === "no" ? undefined : "Already refreshing.",
    },
    { key: "p", name: state.paused ? "resume" : "pause", run: () => dispatch({ type: "pause" }) },
    ...lists.map((list, index) => ({ key: String(index + 1), name: list, run: () => onLeave({ list }) })),
    ...(figures?.tasks ?? []).map(({ key, name, list, filter }) => ({
      key,
      name,
      run: () => onLeave({ list, filter }),
    })),
    {
      ...(isAbove ? { key: "esc", also: ["q"], name: "back" } : { key: "q", also: ["esc"], name: "quit" }),
      run: () => onLeave("quit"),
    },
  ];
  const explanation = useActions(keys);
  const wait = useWait();
  const { text, failed } = wait === undefined ? describeStatus(state) : { text: wait, failed: false };
  const title = figures ? `Dashboard: ${figures.from} to ${figures.to}` : "Dashboard";
  const shop = describeTarget(target);
  return (
    <Box flexDirection="column">
      {spoken ? (
        [title, shop, text].map((line) => <Line key={line} text={line} say={line} />)
      ) : (
        <Text wrap="truncate">
          {spread(
            [
              { text: title, tone: "head" },
              { text: `${failed ? `${symbols.failed} ` : ""}${text}`, tone: failed ? "failed" : "dim" },
            ],
            [{ text: shop, tone: target.live ? "live" : "dim" }],
            columns,
          )}
        </Text>
      )}
      {tiles.length > 0 && <Drawing width={width} lines={tiles} />}
      <Box
        height={height}
        overflow="hidden"
        flexDirection={instead ? "column" : "row"}
        columnGap={isFramed(width) ? 0 : 3}
      >
        {instead?.map((line, index) => (
          <Line
            key={line}
            text={line}
            wrap
            {...(state.error && index === 0 && { tone: "failed", symbol: "failed" })}
          />
        ))}
        {parts.map((part) => (
          <Drawing key={part.name} width={part.width} lines={part.lines.slice(top, top + height)} />
        ))}
      </Box>
      {welcome !== undefined && <Line text={welcome} tone="dim" />}
      <Hint keys={keys} explanation={explanation} />
    </Box>
  );
}
