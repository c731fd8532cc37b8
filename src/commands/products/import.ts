import { dirname, resolve } from "node:path";
import { type GuardTexts, parseGuards } from "../../bulk/plan/guards.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import type { FileOptions, JobOptions } from "../../cli/bulk-flags.ts";
import { fileReading, type MapOptions, saveColumnMap } from "../../cli/column-maps.ts";
import { stageSource, writeRejects } from "../../cli/import-file.ts";
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
import { blanksNotice, type RemovedBlanks } from "../../resources/products/import-match.ts";
import { planFile } from "../../resources/products/import-plan.ts";
import { type FileFormat, stageProducts } from "../../resources/products/import-rows.ts";
import { raisedNotice } from "../../resources/products/price-guards.ts";
import { openCatalog } from "../../resources/products/read.ts";
import { moneyUnits } from "../../resources/products/step-kinds.ts";

/** The flags of `products import`. */
export interface ImportOptions extends JobOptions, NumberOptions, MapOptions, FileOptions, GuardTexts {
  format?: FileFormat;
  key?: ProductKey;
  create?: boolean;
  createCollections?: boolean;
  createDuplicates?: boolean;
  createLabels?: boolean;
  allowSharedSkus?: boolean;
  shorten?: boolean;
  rejects?: string;
  allowEmpty?: boolean;
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
  const { rejects, allowEmpty, ignoreUnknown = false } = options;
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
  const blanks: RemovedBlanks = { count: 0 };
  // The paths of pictures are relative to the file.
  const base = file === "-" || isAddress(file) ? context.cwd : dirname(resolve(context.cwd, file));
  const folder = { folder: base, readable: context.readable };
  const rows = planFile(
    { journal, staged, numbers, map, ignoreUnknown, folder, notice },
    {
      ...{ catalog, handles, guards, blanks },
      key: options.key ?? (staged.key as ProductKey | undefined),
      creates: options.create ?? false,
      createsCollections: options.createCollections ?? false,
      createsDuplicates: options.createDuplicates ?? false,
      sharesSkus: options.allowSharedSkus ?? false,
      shortens: options.shorten ?? false,
      createsLabels: options.createLabels ?? false,
      costs: /\bcost\b/.test(options.floor ?? ""),
      profile: () => context.profile(),
    },
  );
  const ended = () => [blanksNotice(blanks), guards && raisedNotice(guards)].filter(Boolean).join("\n");
  try {
    return await runJob<PlannedRow>(
      context,
      {
        kind: "products.import",
        title: `Import ${name} (${dialect})`,
        rows: thenNotice(context, rows, () => ended() || undefined),
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

const hasGuards = ({ floor, floorRaises, capChange, maxTotalChange }: GuardTexts): boolean =>
  [floor, floorRaises, capChange, maxTotalChange].some((guard) => guard !== undefined);
