import type { WireResult } from "../../../api/endpoint.ts";
import { maximumOf } from "../../../api/schema-fields.ts";
import {
  Product,
  type products as productEndpoints,
  type StoreVariant,
} from "../../../api/services/products.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { mediaFacts, platformMedia } from "./media.ts";
import {
  defaultVariantId,
  type ProductFacts,
  products,
  type StoredOption,
  type StoredProduct,
  type StoredVariant,
  type VariantSlot,
  type VariantStock,
} from "./tables.ts";

const maxVariants = () => maximumOf(Product, "variants");

/** Returns whether the product's variants have their own prices and stock. */
export function isManaged(product: Pick<ProductFacts, "manageVariants" | "productOptions">): boolean {
  return product.manageVariants && product.productOptions.length > 0;
}

/**
 * Returns a variant for each combination of choices if variants are managed, otherwise the default variant. Existing
 * combinations keep their id and stock.
 */
export function alignVariants(facts: ProductFacts, newId: () => string): VariantSlot[] {
  const tracked = facts.variants[0]?.stock.trackQuantity ?? false;
  if (!isManaged(facts)) {
    const [existing] = facts.variants.filter((slot) => slot.id === defaultVariantId);
    return [existing ?? { id: defaultVariantId, choices: {}, stock: pooledStock(facts.variants, tracked) }];
  }
  const before = new Map(facts.variants.map((slot) => [choiceKey(slot.choices), slot]));
  return combinations(facts.productOptions).map(
    (choices) =>
      before.get(choiceKey(choices)) ?? { id: newId(), choices, stock: storedStock(tracked, 0, !tracked) },
  );
}

/** Returns the stock of a variant. A tracked variant is in stock if its quantity is positive. */
export function storedStock(trackQuantity: boolean, quantity: number, inStock: boolean): VariantStock {
  return trackQuantity ? { trackQuantity, quantity, inStock: quantity > 0 } : { trackQuantity, inStock };
}

function pooledStock(slots: readonly VariantSlot[], tracked: boolean): VariantStock {
  const quantity = slots.reduce((total, { stock }) => total + (stock.quantity ?? 0), 0);
  return storedStock(tracked, quantity, slots.length === 0 || slots.some(({ stock }) => stock.inStock));
}

function combinations(options: readonly StoredOption[]): Record<string, string>[] {
  const count = options.reduce((product, option) => product * option.choices.length, 1);
  if (count > maxVariants()) {
    throw new PlatformError(
      400,
      "TOO_MANY_VARIANTS",
      `These options make ${count} variants; the maximum is ${maxVariants()}`,
      { count },
    );
  }
  let combinations: Record<string, string>[] = [{}];
  for (const option of options) {
    combinations = combinations.flatMap((choices) =>
      option.choices.map((choice) => ({ ...choices, [option.name]: choice.description })),
    );
  }
  return combinations;
}

