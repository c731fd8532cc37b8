import { extname, resolve } from "node:path";
import type { Context } from "../context/context.ts";
import type { Globals } from "../context/host.ts";
import { checkDelimiter } from "../files/csv.ts";
import { checkEncoding, encodeText } from "../files/encoding.ts";
import { type ExitCode, exitCodes, UsageError } from "../kernel/errors.ts";
import { writeExport } from "../kernel/export-file.ts";
import { limitYoungGeneration } from "../kernel/heap.ts";
import { countOf, firstOf, formatCount, nearest } from "../kernel/text.ts";
import { counted } from "../output/activity.ts";
import { type CsvFormat, csvLines } from "../output/csv.ts";
import { chosenRecord } from "../output/field.ts";
import { checkFieldPaths, parseFields } from "../output/fields.ts";
import { printFileText } from "../output/file-text.ts";
import { jsonText } from "../output/json.ts";
import type { Column } from "../output/table.ts";
import type { Listing } from "../resources/listing.ts";
import { excelLayouts, type TableOptions } from "./bulk-flags.ts";

/** Rows to export. */
export interface RowExport<Row> {
  /** The file; `-` or undefined for stdout. */
  file: string | undefined;
  format: string;
  /** Whether rows have personal data: only you can read the file then. */
  personal?: boolean;
  /** The name of one row in the notice: `event`. */
  singular: string;
  /** Opens the rows: again if the list that they are from changed while it was read. */
  open(): ExportedRows<Row>;
  /** Returns the rows as text or bytes in the format. */
  content(rows: AsyncIterable<Row>): AsyncIterable<string | Uint8Array>;
  /** Returns how many of the rows the last content leaves out, and says so itself. Default: none. */
  leftOut?(): number;
}

/** Rows, and whether the list that they are from changed while it was read. */
type ExportedRows<Row> = Pick<Listing<Row>, "rows"> & Partial<Pick<Listing<Row>, "moved" | "recounted">>;

/** How often a list is read that keeps changing. */
const maxReadings = 4;

/**
 * Writes rows to stdout, or to a file that is created only when its content is complete and reported with its row count. A list
 * that changed while it was read is read again, up to three times. If it never agrees with the number that the platform counts, the
 * file has the rows of the last reading, and the exit code is 9; so it is for stdout, which cannot be written again.
 */
export async function exportRows<Row>(
  context: Context,
  { file, format, personal = false, singular, open, content, leftOut }: RowExport<Row>,
): Promise<ExitCode | undefined> {
  limitYoungGeneration();
  const isFile = file !== undefined && file !== "-";
  const mode = personal ? 0o600 : undefined;
  let before: ReadonlySet<string> | undefined;
  for (let reading = 1; ; reading++) {
    const { rows, moved, recounted } = open();
    const ids = reading > 1 ? new Set<string>() : undefined;
    let count = 0;
    async function* countedRows(): AsyncGenerator<Row> {
      for await (const row of counted(context.streams.activity, "Exporting", rows)) {
        count += 1;
        ids?.add(String((row as { id?: unknown }).id ?? count));
        yield row;
      }
    }
    const chunks = content(countedRows());
    const isLast = reading === maxReadings;
    let isComplete = true;
    if (isFile)
      isComplete = await writeExport(resolve(context.cwd, file), chunks, {
        mode,
        signal: context.signal,
        accept: () => isLast || !moved?.(),
      });
    else await printFileText(context.streams.stdout, chunks);
    if (!isComplete) {
      before = ids;
      continue;
    }
    const written = count - (leftOut?.() ?? 0);
    if (isFile) await context.notice(`Exported ${countOf(written, singular)} to ${file} (${format}).`);
    if (!moved?.()) return undefined;
    const total = recounted?.();
    const numbers =
      total === undefined || total === count
        ? ""
        : `: ${countOf(count, singular)} were read, and the platform counts ${formatCount(total)}`;
    const different =
      before && ids ? [...before, ...ids].filter((id) => !(before?.has(id) && ids.has(id))) : [];
    const named = different.length > 0 ? ` Not in every reading: ${firstOf(different)}.` : "";
    await context.notice(
      reading > 1
        ? `The list changed each of the ${maxReadings} times it was read${numbers}.${named} Run the command again when the shop is quiet.`
        : `The list changed while it was being read${numbers}. Write it to a regular file, for which the list is read again.`,
    );
    return exitCodes.partial;
  }
}

/** The file types of an export. */
export type ExportKind = "csv" | "xlsx" | "ndjson" | "json";

