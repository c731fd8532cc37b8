import type { Product } from "../../api/services/products.ts";
import type { TableOptions } from "../../cli/bulk-flags.ts";
import { exportKind, exportRows, recordContent, tableContent } from "../../cli/export.ts";
import type { Context } from "../../context/context.ts";
import type { Globals } from "../../context/host.ts";
import type { Dialect } from "../../files/dialect.ts";
import { dialects } from "../../files/dialects.ts";
import { columnFields } from "../../files/product-fields.ts";
import { variantColumn } from "../../files/till.ts";
import { currencyDigits } from "../../kernel/currency.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { parseFields } from "../../output/fields.ts";
import type { Catalog } from "../../resources/products/catalog.ts";
import { hasMixedDiscount } from "../../resources/products/change-values.ts";
import type { CollectionNames } from "../../resources/products/collection-names.ts";
import { productDraft, stableRecord } from "../../resources/products/draft.ts";
import { type Feed, FeedState, feedHeader, feedRows, leftOutNotices } from "../../resources/products/feed.ts";
import { namesCosts, openCatalog } from "../../resources/products/read.ts";
import { productResource } from "../../resources/products/resource.ts";

interface ExportOptions extends TableOptions {
  filter?: string;
  format?: "wix" | "shopify" | "till" | Feed | "ndjson" | "json";
  limit?: number;
}

/** Writes products to stdout, or to a file that is created only when it is complete. */
export async function run(
  context: Context,
  [file]: string[],
  { filter, limit, format: given, ...options }: ExportOptions,
): Promise<ExitCode | undefined> {
  const kind = kindOf(file, given, context.globals);
  const { singular, open, fields: named, recordFields = [] } = productResource;
  const { list } = await open(context);
  const costs = context.globals.fields === undefined || namesCosts(context.globals.fields);
  const query = { filter, limit, all: limit === undefined, recount: true, costs, signal: context.signal };
  const catalog = await openCatalog(context);
  const { admin, names, version } = catalog;
  let left = 0;
  return await exportRows(context, {
    file,
    format: given ?? (kind === "csv" || kind === "xlsx" ? "till" : kind),
    singular,
    open: () => list(query),
    async *content(products) {
      if (kind === "ndjson" || kind === "json") {
        const fields = [...recordFields, "collections", "variants"];
        return yield* recordContent(context, kind, records(products, names), { ...options, fields, named });
      }
      if (given === "google" || given === "meta") {
        const header = feedHeader(given);
        const state = new FeedState();
        const rows = feedCells(products, given, header, state);
        yield* tableContent(
          context,
          kind,
          { file, title: "Products", header, rows, isText: () => kind === "xlsx" },
          options,
        );
        left = [...state.left.values()].reduce((sum, count) => sum + count, 0);
        for (const notice of leftOutNotices(given, state)) await context.notice(notice);
        return;
      }
      const dialect = dialects[given === "wix" || given === "shopify" ? given : "till"];
      const slim = dialect.name === "till" ? withVariants(context) : undefined;
      const chosen = context.globals.fields?.split(",").map((name) => name.trim());
      const header = [...dialect.header({ cost: admin, version, chosen }), ...(slim ? [variantColumn] : [])];
      const losses = new Set<string>();
      const priced = (chosen ?? header).some((column) => /price|discount/i.test(column));
      const rows = cells(products, catalog, {
        dialect,
        header,
        losses,
        priced,
        isWhole: chosen === undefined || dialect.name !== "till",
      });
      const digits = await digitsOfShop(context);
      const digitsOf = (column: string) =>
        dialect.name === "till" && moneyColumns.has(column) ? digits : undefined;
      const table = { file, title: "Products", header, rows, isText: dialect.isText, digitsOf };
      yield* tableContent(slim ?? context, kind, table, options);
      for (const loss of losses) await context.notice(`Not exported: ${loss}.`);
    },
    leftOut: () => left,
  });
}

/** The columns of amounts in the format of till. */
const moneyColumns: ReadonlySet<string> = new Set(
  columnFields.flatMap(({ name, type }) => (type === "money" ? [name] : [])),
);

/** Returns the digits of amounts in the currency of the shop. */
async function digitsOfShop(context: Context): Promise<number> {
  const { currency } = await context.profile();
  return currencyDigits(currency ?? (await (await openCatalog(context)).currency()) ?? "USD");
}

/**
 * Returns the context of an export of a few columns with the column `variant` behind `handle`, so that the file can be imported:
 * without it, nothing says which variant a row is. Undefined for other exports.
 */
function withVariants(context: Context): Context | undefined {
  const { globals } = context;
  const fields = globals.fields === undefined ? [] : parseFields(globals.fields);
  const isComplete = fields.includes("kind") && fields.includes("option1Choices");
  if (!fields.includes("handle") || isComplete || fields.includes(variantColumn)) return undefined;
  const shown = fields.flatMap((name) => (name === "handle" ? [name, variantColumn] : [name]));
  return { ...context, globals: { ...globals, fields: shown.join(",") } };
}

/** The formats of products other than JSON are written as CSV, or as a workbook if the file has its extension. */
function kindOf(file: string | undefined, format: ExportOptions["format"], globals: Globals) {
  if (format === "ndjson" || format === "json") return exportKind(file, format);
  if (format === undefined || file?.toLowerCase().endsWith(".xlsx"))
    return exportKind(file, undefined, globals);
  return exportKind(file, "csv");
}

async function* records(rows: AsyncIterable<Product>, names: CollectionNames) {
  for await (const product of rows)
    yield stableRecord(product, await names.namesOf(product.collectionIds ?? []));
}

async function* feedCells(
  products: AsyncIterable<Product>,
  feed: Feed,
  header: readonly string[],
  state: FeedState,
) {
  for await (const product of products)
    for (const row of feedRows(product, feed, state)) yield header.map((column) => row[column] ?? "");
}

interface CellOptions {
  dialect: Dialect;
  header: readonly string[];
  losses: Set<string>;
  /** Whether the file has prices. */
  priced: boolean;
  /** Whether what the file leaves out was not chosen by its columns. */
  isWhole: boolean;
}

async function* cells(
  rows: AsyncIterable<Product>,
  { names, taxGroups }: Pick<Catalog, "names" | "taxGroups">,
  { dialect, header, losses, priced, isWhole }: CellOptions,
) {
  for await (const product of rows) {
    if (priced && hasMixedDiscount(product))
      losses.add(
        `the discounts of ${product.name}, which its variants do not share; the file has the prices before discount`,
      );
    const draft = productDraft(product, await names.namesOf(product.collectionIds ?? []), dialect.name);
    for (const loss of isWhole ? dialect.losses(draft, header) : []) losses.add(loss);
    const taxGroup = draft.taxGroup && (await (await taxGroups()).nameOf(draft.taxGroup));
    yield* dialect.toRows({ ...draft, taxGroup }, header);
  }
}
