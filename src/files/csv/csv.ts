import { type CsvFormat, restoreFormula } from "../../output/csv.ts";
import { type DecodeOptions, decodeText, type Source, sourceName, splitMark } from "../decode.ts";
import { fileError } from "../location.ts";
import { delimiterOf, eolOf, headerOf, ragged, untilHeaderEnds } from "./header.ts";
import { type CsvRecord, readRecords } from "./records.ts";

/** One row of a table after its header. */
export interface Row {
  /** The first line of the row; 1 is the header. */
  line: number;
  /** Column name -> cell, without the leading `'` of formulas. Columns that the file lacks are absent. */
  cells: Readonly<Record<string, string>>;
  /** The cells as written in the file, in the order of the header. */
  source: readonly string[];
  /** The positions of the cells that a workbook stores as numbers. */
  stored?: ReadonlySet<number>;
}

/**
 * The rows of a CSV file or of one sheet of a workbook. `rows` streams, can be iterated once, and throws UsageError for
 * invalid content.
 */
export interface Table {
  name: string;
  header: readonly string[];
  /** The layout of a CSV file. */
  format?: CsvFormat;
  /** The name of the sheet of a workbook. */
  sheet?: string;
  rows: AsyncIterable<Row>;
}

/** The rows of a CSV file. */
export interface CsvTable extends Table {
  format: CsvFormat;
}

export interface CsvOptions extends DecodeOptions {
  /** One character, or `tab`. Default: detected in the header line (comma, semicolon or tab). */
  delimiter?: string;
  /** Keep a leading `'` in front of formula characters. */
  raw?: boolean;
}

/**
 * Opens a CSV file and reads its header. Column names are trimmed. Rows with only empty cells are skipped. Throws UsageError
 * with file, line and column for a missing header, missing or duplicate names, rows longer or shorter than the header, stray
 * quotes and invalid bytes.
 */
export async function readCsv(source: Source, options: CsvOptions = {}): Promise<CsvTable> {
  const name = sourceName(source, options.name);
  const chunks = decodeText(source, options);
  const { mark, text } = splitMark(await untilHeaderEnds(chunks, name));
  if (text.trim() === "") {
    throw fileError({ file: name }, "the file is empty.", "The first line must contain the column names.");
  }
  const format: CsvFormat = { delimiter: delimiterOf(text, options.delimiter), mark, eol: eolOf(text) };
  const records = readRecords(joined(text, chunks), format.delimiter, name);
  const first = await records.next();
  const header = headerOf(first.done === true ? { line: 1, cells: [] } : first.value, name);
  return { name, header, format, rows: rowsOf(records, header, name, options.raw ?? false) };
}

/** Returns a row from its cells as written in the file. */
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
