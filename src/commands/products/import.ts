import { dirname, resolve } from "node:path";
import type { Journal } from "../../bulk/journal/journal.ts";
import { type Guards, type GuardTexts, parseGuards } from "../../bulk/plan/guards.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import {
  countStagedHandles,
  fileHandle,
  StagedKeys,
  type StagedRow,
  stagedGroups,
  stageRows,
} from "../../bulk/plan/stage.ts";
import type { FileOptions, JobOptions } from "../../cli/bulk-flags.ts";
import { fileReading, type MapOptions, saveColumnMap } from "../../cli/column-maps.ts";
import { stageSource, writeRejects } from "../../cli/import-file.ts";
import { withProposal } from "../../cli/import-proposal.ts";
import { beginJournal, runJob } from "../../cli/jobs/run.ts";
import { type NumberOptions, numberFormat } from "../../cli/product-flags.ts";
import { checkKind } from "../../cli/selection.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { type ColumnMap, isIgnored, mappedHeader } from "../../files/column-map.ts";
import { groupCommand, isCommandColumn, type RowCommand, reasonColumn } from "../../files/columns.ts";
import { type Row, rowOf } from "../../files/csv.ts";
import type { DeclaredNumbers, Dialect, NumberFormat, RowProblem } from "../../files/dialect.ts";
import { detectDialect, dialects, isProductColumn } from "../../files/dialects.ts";
import type { ProductDraft } from "../../files/draft.ts";
import { listColumn, notImportedFrom, productList, readListRow } from "../../files/list.ts";
import { type ProductKey, productKeys } from "../../files/list-keys.ts";
import { type JsonRecord, readNdjson } from "../../files/ndjson.ts";
import { withCertainNumbers } from "../../files/number-marks.ts";
import { readTable } from "../../files/table.ts";
import { variantColumn } from "../../files/till.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { UsageError } from "../../kernel/errors.ts";
import { capitalized } from "../../kernel/text.ts";
import type { Catalog } from "../../resources/products/catalog.ts";
import type { CollectionNames } from "../../resources/products/collection-names.ts";
import { recordDraft } from "../../resources/products/draft.ts";
import { productChangeFields } from "../../resources/products/fields.ts";
import {
  type Handles,
  openHandles,
  rememberHandles,
  rememberPlanned,
} from "../../resources/products/handles.ts";
import {
  checkDraft,
  type DraftChecks,
  type DraftPlanner,
  draftChecks,
  draftPlanner,
  type SourcedDraft,
} from "../../resources/products/import-drafts.ts";
import { blanksNotice, type RemovedBlanks } from "../../resources/products/import-find.ts";
import { planList } from "../../resources/products/import-list.ts";
import { knownLabels } from "../../resources/products/labels.ts";
import { type PictureFolder, plannedPictures } from "../../resources/products/media.ts";
import { raisedNotice } from "../../resources/products/price-guards.ts";
import { openCatalog } from "../../resources/products/read.ts";
import { type StagedFile, sourceCells, stagedCells } from "../../resources/products/rejects.ts";
import { shopKeys } from "../../resources/products/shop-keys.ts";
import {
  type ListOptions,
  listRow,
  stageList,
  stageRecords,
  withFileColumns,
} from "../../resources/products/stage-list.ts";

/** The flags of `products import`. */
export interface ImportOptions extends JobOptions, NumberOptions, MapOptions, FileOptions, GuardTexts {
  format?: FileFormat;
  key?: ProductKey;
  create?: boolean;
  createCollections?: boolean;
  createLabels?: boolean;
  rejects?: string;
  allowEmpty?: boolean;
}

/** Drafts matched with existing products in one batch. */
const batchSize = 100;

/** Imports a file of products; proposes how to read it if the flags do not say so. */
export async function run(
  context: Context,
  [file = "-"]: string[],
  given: ImportOptions,
): Promise<CommandResult> {
  const reading = () => fileReading(context, given);
  const proposed = { file, list: productList, reading, needsKey: true };
  return await withProposal(context, proposed, () => importFile(context, file, given));
}

