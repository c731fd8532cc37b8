import { type ReactElement, useEffect, useRef, useState } from "react";
import { Drawing, fitHints, Hint, insidePanel, isFramed, Line, Panel, spread } from "../components/frame.tsx";
import { movedBy } from "../components/list.tsx";
import { type KeyAction, keyLabel, useActions, useKeys } from "../keys.ts";
import { useCurrent } from "../lists.ts";
import { mount, type Terminal } from "../mount.tsx";
import { useMouse } from "../mouse.ts";
import type { Target } from "../question.ts";
import { Box, Text, useSize, useSpoken, useWait } from "../terminal.ts";
import { symbols } from "../theme.ts";
import { Tabs } from "./browse/footer.tsx";
import type { HelpGroup } from "./browse/help.state.ts";
import { commonKeys } from "./browse/keys.state.ts";
import { hintAt, tabAt } from "./browse/mouse.state.ts";
import { dashboardTab, type Tab } from "./browse/navigation.state.ts";
import { HelpPage } from "./browse/pages.tsx";
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
  /** The lists that digits open: `orders`. */
  readonly lists: readonly string[];
  /** The lists that have tabs, and those that are loaded once the figures are shown. */
  readonly tabs: readonly Tab[];
  readonly more?: (() => Promise<readonly Tab[]>) | undefined;
  /** A line for people who have just started the program. */
  readonly welcome?: string | undefined;
  /** It was opened from a list, to which it returns. */
  readonly isAbove?: boolean | undefined;
  /** Receives the mouse, which then does not select text. */
  readonly mouse?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How the dashboard was closed: by quitting, for the list below it, for the palette, or for a list. */
export type DashboardLeft =
  | "quit"
  | "back"
  | "commands"
  | { readonly list: string; readonly filter?: string | undefined };

/** Shows the dashboard on the alternate screen until it is closed. */
export function showDashboard(
  terminal: Terminal,
  options: DashboardOptions,
): Promise<DashboardLeft | "interrupted"> {
  return mount<DashboardLeft>((answer) => <Dashboard options={options} onLeave={answer} />, terminal, {
    signal: options.signal,
    alternateScreen: true,
    mouse: options.mouse,
  });
}

/** The time before a loading message appears, in milliseconds. */
const patienceMs = 100;
/** The number of lines for the tabs, the period and hints. */
const around = 3;

/** A key of the dashboard, and its text on the page of keys if that is not its name. */
interface DashboardKey extends KeyAction {
  readonly help?: string;
}

