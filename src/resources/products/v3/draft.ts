import type { ProductDraft, VariantDraft } from "../../../files/draft.ts";

/**
 * Returns a draft that v3 can store. If variants have different SKUs, the product's SKU applies to those without one. The
 * product's price, cost and weight are those of the first variant; other values in the file apply to the variants.
 */
export function draftInV3(given: ProductDraft): ProductDraft {
  const draft = soldOut(given);
  const first = draft.options?.length ? firstVariant(draft) : undefined;
  if (first === undefined) return draft;
  const { sku, ...rest } = draft;
  const ownSkus = sku && draft.variants.some((variant) => variant.sku && variant.sku !== sku);
  const own = {
    ...(first.price && draft.price !== undefined && { price: first.price }),
    ...(first.cost && draft.cost !== undefined && { cost: first.cost }),
    ...(first.weight && draft.weight !== undefined && { weight: first.weight }),
  };
  const variants = draft.variants.map((variant) => ({
    ...variant,
    ...(ownSkus && { sku: variant.sku || sku }),
    ...("price" in own && { price: variant.price ?? draft.price }),
    ...("cost" in own && { cost: variant.cost ?? draft.cost }),
    ...("weight" in own && { weight: variant.weight ?? draft.weight }),
  }));
  return { ...rest, ...(!ownSkus && sku !== undefined && { sku }), ...own, variants };
}

/** Returns the variant of the first choices if the draft has all variants; a missing variant would follow the product. */
function firstVariant({ options = [], variants }: ProductDraft): VariantDraft | undefined {
  const count = options.reduce((product, { choices }) => product * choices.length, 1);
  if (variants.length !== count) return undefined;
  return variants.find((variant) =>
    options.every(({ name, choices }) => variant.choices[name] === choices[0]?.description),
  );
}

/** Returns a draft that is sold out with all its variants sold out: only variants have stock. */
function soldOut(draft: ProductDraft): ProductDraft {
  const { line, options = [], variants, inventory } = draft;
  const isSoldOut = inventory !== undefined && "inStock" in inventory && !inventory.inStock;
  if (!isSoldOut || options.length === 0 || variants.length > 0) return draft;
  const choices = options.reduce<Record<string, string>[]>(
    (chosen, { name, choices }) =>
      chosen.flatMap((one) => choices.map(({ description }) => ({ ...one, [name]: description }))),
    [{}],
  );
  return { ...draft, variants: choices.map((one) => ({ line, choices: one, inventory })) };
}
