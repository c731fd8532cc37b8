import type { Journal } from "../../bulk/journal/journal.ts";
import type { Json } from "../../bulk/journal/step.ts";
import { listRejects } from "../../bulk/plan/plan.ts";
import { countStaged, fileHandle, stagedHandleAt, stagedRows } from "../../bulk/plan/stage.ts";
import type { ReadDialect } from "../../files/dialect.ts";
import { readers } from "../../files/dialects.ts";
import type { CsvOptions, Row } from "../../files/table.ts";
import { isAdded, isReportColumn, reasonColumn } from "../../files/table.ts";
import type { SheetOptions } from "../../files/xlsx/read.ts";
import type { SheetCell } from "../../files/xlsx/write.ts";
import { UsageError } from "../../kernel/errors.ts";
import { type CsvFormat, csvLine, neutraliseFormula } from "../../output/csv.ts";

/** An imported file. */
export interface StagedFile {
  name: string;
  dialect: ReadDialect["name"] | "ndjson" | "list";
  header: readonly string[];
  /** The header with the names of the dialect, if the file has others. */
  columns?: readonly string[];
  format: CsvFormat | undefined;
  /** The sheet of a workbook. */
  sheet?: string | undefined;
  /** Of a list, the key by which its rows are matched. */
  key?: string;
  /** How the file was read. */
  reading?: Pick<CsvOptions & SheetOptions, "encoding" | "delimiter" | "headerRow" | "decimal">;
  /** The absolute path; absent for stdin and addresses. */
  path?: string;
  /** The address that it was read from, without credentials, and what its server said about this version. */
  address?: string;
  etag?: string;
  lastModified?: string;
}

/**
 * Returns the cells of a row as they are staged, in the order of the header. Behind them is a list of the positions of those
 * that a workbook stores as numbers, so that copies of the file store them so, too.
 */
export const stagedCells = ({ source, stored }: Pick<Row, "source" | "stored">): Json =>
  stored?.size ? [...source, [...stored]] : [...source];

/** Returns the cells of a staged row, and the positions of those that a workbook stores as numbers. */
export function sourceCells(staged: Json): { cells: string[]; stored: ReadonlySet<number> } {
  const all = Array.isArray(staged) ? staged : [];
  const last = all.at(-1);
  const positions = Array.isArray(last) ? last.map(Number) : [];
  return { cells: (Array.isArray(last) ? all.slice(0, -1) : all).map(String), stored: new Set(positions) };
}

/** Returns the cells of a staged row for a workbook: texts stay texts, and numbers stay numbers. */
export function sheetCells(staged: Json): SheetCell[] {
  const { cells, stored } = sourceCells(staged);
  // A number is staged with the decimal sign that was declared, without others.
  return cells.map((cell, at) => (stored.has(at) ? { number: cell.replace(",", ".") } : { text: cell }));
}

/** Returns the file that a job imports; undefined for other jobs and for jobs from a plan file. */
export function stagedFile(journal: Journal): StagedFile | undefined {
  const file = stagedRows(journal, fileHandle)[0]?.json as unknown as Partial<StagedFile> | undefined;
  return file?.name === undefined ? undefined : (file as StagedFile);
}

/**
 * Throws UsageError for a file that is staged and has no rows, unless that is allowed, and for a name of its rejects file that does not
 * fit. Returns whether the file is the report of an import.
 */
export function checkStaged(
  journal: Journal,
  file: StagedFile,
  { rejects, allowEmpty = false }: { rejects?: string | undefined; allowEmpty?: boolean | undefined },
): boolean {
  checkRejectsName(file, rejects);
  const isReport = file.header.some(isReportColumn);
  if (countStaged(journal) > 0) return isReport;
  if (isReport)
    throw new UsageError(`${file.name}: every line is done already, says its column "till result".`, {
      hint: "To import all lines again, remove that column.",
    });
  if (allowEmpty) return false;
  throw new UsageError(`${file.name}: the file has no rows.`, {
    field: "--allow-empty",
    hint: "If that is fine, add: --allow-empty",
  });
}

