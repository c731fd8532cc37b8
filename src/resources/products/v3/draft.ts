import type { ProductDraft, VariantDraft } from "../../../files/draft.ts";

/**
 * A draft as v3 can have it. Where variants have SKUs of their own, the product's goes to those that have none. Price,
 * cost and weight of the product are those of its first variant: what the file says instead goes to the variants.
 */
export function draftInV3(draft: ProductDraft): ProductDraft {
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

/** The variant of the first choices, where the draft has all of them: one that it does not name would follow the product. */
function firstVariant({ options = [], variants }: ProductDraft): VariantDraft | undefined {
  const count = options.reduce((product, { choices }) => product * choices.length, 1);
  if (variants.length !== count) return undefined;
  return variants.find((variant) =>
    options.every(({ name, choices }) => variant.choices[name] === choices[0]?.description),
  );
}