/** Imports a file: stages its rows, matches them with existing products, and runs the changes as a job. */
async function importFile(context: Context, file: string, given: ImportOptions): Promise<CommandResult> {
  const { map, options } = await fileReading(context, given);
  const catalog = await openCatalog(context, "admin");
  const guards = hasGuards(options) ? parseGuards(options, productChangeFields) : undefined;
  if (options.currency !== undefined) await checkCurrency(catalog, options.currency);
  const journal = await beginJournal(context, "products.import");
  const numbers = numberFormat(options);
  const source = {
    file,
    example: "till products import - < products.csv",
    rejects: options.rejects,
    allowEmpty: options.allowEmpty,
  };
  const staged = await stageSource(context, journal, source, (bytes, name) =>
    stageFile(journal, bytes, { ...options, map, numbers, name, notice: context.notice }),
  );
  await saveColumnMap(context, options, map);
  const { dialect, name } = staged;
  const { names } = catalog;
  const handles = openHandles(context.paths.state, journal.job, dialect);
  const blanks: RemovedBlanks = { count: 0 };
  const rows = plannedRows({
    context,
    file,
    journal,
    staged,
    catalog,
    names,
    handles,
    numbers,
    map,
    blanks,
    guards,
    options,
  });
  const ended = () => [blanksNotice(blanks), guards && raisedNotice(guards)].filter(Boolean).join("\n");
  try {
    return await runJob<PlannedRow>(
      context,
      {
        kind: "products.import",
        title: `Import ${name} (${dialect})`,
        rows: thenNotice(context, withFileColumns(staged, rows), () => ended() || undefined),
        toSteps: (plan) => plan,
        // Shares collection names and products with planning.
        // The rows are checked when they are planned, with the currency of the shop.
        work: { ...(await catalog.work()), check: undefined },
        options,
        dangerous: ({ kinds }) => "product.delete" in kinds,
        begin: (begun) => rememberHandles(begun, handles),
        saved: (planned) => rememberPlanned(planned, handles),
        finished: (ended) => writeRejects(context, ended, options.rejects),
      },
      journal,
    );
  } finally {
    handles.close();
  }
}

/** Throws UsageError unless a currency is that of the shop. */
async function checkCurrency(catalog: Catalog, currency: string): Promise<void> {
  const own = await catalog.currency();
  if (own === undefined || own === currency) return;
  throw new UsageError(
    `--currency is ${currency}, but the prices of the shop are in ${own}. Nothing was sent.`,
    {
      field: "--currency",
      hint: `Convert the amounts to ${own}, or leave their column out: --map 'COLUMN=-'`,
    },
  );
}

/** Yields rows, and then prints a notice, if there is one. */
async function* thenNotice<Row>(
  { notice }: Context,
  rows: AsyncIterable<Row>,
  text: () => string | undefined,
): AsyncGenerator<Row> {
  yield* rows;
  const found = text();
  if (found !== undefined) await notice(found);
}

/** A file that is imported: its staged rows, and what they are planned with. */
interface StagedImport {
  context: Context;
  file: string;
  journal: Journal;
  staged: StagedFile;
  catalog: Catalog;
  names: CollectionNames;
  handles: Handles;
  numbers: NumberFormat;
  map: ColumnMap;
  blanks: RemovedBlanks;
  guards: Guards | undefined;
  options: ImportOptions;
}

const hasGuards = ({ floor, floorRaises, capChange, maxTotalChange }: GuardTexts): boolean =>
  [floor, floorRaises, capChange, maxTotalChange].some((guard) => guard !== undefined);

