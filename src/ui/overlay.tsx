import { type ReactElement, type ReactNode, useEffect, useReducer } from "react";
import { insidePanel, Line, Panel } from "./components/frame.tsx";
import { useKeys } from "./keys.ts";
import type { MountOptions, ScreenHost } from "./mount.tsx";
import { Box, SizeContext, useSize } from "./terminal.ts";

/** A screen that is shown on an overlay. */
interface Shown {
  readonly content: ReactElement;
  /** Whether it needs all of the overlay. */
  readonly isFull: boolean;
  interrupt(): void;
}

/** The texts of an overlay, the screens that have ended on it, and the one that is shown. */
export interface Overlay extends ScreenHost {
  /** Adds lines of text, above the screen that is shown. */
  print(text: string): void;
  /** What was printed and what is left of screens, oldest first; the last lines are kept. */
  readonly past: readonly ReactNode[];
  readonly shown: Shown | undefined;
  /** Calls a listener with each change; returns a function that removes it. */
  listen(listener: () => void): () => void;
}

/** The lines that are kept. */
const maxPast = 100;

/** Returns an empty overlay. Ctrl-C calls `stop` while no screen is shown on it. */
export function createOverlay(stop: () => void): Overlay {
  const listeners = new Set<() => void>();
  let past: ReactNode[] = [];
  let shown: Shown | undefined;
  const change = () => {
    for (const listener of listeners) listener();
  };
  const add = (...nodes: readonly ReactNode[]) => {
    past = [...past, ...nodes].slice(-maxPast);
  };
  return {
    get past() {
      return past;
    },
    get shown() {
      return shown ?? { content: <></>, isFull: false, interrupt: stop };
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    print(text) {
      add(...text.replace(/\n$/, "").split("\n"));
      change();
    },
    async show(screen, { signal, onInterrupt, alternateScreen = false } = {} as MountOptions<never>) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<
        Parameters<Parameters<typeof screen>[0]>[0] | "interrupted"
      >();
      const answer = (
        value: Parameters<Parameters<typeof screen>[0]>[0] | "interrupted",
        left?: ReactNode,
      ) => {
        if (left !== undefined) add(left);
        resolve(value);
      };
      const abort = () => reject(signal?.reason);
      signal?.addEventListener("abort", abort);
      shown = {
        content: screen(answer),
        isFull: alternateScreen,
        interrupt: () => (onInterrupt ? onInterrupt(answer) : answer("interrupted")),
      };
      change();
      try {
        return await promise;
      } finally {
        signal?.removeEventListener("abort", abort);
        shown = undefined;
        change();
      }
    },
  };
}

/** Returns the height of an overlay over a list: some of the list stays visible if there is room. */
export const overlayHeight = (height: number): number =>
  height < 14 ? height : Math.min(22, Math.max(8, height - 6));

/** Draws an overlay in its panel: the newest texts, and the screen that is shown below them. */
export function OverlayPanel({
  overlay,
  title,
  width,
  height,
}: {
  overlay: Overlay;
  title: string;
  width: number;
  height: number;
}): ReactElement {
  const [, change] = useReducer((count: number) => count + 1, 0);
  useEffect(() => overlay.listen(change), [overlay]);
  const { columns } = useSize();
  const { past, shown } = overlay;
  useKeys((keys) => {
    if (keys.includes("ctrl+c")) shown?.interrupt();
  });
  const room = insidePanel({ width, height }, columns, true);
  return (
    <Panel title={title} width={width} height={height} isFocused isPadded>
      <SizeContext value={{ columns: room.width, rows: room.height + 1 }}>
        <Box flexDirection="column" height={room.height} justifyContent="flex-end" overflow="hidden">
          <Box flexDirection="column" flexShrink={0} flexGrow={shown?.isFull ? 0 : 1}>
            {!shown?.isFull &&
              past.map((node, index) =>
                typeof node === "string" ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
                  <Line key={index} text={node === "" ? " " : node} />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
                  <Box key={index} flexDirection="column">
                    {node}
                  </Box>
                ),
              )}
            {shown?.content}
          </Box>
        </Box>
      </SizeContext>
    </Panel>
  );
}
