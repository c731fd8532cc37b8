import { createContext, useContext, useEffect, useRef } from "react";

/** What the mouse did at a cell of the window; the cell at the top left is 0, 0. */
export interface MouseEvent {
  readonly type: "press" | "drag" | "release" | "wheelup" | "wheeldown";
  readonly x: number;
  readonly y: number;
}

/** Makes the terminal report clicks, drags and the wheel (mode 1002), as text (SGR, mode 1006). */
export const mouseReports = {
  enable: "\x1b[?1002h\x1b[?1006h",
  disable: "\x1b[?1006l\x1b[?1002l",
} as const;

/** Makes the terminal report that its window gets and loses the focus. */
export const focusReports = { enable: "\x1b[?1004h", disable: "\x1b[?1004l" } as const;

const report = /\x1b\[<(\d{1,5});(\d{1,5});(\d{1,5})([Mm])/g;
const focusReport = /\x1b\[[IO]/g;
/** The answer to `backgroundQuery`. */
const backgroundReport = /\x1b\]11;([\w:/?#]*)(?:\x07|\x1b\\)/g;
/** The beginning of a report at the end of a text. Its first two bytes can also begin other keys. */
const begun = /\x1b(?:\[(?:<[\d;]*)?|\](?:1(?:1(?:;[\da-frgb:/]*\x1b?)?)?)?)?$/i;

/** Input without reports, and the beginning of one, which may continue in the next chunk. */
export interface SplitInput {
  readonly text: string;
  readonly events: readonly MouseEvent[];
  /** Whether the window got the focus. */
  readonly focused: boolean;
  /** The color of the background, as the terminal names it. */
  readonly background: string | undefined;
  readonly rest: string;
}

/**
 * Separates the reports of the mouse (`ESC [ < button ; column ; row M`), of the focus (`ESC [ I`, `ESC [ O`) and of the background
 * (`ESC ] 11 ; color ESC \`) of a chunk of input from everything else.
 */
export function splitReports(input: string): SplitInput {
  const events: MouseEvent[] = [];
  const keys = input.replace(report, (_, code: string, column: string, row: string, end: string) => {
    const type = typeOf(Number(code), end);
    if (type !== undefined) events.push({ type, x: Number(column) - 1, y: Number(row) - 1 });
    return "";
  });
  let background: string | undefined;
  const text = keys.replace(focusReport, "").replace(backgroundReport, (_, color: string) => {
    background = color;
    return "";
  });
  const rest = begun.exec(text)?.[0] ?? "";
  const focused = keys.includes("\x1b[I");
  return { text: text.slice(0, text.length - rest.length), events, focused, background, rest };
}

/** Returns whether the rest of an input is a report for certain, and not the Esc key or one that is held down with Alt. */
function isReport(rest: string): boolean {
  return rest.startsWith("\x1b[<") || rest.startsWith("\x1b]1");
}

/** The bits of a button: 0 to 1 its number, 2 to 4 Shift, Alt and Ctrl, 5 motion, 6 the wheel. Only the left button counts. */
function typeOf(code: number, end: string): MouseEvent["type"] | undefined {
  if (code & 64) return code & 2 ? undefined : code & 1 ? "wheeldown" : "wheelup";
  if ((code & 3) !== 0) return undefined;
  if (end === "m") return "release";
  return code & 32 ? "drag" : "press";
}

/** How long the first bytes of a report are kept back, in milliseconds: they may be the Esc key. */
const escapeMs = 10;

/** What is called with the reports of a terminal. */
interface ReportListeners {
  onMouse(event: MouseEvent): void;
  /** The window got the focus. */
  onFocus(): void;
  onBackground(color: string): void;
}

/**
 * Removes reports from `stdin`, even if they arrive in several chunks, and passes them to their listeners. Ink drops reports that arrive whole, but treats parts of them as typed text. Returns
 * a function that restores `stdin`.
 */
export function tapReports(
  stdin: NodeJS.ReadStream,
  { onMouse, onFocus, onBackground }: ReportListeners,
): () => void {
  const before = Object.getOwnPropertyDescriptor(stdin, "read");
  const read = stdin.read;
  let kept = "";
  let overdue = "";
  let timer: NodeJS.Timeout | undefined;
  const release = () => {
    overdue += kept;
    kept = "";
    stdin.emit("readable");
  };
  const next = (): string | null => {
    if (overdue !== "") {
      const text = overdue;
      overdue = "";
      return text;
    }
    for (;;) {
      const chunk: string | Buffer | null = Reflect.apply(read, stdin, []);
      if (chunk === null) return null;
      clearTimeout(timer);
      const { text, events, focused, background, rest } = splitReports(kept + String(chunk));
      kept = rest;
      if (rest !== "" && !isReport(rest)) timer = setTimeout(release, escapeMs);
      for (const event of events) onMouse(event);
      if (focused) onFocus();
      if (background !== undefined) onBackground(background);
      if (text !== "") return text;
    }
  };
  // Node itself reads with a size of 0 to fill its buffer.
  stdin.read = (size?: number) => (size === undefined ? next() : Reflect.apply(read, stdin, [size]));
  return () => {
    clearTimeout(timer);
    if (before === undefined) Reflect.deleteProperty(stdin, "read");
    else Object.defineProperty(stdin, "read", before);
  };
}

/** Adds a listener for the mouse; returns a function that removes it. */
export type ListenToMouse = (listener: (event: MouseEvent) => void) => () => void;

export const MouseContext = createContext<ListenToMouse>(() => () => {});

/** Calls `handle` with what the mouse does, if the screen was mounted with it. */
export function useMouse(handle: (event: MouseEvent) => void): void {
  const listen = useContext(MouseContext);
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => listen((event) => latest.current(event)), [listen]);
}
