import chalk, { supportsColorStderr } from "chalk";
import { withSign as signed } from "../output/style.ts";
import type { TextProps } from "./terminal.ts";
import { type Ink, inkNumber } from "./themes.ts";

type Look = Pick<TextProps, "color" | "backgroundColor" | "bold" | "dimColor" | "inverse">;

const ink = (name: Ink) => `ansi256(${inkNumber(name)})`;

/**
 * The looks of text on a terminal with 256 colors or more, whose inks the theme chooses (`themes.ts`), and with 16. Of these, green,
 * cyan and yellow are unreadable on white, and the strength of dim varies, but there are no alternatives.
 */
const looks = {
  256: {
    dim: { color: ink("dim") },
    key: { color: ink("key") },
    done: { color: ink("done") },
    failed: { color: ink("failed") },
    warning: { color: ink("warning") },
    chosen: { color: ink("onTint"), backgroundColor: ink("tint") },
    active: { color: ink("onAccent"), backgroundColor: ink("accent") },
    edge: { color: ink("accent") },
  },
  16: {
    dim: { dimColor: true },
    key: { color: "cyan" },
    done: { color: "green" },
    failed: { color: "red" },
    warning: { color: "yellow" },
    chosen: { inverse: true },
    active: { color: "cyan", inverse: true },
    edge: { color: "cyan" },
  },
} as const satisfies Record<number, Record<string, Look>>;

const isDeep = supportsColorStderr !== false && supportsColorStderr.level >= 2;
const look = looks[isDeep ? 256 : 16];

/** Text styles by meaning; other text keeps the terminal's own color. `edge` is beside what is `active`, in its color. */
export const styles = {
  plain: {},
  head: { bold: true },
  ...look,
  live: { ...look.warning, bold: true },
} as const satisfies Record<string, Look>;

export type Tone = keyof typeof styles;

const tinted: Partial<Record<Tone, Look>> = {
  dim: { color: ink("dimOnTint") },
  key: { color: ink("keyOnTint") },
  done: { color: ink("doneOnTint") },
  failed: { color: ink("failedOnTint") },
  warning: { color: ink("warningOnTint") },
};

/**
 * Returns text with the SGR codes of a style, for a line of text with several styles: one such text is drawn faster than
 * one component per style. Without color, the text stays as it is.
 */
export const paint = (text: string, tone: Tone): string => painted(text, styles[tone]);

/** Returns text in a style for the selected row, which is painted around it. With 16 colors, the row has one color. */
export const paintOnTint = (text: string, tone: Tone): string =>
  painted(text, tinted[tone] === undefined ? styles[tone] : isDeep ? tinted[tone] : {});

/** Returns whether text has colors. Without them, signs say the same. */
export const isColored = (): boolean => chalk.level > 0;

function painted(text: string, { color, backgroundColor, bold, dimColor, inverse }: Look): string {
  const [front, back] = [color, backgroundColor].map((name) => /^ansi256\((\d+)\)$/.exec(name ?? "")?.[1]);
  let result = text;
  if (front !== undefined) result = chalk.ansi256(Number(front))(result);
  else if (isColor(color)) result = chalk[color](result);
  if (back !== undefined) result = chalk.bgAnsi256(Number(back))(result);
  if (bold) result = chalk.bold(result);
  if (dimColor) result = chalk.dim(result);
  // Inverse, a bar would be as its background.
  return inverse ? result.replace(/[^█░]+/g, (part) => chalk.inverse(part)) : result;
}

const isColor = (name: Look["color"]): name is "cyan" | "green" | "red" | "yellow" =>
  /^(cyan|green|red|yellow)$/.test(name ?? "");

/** The styles of printed output that those of statuses correspond to. */
const printed = { done: "good", key: "key", warning: "warn", failed: "bad", dim: "dim" } as const;

/** Returns a status with its sign: `● paid`. */
export const withSign = (text: string, tone: Tone = "plain"): string =>
  signed(text, Object.hasOwn(printed, tone) ? printed[tone as keyof typeof printed] : undefined);

/** Symbols of one column; a word with the same meaning follows each. */
export const symbols = {
  done: "✔",
  failed: "✖",
  unknown: "?",
  warning: "!",
  question: "?",
  chosen: "❯",
  marked: "●",
  cursor: "▏",
  barFull: "█",
  barEmpty: "░",
} as const;
