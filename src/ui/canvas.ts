import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../text.ts";

type Output = NodeJS.WriteStream;

/** The terminal as Ink is given it, between `openCanvas` and `release`. */
export interface Canvas {
  /** What Ink draws on. */
  readonly stream: Output;
  /** Makes Ink lay out and draw at once what its tree says now. */
  redraw(): void;
  /** Gives the streams back; what others wrote to an alternate screen appears now. */
  release(): void;
}

export interface CanvasOptions {
  /** Whether the frame has a screen of its own, or stands in the scrollback. */
  alternateScreen: boolean;
  /** Called after the window changed and before Ink draws for the new size. */
  onResize(): void;
  /** Shows whole lines that somebody else wrote, above the frame. */
  onForeign(text: string): void;
}

/**
 * Takes the terminal over for Ink, and puts right what Ink leaves to luck.
 * - Ink sees an endlessly high screen: at the foot of a real one it would erase the scrollback (ESC[3J).
 * - A terminal that becomes narrower breaks the lines of the frame anew: all rows they take now are erased, not
 *   only as many as were written, so that no ghosts stay behind.
 * - What others write to the terminal meanwhile (a notice, a warning) does not run through the frame.
 */
export function openCanvas(out: Output, others: readonly Output[], options: CanvasOptions): Canvas {
  const { alternateScreen, onResize, onForeign } = options;
  const write = out.write;
  const draw = (text: string): boolean => Reflect.apply(write, out, [text]);
  let drawn: string[] = [];
  let rows = out.rows;
  let held = "";
  let redraw = () => {};

  const drawFrame: Output["write"] = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = stripVTControlCharacters(String(chunk));
    if (text !== "") drawn = text.split("\n");
    return Reflect.apply(write, out, [chunk, ...rest]);
  };

  const interject: Output["write"] = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    const lines = text.endsWith("\n") ? text : `${text}\n`;
    if (alternateScreen) held += lines;
    else onForeign(lines);
    return Reflect.apply(write, out, ["", ...rest.filter((argument) => typeof argument === "function")]);
  };

  const stream = new Proxy(out, {
    get(target, key) {
      if (key === "rows") return Number.POSITIVE_INFINITY;
      if (key === "write") return drawFrame;
      if (key === "on" || key === "off") {
        return (event: string, listener: () => void) => {
          if (event !== "resize") target[key](event, listener);
          else redraw = key === "on" ? listener : () => {};
          return stream;
        };
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

  const resized = () => {
    if (!alternateScreen) draw(eraseReflowed(drawn, out.columns));
    else if (out.rows !== rows) draw("\x1b[H\x1b[2J");
    rows = out.rows;
    onResize();
    redraw();
  };

  const giveBack = [out, ...others].map((output) => replaceWrite(output, interject));
  out.on("resize", resized);
  if (alternateScreen) draw("\x1b[?1049h\x1b[H");

  return {
    stream,
    redraw: () => redraw(),
    release() {
      out.off("resize", resized);
      for (const restore of giveBack) restore();
      if (alternateScreen) draw("\x1b[?1049l");
      if (held !== "") draw(held);
    },
  };
}

/**
 * Erases a frame whose lines a terminal of `columns` has broken anew, and leaves the cursor where Ink, which
 * counts lines and not rows, expects it: so many lines below the top. Empty where no line was broken.
 */
export function eraseReflowed(lines: readonly string[], columns: number): string {
  const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / columns)), 0);
  if (rows === lines.length) return "";
  return `\x1b[${rows - 1}A\r\x1b[J${lines.length > 1 ? `\x1b[${lines.length - 1}B` : ""}`;
}

function replaceWrite(output: Output, replacement: Output["write"]): () => void {
  const before = Object.getOwnPropertyDescriptor(output, "write");
  output.write = replacement;
  return () => {
    if (before === undefined) Reflect.deleteProperty(output, "write");
    else Object.defineProperty(output, "write", before);
  };
}
