import type { Product } from "../../api/services/products/models/product.ts";
import type { Json, StepDraft } from "../../bulk/journal/step.ts";
import { applyChanges, type Change, parseChanges } from "../../bulk/language/change.ts";
import { EvaluationError, isList, isNumber, type Value, type Values } from "../../bulk/language/values.ts";
import { checkGuards, type Guards } from "../../bulk/plan/guards.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { amountText, parseAmount } from "../../kernel/money.ts";
import type { Edit } from "../../ui/screens/browse/browse-resource.ts";
import { planEdits } from "../edits.ts";
import { productsById } from "./catalog.ts";
import { productChangeFields } from "./fields.ts";
import { type Catalog, listProducts } from "./read.ts";
import { fieldsOf, managedVariants, skusOf, variantFields, withSkus } from "./snapshot.ts";
import { difference, phases } from "./steps.ts";

/** The changes to every product of a job. */
export interface ProductChange {
  changes: readonly Change[];
  guards: Guards;
  /** Whether variants with their own prices are changed, too. */
  variants: "move" | "leave";
}

/** Returns whether changes set or read the cost of a product. */
export function needsCosts(changes: readonly Change[]): boolean {
  return changes.some(({ field, reads }) => field.name === "cost" || reads.includes("cost"));
}

/** The steps for a product, or why it cannot be changed. */
export type Planned = { steps: StepDraft[] } | { field: string; value: string; message: string };

/** The fields of variants that are changed together with the product's. */
const variantOwn = ["price"] as const;

/** Plans the changes of a product as absolute values, rounded to its currency. Returns no steps if nothing changes. */
export function changeSteps(product: Product, change: ProductChange): Planned {
  const currency = product.priceData?.currency ?? "USD";
  const id = product.id ?? "";
  const label = product.name ?? id;
  const present = fieldsOf(product);
  try {
    const [before, after] = difference(present, changed(present, change, currency));
    const steps: StepDraft[] = [];
    if (Object.keys(after).length > 0)
      steps.push({ kind: "product.update", id, label, phase: phases.product, before, after });
    const variants = change.variants === "move" ? variantStep(product, change, currency) : undefined;
    if (variants) steps.push({ kind: "variants.update", id, label, phase: phases.variants, ...variants });
    const sku = skusOf(product);
    return { steps: steps.map((step) => withSkus(step, sku)) };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    const field = error.field ?? "";
    return { field, value: String(present[field] ?? ""), message: error.message };
  }
}

function changed(
  present: Record<string, Json>,
  { changes, guards }: ProductChange,
  currency: string,
): Record<string, Json> {
  const values = valuesOf(present);
  const after = applyChanges(changes, values, { currency });
  const violation = checkGuards(values, after, guards, currency);
  if (violation) throw new EvaluationError(violation, guards.field);
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, jsonOf(value)]));
}

/** Returns the changes of variants whose price differs from the product's; the others follow it automatically. */
function variantStep(
  product: Product,
  change: ProductChange,
  currency: string,
): { before: Json; after: Json } | undefined {
  const changes = change.changes.filter(({ field }) => variantOwn.some((name) => name === field.name));
  if (changes.length === 0) return undefined;
  const own = fieldsOf(product);
  const before: Record<string, Json> = {};
  const after: Record<string, Json> = {};
  for (const [key, variant] of managedVariants(product)) {
    const fields = variantFields(variant);
    if (fields.price === own.price || fields.price === null) continue;
    const known = {
      ...own,
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    };
    const [one, other] = difference(fields, changed(known, { ...change, changes }, currency));
    if (Object.keys(other).length === 0) continue;
    before[key] = one;
    after[key] = other;
  }
  return Object.keys(after).length === 0 ? undefined : { before, after };
}

/** Returns flat fields as the values that changes are calculated with. */
function valuesOf(fields: Record<string, Json>): Values {
  return Object.fromEntries(
    productChangeFields.map(({ name, type }) => {
      const value = fields[name] ?? null;
      const amount = (type === "money" || type === "number") && typeof value === "string";
      return [name, amount ? (parseAmount(value) ?? null) : (value as string | boolean | null)];
    }),
  );
}

function jsonOf(value: Value): Json {
  if (isNumber(value)) return amountText(value);
  return isList(value) ? [...value] : value === "" ? null : value;
}

/** Plans the steps of staged edits of products. */
export function planProductEdits(
  catalog: Catalog,
  edits: readonly Edit[],
  signal: AbortSignal,
): AsyncIterable<PlannedRow> {
  const costs = edits.some(({ sets }) => needsCosts(parseChanges(sets, productChangeFields)));
  const rows = {
    list: (query: object) => listProducts(catalog, { ...query, costs }),
    readByIds: (ids: readonly string[]) =>
      productsById(catalog.client, ids, costs ? { costs: new Set(ids) } : {}),
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
