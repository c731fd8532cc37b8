import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../kernel/text.ts";
import type { Theme } from "../output/streams.ts";
import { focusReports, mouseReports } from "./mouse.ts";
import { recolor } from "./themes.ts";

type Output = NodeJS.WriteStream;

const screen = { enter: "\x1b[?1049h", leave: "\x1b[?1049l" };
const showCursor = "\x1b[?25h";
/** Moves the cursor to the top left. Terminals keep its position when they switch screens. */
const home = "\x1b[H";
const eraseBelow = "\x1b[J";
/** Autowrap (DECAWM): without it, text that a terminal draws wider than measured does not begin a line of its own. */
const autowrap = { enable: "\x1b[?7h", disable: "\x1b[?7l" };
/**
 * Makes the terminal turn the mouse wheel into arrow keys (alternate scroll); unlike mouse reports, this leaves text
 * selection to the terminal. Many terminals enable it by default, so the previous mode is restored (XTSAVE, XTRESTORE).
 */
const wheel = { enable: "\x1b[?1007s\x1b[?1007h", restore: "\x1b[?1007r" };

/** A terminal that shows a screen, from `openCanvas` until `release`. */
export interface Canvas {
  /** The stream for Ink. */
  readonly stream: Output;
  /** Prepares text for Ink that terminals measure differently. */
  cells(text: string): string;
  /** Erases the alternate screen, whatever is on it. Ink then has to draw everything. */
  erase(): void;
  /** Draws in the colors of this theme from now on. */
  recolor(theme: Theme): void;
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
  /** Draws symbols and lines as ASCII characters. */
  ascii?: boolean;
  /** The colors. Default: `auto`. */
  theme?: Theme | undefined;
  /** Whether the terminal has all colors, not only 256. */
  hasAllColors?: boolean;
  /** Called after the window was resized, before Ink draws. */
  onResize(): void;
  /** Shows whole lines written by other code above the frame. */
  onForeign(text: string): void;
}

/**
 * Takes over the terminal behind `out` (and `others`) for Ink. It does what Ink does not: when the terminal
 * becomes narrower and wraps the lines of the frame, all their rows are erased; output that other code writes meanwhile
 * does not break the frame; every character is drawn in its column, even if the terminal measures those before it differently;
 * on the alternate screen the mouse wheel scrolls, and nothing wraps.
 */
