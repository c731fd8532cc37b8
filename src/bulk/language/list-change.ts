import { type Span, syntaxError } from "../../kernel/lexer.ts";
import { isList, type Value } from "./values.ts";

/** One entry as typed, with its position in the text of the change. */
export interface Entry extends Span {
  readonly text: string;
}

/** What a change does with a list: replace it, add entries or remove entries. */
export interface ListChange {
  readonly mode: "=" | "+=" | "-=";
  readonly entries: readonly Entry[];
}

/** Parses entries separated by commas; quoted ones may contain commas. Throws UsageError with a caret. */
export function parseEntries(source: string, start: number): Entry[] {
  if (source.slice(start).trim() === "" || source.slice(start).trim() === "null") return [];
  const entry = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(?!\s*["'])([^,]*?))\s*(,|$)/y;
  const entries: Entry[] = [];
  for (let position = start; ; ) {
    entry.lastIndex = position;
    const [all, double, single, plain, end] = entry.exec(source) ?? [];
    const rest = { position, length: Math.max(1, source.length - position) };
    if (all === undefined) throw syntaxError(source, rest, "Expected entries separated by commas");
    const text = plain ?? (double ?? single ?? "").replace(/\\(.)/g, "$1");
    const leading = all.length - all.trimStart().length;
    const length = all.slice(leading).replace(/\s*,?$/, "").length;
    const at = { position: position + leading, length: Math.max(1, length) };
    if (text === "") throw syntaxError(source, at, "Expected an entry");
    entries.push({ text, ...at });
    if (end !== ",") return entries;
    position = entry.lastIndex;
  }
}

/** Returns the list after a change: each entry once, the ones that stay in their order. */
export function listAfter(
  { mode, entries }: ListChange,
  present: Value | undefined,
  isTitled = false,
): readonly string[] {
  const texts = entries.map(({ text }) => text);
  const before = isList(present) ? present : [];
  const isNamed = (one: string) =>
    texts.some((text) => one === text || (isTitled && one.startsWith(`${text}: `)));
  if (mode === "-=") return before.filter((one) => !isNamed(one));
  return [...new Set(mode === "+=" ? [...before, ...texts] : texts)];
}
