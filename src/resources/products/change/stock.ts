import type { Product } from "../../../api/services/products/products.ts";
import type { Json } from "../../../bulk/journal/step.ts";
import { applyChanges, type Change } from "../../../bulk/language/change.ts";
import { EvaluationError, isNumber, type Value, type Values } from "../../../bulk/language/values.ts";
import { amountText } from "../../../kernel/money.ts";
import { inventoryOf, managedVariants } from "../snapshot.ts";
import { variantValues } from "./values.ts";

/** Returns whether a change sets stock. */
export const isOfStock = ({ field }: Change): boolean => field.name === "stock" || field.name === "inStock";

/** The most that the platform stores. */
const most = 99_999;

/**
 * Returns the stock of the variants with these keys before and after a change, each from its own stock; without keys, of all
 * variants. Throws EvaluationError for a quantity that is not possible, and if tracking would begin or end for a part of the
 * variants only.
 */
export function stockStep(
  product: Product,
  present: Values,
  changes: readonly Change[],
  keys?: ReadonlySet<string>,
): { before: Json; after: Json } | undefined {
  const [change] = changes;
  if (change === undefined) return undefined;
  const { tracked, variants } = inventoryOf(product);
  const managed = managedVariants(product);
  const { name } = change.field;
  const before: Record<string, Json> = {};
  const after: Record<string, Json> = {};
  for (const [key, now] of Object.entries(variants)) {
    if (keys && !keys.has(key)) continue;
    const variant = managed.get(key);
    const values = variant ? { ...present, ...variantValues(variant) } : present;
    const value = applyChanges([change], values, { currency: "USD" })[name] ?? null;
    before[key] = now;
    after[key] = name === "stock" ? quantity(value) : value === true;
  }
  const tracks = name === "stock";
  const isPart = Object.keys(after).length < Object.keys(variants).length;
  if (tracks !== tracked && isPart) {
    const what = tracks ? "is not tracked" : "is tracked";
    throw new EvaluationError(
      `the stock of "${product.name}" ${what}; change that for all of its variants: till inventory set ${product.slug}`,
      name,
    );
  }
  return { before: { tracked, variants: before }, after: { tracked: tracks, variants: after } };
}

function quantity(value: Value): number {
  const text = isNumber(value) ? amountText(value) : "";
  if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
  throw new EvaluationError(
    `stock would become ${text}, but it is a whole number from 0 to ${most}`,
    "stock",
  );
}
