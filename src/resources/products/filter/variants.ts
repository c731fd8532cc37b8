import type { FilterExpression, FilterField } from "../../../api/query/filter.ts";
import { matchesFilter } from "../../../api/query/filter-match.ts";
import type { Product, Variant } from "../../../api/services/products/products.ts";
import { variantKey } from "../snapshot.ts";

/** The fields of variants for `--filter`; all are filtered here, on each variant. */
export const variantFilterFields: readonly FilterField[] = [
  { name: "variant.name", type: "text" },
  { name: "variant.sku", type: "text" },
  { name: "variant.price", type: "number" },
  { name: "variant.salePrice", type: "number" },
  { name: "variant.cost", type: "number" },
  { name: "variant.weight", type: "number" },
  { name: "variant.visible", type: "boolean" },
  { name: "variant.stock", type: "number" },
  { name: "variant.inStock", type: "boolean" },
];

/** Returns whether a filter has a condition on variants. */
export function isOnVariants(filter: FilterExpression): boolean {
  if ("filters" in filter) return filter.filters.some(isOnVariants);
  if (filter.kind === "not") return isOnVariants(filter.filter);
  return filter.field.name.startsWith("variant.");
}

/** Returns whether a product matches a filter: with conditions on variants, whether one variant meets all of it. */
export function matchesProduct(filter: FilterExpression, product: Product): boolean {
  if (!isOnVariants(filter))
    return matchesFilter(filter, { ...product, salePrice: saleOf(product.priceData) });
  return variantsOf(product).some((one) => matchesFilter(filter, one.view));
}

/**
 * Returns the keys of the variants that meet a filter; undefined if it has no condition on variants, or if the product has
 * no managed variants.
 */
export function matchingVariants(
  filter: FilterExpression,
  product: Product,
): ReadonlySet<string> | undefined {
  if (!isOnVariants(filter) || !product.manageVariants) return undefined;
  const matching = variantsOf(product).filter(({ view }) => matchesFilter(filter, view));
  return new Set(matching.map(({ key }) => key));
}

/** Returns each variant as its product with the one variant; a product without managed variants is its only variant. */
function variantsOf(product: Product): { key: string; view: object }[] {
  const variants = product.manageVariants ? (product.variants ?? []) : [onlyVariant(product)];
  return variants.map((variant) => ({
    key: variantKey(variant.choices),
    view: { ...product, salePrice: saleOf(product.priceData), variant: viewOf(variant) },
  }));
}

function onlyVariant({ sku, priceData, costAndProfitData, weight, visible, stock }: Product): Variant {
  const { trackInventory, quantity, inStock } = stock ?? {};
  return {
    choices: {},
    variant: { sku, priceData, costAndProfitData, weight, visible },
    stock: { trackQuantity: trackInventory, quantity, inStock },
  };
}

function viewOf({ choices, variant, stock }: Variant) {
  return {
    name: Object.values(choices ?? {}).join(" / "),
    sku: variant?.sku || undefined,
    price: variant?.priceData?.price,
    salePrice: saleOf(variant?.priceData),
    cost: variant?.costAndProfitData?.itemCost,
    weight: variant?.weight,
    visible: variant?.visible ?? true,
    stock: stock?.trackQuantity ? (stock.quantity ?? 0) : undefined,
    inStock: stock?.inStock ?? true,
  };
}

/** Returns the price after discount; undefined without a discount. */
function saleOf(prices: Product["priceData"]): number | undefined {
  const { price, discountedPrice } = prices ?? {};
  return discountedPrice === price ? undefined : (discountedPrice ?? undefined);
}
