import type { TextProps } from "ink";
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from "react";
import type { OnWait, Waited } from "../output/activity.ts";

/** The terminal's size in character cells. A frame may use `rows - 1` of them. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export const SizeContext = createContext<Size>({ columns: 80, rows: 24 });

/** Returns the window size; the component is rendered again when it changes. */
export function useSize(): Size {
  return useContext(SizeContext);
}

/** Writes a control sequence that does not draw, such as one for the clipboard. */
export type WriteSequence = (sequence: string) => void;

export const WriteSequenceContext = createContext<WriteSequence>(() => {});

/** Returns a function that writes a sequence between two frames. */
export function useWriteSequence(): WriteSequence {
  return useContext(WriteSequenceContext);
}

/** Adds a listener for requests that wait; returns a function that removes it. */
export type ListenToWaits = (listener: OnWait) => () => void;

export const WaitsContext = createContext<ListenToWaits>(() => () => {});

export const WaitedContext = createContext<() => Waited>(() => ({ count: 0, last: "" }));

/** Returns how many requests have waited so far, also before the screen was opened. */
export function useWaited(): Waited {
  return useContext(WaitedContext)();
}

/** How much longer the reason is shown than a request waits, in milliseconds. */
const waitMarginMs = 1000;

/** Returns why a request waits before it is sent again, as long as it does: `HTTP 500; trying again in 2 s (1/3)`. */
export function useWait(): string | undefined {
  const listen = useContext(WaitsContext);
  const [wait, setWait] = useState<string>();
  useEffect(() => {
    let timer: NodeJS.Timeout | undefined;
    const end = listen((text, ms) => {
      clearTimeout(timer);
      setWait(text);
      timer = setTimeout(() => setWait(undefined), ms + waitMarginMs);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [listen]);
  return wait;
}

/** Returns the sequence that copies a text to the clipboard, also through SSH and tmux (OSC 52). */
export function clipboardSequence(text: string): string {
  return `\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`;
}

/**
 * The only module that imports Ink; all other files use its components and hooks from here. Ink's layout engine unpacks
 * its WebAssembly with `fetch(data:…)` if `fetch` exists, which starts Node's whole HTTP client. So `fetch` is hidden
 * while Ink loads (some 70 ms). The rest of the program uses undici directly.
 */
const fetch = Object.getOwnPropertyDescriptor(globalThis, "fetch");
if (fetch !== undefined) Object.defineProperty(globalThis, "fetch", { value: undefined, configurable: true });

async function load() {
  try {
    return [await import("ink"), await import("@inkjs/ui")] as const;
  } finally {
    if (fetch !== undefined) Object.defineProperty(globalThis, "fetch", fetch);
  }
}

const [loaded, components] = await load();
export const ink = loaded;
export const { Box, useApp, useInput, usePaste, useStdout } = ink;
/**
 * Returns whether a screen reader reads the screen (INK_SCREEN_READER=true). Ink then leaves out styles, widths and
 * heights, and drawings need a text.
 */
export const useSpoken = ink.useIsScreenReaderEnabled;
export const { ConfirmInput } = components;

/** Returns a text for Ink, which measures some characters differently (`openCanvas`). */
export const CellsContext = createContext<(text: string) => string>((text) => text);

/** Ink's Text, with every character in the cells that terminals give it. */
export function Text({ children, ...props }: TextProps): ReactElement {
  const cells = useContext(CellsContext);
  const parts: ReactNode[] = Array.isArray(children) ? children : [children];
  const drawn = parts.map((part) => (typeof part === "string" ? cells(part) : part));
  return createElement(ink.Text, props, ...drawn);
}

export type { DOMElement, Key, TextProps } from "ink";
