import type { SnapshotObject } from "../../../files/snapshot/format.ts";
import type { ProductObject } from "../../../files/snapshot/schema.ts";

/**
 * Returns a product in the form that both catalog versions have: every variant has its own price, cost, weight
 * and SKU, the product those of its first variant. Other objects stay as they are.
 */
export function inBothCatalogs(object: SnapshotObject): SnapshotObject {
  return object._kind === "product" ? { ...commonProduct(object as ProductObject) } : object;
}

function commonProduct(product: ProductObject): ProductObject {
  const { variants = [], options = [], readOnly: _, ...rest } = product;
  // Colors are compared by name: catalog v3 has one color for a choice in the whole shop.
  const named = options.map((option) => ({
    ...option,
    choices: option.choices.map(({ description }) => ({ description, value: description })),
  }));
  if (variants.length === 0) return { ...rest, options: named, variants };
  const own = variants.map((variant) => ({
    ...variant,
    price: variant.price ?? product.price ?? null,
    cost: variant.cost ?? product.cost ?? null,
    weight: variant.weight ?? product.weight ?? null,
    sku: variant.sku ?? product.sku ?? null,
  }));
  const isFirst = ({ choices }: (typeof own)[number]) =>
    options.every(({ name, choices: [first] }) => choices[name] === first?.description);
  const { price, cost, weight } = own.find(isFirst) ?? product;
  const skus = new Set(own.map(({ sku }) => sku));
  return {
    ...rest,
    ...{ price, cost, weight, options: named, variants: own },
    sku: skus.size === 1 ? (own[0]?.sku ?? null) : null,
  };
}
