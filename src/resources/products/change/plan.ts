import type { Product } from "../../../api/services/products/products.ts";
import type { Json, StepDraft } from "../../../bulk/journal/step.ts";
import { applyChanges, type Change } from "../../../bulk/language/change.ts";
import { EvaluationError, type Values } from "../../../bulk/language/values.ts";
import { checkGuards, type Guards } from "../../../bulk/plan/guards.ts";
import { variantChangeFields } from "../fields.ts";
import { fieldsOf, managedVariants, mediaOf, skusOf, variantFields, withSkus } from "../snapshot.ts";
import { difference, mediaSteps, phases } from "../steps.ts";
import { discountAfter, isOfDiscount } from "./sale-price.ts";
import { seoWith } from "./seo.ts";
import { isOfStock, stockStep } from "./stock.ts";
import { jsonOf, productValues, sectionsOf, variantValues } from "./values.ts";

/** The changes to every product of a job. */
export interface ProductChange {
  changes: readonly Change[];
  guards: Guards;
  /** Whether variants with their own prices are changed, too. */
  variants: "move" | "leave";
}

/** What a job changes: a product, or only some of its variants. */
export interface Target {
  product: Product;
  /** The names of its collections, if the changes need them. */
  collections?: readonly string[];
  /** The keys of the variants. */
  variants?: ReadonlySet<string>;
  /** The SKU by which a variant was named: fields of the product cannot be changed. */
  sku?: string;
}

/** Returns whether changes set or read one of these fields. */
export function readsFields(changes: readonly Change[], ...fields: string[]): boolean {
  return changes.some(({ field, reads }) => [field.name, ...reads].some((name) => fields.includes(name)));
}

/** The steps for a product, or why it cannot be changed. `skipsBase`: the base price is 0 and stays. */
export type Planned =
  | { steps: StepDraft[]; skipsBase: boolean }
  | { field: string; value: string; message: string };

/** Plans the changes of a product as absolute values, rounded to its currency. Returns no steps if nothing changes. */
export function changeSteps(target: Target, change: ProductChange): Planned {
  const { product, collections = [] } = target;
  const present = productValues(product, collections);
  try {
    const isFree = target.variants === undefined && hasFreeBase(product);
    const steps = stepsOf(target, change, present, isFree);
    const sku = skusOf(product);
    return {
      steps: steps.map((step) => withSkus(step, sku)),
      skipsBase: isFree && change.changes.some(isRelativePrice),
    };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    const field = error.field ?? "";
    const value = jsonOf(present[field] ?? null);
    return { field, value: value === null ? "" : String(value), message: error.message };
  }
}

function stepsOf(target: Target, change: ProductChange, present: Values, isFree: boolean): StepDraft[] {
  const { product, variants } = target;
  const id = product.id;
  const label = product.name ?? id;
  const currency = product.priceData?.currency ?? "USD";
  const ofVariants = (one: Change) => variants !== undefined && variantChangeFields.has(one.field.name);
  const onProduct = change.changes.filter((one) => !isOfStock(one) && !ofVariants(one));
  checkTarget(target, onProduct);
  // A base price of 0 whose variants carry the prices is no price.
  const own = isFree ? onProduct.filter((one) => !isRelativePrice(one)) : onProduct;
  const base = own.filter((one) => !isOfDiscount(one));
  const after = evaluated(base, present, change.guards, currency);
  const flat = fieldsOf(product);
  const [before, changed] = difference(flat, {
    ...flatAfter(flat, after),
    ...discountAfter(product, { changes: change.changes, present, guards: change.guards }, own, isFree),
  });
  const steps: StepDraft[] = [];
  if (Object.keys(changed).length > 0)
    steps.push({ kind: "product.update", id, label, phase: phases.product, before, after: changed });
  const moved = variants
    ? variantStep(
        product,
        present,
        { ...change, changes: change.changes.filter((one) => ofVariants(one) && !isOfStock(one)) },
        variants,
      )
    : change.variants === "move"
      ? variantStep(product, present, {
          ...change,
          changes: change.changes.filter(({ field }) => field.name === "price"),
        })
      : undefined;
  if (moved) steps.push({ kind: "variants.update", id, label, phase: phases.variants, ...moved });
  if (after.media) steps.push(...mediaSteps(mediaOf(product), after.media as string[], { id, label }));
  const stock = stockStep(product, present, change.changes.filter(isOfStock), variants);
  if (stock) steps.push({ kind: "inventory.set", id, label, phase: phases.inventory, ...stock });
  const lists = [present.collections, after.collections].map((one) => one as string[] | undefined);
  if (after.collections) steps.push(...membershipSteps(lists[0] ?? [], lists[1] ?? [], { id, label }));
  return steps;
}

