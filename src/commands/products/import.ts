import { dirname, resolve } from "node:path";
import { type GuardTexts, parseGuards } from "../../bulk/plan/guards.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import type { FileOptions, JobOptions } from "../../cli/bulk-flags.ts";
import { fileReading, type MapOptions, saveColumnMap } from "../../cli/column-maps.ts";
import { type RowOptions, stageSource, writeRejects } from "../../cli/import-file.ts";
import { importOrPropose } from "../../cli/import-proposal.ts";
import { beginJournal, runJob } from "../../cli/jobs/run.ts";
import { type NumberOptions, numberFormat } from "../../cli/product-flags.ts";
import { isAddress } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { productList } from "../../files/list.ts";
import type { ProductKey } from "../../files/list-keys.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { Catalog } from "../../resources/products/catalog.ts";
import { productChangeFields } from "../../resources/products/fields.ts";
import { openHandles, rememberHandles, rememberPlanned } from "../../resources/products/handles.ts";
import { type ImportFlags, planFile } from "../../resources/products/import-plan.ts";
import { type FileFormat, stageProducts } from "../../resources/products/import-rows.ts";
import { openCatalog } from "../../resources/products/read.ts";
import { moneyUnits } from "../../resources/products/step-kinds.ts";

/** The flags of `products import`. */
interface ImportOptions
  extends JobOptions,
    NumberOptions,
    MapOptions,
    FileOptions,
    RowOptions,
    GuardTexts,
    ImportFlags {
  format?: FileFormat;
}

/** Imports a file of products; proposes how to read it if the flags do not say so. */
export async function run(
  context: Context,
  [file = "-"]: string[],
  given: ImportOptions,
): Promise<CommandResult> {
  return await importOrPropose(context, file, given, { list: productList, needsKey: true }, importFile);
}

/** Imports a file: stages its rows, plans the products of them, and runs the changes as a job. */
async function importFile(context: Context, file: string, given: ImportOptions): Promise<CommandResult> {
  const { map, options } = await fileReading(context, given);
  const { rejects, allowEmpty } = options;
  const { notice } = context;
  const catalog = await openCatalog(context, "admin");
  const guards = hasGuards(options) ? parseGuards(options, productChangeFields) : undefined;
  if (options.currency !== undefined) await checkCurrency(catalog, options.currency);
  const journal = await beginJournal(context, "products.import");
  const numbers = numberFormat(options);
  const source = { file, example: "till products import - < products.csv", rejects, allowEmpty };
  const staged = await stageSource(context, journal, source, (bytes, name) =>
    stageProducts(journal, bytes, { ...options, map, numbers, name, notice }),
  );
  await saveColumnMap(context, options, map);
  const { dialect, name } = staged;
  const handles = openHandles(context.paths.state, journal.job, dialect);
  // The paths of pictures are relative to the file.
  const base = file === "-" || isAddress(file) ? context.cwd : dirname(resolve(context.cwd, file));
  const folder = { folder: base, readable: context.readable };
  const costs = /\bcost\b/.test(options.floor ?? "");
  const rows = planFile(
    { journal, staged, numbers, map, folder, notice },
    { catalog, handles, guards, costs, profile: () => context.profile() },
    { ...options, key: options.key ?? (staged.key as ProductKey | undefined) },
  );
  try {
    return await runJob<PlannedRow>(
      context,
      {
        kind: "products.import",
        title: `Import ${name} (${dialect})`,
        rows,
        toSteps: (plan) => plan,
        guards,
        // Shares collection names and products with planning.
        // The rows are checked when they are planned, with the currency of the shop.
        work: { ...(await catalog.work()), check: undefined },
        options,
        async units() {
          const { currency = await catalog.currency() } = await context.profile();
          return { ...moneyUnits(currency), ...(options.weightUnit && { weight: options.weightUnit }) };
        },
        dangerous: ({ kinds }) => "product.delete" in kinds,
        begin: (begun) => rememberHandles(begun, handles),
        saved: (planned) => rememberPlanned(planned, handles),
        finished: (ended) => writeRejects(context, ended, rejects),
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

const hasGuards = ({ floor, floorRaises, capChange, maxTotalChange }: GuardTexts): boolean =>
  [floor, floorRaises, capChange, maxTotalChange].some((guard) => guard !== undefined);
