import { UsageError } from "../kernel/errors.ts";
import { isDone, isReportColumn } from "./columns.ts";
import { type CsvOptions, readCsv, type Table } from "./csv.ts";
import { archiveKind, type Source, sourceBytes, sourceName } from "./encoding.ts";
import { fileError } from "./location.ts";
import type { SheetOptions } from "./xlsx/read.ts";

const workbookName = /\.xls[xm]$/i;
/** The detected types of workbooks: the first entry of a workbook is not always typical of one. */
const zipKinds: readonly (string | undefined)[] = ["an Excel workbook (.xlsx)", "a ZIP archive"];
const otherSheetName = /\.(xls|xlsb|ods|numbers)$/i;

/**
 * Opens a CSV file or a workbook (`.xlsx`), without the rows that the report of an import says are done. Throws UsageError if the content does not match the file's extension; standard
 * input has none and is read by its content.
 */
export async function readTable(source: Source, options: CsvOptions & SheetOptions = {}): Promise<Table> {
  const table = await openTable(source, options);
  if (!table.header.some(isReportColumn)) return table;
  const { rows } = table;
  async function* left() {
    for await (const row of rows) if (!isDone(row)) yield row;
  }
  return { ...table, rows: left() };
}

async function openTable(source: Source, options: CsvOptions & SheetOptions): Promise<Table> {
  const name = sourceName(source, options.name);
  const { start, whole } = await peek(sourceBytes(source, name));
  const kind = archiveKind(start);
  const opens = workbookName.test(name)
    ? zipKinds.includes(kind)
    : kind === zipKinds[0] && !/\.\w+$/.test(name);
  if (opens) {
    const { readWorkbook } = await import("./xlsx/read.ts");
    return await readWorkbook(whole, name, options);
  }
  if (start.length === 0 && workbookName.test(name)) throw fileError({ file: name }, "the file is empty.");
  if (workbookName.test(name) || otherSheetName.test(name)) {
    throw fileError(
      { file: name },
      `the file is ${kind ?? "text"}, not an Excel workbook (.xlsx).`,
      kind === undefined ? "Give it the extension .csv." : "Open it and save it as .xlsx.",
    );
  }
  if (options.sheet !== undefined) {
    throw new UsageError(`--sheet names a sheet of an Excel workbook, and ${name} is not one.`, {
      field: "--sheet",
    });
  }
  return await readCsv(whole, { ...options, name });
}

/** Returns the start of the bytes and all of them. */
async function peek(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ start: Uint8Array; whole: AsyncIterable<Uint8Array> }> {
  const pieces = bytes[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  while (start.length < 64) {
    const piece = await pieces.next();
    if (piece.done) break;
    start = start.length === 0 ? piece.value : Buffer.concat([start, piece.value]);
  }
  const whole = (async function* () {
    if (start.length > 0) yield start;
    yield* { [Symbol.asyncIterator]: () => pieces };
  })();
  return { start, whole };
}
