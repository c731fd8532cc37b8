import type { Rows } from "./json.ts";
import { gather, type Sink } from "./streams.ts";

/** What one cell of a table, a CSV file or a detail page can hold. */
export type Cell = string | number | boolean | null | undefined;

const formulaStart = /^[=+\-@\t\r]/;
const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** Text that a spreadsheet would run as a formula, with an apostrophe before it; numbers stay as they are. */
export function neutralise(text: string): string {
  return formulaStart.test(text) && !number.test(text) ? `'${text}` : text;
}

/** One line of CSV (RFC 4180 quoting, LF at the end). `raw` leaves formula starts alone. */
export function csvLine(cells: readonly Cell[], { raw = false } = {}): string {
  const line = cells.map((cell) => {
    const text = cell === null || cell === undefined ? "" : String(cell);
    return quote(raw || typeof cell !== "string" ? text : neutralise(text));
  });
  // A lone empty cell would be an empty line, which readers skip.
  return `${line.length === 1 && line[0] === "" ? '""' : line.join(",")}\n`;
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes a header and a line per row. `clean` is applied to text cells. Resolves with the number of rows written. */
export async function writeCsv(
  sink: Sink,
  header: readonly string[],
  rows: Rows<readonly Cell[]>,
  { raw = false, clean = (text: string) => text } = {},
): Promise<number> {
  const out = gather(sink);
  const line = (cells: readonly Cell[]) =>
    csvLine(
      cells.map((cell) => (typeof cell === "string" ? clean(cell) : cell)),
      { raw },
    );
  let count = 0;
  await out.write(line(header));
  for await (const row of rows) {
    await out.write(line(row));
    count += 1;
    if (sink.closed) return count;
  }
  await out.flush();
  return count;
}
