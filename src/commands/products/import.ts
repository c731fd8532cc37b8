import { dirname, resolve } from "node:path";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { StagedKeys } from "../../bulk/plan/stage.ts";
import { columnMap, type MapOptions, saveColumnMap } from "../../cli/import/column-maps.ts";
import { withFileColumns } from "../../cli/import/file-columns.ts";
import { type NumberOptions, numberFormat } from "../../cli/import/numbers.ts";
import { listRow } from "../../cli/import/stage-list.ts";
import type { JobOptions } from "../../cli/job-flags.ts";
import { writeRejects } from "../../cli/jobs/rejects.ts";
import { beginJournal, runJob } from "../../cli/jobs/run.ts";
import { stageSource } from "../../cli/jobs/stage-source.ts";
import { keptColoursText } from "../../cli/products/kept-colours.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import type { ColumnMap } from "../../files/column-map.ts";
import { isCommandColumn } from "../../files/columns.ts";
import type { NumberFormat } from "../../files/dialect.ts";
import { dialects } from "../../files/dialects.ts";
import { productList, readListRow } from "../../files/list.ts";
import type { ProductKey } from "../../files/list-keys.ts";
import { streamBatches } from "../../kernel/batches.ts";
import type { Catalog } from "../../resources/products/catalog.ts";
import type { CollectionNames } from "../../resources/products/collection-names.ts";
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
import { blanksNotice, type RemovedBlanks, similarKeys } from "../../resources/products/import-find.ts";
import { planList } from "../../resources/products/import-list.ts";
import { type PictureFolder, plannedPictures } from "../../resources/products/media.ts";
import { openCatalog } from "../../resources/products/read.ts";
import type { StagedFile } from "../../resources/products/rejects.ts";
import { assembled } from "./assembled.ts";
import { type FileFormat, stageFile } from "./stage-file.ts";

/** The flags of `products import`. */
export interface ImportOptions extends JobOptions, NumberOptions, MapOptions {
  format?: FileFormat;
  key?: ProductKey;
  create?: boolean;
  encoding?: string;
  sheet?: string;
  ignoreUnknown?: boolean;
  rejects?: string;
  allowEmpty?: boolean;
}

/** Drafts matched with existing products in one batch. */
const batchSize = 100;

/** Imports a file: stages its rows, matches them with existing products, and runs the changes as a job. */
export async function run(
  context: Context,
  [file = "-"]: string[],
  options: ImportOptions,
): Promise<CommandResult> {
  const map = await columnMap(context, options);
  const catalog = await openCatalog(context, "admin");
  const site = await context.site();
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
  const handles = openHandles(context.paths.state, site.id, dialect);
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
    options,
  });
  try {
    return await runJob<PlannedRow>(
      context,
      {
        kind: "products.import",
        title: `Import ${name} (${dialect})`,
        rows: thenNotice(context, withFileColumns(staged, rows), () => blanksNotice(blanks)),
        toSteps: (plan) => plan,
        // Shares collection names and products with planning.
        work: await catalog.work(),
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
  options: ImportOptions;
}

/** Returns the plans of all rows: lists by their key, other files one product at a time. */
function plannedRows(given: StagedImport): AsyncIterable<PlannedRow> {
  const { context, journal, staged, catalog, names, handles, numbers, map, options } = given;
  const { dialect, name } = staged;
  const { key, create = false, ignoreUnknown = false } = options;
  const match = {
    dialect,
    taken: new StagedKeys(journal, "slugs"),
    claimed: new StagedKeys(journal, "products"),
    skus: new StagedKeys(journal, "skus"),
    blanks: given.blanks,
    ...(key !== undefined && { key, updateOnly: !create, similar: similarKeys(catalog, key) }),
  };
  const format = dialect === "ndjson" || dialect === "list" ? undefined : dialects[dialect];
  const header = staged.columns ?? staged.header;
  const checks = draftChecks(context, catalog, (field) => format?.columnOf(field, header) ?? field);
  if (dialect !== "list" || key === undefined)
    return productRows(
      given,
      draftPlanner({ catalog, handles, names, match, checks, showsKeys: true }),
      checks,
    );
  const list = { name, list: productList, key, map, ignoreUnknown, decimal: numbers.decimal };
  const hasCommands = [...(staged.columns ?? [])].some(isCommandColumn);
  return planList(journal, {
    ...{ name, names, catalog, handles, key, match },
    read: (row) => readListRow(listRow(staged, row, list), key, numbers),
    check: (plan, draft, match, source) => checkDraft(plan, draft, match, { ...checks, source }),
    creates: create || hasCommands,
  });
}

async function* productRows(
  given: StagedImport,
  planner: DraftPlanner,
  { columnOf }: DraftChecks,
): AsyncGenerator<PlannedRow> {
  for await (const batch of streamBatches(drafts(given, columnOf), batchSize))
    yield* await planner.plan(batch);
  const kept = planner.keptColours();
  if (kept.length > 0) await given.context.notice(keptColoursText(kept));
}

/** Yields the products of the file. The paths of pictures are relative to it. */
async function* drafts(
  { context, file, journal, staged, numbers }: StagedImport,
  columnOf: DraftChecks["columnOf"],
): AsyncGenerator<SourcedDraft> {
  const folder = {
    folder: file === "-" ? context.cwd : dirname(resolve(context.cwd, file)),
    readable: context.readable,
  };
  for await (const one of assembled(journal, staged, numbers, context.notice))
    yield await withPictures(one, folder, columnOf);
}

/** Plans the upload of pictures on this computer. */
async function withPictures(
  { draft, ...row }: SourcedDraft,
  folder: PictureFolder,
  columnOf: DraftChecks["columnOf"],
): Promise<SourcedDraft> {
  if (!draft?.media) return { ...row, ...(draft && { draft }) };
  const planned = await plannedPictures(draft, folder);
  if (!("message" in planned)) return { ...row, draft: planned };
  const { source: value, message } = planned;
  const problem = { line: draft.line, column: columnOf("media"), value, rule: "media", message };
  return { ...row, problems: [...row.problems, problem] };
}
