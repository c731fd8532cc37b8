import { gather, type Sink } from "./streams.ts";

/** Rows in memory, or streamed page by page. */
export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

/** A value, or a function if the value is known after the last row only. */
export type Late<T> = T | (() => T | undefined) | undefined;

/** Returns the current value of a `Late`. */
export function settle<T extends string | number | readonly string[]>(late: Late<T>): T | undefined {
  return typeof late === "function" ? late() : late;
}

/** Control characters that JSON.stringify does not escape: DEL, C1, bidi, line separators, BOM. */
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Returns text with DEL, C1, bidi and separator characters as `\u` escapes, for JSON or YAML double quotes. */
export function escapeControls(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns a value as JSON text without raw control characters. */
export function jsonText(value: unknown, indent?: number): string {
  return escapeControls(JSON.stringify(value, null, indent) ?? "null");
}

/** Returns a record with `_kind` as its first member. */
export function withKind(kind: string, record: object): Record<string, unknown> {
  return Object.assign({ _kind: kind }, record, { _kind: kind });
}

/**
 * Streams `{ items, total?, next? }`, and further facts, with one item per line, indented on a terminal. Stops when the reader has gone away.
 * Resolves with the number of rows written.
 */
export async function writeJsonList(
  sink: Sink,
  rows: Rows<object>,
  facts: { total?: Late<number>; next?: Late<string>; facts?: object | undefined } = {},
): Promise<number> {
  const out = gather(sink);
  const text = (value: unknown) =>
    sink.isTTY ? jsonText(value, 2).replaceAll("\n", "\n    ") : jsonText(value);
  const [open, between, close] = sink.isTTY
    ? ['{\n  "items": [', "\n    ", "\n  ]"]
    : ['{"items":[', "\n", "\n]"];
  const [comma, colon, end] = sink.isTTY ? [",\n  ", ": ", "\n}\n"] : [",", ":", "}\n"];
  let count = 0;
  await out.write(open);
  for await (const row of rows) {
    await out.write(`${count === 0 ? "" : ","}${between}${text(row)}`);
    count += 1;
    if (sink.closed) return count;
  }
  const tail = Object.entries({ total: settle(facts.total), next: settle(facts.next), ...facts.facts })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${comma}"${name}"${colon}${jsonText(value)}`);
  await out.write(`${count === 0 ? "]" : close}${tail.join("")}${end}`);
  await out.flush();
  return count;
}

/** Streams one object per line. Resolves with the number of rows written. */
export async function writeNdjson(sink: Sink, rows: Rows<object>): Promise<number> {
  let count = 0;
  for await (const row of rows) {
    await sink.write(`${jsonText(row)}\n`);
    count += 1;
    if (sink.closed) return count;
  }
  return count;
}
