import type { OptionDraft } from "../draft.ts";

type Choice = OptionDraft["choices"][number];

const isPlain = (entry: string) => entry.trim() !== "" && !entry.includes(";");

/** Returns a list as `a;b`, or as a JSON array if an entry needs it. */
export function writeList(entries: readonly string[]): string {
  const plain = entries.every(isPlain) && !(entries[0] ?? "").trimStart().startsWith("[");
  return plain ? entries.join(";") : JSON.stringify(entries);
}

/** The inverse of `writeList`. Returns undefined for a cell that starts like JSON but is not an array of strings. */
export function readList(cell: string): string[] | undefined {
  if (!cell.trimStart().startsWith("[")) return cell.split(";").filter((entry) => entry.trim() !== "");
  const entries = readJson(cell);
  return Array.isArray(entries) && entries.every((entry) => typeof entry === "string") ? entries : undefined;
}

/** Returns choices as `name;name` or `value:name;value:name`, or as a JSON array of `[value, name]`. */
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

/** The inverse of `writeChoices`. Returns undefined for a cell that starts like JSON but is not an array of pairs. */
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

/** Returns the JSON value of a cell, or undefined. */
export function readJson(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
