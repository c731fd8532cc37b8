import type { Journal } from "../../bulk/journal/journal.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import type { FileOptions, JobOptions } from "../../cli/bulk-flags.ts";
import { fileReading, type MapOptions, saveColumnMap } from "../../cli/column-maps.ts";
import { stageSource, writeRejects } from "../../cli/import-file.ts";
import { importOrPropose } from "../../cli/import-proposal.ts";
import { beginJournal, runJob } from "../../cli/jobs/run.ts";
import { type NumberOptions, numberFormat } from "../../cli/product-flags.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { readStockRow, stockList } from "../../files/list.ts";
import type { ProductKey } from "../../files/list-keys.ts";
import { openHandles } from "../../resources/products/handles.ts";
import { listDrafts } from "../../resources/products/import-drafts.ts";
import { keysOnDisk } from "../../resources/products/import-match.ts";
import { draftPlanner, foundIn, planDrafts } from "../../resources/products/import-plan.ts";
import { listRow, stageListFile, withFileColumns } from "../../resources/products/import-rows.ts";
import { openCatalog } from "../../resources/products/read.ts";
import { shopKeys } from "../../resources/products/shop-keys.ts";

interface ImportOptions extends JobOptions, NumberOptions, MapOptions, FileOptions {
  key?: ProductKey;
  adjust?: boolean;
  sum?: boolean;
  rejects?: string;
  allowEmpty?: boolean;
}

/** Sets or adjusts the stock of the products and variants in a file; proposes how to read it if the flags do not say so. */
export async function run(
  context: Context,
  [file = "-"]: string[],
  given: ImportOptions,
): Promise<CommandResult> {
  return await importOrPropose(context, file, given, { list: stockList }, importStock);
}

async function importStock(context: Context, file: string, given: ImportOptions): Promise<CommandResult> {
  const { map, options } = await fileReading(context, given);
  const { key = "sku", adjust = false, sum = false, ignoreUnknown = false, rejects, allowEmpty } = options;
  const { encoding, delimiter, headerRow, sheet } = options;
  const catalog = await openCatalog(context, "admin");
  const journal = await beginJournal(context, "inventory.import");
  const numbers = numberFormat(options);
  const { decimal } = numbers;
  const reading = { encoding, delimiter, headerRow, decimal };
  const list = { list: stockList, key, map, ignoreUnknown, reading, counts: sum };
  const source = { file, example: "till products stock import - < counts.csv", rejects, allowEmpty };
  const { notice } = context;
  const staged = await stageSource(context, journal, source, (bytes, name) =>
    stageListFile(journal, bytes, { ...list, name, sheet, numbers, notice }),
  );
  await saveColumnMap(context, options, map);
  const { name } = staged;
  const { names } = catalog;
  const handles = openHandles(context.paths.state, journal.job, staged.dialect);
  const similar = shopKeys(catalog, 0).similar(key);
  const planner = draftPlanner({
    ...{ catalog, handles, names },
    match: { ...keysOnDisk(journal), dialect: staged.dialect, key, updateOnly: true, similar },
    checks: { version: catalog.version, columnOf: (field) => field, currency: async () => undefined },
    find: foundIn,
  });
  const drafts = listDrafts(journal, {
    ...{ name, catalog, handles, key, adjust, sum, similar, creates: false },
    withoutKey:
      key === "sku" ? ". By handle: till products export stock.csv --fields handle,name,stock" : undefined,
    read: (row) =>
      readStockRow(listRow(staged, row, { ...list, name, decimal }), key, { ...numbers, adjust, sum }),
  });
  const rows = planDrafts(planner, drafts);
  try {
    const request = {
      kind: "inventory.import",
      title: `${adjust ? "Adjust stock by" : "Set stock from"} ${name}`,
      rows: withFileColumns(staged, rows, stockList),
      toSteps: (plan: PlannedRow) => plan,
      work: await catalog.work(),
      options,
      finished: (ended: Journal) => writeRejects(context, ended, rejects),
    };
    return await runJob(context, request, journal);
  } finally {
    handles.close();
  }
}
