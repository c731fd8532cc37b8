import { type ReactElement, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { displayWidth, sanitizeLine, wrap } from "../kernel/text.ts";
import { insidePanel, Panel } from "./components/frame.tsx";
import { moveSelection } from "./components/list.tsx";
import { listKeys, useKeys } from "./keys.ts";
import type { Answer, MountOptions, ScreenHost } from "./mount.tsx";
import { useMouse } from "./mouse.ts";
import { Box, type DOMElement, ink, SizeContext, Text, useSize } from "./terminal.ts";
import { styles } from "./theme.ts";

/** A screen that is shown on an overlay. */
interface Shown {
  readonly content: ReactElement;
  /** Whether it needs all of the overlay. */
  readonly isFull: boolean;
  /** The keys that it reads itself, of those that scroll. */
  readonly keys: readonly string[];
  interrupt(): void;
}

/** The texts of an overlay, the screens that have ended on it, and the one that is shown. */
export interface Overlay extends ScreenHost {
  /** Adds lines of text, above the screen that is shown. Of control sequences, those of colors are kept. */
  print(text: string): void;
  /** What was printed and what is left of screens, a line each, oldest first; the last ones are kept. */
  readonly lines: readonly string[];
  readonly shown: Shown | undefined;
  /** What is going on, while no screen is shown: `Planning… 1,310 of 3,000 rows`. */
  activity: string;
  /** The width of lines: longer ones without color are wrapped. */
  width: number;
  /** The number of lines that it has room for, if it is as high as it may be. */
  height: number;
  /** The number of lines that it has needed so far. */
  readonly needed: number;
  /** Takes the number of lines that it needs now. */
  need(lines: number): void;
  /** Answers Ctrl-C: it is for the screen that is shown, else it stops what runs. */
  interrupt(): void;
  /** Calls a listener with each change; returns a function that removes it. */
  listen(listener: () => void): () => void;
  /** Returns the number of changes so far. */
  version(): number;
}

/** The lines that are kept. */
const maxLines = 5_000;
/** The time between two drawings of what is printed, in milliseconds. */
const printMs = 30;

/** Returns an empty overlay. Ctrl-C calls `stop` while no screen is shown on it. */
export function createOverlay(stop: () => void): Overlay {
  const listeners = new Set<() => void>();
  let lines: string[] = [];
  let shown: Shown | undefined;
  let version = 0;
  let needed = 0;
  let activity = "";
  let timer: NodeJS.Timeout | undefined;
  const change = () => {
    clearTimeout(timer);
    timer = undefined;
    version++;
    for (const listener of listeners) listener();
  };
  const overlay: Overlay = {
    width: 76,
    height: 20,
    get activity() {
      return activity;
    },
    set activity(text) {
      activity = text;
      change();
    },
    get needed() {
      return needed;
    },
    need(count) {
      if (count <= needed) return;
      needed = count;
      change();
    },
    get lines() {
      return lines;
    },
    get shown() {
      return shown;
    },
    interrupt: () => (shown ? shown.interrupt() : stop()),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    print(text) {
      for (const line of text.replace(/\n$/, "").split("\n")) lines.push(...fitted(line, overlay.width));
      if (lines.length > 2 * maxLines) lines = lines.slice(-maxLines);
      timer ??= setTimeout(change, printMs);
    },
    async show<T>(
      screen: (answer: Answer<T | "interrupted">) => ReactElement,
      { signal, onInterrupt, alternateScreen = false, scrollKeys = [] }: MountOptions<T> = {},
    ) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<{
        value: T | "interrupted";
        closing: ReactNode;
      }>();
      const answer: Answer<T | "interrupted"> = (value, closing) => resolve({ value, closing });
      const abort = () => reject(signal?.reason);
      signal?.addEventListener("abort", abort);
      shown = {
        content: screen(answer),
        isFull: alternateScreen,
        keys: scrollKeys,
        interrupt: () => (onInterrupt ? onInterrupt(answer) : answer("interrupted")),
      };
      change();
      try {
        const { value, closing } = await promise;
        if (closing !== undefined) overlay.print(textOf(closing, overlay.width));
        return value;
      } finally {
        signal?.removeEventListener("abort", abort);
        shown = undefined;
        change();
      }
    },
  };
  return overlay;
}

