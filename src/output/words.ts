import type { Tone } from "./style.ts";

/** What people read instead of a value of the platform, and its style. */
export type Word = readonly [text: string, tone?: Tone | undefined];

/** The words for the values of one field: `{ NOT_PAID: ["not paid"] }`. All other values are written in lower case. */
export type Words = Readonly<Record<string, Word>>;

/** Returns the word for a value. A value that is no constant of the platform, such as a name, is returned as it is. */
export function wordFor(words: Words, value: string): Word {
  const word = Object.hasOwn(words, value) ? words[value] : undefined;
  return (
    word ?? [/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(value) ? value.toLowerCase().replaceAll("_", " ") : value]
  );
}
