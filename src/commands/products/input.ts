import type { Journal } from "../../bulk/journal/journal.ts";
import { fileHandle, stagedGroups, stageRows } from "../../bulk/plan/stage.ts";
import { checkKind } from "../../cli/references.ts";
import { type Row, rowOf } from "../../files/csv/csv.ts";
import type { DecimalSign, Dialect, NumberFormat, RowProblem } from "../../files/dialect.ts";
import { detectDialect, dialects, isProductColumn } from "../../files/dialects.ts";
import type { ProductDraft } from "../../files/draft.ts";
import { readNdjson } from "../../files/ndjson.ts";
import { readTable } from "../../files/table.ts";
import { UsageError } from "../../kernel/errors.ts";
import { recordDraft } from "../../resources/products/import/record-draft.ts";
import type { StagedFile } from "../../resources/products/rejects.ts";

/** The rows of one product of the file, combined. */
export interface Assembled {
  draft?: ProductDraft;
  problems: readonly RowProblem[];
  /** `shop.csv:12` */
  source: string;
}

/** The options for reading the file. */
export interface InputOptions {
  name: string;
  format?: "wix" | "shopify" | "till" | "ndjson";
  encoding?: string;
  ignoreUnknown?: boolean;
  sheet?: string;
  decimal?: DecimalSign;
}

/** Reads and checks a whole file, and stages its rows in the journal. Throws UsageError with line and column. */
export async function stageFile(
  journal: Journal,
  bytes: AsyncIterable<Uint8Array>,
  options: InputOptions,
): Promise<StagedFile> {
  const { name, format, encoding, sheet, decimal, ignoreUnknown = false } = options;
  const decode = { name, ...(encoding !== undefined && { encoding }) };
  if (format === "ndjson" || (format === undefined && /\.(ndjson|jsonl)$/i.test(name))) {
    const staged: StagedFile = { name, dialect: "ndjson", header: [], format: undefined };
    await stageRows(journal, [describe(staged)]);
    await stageRows(journal, records(readNdjson(bytes, decode), name));
    return staged;
  }
  const table = await readTable(bytes, {
    ...decode,
    ...(sheet !== undefined && { sheet }),
    ...(decimal !== undefined && { decimal }),
    takesDates: (column) => !isProductColumn(column),
  });
  const dialect = format === undefined ? detectDialect(table.header) : dialects[format];
  if (dialect === undefined) {
    throw new UsageError(`${name}: not a Wix, Shopify or till file.`, {
      field: "--format",
      hint: "Set the format with --format wix, shopify or till. See docs/guides/files.md",
    });
  }
  dialect.check(table.header, { file: name, ignoreUnknown });
  const staged: StagedFile = {
    name,
    dialect: dialect.name,
    header: table.header,
    format: table.format,
    sheet: table.sheet,
  };
  await stageRows(journal, [describe(staged)]);
  await stageRows(journal, csvRows(table.rows, dialect, name));
  return staged;
}

function describe(file: StagedFile) {
  return { handle: fileHandle, line: 0, json: file as never };
}

async function* csvRows(rows: AsyncIterable<Row>, dialect: Dialect, name: string) {
  for await (const row of rows)
    yield { handle: dialect.handleOf(row, name), line: row.line, json: [...row.source] };
}

async function* records(rows: ReturnType<typeof readNdjson>, name: string) {
  for await (const { line, value } of rows) {
    checkKind(value, "product", `${name}, line ${line}`);
    const { id, slug, name: title } = value as Record<string, string>;
    yield { handle: id ?? slug ?? title ?? `line ${line}`, line, json: value as never };
  }
}

/** Yields the staged rows as drafts, one product at a time, in file order. Prints each kind of data loss once. */
export async function* assembled(
  journal: Journal,
  staged: StagedFile,
  numbers: NumberFormat,
  notice: (text: string) => Promise<void>,
): AsyncGenerator<Assembled> {
  const printed = new Set<string>();
  const noticeOnce = async (text: string) => {
    if (printed.has(text)) return;
    printed.add(text);
    await notice(`${text.replace(/^./, (letter) => letter.toUpperCase()).replace(/\.?$/, ".")}`);
  };
  for (const { handle, rows } of stagedGroups(journal)) {
    if (handle === fileHandle) continue;
    const source = `${staged.name}:${rows[0]?.line ?? 0}`;
    if (staged.dialect === "ndjson") {
      yield {
        ...recordDraft(
          rows.map(({ line, json }) => ({ line, record: json as never })),
          handle,
        ),
        source,
      };
      continue;
    }
    const cells = rows.map(({ line, json }) =>
      rowOf(staged.header, line, json as string[], staged.sheet !== undefined),
    );
    const { draft, problems, notices } = dialects[staged.dialect].assemble(cells, numbers);
    for (const text of notices) await noticeOnce(text);
    if (draft?.customTextFields?.length)
      await noticeOnce("not imported: custom text fields (the platform sets them in its dashboard only)");
    yield { ...(draft && { draft }), problems, source };
  }
}