/** Returns the plans of all rows: lists by their key, other files one product at a time. */
function plannedRows(given: StagedImport): AsyncIterable<PlannedRow> {
  const { context, journal, staged, names, handles, numbers, map, options } = given;
  const { dialect, name } = staged;
  const { create = false, createCollections: createsCollections = false, ignoreUnknown = false } = options;
  const key = options.key ?? (staged.key as ProductKey | undefined);
  const updateOnly = key !== undefined && !create;
  const keys = shopKeys(given.catalog, updateOnly ? 0 : countStagedHandles(journal));
  const { catalog } = keys;
  const match = {
    dialect,
    taken: new StagedKeys(journal, "slugs"),
    claimed: new StagedKeys(journal, "products"),
    skus: new StagedKeys(journal, "skus"),
    blanks: given.blanks,
    costs: /\bcost\b/.test(options.floor ?? ""),
    ...(key !== undefined && { key, updateOnly, similar: keys.similar(key) }),
  };
  const format = dialect === "ndjson" || dialect === "list" ? undefined : dialects[dialect];
  const header = staged.columns ?? staged.header;
  const columnOf = (field: string) => format?.columnOf(field, header) ?? field;
  const checks = {
    ...draftChecks(context, catalog, columnOf, given.guards),
    labels: options.createLabels ? undefined : knownLabels(catalog),
  };
  if (dialect !== "list" || key === undefined)
    return productRows(
      given,
      draftPlanner({ catalog, handles, names, match, checks, createsCollections, showsKeys: true }),
      checks,
    );
  const list = { name, list: productList, key, map, ignoreUnknown, decimal: numbers.decimal };
  return planList(journal, {
    name,
    names,
    catalog,
    handles,
    key,
    match,
    read: (row) => readListRow(listRow(staged, row, list), key, numbers),
    prepare: (draft) => withPictures(draft, pictureFolder(given), columnOf),
    check: (plan, draft, match, source) => checkDraft(plan, draft, match, { ...checks, source }),
    creates: create || hasCommands(staged),
    createsCollections,
  });
}

async function* productRows(
  given: StagedImport,
  planner: DraftPlanner,
  { columnOf }: DraftChecks,
): AsyncGenerator<PlannedRow> {
  for await (const batch of streamBatches(drafts(given, columnOf), batchSize))
    yield* await planner.plan(batch);
  const kept = planner.keptColors();
  if (kept !== undefined) await given.context.notice(kept);
}

/** Yields the products of the file. */
async function* drafts(given: StagedImport, columnOf: DraftChecks["columnOf"]): AsyncGenerator<SourcedDraft> {
  const folder = pictureFolder(given);
  for await (const one of assembled(given)) {
    const { draft, ...row } = one;
    const planned = draft?.media ? await withPictures(draft, folder, columnOf) : draft;
    if (planned === draft) yield one;
    else if (planned && "rule" in planned) yield { ...row, problems: [...row.problems, planned] };
    else yield { ...row, draft: planned };
  }
}

/** Returns the folder that the paths of pictures are relative to: that of the file. */
function pictureFolder({ context, file }: StagedImport): PictureFolder {
  const folder = file === "-" ? context.cwd : dirname(resolve(context.cwd, file));
  return { folder, readable: context.readable };
}

/** Plans the upload of pictures on this computer. Returns the problem of one that cannot be uploaded. */
async function withPictures(
  draft: ProductDraft,
  folder: PictureFolder,
  columnOf: DraftChecks["columnOf"],
): Promise<ProductDraft | RowProblem> {
  const planned = await plannedPictures(draft, folder);
  if (!("message" in planned)) return planned;
  const { source: value, message } = planned;
  return { line: draft.line, column: columnOf("media"), value, rule: "media", message };
}

/** The formats of an imported file. */
type FileFormat = "wix" | "shopify" | "till" | "list" | "ndjson";

/** The options for reading the file. */
export interface InputOptions extends FileOptions {
  name: string;
  format?: FileFormat;
  key?: ProductKey;
  map: ColumnMap;
  numbers: DeclaredNumbers;
  /** Prints how numbers are read that could be read in two ways. */
  notice(text: string): Promise<void>;
}

/** The columns that say which product or variant a row is, in all formats. */
const identifiers: readonly (string | undefined)[] = [
  ...["sku", "id", "handle", "slug", "handleId", "Handle", "Variant SKU"],
];

