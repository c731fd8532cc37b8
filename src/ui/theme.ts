import chalk, { supportsColorStderr } from "chalk";
import type { TextProps } from "./terminal.ts";

type Look = Pick<TextProps, "color" | "bold" | "dimColor" | "inverse">;

/**
 * The colors for terminals with 256 colors have a contrast of at least 3:1 on black and on white. With 16 colors,
 * green, cyan and yellow are unreadable on white, and the strength of dim varies, but there are no alternatives.
 */
export const shades = {
  256: {
    dim: { color: "ansi256(243)" },
    key: { color: "ansi256(31)" },
    done: { color: "ansi256(28)" },
    failed: { color: "ansi256(196)" },
    warning: { color: "ansi256(136)" },
  },
  16: {
    dim: { dimColor: true },
    key: { color: "cyan" },
    done: { color: "green" },
    failed: { color: "red" },
    warning: { color: "yellow" },
  },
} as const satisfies Record<number, Record<string, Look>>;

const shade = shades[supportsColorStderr !== false && supportsColorStderr.level >= 2 ? 256 : 16];

/** Text styles by meaning; other text keeps the terminal's own color. */
export const styles = {
  plain: {},
  head: { bold: true },
  ...shade,
  live: { ...shade.warning, bold: true },
  chosen: { inverse: true },
} as const satisfies Record<string, Look>;

export type Tone = keyof typeof styles;

/**
 * Returns text with the SGR codes of a style, for a line of text with several styles: one such text is drawn faster than
 * one component per style. Without color, the text stays as it is.
 */
export function paint(text: string, tone: Tone): string {
  const { color, bold, dimColor, inverse }: Look = styles[tone];
  const shadeNumber = /^ansi256\((\d+)\)$/.exec(color ?? "")?.[1];
  let painted = text;
  if (shadeNumber !== undefined) painted = chalk.ansi256(Number(shadeNumber))(painted);
  else if (isColor(color)) painted = chalk[color](painted);
  if (bold) painted = chalk.bold(painted);
  if (dimColor) painted = chalk.dim(painted);
  return inverse ? chalk.inverse(painted) : painted;
}

const isColor = (name: Look["color"]): name is "cyan" | "green" | "red" | "yellow" =>
  /^(cyan|green|red|yellow)$/.test(name ?? "");

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
