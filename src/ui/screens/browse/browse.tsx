import { type ReactElement, useCallback, useEffect, useRef } from "react";
import { describeActivity } from "../../../output/activity.ts";
import { useElapsed, useStart } from "../../components/activity.ts";
import type { Target } from "../../components/frame.tsx";
import { Line } from "../../components/line.tsx";
import { Box, Text, useSpoken } from "../../ink.ts";
import { useKeys } from "../../keys.ts";
import { type Answer, mount, type Terminal } from "../../mount.tsx";
import { type Pictures, PicturesContext } from "../../pictures/pictures.ts";
import { useSize } from "../../size.ts";
import { styles } from "../../theme.ts";
import { useCurrent } from "../../use-current.ts";
import { clipboardSequence, useWriteSequence } from "../../write-sequence.ts";
import { ActionsPage } from "./actions-page.tsx";
import {
  type BrowseEvent,
  type BrowseState,
  type Effect,
  reduceBrowse,
  resourceOf,
  viewOf,
} from "./browse.state.ts";
import type { BrowseResource } from "./browse-resource.ts";
import { DetailPage } from "./detail.tsx";
import { Footer, footerHeight } from "./footer.tsx";
import { textOf } from "./lines.state.ts";
import { ListPane, listHeight } from "./list-pane.tsx";
import { ColumnsPage, DiffPage, HelpPage, Palette } from "./pages.tsx";
import { pressKey } from "./press.state.ts";
import { emptyMessage, Status, Tabs } from "./status.tsx";
import { type ReadingOptions, useRows } from "./use-rows.ts";

export { afterRun } from "./actions.state.ts";
export { afterJob, type BrowseState, beginBrowse } from "./browse.state.ts";
export { goTo } from "./navigation.state.ts";

/** Why the screen closed, and its last state. */
export interface Left {
  readonly effect: Extract<Effect, { type: "quit" | "apply" | "undo" | "run" | "dashboard" }>;
  readonly state: BrowseState;
}

export interface BrowseOptions extends ReadingOptions {
  readonly initial: BrowseState;
  readonly target: Target;
  /** Draws ASCII characters only. */
  readonly ascii?: boolean | undefined;
  /** Shows the picture of the open row. */
  readonly pictures?: Pictures | undefined;
  /** Loads further resources, after the first rows are shown. */
  readonly more?: (() => Promise<readonly BrowseResource[]>) | undefined;
  /** Opens a URL in a browser. */
  openWeb(address: string): Promise<void>;
  readonly signal?: AbortSignal | undefined;
  readonly onFrame?: ((ms: number) => void) | undefined;
}

/** Shows lists on the alternate screen until the user quits or an effect has to run outside. */
export function browse(terminal: Terminal, options: BrowseOptions): Promise<Left | "interrupted"> {
  const screen = (answer: Answer<Left | "interrupted">) => (
    <Browse options={options} onLeave={answer} onInterrupt={() => answer("interrupted")} />
  );
  return mount<Left | "interrupted">(screen, terminal, {
    signal: options.signal,
    // The screen reads Ctrl-C itself: it asks if edits are staged.
    onInterrupt() {},
    alternateScreen: true,
    maxFps: 1000,
    onFrame: options.onFrame,
  });
}

/** The minimum width, in columns, for a detail page beside the list. */
const wide = 110;

