import type { Product } from "../../api/services/products/models/product.ts";
import { parseChanges } from "../../bulk/language/change.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import type { Edit } from "../../ui/screens/browse/browse-resource.ts";
import { planEdits } from "../edits.ts";
import { productsById } from "./catalog.ts";
import { changeSteps } from "./changes.ts";
import { productChangeFields } from "./fields.ts";
import { type Catalog, listProducts } from "./read.ts";

/** Plans the steps of staged edits of products. */
export function planProductEdits(
  catalog: Catalog,
  edits: readonly Edit[],
  signal: AbortSignal,
): AsyncIterable<PlannedRow> {
  const rows = {
    list: (query: object) => listProducts(catalog, { ...query, variants: true }),
    readByIds: (ids: readonly string[]) => productsById(catalog.client, ids),
    steps: productSteps,
  };
  return planEdits(edits, rows, signal);
}

function productSteps(product: Product, sets: readonly string[]): PlannedRow {
  const changes = parseChanges(sets, productChangeFields);
  const planned = changeSteps(product, { changes, guards: { field: "price" }, variants: "move" });
  if ("steps" in planned) return planned.steps;
  const { field, value, message } = planned;
  return { problems: [{ source: product.slug ?? "", column: field, value, rule: "change", message }] };
}
