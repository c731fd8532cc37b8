import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../kernel/text.ts";

type Output = NodeJS.WriteStream;

const screen = { enter: "\x1b[?1049h", leave: "\x1b[?1049l" };
/** The screen's first place: the cursor comes along from wherever it was, behind an echoed ^C for example. */
const home = "\x1b[H";
/**
 * Asks the terminal to turn the mouse wheel into arrow keys (alternate scroll), which leaves selecting text to it as
 * mouse reports would not. Many have that on for every program, so it is put back as it was (XTSAVE, XTRESTORE) and
 * not off.
 */
const wheel = { take: "\x1b[?1007s\x1b[?1007h", giveBack: "\x1b[?1007r" };

/** A terminal while a screen is up, between `openCanvas` and `release`. */
export interface Canvas {
  /** What Ink draws on. */
  readonly stream: Output;
  /** Draws this over the frame now, and over every later one, until there is another; empty for nothing. */
  overlay(sequence: string): void;
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
 * Takes the terminal behind `out` (and `others`) over for Ink, and does four things that Ink does not.
 * - A terminal that becomes narrower breaks the lines of the frame anew: all rows that they take now are erased,
 *   not only as many as were written, so that no ghosts stay behind.
 * - What others write to the terminal meanwhile (a notice, a warning) does not run through the frame.
 * - The mouse wheel scrolls on a screen of its own, from the moment Ink enters it until Ink leaves it, however that
 *   comes about.
 * - What is no text, such as a picture, is drawn over the frame, and again over every frame that Ink draws.
 */
export function openCanvas(out: Output, others: readonly Output[], options: CanvasOptions): Canvas {
  const { alternateScreen, onResize, onForeign } = options;
  const write = out.write;
  let drawn: string[] = [];
  let held = "";
  let over = "";

  const draw: Output["write"] = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = stripVTControlCharacters(String(chunk));
    if (text !== "") drawn = text.split("\n");
    else if (String(chunk).includes("\x1b[2K")) drawn = [];
    const painted = text === "" || over === "" ? chunk : `${chunk}${over}`;
    return Reflect.apply(write, out, [withWheel(painted), ...rest]);
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
    overlay(sequence) {
      if (sequence !== over) Reflect.apply(write, out, [sequence]);
      over = sequence;
    },
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

/** Entering and leaving a screen of its own, with the wheel. */
function withWheel(chunk: string | Uint8Array): string | Uint8Array {
  if (chunk === screen.enter) return screen.enter + home + wheel.take;
  return chunk === screen.leave ? wheel.giveBack + screen.leave : chunk;
}

function replaceWrite(output: Output, replacement: Output["write"]): () => void {
  const before = Object.getOwnPropertyDescriptor(output, "write");
  output.write = replacement;
  return () => {
    if (before === undefined) Reflect.deleteProperty(output, "write");
    else Object.defineProperty(output, "write", before);
  };
}