/** Rows to export as CSV or as a workbook. */
export interface ExportTable {
  /** The file; `-` or undefined for stdout. The cells of a .tsv file are separated by tabs. */
  file: string | undefined;
  /** The name of the sheet in a workbook. */
  title: string;
  header: readonly string[];
  rows: AsyncIterable<readonly string[]>;
  /** Returns whether a column holds text, in which formulas are escaped. Default: all. */
  isText?: (column: string) => boolean;
  /** Returns whether a column holds ISO times, which are dates for Excel. Default: none. */
  isDate?: (column: string) => boolean;
  /** Returns the digits after the decimal mark of a column of amounts; undefined for other columns. Default: none. */
  digitsOf?: (column: string) => number | undefined;
}

const kinds: Readonly<Record<string, ExportKind>> = {
  ".csv": "csv",
  ".tsv": "csv",
  ".xlsx": "xlsx",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".json": "json",
};
const unwritable = /^\.(xls|xlsm|xlsb|ods|numbers|pdf|docx?|html?|xml|ya?ml)$/;

/**
 * Returns the type of file to write: that of `--format`, else by the extension; on stdout, else that of `--json` or `--output`.
 * Throws UsageError if they contradict each other, and for types that till cannot write.
 */
export function exportKind(
  file: string | undefined,
  requested?: ExportKind,
  { json, output }: Pick<Globals, "json" | "output"> = {},
): ExportKind {
  const extension = extname(file ?? "").toLowerCase();
  const byName = kinds[extension];
  if (unwritable.test(extension)) {
    throw new UsageError(`${file}: till does not write ${extension} files.`, {
      hint: "Use the extension .xlsx or .csv.",
    });
  }
  if (requested !== undefined && byName !== undefined && requested !== byName) {
    throw new UsageError(`${file} would contain ${names[requested]}, but its extension says otherwise.`, {
      field: "--format",
      hint: `Use another extension, or omit --format to write ${names[byName]}.`,
    });
  }
  const chosen = requested ?? byName;
  if (chosen !== undefined || (file !== undefined && file !== "-")) return chosen ?? "csv";
  if (json) return "json";
  if (output === "yaml")
    throw new UsageError("An export is not written as YAML.", {
      field: "--output",
      hint: "Use csv, json or ndjson.",
    });
  return output === "json" || output === "ndjson" ? output : "csv";
}

const names: Record<ExportKind, string> = {
  csv: "CSV",
  xlsx: "an Excel workbook",
  ndjson: "NDJSON",
  json: "JSON",
};

/** Yields a table as CSV or as a workbook, with the columns that --fields names. */
export async function* tableContent(
  { globals, choices }: Pick<Context, "globals" | "choices">,
  kind: "csv" | "xlsx",
  table: ExportTable,
  options: TableOptions,
): AsyncGenerator<string | Uint8Array> {
  const chosen = chosenColumns(table, globals.fields);
  const { header } = chosen;
  const { file, title, isText = () => true, isDate, digitsOf } = table;
  const timeZone = options.timeZone ?? choices.setting("timeZone").value;
  const isForExcel = kind === "xlsx" || options.excel !== undefined;
  const rows =
    isForExcel || options.timeZone !== undefined
      ? await forSpreadsheet(chosen, { kind, isForExcel, timeZone, isDate, digitsOf })
      : chosen.rows;
  if (kind === "xlsx") {
    rejectCsvFlags(options, names.xlsx);
    const { workbookBytes } = await import("../files/xlsx/write.ts");
    return yield* workbookBytes(rows, { title, header, isText, isDate, digitsOf });
  }
  const { encoding, ...layout } = csvLayout(options, file);
  const lines = csvLines(rows, { header, isText, ...layout });
  yield* encoding === "utf-8" ? lines : encodeText(lines, encoding);
}

interface SpreadsheetFormat extends Pick<ExportTable, "isDate" | "digitsOf"> {
  kind: "csv" | "xlsx";
  isForExcel: boolean;
  timeZone: string;
}

/**
 * Returns rows with dates in a time zone and amounts with all their digits. In CSV, Excel reads `2026-11-12 05:27:08` as a date
 * in every country; other programs get the offset. A workbook gets the local time as if it were UTC, and formats amounts itself.
 */