const colors = /\x1b\[[\d;]*m/g;

/** Returns a line as lines of a width. Colored ones, which are drawn for a width, are cut when they are shown. */
function fitted(text: string, width: number): string[] {
  const plain = text.replace(colors, "");
  if (plain !== text && displayWidth(plain) <= width)
    return [text.replace(/(\x1b\[[\d;]*m)|[^\x1b]+|\x1b/g, (part, color) => color ?? sanitizeLine(part))];
  const clean = sanitizeLine(plain);
  // Tables are drawn for this width, and their gaps are kept.
  return displayWidth(clean) <= width ? [clean] : wrap(clean, width);
}

/** Returns what a screen leaves as text. */
const textOf = (left: ReactNode, columns: number): string =>
  ink.renderToString(<SizeContext value={{ columns, rows: 24 }}>{left}</SizeContext>, { columns });

/** Calls for a new drawing when the overlay changes. */
export function useOverlay(overlay: Overlay | undefined): void {
  useSyncExternalStore(overlay?.listen ?? noChanges, overlay?.version ?? none);
}

const noChanges = () => () => {};
const none = () => 0;

/** Returns the most lines that an overlay may take of a window: some of the list stays visible if there is room. */
const mostOf = (height: number): number => (height < 14 ? height : height - 4);

/** Returns the height of an overlay over a list: that of what it has shown so far, or all of it for a screen that needs it. */
export const overlayHeight = (
  height: number,
  { shown, needed }: { shown?: Pick<Shown, "isFull"> | undefined; needed: number },
): number => {
  if (height < 14 || shown?.isFull) return height;
  return Math.min(mostOf(height), Math.max(minHeight, needed + 2));
};

/** The least height of an overlay with its frame, in lines. */
const minHeight = 5;

/**
 * Draws an overlay in its panel: the newest lines, and the screen that is shown below them. Arrow keys, PageUp, PageDown, Home, End and
 * the wheel scroll the lines; they follow what is printed unless the reader has scrolled up, and a new question ends that.
 */
export function OverlayPanel({
  overlay,
  title,
  width,
  height,
  most,
}: {
  overlay: Overlay;
  title: string;
  width: number;
  height: number;
  /** The height that it grows to at most. */
  most: number;
}): ReactElement {
  useOverlay(overlay);
  const { columns } = useSize();
  const { lines, shown, activity } = overlay;
  const isFull = shown?.isFull ?? false;
  const room = insidePanel({ width, height }, columns, true);
  const largest = insidePanel({ width, height: isFull ? height : mostOf(most) }, columns, true).height;
  const box = useRef<DOMElement>(null);
  const { height: seen } = ink.useBoxMetrics(box);
  const screen = useRef<DOMElement>(null);
  const { height: asked } = ink.useBoxMetrics(screen);
  useEffect(() => {
    overlay.width = room.width;
    if (isFull) return;
    overlay.height = largest;
    overlay.need(lines.length + (shown ? asked : activity === "" ? 0 : 1));
  });
  /** The first line that is visible; undefined while the lines follow what is printed. */
  const [top, setTop] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked next is visible.
  useEffect(() => setTop(undefined), [shown]);
  const last = Math.max(0, lines.length - seen);
  const from = Math.min(top ?? last, last);
  const first = top === undefined ? Math.max(0, lines.length - room.height) : from;
  const scroll = (to: number) => setTop(to >= last ? undefined : Math.max(0, to));
  useKeys((keys) => {
    for (const key of keys) {
      if (key === "ctrl+c") overlay.interrupt();
      if (!isFull && listKeys.includes(key) && !shown?.keys.includes(key))
        scroll(moveSelection(from, key, last + 1, seen));
    }
  });
  useMouse(({ type }) => {
    if (!isFull && type.startsWith("wheel")) scroll(from + (type === "wheelup" ? -3 : 3));
  });
  const hidden = [
    ...(from > 0 ? [`↑ ${from} above`] : []),
    ...(last > from ? [`↓ ${last - from} below`] : []),
  ];
  const note =
    isFull || hidden.length === 0 || seen === 0
      ? undefined
      : { text: hidden.join("  "), tone: "key" as const };
  return (
    // A screen that needs all of it has a title of its own.
    <Panel title={isFull ? "" : title} width={width} height={height} isFocused={!isFull} isPadded note={note}>
      <SizeContext value={{ columns: room.width, rows: largest + 1 }}>
        <Box
          flexDirection="column"
          height={room.height}
          justifyContent={isFull ? "flex-start" : "flex-end"}
          overflow="hidden"
        >
          {!isFull && (
            <Box
              ref={box}
              flexDirection="column"
              overflow="hidden"
              justifyContent={top === undefined ? "flex-end" : "flex-start"}
            >
              <Box flexDirection="column" flexShrink={0}>
                {lines.slice(first, first + room.height).map((line, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
                  <Text key={index} wrap="truncate">
                    {line === "" ? " " : line}
                  </Text>
                ))}
              </Box>
            </Box>
          )}
          <Box ref={screen} flexDirection="column" flexShrink={0}>
            {shown?.content ?? (activity !== "" && <Text {...styles.dim}>{activity}</Text>)}
          </Box>
          {!isFull && <Box flexGrow={1} />}
        </Box>
      </SizeContext>
    </Panel>
  );
}
