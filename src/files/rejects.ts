import { type CsvFormat, csvLine, neutraliseFormula } from "../output/csv.ts";
import { reasonColumn } from "./columns.ts";

/** A failed row: its cells as written in the file, and the reason. */
export interface RejectedRow {
  source: readonly string[];
  reason: string;
}

/** Yields a rejects workbook, like `rejectsCsv`; cells outside text columns are numbers if they look like numbers. */
export async function* rejectsWorkbook(
  rejects: AsyncIterable<RejectedRow> | Iterable<RejectedRow>,
  input: { header: readonly string[]; sheet: string; isText: (column: string) => boolean },
): AsyncGenerator<Uint8Array> {
  const { header, sheet, isText } = input;
  const { workbookBytes } = await import("./xlsx/write.ts");
  const keeps = header.map((column) => column !== reasonColumn);
  const withoutReason = (cells: readonly string[]) => cells.filter((_, index) => keeps[index]);
  async function* rows() {
    for await (const { source, reason } of rejects) yield [...withoutReason(source), reason];
  }
  yield* workbookBytes(rows(), { title: sheet, header: [...withoutReason(header), reasonColumn], isText });
}

/**
 * Yields a rejects file row by row: with the header, delimiter, byte order mark and line ends of the input, unchanged cells,
 * and `reason` as the last column, which replaces that of an earlier rejects file. Every dialect ignores this column, so the
 * file can be imported. It is always UTF-8.
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
