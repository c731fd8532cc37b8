import { chalkOf } from "./chalk.ts";
import type { Sink } from "./streams.ts";

/** The meaning of a text, which determines its style. */
export type Tone = "heading" | "dim" | "key" | "good" | "bad" | "warn";

/** Symbols are decoration: they always accompany a word. */
export interface Symbols {
  readonly good: string;
  readonly bad: string;
  readonly warn: string;
  readonly arrow: string;
  readonly bullet: string;
  readonly ellipsis: string;
}

/** The styles of one stream. Texts must be sanitized. */
export type Style = Readonly<Record<Tone, (text: string) => string>> & {
  readonly symbols: Symbols;
  /** Returns a symbol and text in one color: `✓ 12 products updated`. */
  mark(tone: "good" | "bad" | "warn", text: string): string;
};

const unicode: Symbols = { good: "✓", bad: "✗", warn: "▲", arrow: "→", bullet: "•", ellipsis: "…" };
const plain: Symbols = { good: "+", bad: "x", warn: "!", arrow: "->", bullet: "-", ellipsis: "..." };

/**
 * Returns the styles of a stream, without SGR codes if it has no color. With 256 colors, it uses colors that are readable
 * on black and white: the standard green, cyan and yellow are not readable on white.
 */
export function styleFor(sink: Pick<Sink, "color" | "colors" | "ascii">): Style {
  const symbols = sink.ascii ? plain : unicode;
  const tones = sink.color ? colored(sink.colors !== undefined) : colorless;
  return { ...tones, symbols, mark: (tone, text) => tones[tone](`${symbols[tone]} ${text}`) };
}

/** The signs before statuses by their style, also in ASCII. */
const statusSigns: Readonly<Record<Tone, readonly [sign: string, ascii: string]>> = {
  good: ["●", "*"],
  key: ["◐", "="],
  warn: ["◐", "="],
  bad: ["✖", "x"],
  dim: ["–", "-"],
  heading: ["○", "o"],
};

/** Returns a status with its sign: `● paid`. */
export const withSign = (text: string, tone: Tone = "heading", ascii = false): string =>
  text === "" ? "" : `${statusSigns[tone][ascii ? 1 : 0]} ${text}`;

/** Returns a text that leads to a web address, on a terminal that opens links (OSC 8). Other addresses are no links. */
export const linked = (
  text: string,
  address: string | undefined,
  { links, color }: Pick<Sink, "links" | "color">,
): string =>
  links && color && text !== "" && /^https?:\/\/[\x21-\x7e]+$/.test(address ?? "")
    ? `\x1b]8;;${address}\x1b\\${text}\x1b]8;;\x1b\\`
    : text;

const same = (text: string) => text;
const colorless: Record<Tone, typeof same> = {
  heading: same,
  dim: same,
  key: same,
  good: same,
  bad: same,
  warn: same,
};

function colored(deep: boolean): Record<Tone, (text: string) => string> {
  const chalk = chalkOf(deep ? 2 : 1);
  return {
    heading: chalk.bold,
    dim: deep ? chalk.ansi256(243) : chalk.dim,
    key: deep ? chalk.ansi256(31) : chalk.cyan,
    good: deep ? chalk.ansi256(28) : chalk.green,
    bad: deep ? chalk.ansi256(196) : chalk.red,
    warn: deep ? chalk.ansi256(136) : chalk.yellow,
  };
}
