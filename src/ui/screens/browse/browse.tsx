import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import type { SavedView, SavedViews } from "../../../config/saved-views.ts";
import { describeActivity } from "../../../output/activity.ts";
import { useElapsed, useStart } from "../../components/activity.ts";
import { Hint, type Hints, HostContext, insidePanel } from "../../components/frame.tsx";
import { useKeys } from "../../keys.ts";
import { type Answer, mount, type Terminal } from "../../mount.tsx";
import { useMouse } from "../../mouse.ts";
import { createOverlay, type Overlay, OverlayPanel, overlayHeight, useOverlay } from "../../overlay.tsx";
import { type Pictures, PicturesContext } from "../../pictures/pictures.ts";
import type { Target } from "../../question.ts";
import {
  Box,
  clipboardSequence,
  Text,
  usePaste,
  useSize,
  useSpoken,
  useWait,
  useWriteSequence,
} from "../../terminal.ts";
import { Body } from "./body.tsx";
import {
  type BrowseState,
  type Effect,
  type Memory,
  type Message,
  resourceOf,
  type Step,
  viewOf,
} from "./browse.state.ts";
import type { BrowseResource, Opening, OpenRow, ProgramCommand } from "./browse-resource.ts";
import { useOpenRow, usePane, usualRestMs } from "./detail.tsx";
import { pasteText } from "./edit.state.ts";
import { useEffects } from "./effects.ts";
import { type BrowseEvent, reduceBrowse } from "./events.state.ts";
import { bodyHeight, describeReading, Footer, Tabs } from "./footer.tsx";
import { listHeight } from "./grid.tsx";
import { useHistogram } from "./histogram.tsx";
import { isPaneShown, listWidth, readRow } from "./layout.ts";
import { LessonLines, lessonHeight, useLesson } from "./lesson.tsx";
import { hitAt, mouseStep } from "./mouse.state.ts";
import { tabsOf } from "./navigation.state.ts";
import { pressKey } from "./press.state.ts";
import { type ReadingOptions, useRows } from "./use-rows.ts";
import { drawnView } from "./view.state.ts";
import { rememberStep } from "./views.state.ts";

export { afterJob, afterRun, openPalette } from "./actions.state.ts";
export { type BrowseState, beginBrowse, viewOf } from "./browse.state.ts";
export { goTo, quitBy } from "./navigation.state.ts";
export { openRemembered, withLook } from "./views.state.ts";

/** What runs on an overlay over the list: staged edits, a command, an import, an undo, or the timeline. */
export type Performed = Extract<Effect, { type: "apply" | "run" | "import" | "timeline" | "undo" }>;

/** Returns the state after an effect. */
export type AfterEffect = (state: BrowseState) => BrowseState;

/** Why the screen closed, and its last state. */
export interface Left {
  readonly effect: Performed | Extract<Effect, { type: "quit" | "dashboard" }>;
  readonly state: BrowseState;
}

export interface BrowseOptions extends ReadingOptions {
  readonly initial: BrowseState;
  readonly target: Target;
  /** Draws ASCII characters only. */
  readonly ascii?: boolean | undefined;
  /** Receives the mouse, which then does not select text. */
  readonly mouse?: boolean | undefined;
  /** Shows the picture of the open row. */
  readonly pictures?: Pictures | undefined;
  /** Loads further resources, after the first rows are shown. */
  readonly more?: (() => Promise<readonly BrowseResource[]>) | undefined;
  /** The time that the selection has to stay before its row is read for the pane (default 150 ms). */
  readonly restMs?: number;
  /** Keeps whether the pane is shown for later runs. */
  rememberPane?(shown: boolean): Promise<void>;
  /** Keeps what is remembered of lists for later runs. */
  remember?(memory: Memory): void;
  /** Saves a view, or deletes it if it is undefined; resolves with all saved views. */
  saveView?(name: string, view: SavedView | undefined): Promise<SavedViews>;
  /** Returns whether the shop of a local sandbox is empty. Called after the first rows are shown. */
  readonly isShopEmpty?: (() => Promise<boolean>) | undefined;
  /** Loads the commands of the program for the palette, after the further resources. */
  readonly commands?: (() => Promise<readonly ProgramCommand[]>) | undefined;
  /** Called when a step of the tutorial was done, with the number of the next one. */
  onLesson?(step: number): void;
  /** Runs an effect on an overlay, and resolves with what it does to the state. Default: the screen is left for it. */
  perform?: ((effect: Performed, state: BrowseState, overlay: Overlay) => Promise<AfterEffect>) | undefined;
  /** Stops what runs on an overlay. */
  stop?(): void;
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
    mouse: options.mouse,
    maxFps: 1000,
    onFrame: options.onFrame,
  });
}

