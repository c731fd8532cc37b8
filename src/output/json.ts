import { gather, type Sink } from "./streams.ts";

/** Rows as they come: from memory, or page after page from the platform. */
export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

/** A value that may only be known after the last row. */
export type Late<T> = T | (() => T | undefined) | undefined;

/** The value of a `Late`, asked now. */
export function settle<T extends string | number>(late: Late<T>): T | undefined {
  return typeof late === "function" ? late() : late;
}

/** JSON.stringify escapes C0; these are the others that could drive or deceive a terminal: DEL, C1, bidi, line separators, BOM. */
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Text with every DEL, C1, bidi and separator character as a `\u` escape; for text inside JSON or YAML double quotes. */
export function escapeControls(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A value as JSON text that keeps all data and cannot drive a terminal. */
export function jsonText(value: unknown, indent?: number): string {
  return escapeControls(JSON.stringify(value, null, indent) ?? "null");
}

/** A record with `_kind` as its first member. */
export function withKind(kind: string, record: object): Record<string, unknown> {
  return Object.assign({ _kind: kind }, record, { _kind: kind });
}

/**
 * Writes `{ items, total?, next? }` while the rows come; one item a line, indented on a terminal.
 * Stops asking for rows when the reader went away. Resolves with the number of rows written.
 */
export async function writeJsonList(
  sink: Sink,
  rows: Rows<object>,
  facts: { total?: Late<number>; next?: Late<string> } = {},
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
  const tail = Object.entries({ total: settle(facts.total), next: settle(facts.next) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${comma}"${name}"${colon}${jsonText(value)}`);
  await out.write(`${count === 0 ? "]" : close}${tail.join("")}${end}`);
  await out.flush();
  return count;
}

/** Writes one object a line, each as soon as it comes. Resolves with the number of rows written. */
export async function writeNdjson(sink: Sink, rows: Rows<object>): Promise<number> {
  let count = 0;
  for await (const row of rows) {
    await sink.write(`${jsonText(row)}\n`);
    count += 1;
    if (sink.closed) return count;
  }
  return count;
}
