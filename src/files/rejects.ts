import { type CsvFormat, csvLine, neutraliseFormula } from "../output/csv.ts";
import { reasonColumn } from "./columns.ts";

/** A row that failed: its cells exactly as they stood in the file, and why. */
export interface RejectedRow {
  source: readonly string[];
  reason: string;
}

/**
 * The text of a rejects file, a piece per row: header, delimiter, byte order mark and line ends of the input, cells
 * untouched, and `reason` as the last column. A `reason` column of an earlier rejects file is replaced.
 * Importing it works: every dialect ignores that column. It is UTF-8 whatever the input was.
 */
export async function* rejectsCsv(
  rejects: AsyncIterable<RejectedRow> | Iterable<RejectedRow>,
  input: { header: readonly string[]; format: CsvFormat },
): AsyncGenerator<string> {
  const { header, format } = input;
  const keeps = header.map((column) => column !== reasonColumn);
  const line = (cells: readonly string[], last: string) =>
    csvLine([...cells.filter((_, index) => keeps[index]), last], format);
  yield (format.mark ? "\uFEFF" : "") + line(header, reasonColumn);
  for await (const { source, reason } of rejects) yield line(source, neutraliseFormula(reason));
}
