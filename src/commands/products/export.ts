import type { Product } from "../../api/services/products/models/product.ts";
import { exportRows } from "../../cli/export-rows.ts";
import type { Context } from "../../context/context.ts";
import type { Dialect } from "../../files/dialect.ts";
import { dialects } from "../../files/dialects.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { csvLines } from "../../output/csv.ts";
import { jsonText } from "../../output/json.ts";
import { type CollectionNames, collectionNames } from "../../resources/products/collection-names.ts";
import { draftOf } from "../../resources/products/draft.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { stableRecord } from "../../resources/products/record.ts";
import { productResource } from "../../resources/products/resource.ts";

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
  const { filter, limit } = options;
  const { singular, open } = productResource;
  const { list } = await open(context);
  const query = { filter, limit, all: limit === undefined, costs: true };
  const { client, admin } = await catalogClient(context);
  const names = collectionNames(client);
  const format = options.format ?? formatOf(file);
  await exportRows(context, {
    file,
    format,
    singular,
    rows: list({ ...query, signal: context.signal }).rows,
    async *text(products) {
      if (format === "ndjson" || format === "json") return yield* jsonChunks(products, names, format);
      const losses = new Set<string>();
      yield* csvChunks(products, names, dialects[format], { cost: admin, raw: options.raw ?? false, losses });
      for (const loss of losses) await context.notice(`Not exported: ${loss}.`);
    },
  });
  return undefined;
}

function formatOf(file: string | undefined): "till" | "ndjson" | "json" {
  if (file?.endsWith(".ndjson") || file?.endsWith(".jsonl")) return "ndjson";
  return file?.endsWith(".json") ? "json" : "till";
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