async function forSpreadsheet(
  { header, rows }: Pick<ExportTable, "header" | "rows">,
  { kind, isForExcel, timeZone, isDate = () => false, digitsOf = () => undefined }: SpreadsheetFormat,
): Promise<ExportTable["rows"]> {
  const { isTimeZone, localTimeOf } = await import("../kernel/zoned-time.ts");
  if (!isTimeZone(timeZone))
    throw new UsageError(`Unknown time zone "${timeZone}".`, {
      field: "--time-zone",
      hint: "Use a name such as UTC, Europe/Berlin or America/New_York.",
    });
  const date = (cell: string) => {
    const time = new Date(cell);
    if (cell === "" || Number.isNaN(time.getTime())) return cell;
    const local = localTimeOf(time, timeZone);
    if (kind === "xlsx") return `${local}Z`;
    const seconds = local.replace(/\.\d+$/, "");
    return isForExcel
      ? seconds.replace("T", " ")
      : `${seconds}${offsetText(Date.parse(`${local}Z`) - time.getTime())}`;
  };
  const amount = (digits: number) => (cell: string) => {
    const [, whole = "", fraction = ""] = /^(-?\d+)(?:\.(\d+))?$/.exec(cell) ?? [];
    if (whole === "" || fraction.length >= digits) return cell;
    return `${whole}.${fraction.padEnd(digits, "0")}`;
  };
  const writers = header.map((column) => {
    const digits = isForExcel && kind === "csv" ? digitsOf(column) : undefined;
    return isDate(column) ? date : digits ? amount(digits) : undefined;
  });
  return (async function* () {
    for await (const row of rows) yield row.map((cell, index) => writers[index]?.(cell) ?? cell);
  })();
}

/** Returns the offset of a zone from UTC, in milliseconds, as text: `+02:00`. */
function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const digits = (value: number) => String(value).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

function chosenColumns({ header, rows }: ExportTable, fields: string | undefined) {
  if (fields === undefined) return { header, rows };
  const chosen = parseFields(fields);
  const unknown = chosen.find((name) => !header.includes(name));
  if (unknown !== undefined) {
    const guess = nearest(unknown, header);
    throw new UsageError(
      `There is no column "${unknown}".${guess === undefined ? "" : ` Did you mean "${guess}"?`}`,
      { code: "UNKNOWN_FIELD", field: "--fields", hint: `Columns are: ${header.join(", ")}` },
    );
  }
  const indexes = chosen.map((name) => header.indexOf(name));
  async function* picked() {
    for await (const row of rows) yield indexes.map((index) => row[index] ?? "");
  }
  return { header: chosen, rows: picked() };
}

/** What `--fields` can name of exported records: fields, and paths. */
interface ExportedFields {
  fields: readonly string[];
  named?: readonly Column<never>[] | undefined;
}

/** Yields records as NDJSON or as one JSON document, with the fields that --fields names. */
export async function* recordContent(
  { globals }: Context,
  kind: "ndjson" | "json",
  records: AsyncIterable<object>,
  { fields, named = [], ...options }: TableOptions & ExportedFields,
): AsyncGenerator<string> {
  rejectCsvFlags(options, names[kind]);
  const paths = globals.fields === undefined ? undefined : parseFields(globals.fields);
  if (paths) checkFieldPaths(paths, [...named.flatMap(({ name }) => name ?? []), ...fields]);
  const record = (one: object) =>
    jsonText(
      paths
        ? { ...("_kind" in one && { _kind: one._kind }), ...chosenRecord(one as never, paths, named) }
        : one,
    );
  if (kind === "json") yield '{"items":[';
  let first = true;
  for await (const one of records) {
    yield kind === "ndjson" ? `${record(one)}\n` : `${first ? "" : ","}\n${record(one)}`;
    first = false;
  }
  if (kind === "json") yield "\n]}\n";
}

/** The format of a CSV file. */
export interface CsvLayout {
  format: CsvFormat;
  decimal: "." | ",";
  encoding: string;
  raw: boolean;
}

/** Returns the layout that the flags select. Throws UsageError for flags that exclude each other. */
function csvLayout(options: TableOptions, file: string | undefined): CsvLayout {
  const { bom, raw = false } = options;
  const excel = options.excel && excelLayouts[options.excel];
  const isTabbed = extname(file ?? "").toLowerCase() === ".tsv";
  const encoding = checkEncoding(options.encoding ?? "utf-8");
  const isUnicode = encoding.startsWith("utf-");
  if (bom === true && !isUnicode) {
    throw new UsageError(`--bom marks Unicode text, and ${encoding} is not Unicode.`, {
      field: "--bom",
      hint: "Use either --bom or --encoding.",
    });
  }
  return {
    format: {
      delimiter: checkDelimiter(options.delimiter ?? (isTabbed ? "tab" : (excel?.delimiter ?? ","))),
      mark: isUnicode && (bom ?? excel !== undefined),
      eol: "\n",
    },
    decimal: options.decimal ?? excel?.decimal ?? ".",
    encoding,
    raw,
  };
}

/** Throws UsageError for flags of CSV files if none is written; `to` is what is written instead. */
function rejectCsvFlags(options: TableOptions, to: string): void {
  const given = (["excel", "delimiter", "decimal", "bom", "encoding"] as const).find(
    (name) => options[name] !== undefined,
  );
  if (given === undefined) return;
  throw new UsageError(`--${given} applies to CSV files only, but this command writes ${to}.`, {
    field: `--${given}`,
  });
}