/** Throws UsageError for the name of a rejects file whose extension is not that of the imported file's kind. */
export function checkRejectsName({ name, sheet }: StagedFile, path: string | undefined): void {
  if (path === undefined || /\.xls[xm]$/i.test(path) === (sheet !== undefined)) return;
  const kind = sheet === undefined ? "is no Excel workbook" : "is an Excel workbook, .xlsx";
  throw new UsageError(`${path} would have the format of ${name}, which ${kind}.`, {
    hint: "Use the extension of that file.",
  });
}

/** Returns the rejected rows of an import in the format of its file; undefined if there are none. */
export function rejectsText(
  journal: Journal,
): { file: StagedFile; suggested: string; text: AsyncIterable<string | Uint8Array> } | undefined {
  const file = stagedFile(journal);
  if (file === undefined || listRejects(journal).next().done) return undefined;
  const ending = /\.[^./]+$/.exec(file.name)?.[0] ?? ".csv";
  const suggested = `${file.name.replace(/\.[^./]+$/, "")}.rejects${ending}`;
  return { file, suggested, text: contentOf(journal, file) };
}

function contentOf(
  journal: Journal,
  { header, columns = header, format, sheet, dialect }: StagedFile,
): AsyncIterable<string | Uint8Array> {
  if (format) return rejectsCsv(csvRejects(journal), { header, format });
  if (sheet === undefined) return jsonRejects(journal);
  const isText = (column: string) => {
    const name = columns[header.indexOf(column)] ?? column;
    // A list has columns of the till format.
    return dialect === "ndjson" || readers[dialect === "list" ? "till" : dialect].isText(name);
  };
  return rejectsWorkbook(csvRejects(journal), { header, sheet, isText });
}

/** Yields all rows of each rejected product. The reason is in the first row, or in the row with the problem. */
function* csvRejects(journal: Journal): Generator<RejectedRow & { row: Json }> {
  for (const { rows, reasons } of rejectedProducts(journal)) {
    for (const { line, json } of rows)
      yield { source: sourceCells(json).cells, row: json, reason: (reasons.get(line) ?? []).join("; ") };
  }
}

async function* jsonRejects(journal: Journal): AsyncGenerator<string> {
  for (const { rows, reasons } of rejectedProducts(journal)) {
    for (const { line, json } of rows)
      yield `${JSON.stringify({ ...(json as object), reason: (reasons.get(line) ?? []).join("; ") })}\n`;
  }
}

function* rejectedProducts(journal: Journal) {
  const reasons = new Map<string, Map<number, string[]>>();
  for (const { source, line, column, message } of listRejects(journal)) {
    const at = line ?? Number(source?.split(":").at(-1));
    const handle = stagedHandleAt(journal, at);
    if (handle === undefined) continue;
    const product = reasons.get(handle) ?? new Map<number, string[]>();
    const known = product.get(at) ?? [];
    const reason = column && !message.includes(column) ? `${column}: ${message}` : message;
    if (!known.includes(reason)) product.set(at, [...known, reason]);
    reasons.set(handle, product);
  }
  for (const [handle, lines] of reasons) yield { rows: stagedRows(journal, handle), reasons: lines };
}

/** A failed row: its cells as written in the file, and the reason. */
interface RejectedRow {
  source: readonly string[];
  reason: string;
}

/** Yields a rejects workbook, like `rejectsCsv`; its cells are texts and numbers as in the file. */
async function* rejectsWorkbook(
  rejects: Iterable<RejectedRow & { row: Json }>,
  input: { header: readonly string[]; sheet: string; isText: (column: string) => boolean },
): AsyncGenerator<Uint8Array> {
  const { header, sheet, isText } = input;
  const { workbookBytes } = await import("../../files/xlsx/write.ts");
  const keeps = header.map((column) => !isAdded(column));
  const withoutReason = <Cell>(cells: readonly Cell[]) => cells.filter((_, index) => keeps[index]);
  function* rows() {
    for (const { row, reason } of rejects) yield [...withoutReason(sheetCells(row)), { text: reason }];
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
  const keeps = header.map((column) => !isAdded(column));
  const line = (cells: readonly string[], last: string) =>
    csvLine([...cells.filter((_, index) => keeps[index]), last], format);
  yield (format.mark ? "\uFEFF" : "") + line(header, reasonColumn);
  for await (const { source, reason } of rejects) yield line(source, neutraliseFormula(reason));
}