/** The browse screen. */
export function Browse({
  options,
  onLeave,
  onInterrupt,
}: {
  options: BrowseOptions;
  onLeave(left: Left): void;
  onInterrupt?(): void;
}): ReactElement {
  const { initial, target, now, openWeb } = options;
  const { columns, rows } = useSize();
  const [read, write] = useCurrent(initial);
  const alive = useRef(true);
  const left = useRef(false);
  const send = useWriteSequence();
  const dispatch = (event: BrowseEvent) => {
    if (alive.current) write(reduceBrowse(read(), event));
  };

  const detailOf = async (id: string) => {
    const { openRow } = read();
    return openRow?.id === id && openRow.detail ? openRow.detail : await resourceOf(read()).detail(id);
  };
  const perform = async (effect: Effect) => {
    switch (effect.type) {
      case "copy":
        send(clipboardSequence(effect.text));
        return dispatch({ type: "say", text: `Copied ${effect.what}: ${effect.text}`, tone: "plain" });
      case "relate": {
        const { opening } = effect;
        try {
          return dispatch({ type: "related", opening, detail: await detailOf(opening.id) });
        } catch (error) {
          return dispatch({ type: "unrelated", opening, message: (error as Error).message });
        }
      }
      case "web": {
        const detail = await detailOf(effect.id);
        if (detail.address === undefined)
          return dispatch({ type: "say", text: `${detail.label} has no page in the shop.`, tone: "warning" });
        await openWeb(detail.address);
        return dispatch({ type: "say", text: `Opened ${detail.address}`, tone: "plain" });
      }
      case "interrupt":
        return onInterrupt?.();
      default:
        left.current = true;
        return onLeave({ effect, state: read() });
    }
  };
  useKeys((keys) => {
    for (const key of keys) {
      // Keys after one that leaves the screen are not for it, and must not answer the question that follows.
      if (left.current) return;
      const { state, effect } = pressKey(read(), key);
      write(state);
      if (effect)
        perform(effect).catch((error: Error) =>
          dispatch({ type: "say", text: error.message, tone: "failed" }),
        );
    }
  });

  // The age of rows is checked once a second.
  useEffect(() => {
    const timer = setInterval(() => dispatchRef.current({ type: "time", now: now() }), 1000);
    return () => {
      alive.current = false;
      clearInterval(timer);
    };
  }, [now]);
  const dispatchRef = useRef(dispatch);
  dispatchRef.current = dispatch;

  const bodyHeight = Math.max(2, rows - 1 - 2 - footerHeight(read(), columns));
  const height = Math.max(1, listHeight({ state: read(), width: columns, height: rows - 1 - 2 - 1 }) - 1);
  useEffect(() => dispatchRef.current({ type: "size", height }), [height]);
  const arrived = viewOf(read()).rows.parts.size > 0 || viewOf(read()).rows.error !== undefined;
  const requested = useRef(false);
  useEffect(() => {
    if (!arrived || requested.current || options.more === undefined) return;
    // Only once: `arrived` changes with every list.
    requested.current = true;
    options.more().then(
      (resources) => dispatchRef.current({ type: "resources", resources }),
      (error: Error) => dispatchRef.current({ type: "say", text: error.message, tone: "failed" }),
    );
  }, [arrived, options.more]);
  const onEnd = useCallback((most: number) => dispatchRef.current({ type: "scrolled", most }), []);
  const reading = useElapsed(useRows(read(), dispatch, options));
  useOpenRow(read(), dispatch);
  const opening = useElapsed(useStart(read().opening));

  const state = read();
  const activity =
    state.opening !== undefined && opening !== undefined
      ? describeActivity(`Opening ${state.opening.name}`, opening, options.ascii)
      : reading !== undefined && viewOf(state).rows.parts.size > 0
        ? describeActivity("Reading", reading, options.ascii)
        : undefined;
  return (
    <Box flexDirection="column">
      <Tabs state={state} target={target} width={columns} />
      <Status state={state} activity={activity} width={columns} />
      <Box flexDirection="column" height={bodyHeight} overflow="hidden">
        <PicturesContext value={options.pictures}>
          <Body
            state={state}
            waited={reading}
            width={columns}
            height={bodyHeight}
            ascii={options.ascii}
            onEnd={onEnd}
          />
        </PicturesContext>
      </Box>
      <Footer state={state} width={columns} />
    </Box>
  );
}

/** Loads the details of the open row. */
function useOpenRow(state: BrowseState, dispatch: (event: BrowseEvent) => void): void {
  const { openRow } = state;
  const requested = openRow?.detail === undefined && openRow?.error === undefined ? openRow : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row is read.
  useEffect(() => {
    if (requested === undefined) return;
    const { id } = requested;
    resourceOf(state)
      .detail(id)
      .then(
        (detail) => dispatch({ type: "detail", of: requested, row: { id, detail } }),
        (error: Error) => dispatch({ type: "detail", of: requested, row: { id, error: error.message } }),
      );
  }, [requested]);
}

/** The line between two panes, with a blank on its right. */
function Divider({ height, ascii }: { height: number; ascii: boolean | undefined }): ReactElement | null {
  if (useSpoken()) return null;
  const line = Array<string>(height)
    .fill(ascii ? "|" : "│")
    .join("\n");
  return (
    <Box width={2} flexShrink={0}>
      <Text {...styles.dim}>{line}</Text>
    </Box>
  );
}

function Body({
  state,
  waited,
  width,
  height,
  ascii,
  onEnd,
}: {
  state: BrowseState;
  /** For how long rows have been read, in milliseconds. */
  waited: number | undefined;
  width: number;
  height: number;
  ascii: boolean | undefined;
  onEnd(most: number): void;
}): ReactElement {
  const { mode } = state;
  const layout = { state, width, height };
  if (mode.kind === "help") return <HelpPage {...layout} scroll={mode.scroll} />;
  if (mode.kind === "columns") return <ColumnsPage {...layout} at={mode.at} />;
  if (mode.kind === "diff") return <DiffPage {...layout} at={mode.at} />;
  if (mode.kind === "actions")
    return <ActionsPage {...layout} subject={mode.subject} at={mode.at} answers={[]} />;
  if (mode.kind === "line" && mode.pending) {
    const { action, subject, answers } = mode.pending;
    return (
      <ActionsPage {...layout} subject={subject} at={action} answers={[...answers, textOf(mode.line)]} />
    );
  }
  if (mode.kind === "line" && mode.purpose === "command")
    return <Palette {...layout} typed={textOf(mode.line)} at={mode.at} />;
  if (mode.kind === "detail" && width < wide)
    return <DetailPage {...layout} scroll={mode.scroll} ascii={ascii} onEnd={onEnd} />;
  const empty = emptyMessage(state, waited);
  if (empty !== undefined)
    return (
      <>
        {empty.lines.map((line, index) => (
          <Line
            key={line}
            text={line}
            wrap
            {...(empty.failed && index === 0 && { tone: "failed", symbol: "failed" })}
          />
        ))}
      </>
    );
  if (mode.kind !== "detail") return <ListPane {...layout} />;
  const left = Math.floor(width * 0.55);
  return (
    <Box>
      <Box width={left - 2} flexDirection="column">
        <ListPane state={state} width={left - 3} height={height} />
      </Box>
      <Divider height={height} ascii={ascii} />
      <Box width={width - left} flexDirection="column">
        <DetailPage
          state={state}
          width={width - left}
          height={height}
          scroll={mode.scroll}
          ascii={ascii}
          onEnd={onEnd}
        />
      </Box>
    </Box>
  );
}