export function openCanvas(out: Output, otherOutputs: readonly Output[], options: CanvasOptions): Canvas {
  const {
    alternateScreen,
    mouse = false,
    ascii = false,
    theme = "auto",
    hasAllColors = false,
    onResize,
    onForeign,
  } = options;
  let themed = recolor(theme, hasAllColors);
  const write = out.write;
  const cells = openCells();
  let lastFrame: string[] = [];
  let width = out.columns;
  let heldOutput = "";
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
    const placed =
      text === ""
        ? chunk
        : cells.decode(themed(shortened(ascii ? withoutSymbols(String(chunk)) : String(chunk))));
    return Reflect.apply(write, out, [withModes(placed, mouse), ...rest]);
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
    cells: cells.encode,
    erase() {
      if (isAlternate) Reflect.apply(write, out, [autowrap.disable + home + eraseBelow]);
    },
    recolor(to) {
      themed = recolor(to, hasAllColors);
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
 * Enables the mouse wheel, reports of the focus, and if wanted the mouse, and disables autowrap, when Ink enters the alternate
 * screen, and restores them when Ink leaves it: at the end, when it is suspended, and when the program fails.
 */
function withModes(chunk: string | Uint8Array, mouse: boolean): string | Uint8Array {
  if (chunk === screen.enter) {
    const modes = autowrap.disable + focusReports.enable + (mouse ? mouseReports.enable : "");
    // A program that was killed has left its screen on the terminal.
    return screen.enter + home + eraseBelow + wheel.enable + modes;
  }
  if (chunk === screen.leave) {
    const modes = (mouse ? mouseReports.disable : "") + focusReports.disable + autowrap.enable;
    return modes + wheel.restore + screen.leave;
  }
  return chunk;
}

/** A style (SGR), another sequence, or text. */
const part = /\x1b\[([\d;]*)m|\x1b(?:\[[0-?]*[ -/]*[@-~]|[^[])|[^\x1b]+/g;
const moves = /(?:\x1b\[E){2,}/g;
/** Blanks that are shorter as a move to the right. */
const blanks = / {6,}/g;

/** The ends of styles, by what they style. */
const ends = { color: "39", ground: "49", weight: "22", slant: "23", line: "24", inverse: "27" } as const;
type Styled = keyof typeof ends;

/** Returns what an SGR code styles; undefined for the end of all styles. */
function styledBy(code: string): Styled | undefined {
  if (/^(3[0-8]|9\d)/.test(code)) return "color";
  if (/^(4[0-8]|10\d)/.test(code)) return "ground";
  return ({ 1: "weight", 2: "weight", 3: "slant", 4: "line", 7: "inverse" } as const)[code];
}

/**
 * Returns output of Ink without what changes nothing: styles that no text has, blanks on erased lines, and moves to the next line one
 * after another.
 */
function shortened(output: string): string {
  let drawn: Partial<Record<Styled, string>> = {};
  let wanted: Partial<Record<Styled, string>> = {};
  const change = (): string => {
    if (drawn === wanted) return "";
    const codes = (Object.keys(ends) as Styled[]).flatMap((styled) => {
      const code = wanted[styled];
      return code === drawn[styled] ? [] : [code ?? ends[styled]];
    });
    drawn = wanted;
    return codes.map((code) => `\x1b[${code}m`).join("");
  };
  const shorter = output.replace(part, (text, code?: string) => {
    if (code === undefined) {
      const styles = change();
      const isPlain = drawn.ground === undefined && drawn.line === undefined && drawn.inverse === undefined;
      return styles + (isPlain ? text.replace(blanks, ({ length }: string) => `\x1b[${length}C`) : text);
    }
    const ended = (Object.keys(ends) as Styled[]).find((styled) => ends[styled] === code);
    const begun = styledBy(code);
    wanted = ended ? { ...wanted, [ended]: undefined } : begun ? { ...wanted, [begun]: code } : {};
    return "";
  });
  return (shorter + change()).replace(moves, (run) => `\x1b[${run.length / 3}E`);
}

/** The symbols of screens, and what takes their place on terminals without them: one character for each. */
const asciiSymbols: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["✔✖❯›‹●◐○▏→←↑↓▲▼…⋯·×–", "+x>><*=o_><^v^v...x-"],
    ["█▇▆▅▄▃▂▁▀░▐▌", "##==--.._.[]"],
    ["│┃━─┌┐└┘├┤┬┴┼╭╮╰╯", "||=-+++++++++++++"],
  ].flatMap(([symbols = "", plain = ""]) => Array.from(symbols, (symbol, at) => [symbol, plain.charAt(at)])),
);
/** Lines of dots are drawn in braille. */
const symbol = new RegExp(`[${Object.keys(asciiSymbols).join("")}\u2801-\u28ff]`, "g");

/** Returns output with ASCII characters in the place of symbols and lines; letters of names stay. */
function withoutSymbols(output: string): string {
  return output.replace(symbol, (found) => asciiSymbols[found] ?? "*");
}

/** Characters, or parts of them, that terminals measure differently: marks, emoji, flags, jamo, icons, and what is new. */
const uncertain =
  /[\p{M}\p{Cf}\p{Cn}\ue000-\uf8ff\u{10000}-\u{1ffff}\u{f0000}-\u{fffff}\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}\u0d4e\u0e33\u0eb3\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\uff9e\uff9f]/u;
/** Cells of pictures, which no other terminal draws (kitty's placeholders). */
const picture = "\u{10eeee}";
/** Stand for the second cells of a cluster, and for the clusters: from this code point on, in a private plane. */
const filler = "\u{f0000}";
const firstStandIn = 0xf0001;
const maxStandIns = 0xfff0;
const standIns = /([\u{f0001}-\u{fffff}])(\u{f0000}*)|\u{f0000}/gu;
const piece =
  /\x1b\[([0-?]*)[ -/]*([@-~])|\x1b[\]P_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.|[\r\n]|[^\x1b\r\n]+/gsu;
const segmenter = new Intl.Segmenter();

/**
 * Returns two functions for clusters that terminals, and Ink, measure differently. `encode` replaces each by as many characters
 * of one column as it has cells. `decode` puts it back into output of Ink, with the cursor put into the next column after
 * it, and blanks its cells first if there are several, because a terminal may draw it in fewer.
 */
export function openCells() {
  const byCluster = new Map<string, string>();
  const clusters: { text: string; width: number }[] = [];
  const standInFor = (text: string): string => {
    const before = byCluster.get(text);
    if (before !== undefined) return before;
    const width = displayWidth(text);
    if (width === 0) return "";
    if (clusters.length === maxStandIns) return "?".repeat(width);
    const standIn = String.fromCodePoint(firstStandIn + clusters.length) + filler.repeat(width - 1);
    clusters.push({ text, width });
    byCluster.set(text, standIn);
    return standIn;
  };
  const clusterAt = (standIn: string) => clusters[(standIn.codePointAt(0) ?? 0) - firstStandIn];

  return {
    encode(text: string): string {
      if (!uncertain.test(text)) return text;
      return text.replace(piece, (part) => {
        if (part.startsWith("\x1b") || !uncertain.test(part)) return part;
        return Array.from(segmenter.segment(part), ({ segment }) =>
          uncertain.test(segment) && !segment.startsWith(picture) ? standInFor(segment) : segment,
        ).join("");
      });
    },
    decode(output: string): string {
      if (output.search(standIns) < 0) return output;
      let column = 0;
      return output.replace(piece, (part, parameters: string | undefined, final: string | undefined) => {
        if (final === "C") column += Number(parameters);
        if (final === "G") column = Math.max(0, Number(parameters) - 1);
        if (final === "H" || final === "E" || part === "\r" || part === "\n") column = 0;
        if (part.startsWith("\x1b") || part === "\r" || part === "\n") return part;
        let drawn = "";
        let from = 0;
        for (const { 0: cells, 1: standIn, index } of part.matchAll(standIns)) {
          const text = part.slice(from, index);
          from = index + cells.length;
          const start = column + displayWidth(text);
          column = start + displayWidth(cells);
          const cluster = standIn === undefined ? undefined : clusterAt(standIn);
          // A part of a cluster, at the edge of a box, is blank.
          const whole = cluster?.width === column - start ? cluster.text : undefined;
          const blank = whole === undefined || column - start > 1 ? " ".repeat(column - start) : "";
          drawn += text + blank;
          if (whole !== undefined) drawn += (blank && toColumn(start)) + whole + toColumn(column);
        }
        const rest = part.slice(from);
        column += displayWidth(rest);
        return drawn + rest;
      });
    },
  };
}

const toColumn = (column: number) => `\x1b[${column + 1}G`;

function replaceWrite(output: Output, replacement: Output["write"]): () => void {
  const before = Object.getOwnPropertyDescriptor(output, "write");
  output.write = replacement;
  return () => {
    if (before === undefined) Reflect.deleteProperty(output, "write");
    else Object.defineProperty(output, "write", before);
  };
}