const isRelativePrice = ({ field, reads }: Change): boolean =>
  field.name === "price" && reads.includes("price");

/** Throws EvaluationError for a field of the product if a variant was named by its SKU. */
function checkTarget({ product, sku }: Target, onProduct: readonly Change[]): void {
  const [first] = onProduct;
  if (sku === undefined || first === undefined) return;
  const { name } = first.field;
  throw new EvaluationError(
    `${sku} is a variant of "${product.name}", and ${name} is a field of the product: name it by its slug, ${product.slug}`,
    name,
  );
}

/** Returns whether the base price is 0, or missing, while variants have prices. */
function hasFreeBase(product: Product): boolean {
  const isFree = (price: Json | undefined) => price === null || price === undefined || price === "0";
  if (!isFree(fieldsOf(product).price)) return false;
  return [...managedVariants(product).values()].some((variant) => !isFree(variantFields(variant).price));
}

function evaluated(
  changes: readonly Change[],
  present: Values,
  guards: Guards,
  currency: string,
): Record<string, Json> {
  const after = applyChanges(changes, present, { currency });
  const violation = checkGuards(present, after, guards, currency);
  if (violation) throw new EvaluationError(violation, guards.field);
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, jsonOf(value)]));
}

/** Returns the fields of an update call after a change. */
function flatAfter(present: Record<string, Json>, after: Record<string, Json>): Record<string, Json> {
  const { seoTitle, seoDescription, infoSections, media: _, collections: __, ...flat } = after;
  return {
    ...flat,
    ...((seoTitle !== undefined || seoDescription !== undefined) && {
      seo: seoWith(present.seo ?? null, seoTitle, seoDescription),
    }),
    ...(infoSections !== undefined && {
      infoSections: sectionsOf(infoSections as string[], present.infoSections as never),
    }),
  };
}

/**
 * Returns the changes of the variants with these keys; without keys, of those whose price differs from the product's: the
 * others follow it automatically.
 */
function variantStep(
  product: Product,
  present: Values,
  { changes, guards }: Pick<ProductChange, "changes" | "guards">,
  keys?: ReadonlySet<string>,
): { before: Json; after: Json } | undefined {
  if (changes.length === 0) return undefined;
  const currency = product.priceData?.currency ?? "USD";
  const own = fieldsOf(product);
  const before: Record<string, Json> = {};
  const after: Record<string, Json> = {};
  for (const [key, variant] of managedVariants(product)) {
    const fields = variantFields(variant);
    const isChanged = keys ? keys.has(key) : fields.price !== own.price && fields.price !== null;
    if (!isChanged) continue;
    const [one, other] = difference(
      fields,
      evaluated(changes, { ...present, ...variantValues(variant) }, guards, currency),
    );
    if (Object.keys(other).length === 0) continue;
    before[key] = one;
    after[key] = other;
  }
  return Object.keys(after).length === 0 ? undefined : { before, after };
}

function membershipSteps(
  before: readonly string[],
  after: readonly string[],
  on: { id: string; label: string },
): StepDraft[] {
  const step = (collection: string, member: boolean): StepDraft => ({
    ...{ kind: "collection.member", ...on, phase: phases.membership },
    before: { collection, member: !member },
    after: { collection, member },
  });
  return [
    ...after.filter((one) => !before.includes(one)).map((one) => step(one, true)),
    ...before.filter((one) => !after.includes(one)).map((one) => step(one, false)),
  ];
}
