import { extname } from "node:path";
import type { Context } from "../../context/context.ts";
import { encodeText } from "../../files/encoding.ts";
import { productFieldTable } from "../../files/product-fields.ts";
import { UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";
import { csvLines } from "../../output/csv.ts";
import { checkFields, parseFields, pick } from "../../output/fields.ts";
import { jsonText } from "../../output/json.ts";
import { csvLayout, rejectCsvFlags } from "./csv-layout.ts";
import type { TableOptions } from "./table-flags.ts";

/** The file types of an export. */
export type ExportKind = "csv" | "xlsx" | "ndjson" | "json";

/** Rows to export as CSV or as a workbook. */
export interface ExportTable {
  /** The name of the sheet in a workbook. */
  title: string;
  header: readonly string[];
  rows: AsyncIterable<readonly string[]>;
  /** Returns whether a column holds text, in which formulas are escaped. Default: all. */
  isText?: (column: string) => boolean;
  /** Returns whether a column holds ISO times, which are dates in a workbook. Default: none. */
  isDate?: (column: string) => boolean;
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
 * Returns the type of file to write: that of `--format`, else by the extension. Throws UsageError if they contradict
 * each other, and for types of spreadsheets that till cannot write.
 */
export function exportKind(file: string | undefined, requested?: ExportKind): ExportKind {
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
  return requested ?? byName ?? "csv";
}

const names: Record<ExportKind, string> = {
  csv: "CSV",
  xlsx: "an Excel workbook",
  ndjson: "NDJSON",
  json: "JSON",
};

/** Yields a table as CSV or as a workbook, with the columns that --fields names. */
export async function* tableContent(
  { globals }: Context,
  kind: "csv" | "xlsx",
  table: ExportTable,
  options: TableOptions,
): AsyncGenerator<string | Uint8Array> {
  const { header, rows } = chosenColumns(table, globals.fields);
  const { title, isText = () => true, isDate } = table;
  if (kind === "xlsx") {
    rejectCsvFlags(options, names.xlsx);
    const { workbookBytes } = await import("../../files/xlsx/write.ts");
    return yield* workbookBytes(rows, { title, header, isText, ...(isDate && { isDate }) });
  }
  const { encoding, ...layout } = csvLayout(options);
  const lines = csvLines(rows, { header, isText, ...layout });
  yield* encoding === "utf-8" ? lines : encodeText(lines, encoding);
}

function chosenColumns({ header, rows }: ExportTable, fields: string | undefined) {
  if (fields === undefined) return { header, rows };
  const chosen = parseFields(fields);
  const unknown = chosen.find((name) => !header.includes(name));
  if (unknown !== undefined) {
    // `--set` and `--filter` name some columns differently.
    const column = productFieldTable.find(({ name }) => name === unknown)?.column;
    const guess = column !== undefined && header.includes(column) ? column : nearest(unknown, header);
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

/** Yields records as NDJSON or as one JSON document, with the fields that --fields names. */
export async function* recordContent(
  { globals }: Context,
  kind: "ndjson" | "json",
  records: AsyncIterable<object>,
  { known, ...options }: TableOptions & { known: readonly string[] },
): AsyncGenerator<string> {
  rejectCsvFlags(options, names[kind]);
  const paths = globals.fields === undefined ? undefined : parseFields(globals.fields);
  if (paths) checkFields(paths, known);
  const record = (one: object) =>
    jsonText(paths ? { ...("_kind" in one && { _kind: one._kind }), ...(pick(one, paths) as object) } : one);
  if (kind === "json") yield '{"items":[';
  let first = true;
  for await (const one of records) {
    yield kind === "ndjson" ? `${record(one)}\n` : `${first ? "" : ","}\n${record(one)}`;
    first = false;
  }
  if (kind === "json") yield "\n]}\n";
}
