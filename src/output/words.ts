import type { Tone } from "./style.ts";

/** What people read instead of a value of the platform, and its style. */
export type Word = readonly [text: string, tone?: Tone | undefined];

/** The words for the values of one field: `{ NOT_PAID: ["not paid"] }`. All other values are written in lower case. */
export type Words = Readonly<Record<string, Word>>;

/** A constant of the platform: `NOT_PAID`. */
const constant = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

/**
 * Returns the word for a value, or the different words for a list of constants. A value that is no constant of the platform, such as a
 * name, is returned as it is.
 */
export function wordFor(words: Words, value: string): Word {
  const word = Object.hasOwn(words, value) ? words[value] : undefined;
  if (word !== undefined) return word;
  const values = value.split(", ");
  if (!values.every((one) => constant.test(one))) return [value];
  if (values.length > 1) return [[...new Set(values.map((one) => wordFor(words, one)[0]))].join(", ")];
  return [value.toLowerCase().replaceAll("_", " ")];
}
