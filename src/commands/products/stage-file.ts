import type { Journal } from "../../bulk/journal/journal.ts";
import { fileHandle, stageRows } from "../../bulk/plan/stage.ts";
import { type ListOptions, stageList, stageRecords } from "../../cli/import/stage-list.ts";
import { checkKind } from "../../cli/references.ts";
import { type ColumnMap, isIgnored, mappedHeader } from "../../files/column-map.ts";
import type { Row } from "../../files/csv.ts";
import type { DeclaredNumbers, Dialect } from "../../files/dialect.ts";
import { detectDialect, dialects, isProductColumn } from "../../files/dialects.ts";
import { listColumn, productList } from "../../files/list.ts";
import { type ProductKey, productKeys } from "../../files/list-keys.ts";
import { type JsonRecord, readNdjson } from "../../files/ndjson.ts";
import { withCertainNumbers } from "../../files/number-marks.ts";
import { readTable } from "../../files/table.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { StagedFile } from "../../resources/products/rejects.ts";
import { dialectRow } from "./assembled.ts";

/** The formats of an imported file. */
export type FileFormat = "wix" | "shopify" | "till" | "list" | "ndjson";

/** The options for reading the file. */
export interface InputOptions {
  name: string;
  format?: FileFormat;
  key?: ProductKey;
  map: ColumnMap;
  encoding?: string;
  ignoreUnknown?: boolean;
  sheet?: string;
  numbers: DeclaredNumbers;
  /** Prints how numbers are read that could be read in two ways. */
  notice(text: string): Promise<void>;
}

/** The columns that say which product or variant a row is, in all formats. */
const identifiers: readonly (string | undefined)[] = [
  ...["sku", "id", "handle", "slug", "handleId", "Handle", "Variant SKU"],
];

/** Reads and checks a whole file, and stages its rows in the journal. Throws UsageError with line and column. */
export async function stageFile(
  journal: Journal,
  bytes: AsyncIterable<Uint8Array>,
  options: InputOptions,
): Promise<StagedFile> {
  const { name, format, encoding, sheet, numbers, notice, key, map, ignoreUnknown = false } = options;
  if (format === "list" && key === undefined)
    throw new UsageError("A list needs the column that identifies products and variants.", {
      field: "--key",
      hint: `For example: --key sku. Keys: ${productKeys.join(", ")}`,
    });
  const list = key === undefined ? undefined : { name, list: productList, key, map, ignoreUnknown };
  const decode = { name, ...(encoding !== undefined && { encoding }) };
  const isNdjson = /\.(ndjson|jsonl)$/i.test(name) && (format === undefined || format === "list");
  if (format === "ndjson" || isNdjson)
    return await stageNdjson(journal, readNdjson(bytes, decode), { name, list });
  const target = (column: string) => (Object.hasOwn(map, column) ? (map[column] ?? column) : column);
  const table = await readTable(bytes, {
    ...decode,
    ...(sheet !== undefined && { sheet }),
    decimal: numbers.decimal,
    takesDates: (column) =>
      !isProductColumn(target(column)) && listColumn(productList, target(column)) === undefined,
    isKey: (column) =>
      [key, ...identifiers].includes(listColumn(productList, target(column)) ?? target(column)),
  });
  const columns = mappedHeader(table.header, map, { file: name });
  const shown = columns.filter((column) => !isIgnored(column));
  const dialect =
    format === undefined ? detectDialect(shown) : format === "list" ? undefined : dialects[format];
  // Without kinds of rows, each row of such a file is a product or a variant by its key.
  const isList =
    dialect === undefined || (dialect.name === "till" && format === undefined && !shown.includes("kind"));
  if (list && isList) return await stageList(journal, table, { ...list, numbers, notice });
  if (dialect === undefined) throw unknownFormat(name, shown);
  dialect.check(shown, { file: name, ignoreUnknown });
  const staged: StagedFile = {
    name,
    dialect: dialect.name,
    header: table.header,
    columns,
    format: table.format,
    sheet: table.sheet,
  };
  await stageRows(journal, [describe(staged)]);
  const rows = withCertainNumbers(table.rows, {
    ...{ file: name, sheet: table.sheet, header: table.header, numbers, notice, hasFlags: true },
    isNumber: (index) => !isIgnored(columns[index] ?? "") && !dialect.isText(columns[index] ?? ""),
    // What till and the platform export has no trailing zeros.
    defined: dialect.name !== "shopify",
  });
  await stageRows(journal, tableRows(rows, { dialect, staged }));
  return staged;
}

function unknownFormat(name: string, columns: readonly string[]): UsageError {
  const key = columns.map((column) => listColumn(productList, column)).find((column) => column === "sku");
  return new UsageError(`${name}: not a Wix, Shopify or till file.`, {
    field: "--format",
    hint:
      key === undefined
        ? "Set the format with --format wix, shopify or till, or match rows by a column: --map 'COLUMN=sku' --key sku. More: till help guide files"
        : "To match its rows by SKU, add: --key sku. Or set the format with --format wix, shopify or till. More: till help guide files",
  });
}

/** Stages NDJSON records: whole products, or with a key, flat records as rows of a list. */
async function stageNdjson(
  journal: Journal,
  all: ReturnType<typeof readNdjson>,
  { name, list }: { name: string; list: ListOptions | undefined },
): Promise<StagedFile> {
  const first = await all.next();
  async function* rest() {
    if (!first.done) yield first.value;
    yield* all;
  }
  const isFlat =
    !first.done && !("_kind" in first.value.value) && Object.values(first.value.value).every(isPlain);
  if (list && isFlat) return await stageRecords(journal, rest(), list);
  const staged: StagedFile = { name, dialect: "ndjson", header: [], format: undefined };
  await stageRows(journal, [describe(staged)]);
  await stageRows(journal, records(rest(), name));
  return staged;
}

const isPlain = (value: unknown) => typeof value !== "object" || value === null || Array.isArray(value);

function describe(file: StagedFile) {
  return { handle: fileHandle, line: 0, json: file as never };
}

async function* tableRows(
  rows: AsyncIterable<Row>,
  { dialect, staged }: { dialect: Dialect; staged: StagedFile },
) {
  for await (const { line, source } of rows) {
    const row = dialectRow(staged, line, source);
    yield { handle: dialect.handleOf(row, staged.name), line, json: [...source] };
  }
}

async function* records(rows: AsyncIterable<JsonRecord>, name: string) {
  for await (const { line, value } of rows) {
    checkKind(value, "product", `${name}, line ${line}`);
    const { id, slug, name: title } = value as Record<string, string>;
    yield { handle: id ?? slug ?? title ?? `line ${line}`, line, json: value as never };
  }
}
