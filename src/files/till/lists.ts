import type { OptionDraft } from "../draft.ts";

type Choice = OptionDraft["choices"][number];

const isPlain = (entry: string) => entry.trim() !== "" && !entry.includes(";");

/** A list as `a;b`, or as a JSON array where an entry would not come back exactly. */
export function writeList(entries: readonly string[]): string {
  const plain = entries.every(isPlain) && !(entries[0] ?? "").trimStart().startsWith("[");
  return plain ? entries.join(";") : JSON.stringify(entries);
}

/** The inverse of `writeList`; undefined for a cell that begins like JSON and is no array of texts. */
export function readList(cell: string): string[] | undefined {
  if (!cell.trimStart().startsWith("[")) return cell.split(";").filter((entry) => entry.trim() !== "");
  const entries = readJson(cell);
  return Array.isArray(entries) && entries.every((entry) => typeof entry === "string") ? entries : undefined;
}

/** Choices as `name;name` and `value:name;value:name`, or as a JSON array of `[value, name]`. */
export function writeChoices(choices: readonly Choice[]): string {
  const entries = choices.map(({ value, description }) =>
    value === description ? value : `${value}:${description}`,
  );
  const plain = choices.every(({ value }) => !value.includes(":"));
  const list = writeList(entries);
  return plain && !list.startsWith("[")
    ? list
    : JSON.stringify(choices.map(({ value, description }) => [value, description]));
}

/** The inverse of `writeChoices`; undefined for a cell that begins like JSON and is no array of pairs. */
export function readChoices(cell: string): Choice[] | undefined {
  if (!cell.trimStart().startsWith("[")) return readList(cell)?.map(readChoice);
  const pairs = readJson(cell);
  if (!Array.isArray(pairs) || !pairs.every(isPair)) return undefined;
  return pairs.map(([value, description]) => ({ value, description }));
}

function readChoice(entry: string): Choice {
  const colon = entry.indexOf(":");
  return colon < 0
    ? { value: entry, description: entry }
    : { value: entry.slice(0, colon), description: entry.slice(colon + 1) };
}

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");

/** The JSON value of a cell, or undefined where it holds none. */
export function readJson(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
