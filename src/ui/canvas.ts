import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../text.ts";

type Output = NodeJS.WriteStream;

/** A terminal while a screen is up, between `openCanvas` and `release`. */
export interface Canvas {
  /** What Ink draws on. */
  readonly stream: Output;
  /** Gives the streams back; what others wrote to a screen of its own appears now. */
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
 * Takes the terminal behind `out` (and `others`) over for Ink, and does two things that Ink does not.
 * - A terminal that becomes narrower breaks the lines of the frame anew: all rows that they take now are erased,
 *   not only as many as were written, so that no ghosts stay behind.
 * - What others write to the terminal meanwhile (a notice, a warning) does not run through the frame.
 */
export function openCanvas(out: Output, others: readonly Output[], options: CanvasOptions): Canvas {
  const { alternateScreen, onResize, onForeign } = options;
  const write = out.write;
  let drawn: string[] = [];
  let held = "";

  const draw: Output["write"] = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = stripVTControlCharacters(String(chunk));
    if (text !== "") drawn = text.split("\n");
    else if (String(chunk).includes("\x1b[2K")) drawn = [];
    return Reflect.apply(write, out, [chunk, ...rest]);
  };

  const interject: Output["write"] = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    const lines = text.endsWith("\n") ? text : `${text}\n`;
    if (alternateScreen) held += lines;
    else onForeign(lines);
    return Reflect.apply(write, out, ["", ...rest.filter((argument) => typeof argument === "function")]);
  };

  const resized = () => {
    if (!alternateScreen) Reflect.apply(write, out, [eraseReflowed(drawn, out.columns)]);
    onResize();
  };

  // Before Ink, which listens too.
  out.on("resize", resized);
  const giveBack = [out, ...others].map((output) => replaceWrite(output, interject));
  return {
    stream: new Proxy(out, {
      get: (target, key, receiver) => (key === "write" ? draw : Reflect.get(target, key, receiver)),
    }),
    release() {
      out.off("resize", resized);
      for (const restore of giveBack) restore();
      if (held !== "") out.write(held);
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
