import type { FileOptions, JobOptions } from "../../cli/bulk-flags.ts";
import { fileReading, type MapOptions } from "../../cli/column-maps.ts";
import { type RowOptions, stageList } from "../../cli/import-file.ts";
import { importOrPropose } from "../../cli/import-proposal.ts";
import { runJob } from "../../cli/jobs/run.ts";
import { type NumberOptions, numberFormat } from "../../cli/product-flags.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { readStockRow, stockList } from "../../files/list.ts";
import type { ProductKey } from "../../files/list-keys.ts";
import { openHandles } from "../../resources/products/handles.ts";
import { listDrafts } from "../../resources/products/import-list.ts";
import { takenKeys } from "../../resources/products/import-match.ts";
import { draftPlanner, planDrafts } from "../../resources/products/import-plan.ts";
import { withFileColumns } from "../../resources/products/import-rows.ts";
import { openCatalog } from "../../resources/products/read.ts";
import { shopKeys } from "../../resources/products/shop-keys.ts";

interface ImportOptions extends JobOptions, NumberOptions, MapOptions, FileOptions, RowOptions {
  key?: ProductKey;
  adjust?: boolean;
  sum?: boolean;
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
  const read = await fileReading(context, given);
  const { key = "sku", adjust = false, sum = false } = read.options;
  const catalog = await openCatalog(context, "admin");
  const numbers = numberFormat(read.options);
  const { journal, staged, rowOf, job } = await stageList(context, file, read, {
    ...{ kind: "inventory.import", list: stockList, key, counts: sum, numbers },
    example: "till products stock import - < counts.csv",
  });
  const { name, dialect } = staged;
  const handles = openHandles(context.paths.state, journal.job, dialect);
  const similar = shopKeys(catalog, 0).similar(key);
  const planner = draftPlanner({
    ...{ catalog, handles, dialect, key, updateOnly: true, similar, taken: takenKeys(journal) },
    currency: async () => undefined,
  });
  const drafts = listDrafts(journal, {
    ...{ name, catalog, handles, key, adjust, sum, similar, creates: false },
    withoutKey:
      key === "sku" ? ". By handle: till products export stock.csv --fields handle,name,stock" : undefined,
    read: (row) => readStockRow(rowOf(row), key, { ...numbers, adjust, sum }),
  });
  try {
    const title = `${adjust ? "Adjust stock by" : "Set stock from"} ${name}`;
    const rows = withFileColumns(staged, planDrafts(planner, drafts), stockList);
    return await runJob(context, { ...job, title, rows, work: await catalog.work() }, journal);
  } finally {
    handles.close();
  }
}
