import { type CsvFormat, restoreFormula } from "../../output/csv.ts";
import { type DecodeOptions, decodeText, type Source, sourceName, splitMark } from "../decode.ts";
import { fileError } from "../place.ts";
import { delimiterOf, eolOf, headerOf, ragged, untilHeaderEnds } from "./header.ts";
import { type CsvRecord, readRecords } from "./records.ts";

/** One row of a table after its header. */
export interface Row {
  /** The line on which the row begins; 1 is the header. */
  line: number;
  /** Column name -> cell, without the neutraliser of formulas. A column that the file lacks is absent. */
  cells: Readonly<Record<string, string>>;
  /** The cells exactly as they stand in the file, in the order of the header. */
  source: readonly string[];
}

/** A CSV file that is being read. `rows` can be walked once; it streams, and throws UsageError where the file is bad. */
export interface CsvTable {
  name: string;
  header: readonly string[];
  format: CsvFormat;
  rows: AsyncIterable<Row>;
}

export interface CsvOptions extends DecodeOptions {
  /** One character, or `tab`; without it the header line tells: comma, else semicolon, else tab. */
  delimiter?: string;
  /** Leave a `'` in front of formula characters where it is. */
  raw?: boolean;
}

/**
 * Opens a CSV file and reads its header. Names in the header are taken without surrounding spaces, otherwise exactly.
 * Rows whose cells are all empty are skipped. UsageError with file, line and column for whatever is not a table:
 * no header, a name missing or twice, rows longer or shorter than the header, stray quotes, bad bytes.
 */
export async function readCsv(source: Source, options: CsvOptions = {}): Promise<CsvTable> {
  const name = sourceName(source, options.name);
  const pieces = decodeText(source, options);
  const { mark, text } = splitMark(await untilHeaderEnds(pieces, name));
  if (text.trim() === "") {
    throw fileError({ file: name }, "the file is empty.", "The first line must name the columns.");
  }
  const format: CsvFormat = { delimiter: delimiterOf(text, options.delimiter), mark, eol: eolOf(text) };
  const records = readRecords(joined(text, pieces), format.delimiter, name);
  const first = await records.next();
  const header = headerOf(first.done === true ? { line: 1, cells: [] } : first.value, name);
  return { name, header, format, rows: rowsOf(records, header, name, options.raw ?? false) };
}

/** A row from its cells as they stand in the file. */
export function rowOf(header: readonly string[], line: number, source: readonly string[], raw = false): Row {
  const cells: Record<string, string> = Object.create(null);
  for (const [index, column] of header.entries()) {
    const cell = source[index] ?? "";
    cells[column] = raw ? cell : restoreFormula(cell);
  }
  return { line, cells, source };
}

async function* rowsOf(
  records: AsyncIterable<CsvRecord>,
  header: readonly string[],
  file: string,
  raw: boolean,
) {
  for await (const { line, cells } of records) {
    if (cells.every((cell) => cell === "")) continue;
    if (cells.length !== header.length) throw ragged(cells, header, { file, line });
    yield rowOf(header, line, cells, raw);
  }
}

async function* joined(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}