function choiceKey(choices: Record<string, string>): string {
  return JSON.stringify(Object.entries(choices).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Throws PlatformError 400 for choices (option name to choice description) that the product does not offer. */
export function checkVariantChoices(options: readonly StoredOption[], choices: Record<string, string>): void {
  for (const [name, description] of Object.entries(choices)) {
    const option = options.find((one) => one.name === name);
    if (option?.choices.some((choice) => choice.description === description)) continue;
    const what = option
      ? `The option "${name}" has no choice "${description}"`
      : `The product has no option "${name}"`;
    throw new PlatformError(400, "INVALID_CHOICE", what, { option: name, choice: description });
  }
}

/** Returns the variants with all the given choices and, if ids are given, one of the ids. */
export function matchVariants<T extends VariantSlot>(
  variants: readonly T[],
  by: {
    choices?: Record<string, string> | null | undefined;
    variantIds?: readonly string[] | null | undefined;
  },
): T[] {
  const requested = Object.entries(by.choices ?? {});
  const ids = by.variantIds?.length ? new Set(by.variantIds) : undefined;
  return variants.filter(
    (variant) =>
      (ids === undefined || ids.has(variant.id)) &&
      requested.every(([option, choice]) => variant.choices[option] === choice),
  );
}

type Wire = StoreVariant;

/** Returns a variant in store-wide form, with the id `productId-variantId`. */
export function storeVariant(product: StoredProduct, variant: StoredVariant): Wire {
  const { preorderInfo } = product.internal;
  const media = platformMedia(product.media.mainMedia);
  return {
    id: `${product.id}-${variant.id}`,
    variantId: variant.id,
    productId: product.id,
    productName: product.name,
    variantName: Object.values(variant.choices).join(" | ") || product.name,
    managedVariant: isManaged(product),
    sku: variant.variant.sku ?? "",
    stock: variant.stock,
    choices: variant.choices,
    collectionIds: product.collectionIds,
    media,
    preorderInfo: preorderInfo || undefined,
  };
}

/** Streams the variants with these SKUs of the products that match the filter `scope`, and others of the same products. */
export function* storeVariantsBySku(tx: Tx, scope: unknown, skus: readonly string[]): Generator<Wire> {
  const bySku = tx.derived("products by the SKUs of their variants", () => productIdsBySku(tx));
  const ids = new Set(skus.flatMap((sku) => bySku.get(sku) ?? []));
  const filter = { id: { $in: [...ids] } };
  if (ids.size > 0) yield* storeVariants(tx, scope === undefined ? filter : { $and: [filter, scope] });
}

function productIdsBySku(tx: Tx): Map<string, string[]> {
  const bySku = new Map<string, string[]>();
  for (const product of tx.each(products))
    for (const sku of new Set(product.variants.map(({ variant }) => variant.sku ?? "")))
      bySku.set(sku, [...(bySku.get(sku) ?? []), product.id]);
  return bySku;
}

/** Streams every variant that the caller may see of the products that match the filter `scope`. */
export function* storeVariants(tx: Tx, scope: unknown): Generator<Wire> {
  for (const product of tx.each(products, scope)) {
    for (const variant of shownVariants(tx, product)) yield storeVariant(product, variant);
  }
}

/** Returns the variants of a product that the caller may see. */
export function shownVariants(tx: Tx, product: StoredProduct): StoredVariant[] {
  return product.variants.filter((variant) => isShown(variant) || tx.caller.role === "admin");
}

/**
 * Returns the availability of each choice, given choices (option name to choice description) for the other options.
 */
export function optionsAvailability(
  product: StoredProduct,
  chosen: Record<string, string>,
): WireResult<(typeof productEndpoints)["optionsAvailability"]> {
  const managed = isManaged(product);
  const complete = product.productOptions.every((option) => Object.hasOwn(chosen, option.name));
  const selected = complete
    ? matchVariants(product.variants, { choices: managed ? chosen : {} })[0]
    : undefined;
  const productOptions = product.productOptions.map((option) => ({
    ...option,
    choices: option.choices.map((choice) => {
      const choices = { ...chosen, [option.name]: choice.description };
      const shown = matchVariants(product.variants, { choices: managed ? choices : {} }).filter(isShown);
      return {
        ...choice,
        visible: shown.length > 0,
        inStock: shown.some((variant) => variant.stock.inStock),
      };
    }),
  }));
  return {
    selectedVariant: selected ? selectedVariant(selected) : undefined,
    media: chosenMedia(product, chosen),
    productOptions,
    availableForPurchase: selected !== undefined && isShown(selected) && selected.stock.inStock,
    managedProduct: managed,
  };
}

function isShown(variant: StoredVariant): boolean {
  return variant.variant.visible === true;
}

function selectedVariant({ id, variant, stock }: StoredVariant) {
  const { priceData, convertedPriceData, weight, sku, visible } = variant;
  const { quantity, inStock } = stock;
  return {
    price: priceData,
    convertedPriceData,
    weight,
    sku,
    visible,
    quantity,
    inStock,
    variantId: id,
  };
}

/** Returns the media of the choices, or of the product if they have none. */
function chosenMedia(product: StoredProduct, chosen: Record<string, string>): StoredProduct["media"] {
  const items = product.productOptions.flatMap((option) => {
    const choice = option.choices.find((one) => one.description === chosen[option.name]);
    return choice?.media?.items ?? [];
  });
  return items.length > 0 ? mediaFacts(items) : product.media;
}
