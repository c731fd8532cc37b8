import { maximumOf } from "../../../../api/schema-fields.ts";
import { Product } from "../../../../api/services/products/products.ts";
import { PlatformError } from "../../../kernel/tx.ts";
import {
  defaultVariantId,
  type ProductFacts,
  type StoredOption,
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
      before.get(choiceKey(choices)) ?? { id: newId(), choices, stock: stockOf(tracked, 0, !tracked) },
  );
}

/** Returns the stock of a variant. A tracked variant is in stock if its quantity is positive. */
export function stockOf(trackQuantity: boolean, quantity: number, inStock: boolean): VariantStock {
  return trackQuantity ? { trackQuantity, quantity, inStock: quantity > 0 } : { trackQuantity, inStock };
}

function pooledStock(slots: readonly VariantSlot[], tracked: boolean): VariantStock {
  const quantity = slots.reduce((total, { stock }) => total + (stock.quantity ?? 0), 0);
  return stockOf(tracked, quantity, slots.length === 0 || slots.some(({ stock }) => stock.inStock));
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
export function checkChoices(options: readonly StoredOption[], choices: Record<string, string>): void {
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
