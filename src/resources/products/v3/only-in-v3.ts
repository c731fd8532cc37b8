import type { WholeProduct } from "./whole.ts";

/** What products of catalog v3 have and catalog v1 has no field for, by the names that snapshots have for it. */
export type OnlyInV3 = Readonly<Record<string, readonly unknown[]>>;

/** Returns what catalog v1 has no field for. */
export function onlyInV3Of({ product, variants, items }: WholeProduct): OnlyInV3 {
  const { modifiers, subscriptionDetails, additionalRibbons, tags } = product;
  return {
    barcodes: variants.flatMap(({ barcode }) => barcode ?? []),
    modifiers: (modifiers ?? []).flatMap(({ name, modifierRenderType }) =>
      modifierRenderType === "FREE_TEXT" ? [] : (name ?? ""),
    ),
    subscriptions: (subscriptionDetails?.subscriptions ?? []).map(({ title }) => title ?? ""),
    additionalRibbons: (additionalRibbons ?? []).map(({ name }) => name ?? ""),
    tags: [tags?.privateTags?.tagIds, tags?.publicTags?.tagIds].flatMap((ids) => ids ?? []),
    preorders: items.flatMap(({ preorderInfo }) =>
      preorderInfo?.enabled ? (preorderInfo.message ?? "") : [],
    ),
    // In v1 they have fields, too, but the form of v1 that others see leaves them out.
    dimensions: variants.flatMap(({ physicalProperties: physical }) => [
      ...(physical?.productDimensions ? [physical.productDimensions] : []),
      ...(physical?.packageDimensions ? [physical.packageDimensions] : []),
    ]),
  };
}
