import type { CsvFormat } from "./csv.ts";
import { neutraliseFormula } from "./formula.ts";

/** UTF-8 without byte order mark, commas, LF: what `--raw` and pipes get. */
export const plainCsv: CsvFormat = { delimiter: ",", mark: false, eol: "\n" };

/** One line of CSV with its line end; cells are quoted where they must be. */
export function csvLine(cells: readonly string[], format: CsvFormat): string {
  if (cells.length === 1 && cells[0] === "") return `""${format.eol}`;
  return cells.map((cell) => quoted(cell, format.delimiter)).join(format.delimiter) + format.eol;
}

function quoted(cell: string, delimiter: string): string {
  const bare = !cell.includes(delimiter) && !/["\r\n]|^\s|\s$/.test(cell) && !cell.startsWith("\uFEFF");
  return bare ? cell : `"${cell.replaceAll('"', '""')}"`;
}

export interface WriteCsvOptions {
  header: readonly string[];
  format?: CsvFormat;
  /** Which columns hold text: there, and only there, formula starts are neutralised. Default: all. */
  isText?: (column: string) => boolean;
  /** Write every cell as it is. */
  raw?: boolean;
}

/** The text of a CSV file, a piece per row, the header first. `readCsv` gives the same rows back. */
export async function* writeCsv(
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  { header, format = plainCsv, isText = () => true, raw = false }: WriteCsvOptions,
): AsyncGenerator<string> {
  const text = header.map((column) => !raw && isText(column));
  yield (format.mark ? "\uFEFF" : "") + csvLine(header, format);
  for await (const row of rows) {
    yield csvLine(
      row.map((cell, index) => (text[index] === true ? neutraliseFormula(cell) : cell)),
      format,
    );
  }
}