/** Reads and checks a whole file, and stages its rows in the journal. Throws UsageError with line and column. */
async function stageFile(
  journal: Journal,
  bytes: AsyncIterable<Uint8Array>,
  options: InputOptions,
): Promise<StagedFile> {
  const { name, format, encoding, delimiter, headerRow, sheet } = options;
  const { numbers, notice, key, map, ignoreUnknown = false } = options;
  if (format === "list" && key === undefined)
    throw new UsageError("A list needs the column that identifies products and variants.", {
      field: "--key",
      hint: `For example: --key sku. Keys: ${productKeys.join(", ")}`,
    });
  const reading = { encoding, delimiter, headerRow, decimal: numbers.decimal };
  const list = key === undefined ? undefined : { name, list: productList, key, map, ignoreUnknown, reading };
  const decode = { name, encoding };
  const isNdjson = /\.(ndjson|jsonl)$/i.test(name) && (format === undefined || format === "list");
  if (format === "ndjson" || isNdjson)
    return await stageNdjson(journal, readNdjson(bytes, decode), { name, list });
  const target = (column: string) => (Object.hasOwn(map, column) ? (map[column] ?? column) : column);
  const table = await readTable(bytes, {
    name,
    ...reading,
    sheet,
    takesDates: (column) =>
      !isProductColumn(target(column)) && listColumn(productList, target(column)) === undefined,
    isKey: (column) =>
      [key, ...identifiers].includes(listColumn(productList, target(column)) ?? target(column)),
  });
  const at = { file: name, sheet: table.sheet, line: table.headerLine };
  const columns = mappedHeader(table.header, map, at);
  const shown = columns.filter((column) => !isIgnored(column));
  const dialect =
    format === undefined ? detectDialect(shown) : format === "list" ? undefined : dialects[format];
  // Without kinds of rows, each row of such a file is a product or a variant by its key.
  const isList =
    dialect === undefined ||
    (dialect.name === "till" &&
      format === undefined &&
      (!shown.includes("kind") || shown.includes(variantColumn)));
  const left = isList ? notImportedFrom(shown) : undefined;
  if (left !== undefined) await notice(left);
  // An export of a few columns names its variants by their choices.
  if (dialect !== undefined && isList && key === undefined && shown.includes(variantColumn))
    return await stageList(journal, table, {
      name,
      list: productList,
      key: "handle",
      map,
      ignoreUnknown,
      reading,
      numbers,
      notice,
    });
  if (list && isList) return await stageList(journal, table, { ...list, numbers, notice });
  if (dialect === undefined) throw unknownFormat(name, shown);
  // Every dialect ignores the column of reasons, as the columns that are ignored here.
  const checked = columns.map((column) => (isIgnored(column) ? reasonColumn : column));
  dialect.check(checked, { ...at, ignoreUnknown });
  const staged: StagedFile = {
    name,
    dialect: dialect.name,
    header: table.header,
    columns,
    format: table.format,
    sheet: table.sheet,
    reading,
  };
  await stageRows(journal, [describe(staged)]);
  const rows = withCertainNumbers(table.rows, {
    file: name,
    sheet: table.sheet,
    header: table.header,
    numbers,
    notice,
    hasFlags: true,
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
        ? 'Set the format with --format wix, shopify or till, or match rows by a column: --map "COLUMN=sku" --key sku. More: till help guide files'
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
  async function* allRecords() {
    if (!first.done) yield first.value;
    yield* all;
  }
  const isFlat =
    !first.done && !("_kind" in first.value.value) && Object.values(first.value.value).every(isPlain);
  if (list && isFlat) return await stageRecords(journal, allRecords(), list);
  const staged: StagedFile = { name, dialect: "ndjson", header: [], format: undefined };
  await stageRows(journal, [describe(staged)]);
  await stageRows(journal, records(allRecords(), name));
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
  for await (const read of rows) {
    const row = dialectRow(staged, read.line, read.source);
    yield { handle: dialect.handleOf(row, staged.name), line: read.line, json: stagedCells(read) };
  }
}

async function* records(rows: AsyncIterable<JsonRecord>, name: string) {
  for await (const { line, value } of rows) {
    checkKind(value, "product", `${name}, line ${line}`);
    const { id, slug, name: title } = value as Record<string, string>;
    yield { handle: id ?? slug ?? title ?? `line ${line}`, line, json: value as never };
  }
}

/** Returns a row with the column names of its dialect. */
function dialectRow(
  { header, columns = header, sheet }: StagedFile,
  line: number,
  source: readonly string[],
): Row {
  return rowOf(columns, line, source, sheet !== undefined);
}

/** Yields the staged rows as drafts, one product at a time, in file order. Prints each kind of data loss once. */
async function* assembled({
  context: { notice },
  journal,
  staged,
  numbers,
  catalog: { version },
}: StagedImport): AsyncGenerator<SourcedDraft> {
  const printed = new Set<string>();
  const noticeOnce = async (text: string) => {
    if (printed.has(text)) return;
    printed.add(text);
    await notice(`${capitalized(text).replace(/\.?$/, ".")}`);
  };
  const commanded = hasCommands(staged);
  for (const { handle, rows } of stagedGroups(journal)) {
    if (handle === fileHandle) continue;
    const source = `${staged.name}:${rows[0]?.line ?? 0}`;
    if (staged.dialect === "ndjson") {
      const one = recordDraftOf(rows, handle);
      if (one) yield { ...one, source };
      continue;
    }
    if (staged.dialect === "list") return;
    const all = rows.map(({ line, json }) => dialectRow(staged, line, sourceCells(json).cells));
    const {
      command,
      rows: kept,
      problems: wrong,
    } = commanded
      ? groupCommand(all, { isWhole: staged.dialect === "shopify" })
      : { command: undefined, rows: all, problems: [] };
    if (kept.length === 0) continue;
    const { draft, problems, notices } = dialects[staged.dialect].assemble(kept, numbers);
    for (const text of notices) await noticeOnce(text);
    if (draft?.customTextFields?.length)
      await noticeOnce("not imported: custom text fields (the platform sets them in its dashboard only)");
    if (draft?.mediaAlt && staged.dialect === "shopify" && version === "v1") {
      delete draft.mediaAlt;
      await noticeOnce(
        "not imported: Image Alt Text (catalog v1 has no call that changes alternative texts)",
      );
    }
    const removed = command === "delete" && wrong.length === 0;
    // The other cells of a row that deletes do not matter.
    const base = draft ?? (removed ? { handle, line: kept[0]?.line ?? 0, variants: [] } : undefined);
    if (wrong.length > 0 || base === undefined) yield { problems: [...wrong, ...problems], source };
    else yield { draft: withCommand(base, command), problems: [], source };
  }
}

/** Returns whether a file has a column for commands. */
const hasCommands = ({ header, columns = header }: StagedFile): boolean => columns.some(isCommandColumn);

function withCommand(draft: ProductDraft, command: RowCommand | undefined): ProductDraft {
  if (command === undefined || command === "skip") return draft;
  return command === "delete" ? { ...draft, remove: true } : { ...draft, command };
}

/** Returns the draft of NDJSON records of one product; undefined if all are to be skipped. */
function recordDraftOf(rows: readonly StagedRow[], handle: string): Omit<SourcedDraft, "source"> | undefined {
  const commands = rows.map(({ line, json }): Row => {
    const { command = "" } = json as { command?: unknown };
    return { line, cells: { command: String(command) }, source: [] };
  });
  const { command, rows: kept, problems } = groupCommand(commands);
  if (kept.length === 0) return undefined;
  const lines = new Set(kept.map(({ line }) => line));
  const own = rows.filter(({ line }) => lines.has(line));
  const found = recordDraft(
    own.map(({ line, json }) => ({ line, record: json as never })),
    handle,
  );
  if (problems.length > 0) return { problems: [...problems, ...found.problems] };
  return { ...found, ...(found.draft && { draft: withCommand(found.draft, command) }) };
}