/** The dashboard screen. */
export function Dashboard({
  options: { target, freshMs, now, read, lists, tabs, more, welcome, isAbove },
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
  const [loaded, setLoaded] = useState<readonly Tab[]>([]);
  const hasFigures = current().figures !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are loaded once.
  useEffect(() => {
    // The lists are read again when one of them is opened: then the error is shown.
    if (hasFigures) more?.().then(setLoaded, () => {});
  }, [hasFigures]);
  /** The first line of the page of keys while that is open. */
  const [help, setHelp] = useState<number>();
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
    for (const key of keys)
      if (help === undefined) dispatch({ type: "key", key, lines, height });
      else setHelp((top = 0) => Math.max(0, top + (movedBy(key, rows) ?? 0)));
  });
  const listed = [...tabs, ...loaded].filter(({ isBehind }) => !isBehind);
  const openList = (list: string | undefined) => list !== undefined && onLeave({ list });
  const opening: DashboardKey[] = [
    ...lists.map((list, index) => {
      const name = list.split(" ").at(-1) ?? list;
      return { key: String(index + 1), name, help: `the list of ${name}`, run: () => openList(list) };
    }),
    ...(figures?.tasks ?? []).map(({ key, name, list, filter }) => ({
      key,
      name,
      help: `${list} ${name}`,
      run: () => onLeave({ list, filter }),
    })),
  ];
  const common = commonKeys(state.paused);
  const reading: DashboardKey[] = [
    {
      key: "r",
      name: "refresh",
      help: "read the figures again",
      run: readNow,
      unavailable: state.reading === "no" ? undefined : "Already refreshing.",
    },
    { ...common.pause, run: () => dispatch({ type: "pause" }) },
  ];
  const hidden: DashboardKey[] = [
    { ...common.next, run: () => openList(listed[0]?.name) },
    { ...common.previous, run: () => openList(listed.at(-1)?.name) },
  ];
  const leaving: DashboardKey[] = [
    { ...common.commands, run: () => onLeave("commands") },
    { ...common.keys, run: () => setHelp(0) },
    ...(isAbove ? [{ key: "esc", name: "back", help: "back to the list", run: () => onLeave("back") }] : []),
    // Ctrl-D scrolls.
    { ...common.quit, also: [], run: () => onLeave("quit") },
  ];
  const scrolling: DashboardKey = {
    key: "↑↓",
    name: "scroll",
    run() {},
    unavailable: lines > height ? undefined : "All lines are visible.",
  };
  const silent: DashboardKey[] = [
    {
      key: "x",
      name: "actions",
      run() {},
      unavailable: "Actions are for the rows of lists. Press Tab for the next list.",
    },
    { key: "esc", name: "back", run() {}, unavailable: "This is the first screen. Press q to quit." },
  ];
  const closing: DashboardKey[] = [
    { key: "esc", also: ["?", "q", "enter"], name: "back", run: () => setHelp(undefined) },
  ];
  const isHelp = help !== undefined;
  const hints = isHelp ? closing : [scrolling, ...reading, ...opening, ...leaving];
  const actions = isHelp ? closing : [...hints, ...hidden, ...silent];
  const explanation = useActions(actions);
  const shown = isHelp ? closing : fitHints(hints, columns, isAbove ? 3 : 2);
  const all = [dashboardTab, ...tabs, ...loaded];
  useMouse(({ type, x, y }) => {
    if (type.startsWith("wheel"))
      return dispatch({ type: "key", key: type === "wheelup" ? "up" : "down", lines, height });
    if (type !== "release") return;
    const window = { columns, target };
    const hit =
      y === 0 ? tabAt(all, dashboardTab.name, window, x) : y === rows - 2 ? hintAt(shown, x) : undefined;
    if (hit?.kind === "tab" && hit.resource !== dashboardTab.name) onLeave({ list: hit.resource });
    const action = hit?.kind === "key" ? actions.find(({ key }) => key === hit.key) : undefined;
    if (action?.unavailable === undefined) action?.run();
  });
  const wait = useWait();
  const { text, failed } = wait === undefined ? describeStatus(state) : { text: wait, failed: false };
  const period = figures ? `${figures.from} to ${figures.to}` : "";
  const head = <Tabs tabs={all} current={dashboardTab.name} target={target} width={columns} />;
  if (isHelp) {
    const size = { width, height: rows - around };
    const groups = [
      { title: "Move", entries: moving },
      { title: "Open", entries: entriesOf([...hidden, ...opening]) },
      { title: "Program", entries: entriesOf([...reading, ...leaving]) },
    ];
    return (
      <Box flexDirection="column">
        {head}
        <Panel title="Keys" {...size} isPadded>
          <HelpPage {...insidePanel(size, columns, true)} groups={groups} scroll={help} />
        </Panel>
        <Hint keys={shown} explanation={explanation} />
      </Box>
    );
  }
  return (
    <Box flexDirection="column">
      {head}
      {spoken ? (
        [period, text].filter(Boolean).map((line) => <Line key={line} text={line} say={line} />)
      ) : (
        <Text wrap="truncate">
          {spread(
            [
              { text: period, tone: "head" },
              { text: `${failed ? `${symbols.failed} ` : ""}${text}`, tone: failed ? "failed" : "dim" },
            ],
            [],
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
      <Hint keys={shown} explanation={explanation} />
    </Box>
  );
}

/** The keys that scroll, on the page of keys. */
const moving: HelpGroup["entries"] = [
  { keys: "↑ ↓  j k", help: "up and down" },
  { keys: "PgUp PgDn", help: "one page" },
  { keys: "g G", help: "the first and the last line" },
];

const entriesOf = (keys: readonly DashboardKey[]): HelpGroup["entries"] =>
  keys.map(({ key, name, help = name }) => ({ keys: keyLabel(key), help }));
