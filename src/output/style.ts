import { Chalk } from "chalk";
import type { Sink } from "./streams.ts";

/** What a piece of text means; how it looks follows from that. */
export type Tone = "heading" | "dim" | "key" | "good" | "bad" | "warn";

/** Symbols are decoration: a word always stands beside them. */
export interface Symbols {
  readonly good: string;
  readonly bad: string;
  readonly warn: string;
  readonly arrow: string;
  readonly bullet: string;
  readonly ellipsis: string;
}

/** Colours by meaning for one stream. The text must be sanitised already. */
export type Style = Readonly<Record<Tone, (text: string) => string>> & {
  readonly symbols: Symbols;
  /** A symbol and its words in one colour: `✓ 12 products updated`. */
  mark(tone: "good" | "bad" | "warn", words: string): string;
};

const unicode: Symbols = { good: "✓", bad: "✗", warn: "▲", arrow: "→", bullet: "•", ellipsis: "…" };
const plain: Symbols = { good: "+", bad: "x", warn: "!", arrow: "->", bullet: "-", ellipsis: "..." };

/**
 * The style of a stream: no SGR code at all where the stream has no colour. Where there are 256 colours, those are
 * taken that can be read on black and on white: of the standard sixteen green, cyan and yellow cannot on white.
 */
export function styleFor(sink: Pick<Sink, "colour" | "colours" | "ascii">): Style {
  const deep = sink.colours === 256;
  const chalk = new Chalk({ level: !sink.colour ? 0 : deep ? 2 : 1 });
  const symbols = sink.ascii ? plain : unicode;
  const tones: Record<Tone, (text: string) => string> = {
    heading: chalk.bold,
    dim: deep ? chalk.ansi256(243) : chalk.dim,
    key: deep ? chalk.ansi256(31) : chalk.cyan,
    good: deep ? chalk.ansi256(28) : chalk.green,
    bad: deep ? chalk.ansi256(196) : chalk.red,
    warn: deep ? chalk.ansi256(136) : chalk.yellow,
  };
  return { ...tones, symbols, mark: (tone, words) => tones[tone](`${symbols[tone]} ${words}`) };
}
