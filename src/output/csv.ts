import { stringify } from "csv-stringify/sync";
import type { Rows } from "./json.ts";
import { gather, type Sink } from "./streams.ts";

/** The value of one cell in a table, a CSV file or a detail view. */
export type Cell = string | number | boolean | null | undefined;

/** The layout of a CSV file. */
export interface CsvFormat {
  delimiter: string;
  /** Whether the file starts with a byte order mark. */
  mark: boolean;
  eol: "\r\n" | "\n" | "\r";
}

const plainCsv: CsvFormat = { delimiter: ",", mark: false, eol: "\n" };

/** Returns one line of CSV with its line end. Cells with spaces at an end are quoted, because some programs trim them. */
export function csvLine(cells: readonly string[], { delimiter, eol }: CsvFormat = plainCsv): string {
  return stringify([cells], {
    delimiter,
    record_delimiter: eol,
    quoted_match: [/^\s|\s$|[\r\n]/],
    // A single empty cell would be an empty line, which readers skip.
    quoted_empty: cells.length === 1,
  });
}

const formula = /^'*[=+\-@\t\r]/;
const neutralised = /^'+[=+\-@\t\r]/;
const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** Adds a leading `'` to text that a spreadsheet would run as a formula. `restoreFormula` returns the original text. */
export function neutraliseFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Does the same, and leaves numbers as they are: `-5` is no formula. */
export function neutraliseText(text: string): string {
  return number.test(text) ? text : neutraliseFormula(text);
}

/** Removes the `'` that `neutraliseFormula` added. */
export function restoreFormula(text: string): string {
  return neutralised.test(text) ? text.slice(1) : text;
}

const decimalNumber = /^-?\d+\.\d+$/;

export interface CsvOptions {
  header: readonly string[];
  format?: CsvFormat;
  /** Whether a column holds text: formulas are neutralised in text columns only. Default: all. */
  isText?: (column: string) => boolean;
  /** Write every cell unchanged. */
  raw?: boolean;
  /** The sign in which numbers are written in other than text columns. Default: a dot. */
  decimal?: "." | ",";
}

/** Yields a CSV file line by line, the header first. `readCsv` returns the same rows. */
export async function* csvLines(
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  { header, format = plainCsv, isText = () => true, raw = false, decimal = "." }: CsvOptions,
): AsyncGenerator<string> {
  const isTextColumn = header.map(isText);
  const written = (cell: string, index: number) => {
    if (isTextColumn[index] === true) return raw ? cell : neutraliseFormula(cell);
    return decimal === "," && decimalNumber.test(cell) ? cell.replace(".", ",") : cell;
  };
  yield (format.mark ? "\uFEFF" : "") + csvLine(header, format);
  for await (const row of rows) yield csvLine(row.map(written), format);
}

/** Writes a header and one line per row, with `clean` applied to text cells. Resolves with the number of rows written. */
export async function writeCsv(
  sink: Sink,
  header: readonly string[],
  rows: Rows<readonly Cell[]>,
  { raw = false, clean = (text: string) => text } = {},
): Promise<number> {
  const out = gather(sink);
  const text = (cell: Cell): string => {
    if (typeof cell !== "string") return String(cell ?? "");
    const cleaned = clean(cell);
    return raw ? cleaned : neutraliseText(cleaned);
  };
  let count = 0;
  await out.write(csvLine(header.map(text)));
  for await (const row of rows) {
    await out.write(csvLine(row.map(text)));
    count += 1;
    if (sink.closed) return count;
  }
  await out.flush();
  return count;
}