const titleOf = (effect: Performed): string => {
  if (effect.type === "run") return effect.title ?? effect.line;
  if (effect.type === "undo") return `Undo job ${effect.job}`;
  if (effect.type === "import") return `Import ${effect.title}`;
  return effect.type === "apply" ? "Apply staged edits" : timelineTitle;
};

const timelineTitle = "Timeline";

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
  const [read, write] = useLesson(initial, options.onLesson);
  const alive = useRef(true);
  const left = useRef(false);
  /** The overlay and its title, while something runs on it. */
  const over = useRef<Overlay>(undefined);
  const [title, setTitle] = useState<string>();
  /** The keys of a screen that takes all of the overlay. */
  const [hints, setHints] = useState<Hints>();
  const send = useWriteSequence();
  const dispatch = useCallback(
    (event: BrowseEvent) => {
      if (!alive.current) return;
      write(reduceBrowse(read(), event));
    },
    [read, write],
  );

  const detailOf = async (id: string) => readRow(read(), id)?.detail ?? (await resourceOf(read()).detail(id));
  const open = async (opening: Opening) => {
    const detail = await detailOf(opening.id);
    if (opening.what !== "page") return dispatch({ type: "related", opening, detail, ...opening.what });
    // The user has done something else meanwhile.
    if (read().opening !== opening) return;
    const { address, label } = detail;
    if (address !== undefined) await openWeb(address);
    const message: Message =
      address === undefined
        ? { text: `${label} has no page in the shop.`, tone: "warning" }
        : { text: `Opened ${address}`, tone: "plain" };
    dispatch({ type: "opened", opening, message });
  };
  const perform = async (effect: Effect) => {
    switch (effect.type) {
      case "copy":
        send(clipboardSequence(effect.text));
        return dispatch({ type: "say", text: `Copied ${effect.what}: ${effect.text}`, tone: "plain" });
      case "copy text": {
        const text = await resourceOf(read()).copyText(effect.action, effect.id);
        send(clipboardSequence(text));
        return dispatch({ type: "say", text: `Copied ${effect.what}:\n${text}`, tone: "plain" });
      }
      case "open": {
        const { opening } = effect;
        try {
          return await open(opening);
        } catch (error) {
          const text = (error as Error).message;
          return dispatch({ type: "opened", opening, message: { text, tone: "failed" } });
        }
      }
      case "interrupt":
        return onInterrupt?.();
      case "save view": {
        const { name, view } = effect;
        const views = await options.saveView?.(name, view);
        if (views !== undefined) dispatch({ type: "saved", views });
        const text =
          view === undefined ? `Deleted the view ${name}.` : `Saved the view ${name}. Open it: :view ${name}`;
        return dispatch({ type: "say", text, tone: "done" });
      }
      case "pane":
        return await options.rememberPane?.(effect.shown);
      default:
        if (effect.type !== "quit" && effect.type !== "dashboard" && canPerform(effect))
          return await runOver(effect);
        left.current = true;
        // Its answer would come to a screen that is closed.
        return onLeave({ effect, state: { ...read(), opening: undefined } });
    }
  };
  const spoken = useSpoken();
  const canPerform = (effect: Performed) =>
    options.perform !== undefined && !spoken && !(effect.type === "run" && effect.ownsTerminal);
  const runOver = async (effect: Performed) => {
    const overlay = createOverlay(() => options.stop?.());
    over.current = overlay;
    setTitle(titleOf(effect));
    try {
      const after = await options.perform?.(effect, read(), overlay);
      if (after) write(after(read()));
    } finally {
      over.current = undefined;
      setTitle(undefined);
    }
  };
  const take = (step: (state: BrowseState) => Step) => {
    // Keys after one that leaves the screen are not for it, and must not answer the question that follows.
    if (left.current || over.current) return;
    const before = read();
    const { state, effect } = rememberStep(before, step(before));
    write(state);
    if (state.memory !== before.memory) options.remember?.(state.memory);
    if (effect)
      perform(effect).catch((error: Error) => dispatch({ type: "say", text: error.message, tone: "failed" }));
  };
  useKeys((keys) => {
    for (const key of keys) take((state) => pressKey(state, key));
  });
  useMouse((event) => {
    const window = { columns, rows, target };
    take((state) => mouseStep(state, event, hitAt(state, window, event.x, event.y)));
  });

  usePaste((text) => {
    if (!left.current && !over.current) write(pasteText(read(), text));
  });

  // The age of rows is checked once a second.
  useEffect(() => {
    const timer = setInterval(() => dispatch({ type: "time", now: now() }), 1000);
    return () => clearInterval(timer);
  }, [dispatch, now]);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  const panel = {
    width: listWidth(read(), columns, spoken),
    height: rows - 1 - 1 - lessonHeight(read(), columns) - 1,
  };
  const height = Math.max(1, listHeight({ state: read(), ...insidePanel(panel, columns) }) - 1);
  useEffect(() => dispatch({ type: "size", width: columns, height }), [dispatch, columns, height]);
  const arrived = viewOf(read()).rows.parts.size > 0 || viewOf(read()).rows.error !== undefined;
  const requested = useRef(false);
  useEffect(() => {
    if (!arrived || requested.current) return;
    // Only once: `arrived` changes with every list.
    requested.current = true;
    const failed = (error: Error) => dispatch({ type: "say", text: error.message, tone: "failed" });
    const load = async () => {
      const isEmpty = await options.isShopEmpty?.().catch(failed);
      if (isEmpty !== undefined) dispatch({ type: "demo", demo: isEmpty ? "offered" : "not empty" });
      const resources = await options.more?.().catch(failed);
      if (resources) dispatch({ type: "resources", resources });
      const commands = await options.commands?.();
      dispatch({ type: "commands", commands: commands ?? [] });
    };
    load().catch(failed);
  }, [dispatch, arrived, options.isShopEmpty, options.more, options.commands]);
  const onEnd = useCallback((most: number) => dispatch({ type: "scrolled", most }), [dispatch]);
  // What runs changes the rows: they are read again when it has ended.
  const reading = useElapsed(useRows(title ? { ...read(), paused: true } : read(), dispatch, options));
  useOpenRow(read(), dispatch);
  useHistogram(read(), dispatch);
  useEffects(read(), dispatch);
  const onPane = useCallback(
    (list: symbol, row: OpenRow) => dispatch({ type: "pane", list, row }),
    [dispatch],
  );
  const { restMs = usualRestMs } = options;
  usePane(read(), { isShown: isPaneShown(read(), columns, spoken), restMs }, onPane);
  const opening = useElapsed(useStart(read().opening));

  const state = read();
  const pageHeight = bodyHeight(state, columns, rows);
  useOverlay(over.current);
  const overHeight = over.current ? overlayHeight(pageHeight, over.current) : 0;
  // Other screens that take all of the overlay have a title of their own.
  const fullTitle = title === timelineTitle ? title : "";
  const wait = useWait();
  const activity =
    wait !== undefined && state.opening === undefined
      ? wait
      : state.opening !== undefined && opening !== undefined
        ? describeActivity(`Opening ${state.opening.name}`, opening, options.ascii)
        : reading !== undefined && drawnView(viewOf(state)).rows.parts.size > 0
          ? describeReading(state, reading, options.ascii)
          : undefined;
  return (
    <Box flexDirection="column">
      <Tabs
        tabs={tabsOf(state)}
        current={(state.mode.kind === "line" && state.mode.from) || viewOf(state).resource}
        target={target}
        width={columns}
      />
      {/* Without room, the overlay is alone. */}
      <Box
        flexDirection="column"
        height={pageHeight - overHeight}
        overflow="hidden"
        display={pageHeight > overHeight ? "flex" : "none"}
      >
        <PicturesContext value={options.pictures}>
          <Body
            state={state}
            waited={reading}
            activity={activity}
            width={columns}
            height={pageHeight - overHeight}
            ascii={options.ascii}
            onEnd={onEnd}
            isBehind={over.current !== undefined}
          />
        </PicturesContext>
      </Box>
      {over.current && (
        <HostContext value={over.current.shown?.isFull ? { title: fullTitle, show: setHints } : undefined}>
          <OverlayPanel
            overlay={over.current}
            title={title ?? ""}
            width={columns}
            height={overHeight}
            most={pageHeight}
          />
        </HostContext>
      )}
      {state.lesson && <LessonLines lesson={state.lesson} width={columns} />}
      {over.current === undefined ? (
        <Footer state={state} width={columns} />
      ) : over.current.shown ? (
        hints ? (
          <Hint {...hints} />
        ) : (
          <Text> </Text>
        )
      ) : (
        <Hint keys={[{ key: "ctrl+c", name: "stop" }]} />
      )}
    </Box>
  );
}
