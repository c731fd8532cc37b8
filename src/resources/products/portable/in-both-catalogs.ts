import type { SnapshotObject } from "../../../files/snapshot/format.ts";
import type { ProductObject, StockObject } from "../../../files/snapshot/schema.ts";

/**
 * Returns a product or its stock in the form that both catalog versions have: every variant has its own price, cost, weight
 * and SKU, the product those of its first variant. Other objects stay as they are.
 */
export function inBothCatalogs(object: SnapshotObject): SnapshotObject {
  if (object._kind === "product") return { ...commonProduct(object as ProductObject) };
  return object._kind === "stock" ? { ...commonStock(object as StockObject) } : object;
}

function commonProduct(product: ProductObject): ProductObject {
  const { variants = [], options = [], ...rest } = product;
  // Colors are compared by name: catalog v3 has one color for a choice in the whole shop.
  const named = options.map((option) => ({
    ...option,
    choices: option.choices.map(({ description }) => ({ description, value: description })),
  }));
  if (options.length === 0) return { ...rest, options: named, variants };
  // On catalog v3, every product with options has variants.
  const own = (variants.length > 0 ? variants : allChoices(product)).map((variant) => ({
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

/** The most variants of a product. */
const mostVariants = 1000;

/** Returns a variant for each combination of choices, visible and without values of its own. */
function allChoices({ options = [] }: ProductObject): NonNullable<ProductObject["variants"]> {
  const count = options.reduce((product, { choices }) => product * choices.length, 1);
  if (count > mostVariants) return [];
  const combined = options.reduce<Record<string, string>[]>(
    (chosen, { name, choices }) =>
      chosen.flatMap((one) => choices.map(({ description }) => ({ ...one, [name]: description }))),
    [{}],
  );
  return combined.map((choices) => ({ choices, visible: true }));
}

/** Returns stock that is not tracked and the same for all variants as that of the product. */
function commonStock(stock: StockObject): StockObject {
  const { variants = [], ...rest } = stock;
  const [first] = variants;
  const isSame = variants.every(
    ({ inStock, quantity }) => quantity === undefined && inStock === first?.inStock,
  );
  return first?.inStock !== undefined && isSame ? { ...rest, inStock: first.inStock } : stock;
}
