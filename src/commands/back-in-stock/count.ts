import { readReferences } from "../../cli/references.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { ask, itemOf } from "./item.ts";

/** The platform takes at most this many items a call. */
const most = 100;

interface Row {
  product: string;
  catalogItemId: string;
  count: number;
}

/** Counts who waits for products. */
export async function run(context: Context, args: string[]): Promise<ExitCode | undefined> {
  const references = await readReferences(context, args, "product");
  if (references.length === 0)
    throw new UsageError("No product is named.", { hint: "Pipe records in with: -" });
  const items = [];
  for (const reference of references) items.push(await itemOf(context, reference));
  const rows: Row[] = [];
  for (let start = 0; start < items.length; start += most) {
    const part = items.slice(start, start + most);
    const catalogReferences = part.map(({ catalogReference }) => catalogReference);
    const { countsPerCatalogReference: counts } = await ask(context, "countByCatalogReference", {
      catalogReferences,
    });
    for (const { name, catalogReference } of part) {
      const { catalogItemId } = catalogReference;
      const found = (counts as Counted[]).find((one) => one.catalogReference.catalogItemId === catalogItemId);
      rows.push({ product: name, catalogItemId, count: found?.count ?? 0 });
    }
  }
  const { streams, format, globals } = context;
  await renderList<Row>({
    streams,
    format,
    kind: "requestCount",
    fields: globals.fields,
    rows,
    total: rows.length,
    columns: [
      column<Row>("PRODUCT", ({ product }) => product, { grow: true, path: "product" }),
      column<Row>("WAITING", ({ count }) => count, { as: "number", path: "count" }),
      column<Row>("ITEM", ({ catalogItemId }) => catalogItemId, { path: "catalogItemId" }),
    ],
  });
  return undefined;
}

interface Counted {
  catalogReference: { catalogItemId: string };
  count: number;
}
