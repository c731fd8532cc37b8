import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../kernel/text.ts";
import { mouseReports } from "./mouse.ts";

type Output = NodeJS.WriteStream;

const screen = { enter: "\x1b[?1049h", leave: "\x1b[?1049l" };
const showCursor = "\x1b[?25h";
/** Moves the cursor to the top left. Terminals keep its position when they switch screens. */
const home = "\x1b[H";
/**
 * Makes the terminal turn the mouse wheel into arrow keys (alternate scroll); unlike mouse reports, this leaves text
 * selection to the terminal. Many terminals enable it by default, so the previous mode is restored (XTSAVE, XTRESTORE).
 */
const wheel = { enable: "\x1b[?1007s\x1b[?1007h", restore: "\x1b[?1007r" };

/** A terminal that shows a screen, from `openCanvas` until `release`. */
export interface Canvas {
  /** The stream for Ink. */
  readonly stream: Output;
  /** Draws a sequence over this frame and all later ones, until the next call; an empty one draws nothing. */
  overlay(sequence: string): void;
  /**
   * Restores the streams, the screen and the cursor, and prints output that was held back by the alternate screen. Nothing
   * is drawn after that.
   */
  release(): void;
}

export interface CanvasOptions {
  /** Draws on the alternate screen instead of in the scrollback. */
  alternateScreen: boolean;
  /** Makes the terminal report the mouse as long as the alternate screen is shown. */
  mouse?: boolean;
  /** Called after the window was resized, before Ink draws. */
  onResize(): void;
  /** Shows whole lines written by other code above the frame. */
  onForeign(text: string): void;
}

/**
 * Takes over the terminal behind `out` (and `others`) for Ink. It does four things that Ink does not: when the terminal
 * becomes narrower and wraps the lines of the frame, all their rows are erased; output that other code writes meanwhile
 * does not break the frame; on the alternate screen the mouse wheel scrolls; sequences that are not text, such as
 * pictures, are drawn again over every frame.
 */
export function openCanvas(out: Output, otherOutputs: readonly Output[], options: CanvasOptions): Canvas {
  const { alternateScreen, mouse = false, onResize, onForeign } = options;
  const write = out.write;
  let lastFrame: string[] = [];
  let width = out.columns;
  let heldOutput = "";
  let overlaySequence = "";
  let isAlternate = false;
  let isReleased = false;

  /** The window may have been resized before the program is told: the terminal has wrapped the frame already. */
  const erase = (columns: number) => {
    if (columns === width) return;
    width = columns;
    if (alternateScreen) return;
    Reflect.apply(write, out, [eraseReflowed(lastFrame, columns)]);
    lastFrame = lastFrame.map(() => "");
  };

  const draw: Output["write"] = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    if (isReleased) return true;
    if (chunk === screen.enter || chunk === screen.leave) isAlternate = chunk === screen.enter;
    erase(out.getWindowSize?.()[0] ?? out.columns);
    const text = stripVTControlCharacters(String(chunk));
    if (text !== "") lastFrame = text.split("\n");
    else if (String(chunk).includes("\x1b[2K")) lastFrame = [];
    const painted = text === "" || overlaySequence === "" ? chunk : `${chunk}${overlaySequence}`;
    return Reflect.apply(write, out, [withPointer(painted, mouse), ...rest]);
  };

  const interject: Output["write"] = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    const lines = text.endsWith("\n") ? text : `${text}\n`;
    if (alternateScreen) heldOutput += lines;
    else onForeign(lines);
    return Reflect.apply(write, out, ["", ...rest.filter((argument) => typeof argument === "function")]);
  };

  const resized = () => {
    erase(out.columns);
    onResize();
  };

  // Registered before Ink's own listener.
  out.on("resize", resized);
  const restores = [out, ...otherOutputs].map((output) => replaceWrite(output, interject));
  return {
    stream: new Proxy(out, {
      get: (target, key, receiver) => (key === "write" ? draw : Reflect.get(target, key, receiver)),
    }),
    overlay(sequence) {
      if (sequence !== overlaySequence) Reflect.apply(write, out, [sequence]);
      overlaySequence = sequence;
    },
    release() {
      // Ink has left it, unless it failed.
      if (isAlternate) {
        draw(screen.leave);
        draw(showCursor);
      }
      isReleased = true;
      out.off("resize", resized);
      for (const restore of restores) restore();
      if (heldOutput !== "") out.write(heldOutput);
    },
  };
}

/**
 * Returns the sequence that erases a frame whose lines were wrapped by a terminal of `columns`, and moves the cursor to
 * where Ink expects it: Ink counts lines, not rows. Returns an empty text if no line was wrapped.
 */
export function eraseReflowed(lines: readonly string[], columns: number): string {
  const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / columns)), 0);
  if (rows === lines.length) return "";
  return `\x1b[${rows - 1}A\r\x1b[J${lines.length > 1 ? `\x1b[${lines.length - 1}B` : ""}`;
}

/**
 * Enables the mouse wheel, and if wanted the mouse, when Ink enters the alternate screen, and restores them when Ink leaves
 * it: at the end, when it is suspended, and when the program fails.
 */
function withPointer(chunk: string | Uint8Array, mouse: boolean): string | Uint8Array {
  if (chunk === screen.enter) return screen.enter + home + wheel.enable + (mouse ? mouseReports.enable : "");
  if (chunk === screen.leave) return (mouse ? mouseReports.disable : "") + wheel.restore + screen.leave;
  return chunk;
}

function replaceWrite(output: Output, replacement: Output["write"]): () => void {
  const before = Object.getOwnPropertyDescriptor(output, "write");
  output.write = replacement;
  return () => {
    if (before === undefined) Reflect.deleteProperty(output, "write");
    else Object.defineProperty(output, "write", before);
  };
}
