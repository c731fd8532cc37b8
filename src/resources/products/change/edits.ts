import type { Product } from "../../../api/services/products/products.ts";
import { type Change, parseChanges } from "../../../bulk/language/change.ts";
import type { PlannedRow } from "../../../bulk/plan/plan.ts";
import type { Edit } from "../../../ui/screens/browse/browse-resource.ts";
import { planEdits } from "../../edits.ts";
import { type Catalog, productsById } from "../catalog.ts";
import type { CollectionNames } from "../collection-names.ts";
import { productChangeFields } from "../fields.ts";
import { listProducts } from "../read.ts";
import { resolveChanges } from "./names.ts";
import { changeSteps, type Planned, type ProductChange, readsFields, type Target } from "./plan.ts";

/** Returns whether changes set or read the cost of a product. */
export const needsCosts = (changes: readonly Change[]): boolean => readsFields(changes, "cost");

/** Returns a function that plans the changes of one product after the other. */
export function changePlanner(
  names: CollectionNames,
  change: ProductChange,
): (target: Target) => Promise<Planned> {
  const isOfCollections = readsFields(change.changes, "collections");
  return async (target) => {
    const ids = isOfCollections ? (target.product.collectionIds ?? []) : [];
    return changeSteps({ ...target, collections: await names.namesOf(ids) }, change);
  };
}

/** Returns the steps of a planned product, or the problem of its row. */
export function plannedRow({ slug, id }: Product, planned: Planned): PlannedRow {
  if ("steps" in planned) return planned.steps;
  const { field, value, message } = planned;
  return { problems: [{ source: slug ?? id, column: field, value, rule: "change", message }] };
}

/** Plans the steps of staged edits of products. */
export async function* planProductEdits(
  catalog: Catalog,
  edits: readonly Edit[],
  signal: AbortSignal,
): AsyncGenerator<PlannedRow> {
  const costs = edits.some(({ sets }) => needsCosts(parseChanges(sets, productChangeFields)));
  const { names } = catalog;
  const steps = async (product: Product, sets: readonly string[]) => {
    const changes = await resolveChanges(parseChanges(sets, productChangeFields), catalog);
    const plan = changePlanner(names, { changes, guards: { field: "price" }, variants: "move" });
    return plannedRow(product, await plan({ product }));
  };
  const rows = {
    list: (query: object) => listProducts(catalog, { ...query, costs }),
    readByIds: (ids: readonly string[]) => productsById(catalog, ids, costs ? { costs: new Set(ids) } : {}),
    steps,
  };
  yield* planEdits(edits, rows, signal);
}
