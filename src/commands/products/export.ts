import type { Product } from "../../api/services/products/models/product.ts";
import { exportText } from "../../cli/export-text.ts";
import type { Context } from "../../context/context.ts";
import type { Dialect } from "../../files/dialect.ts";
import { dialects } from "../../files/dialects.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import { csvLines } from "../../output/csv.ts";
import { jsonText } from "../../output/json.ts";
import { type CollectionNames, collectionNames } from "../../resources/products/collection-names.ts";
import { draftOf } from "../../resources/products/draft.ts";
import { catalogClient, listProducts } from "../../resources/products/read.ts";
import { stableRecord } from "../../resources/products/record.ts";

interface ExportOptions {
  filter?: string;
  format?: "wix" | "shopify" | "till" | "ndjson" | "json";
  raw?: boolean;
  limit?: number;
}

/** Writes products to stdout, or to a file that is created only when it is complete. */
export async function run(
  context: Context,
  [file]: string[],
  options: ExportOptions,
): Promise<ExitCode | undefined> {
  const catalog = await catalogClient(context);
  const { filter, limit } = options;
  const { rows } = listProducts(catalog, {
    filter,
    limit,
    all: limit === undefined,
    costs: true,
    signal: context.signal,
  });
  const names = collectionNames(catalog.client);
  const format = options.format ?? formatOf(file);
  const counter = { products: 0 };
  const losses = new Set<string>();
  const products = countProducts(rows, counter);
  const text =
    format === "ndjson" || format === "json"
      ? jsonChunks(products, names, format)
      : csvChunks(products, names, dialects[format], {
          cost: catalog.admin,
          raw: options.raw ?? false,
          losses,
        });

  await exportText(context, file, text);
  for (const loss of losses) await context.notice(`Not exported: ${loss}.`);
  if (file !== undefined && file !== "-")
    await context.notice(`Exported ${countOf(counter.products, "product")} to ${file} (${format}).`);
  return undefined;
}

function formatOf(file: string | undefined): "till" | "ndjson" | "json" {
  if (file?.endsWith(".ndjson") || file?.endsWith(".jsonl")) return "ndjson";
  return file?.endsWith(".json") ? "json" : "till";
}

async function* countProducts(
  rows: AsyncIterable<Product>,
  counter: { products: number },
): AsyncGenerator<Product> {
  for await (const row of rows) {
    counter.products += 1;
    yield row;
  }
}

async function* jsonChunks(
  rows: AsyncIterable<Product>,
  names: CollectionNames,
  format: "ndjson" | "json",
): AsyncGenerator<string> {
  if (format === "json") yield '{"items":[';
  let first = true;
  for await (const product of rows) {
    const record = stableRecord(product, await names.namesOf(product.collectionIds ?? []));
    yield format === "ndjson" ? `${jsonText(record)}\n` : `${first ? "" : ","}\n${jsonText(record)}`;
    first = false;
  }
  if (format === "json") yield "\n]}\n";
}

async function* csvChunks(
  rows: AsyncIterable<Product>,
  names: CollectionNames,
  dialect: Dialect,
  { cost, raw, losses }: { cost: boolean; raw: boolean; losses: Set<string> },
): AsyncGenerator<string> {
  const header = dialect.header({ cost });
  async function* cells() {
    for await (const product of rows) {
      const draft = draftOf(product, await names.namesOf(product.collectionIds ?? []), dialect.name);
      for (const loss of dialect.losses(draft)) losses.add(loss);
      yield* dialect.toRows(draft, header);
    }
  }
  yield* csvLines(cells(), { header, isText: (column) => dialect.isText(column), raw });
}
