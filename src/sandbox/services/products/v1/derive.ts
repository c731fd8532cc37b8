import { flipGuid } from "./guid.ts";
import { costData, priceData, type ShopCurrency } from "./prices.ts";
import {
  defaultVariantId,
  type ProductFacts,
  type StoredOption,
  type StoredProduct,
  type StoredVariant,
  type VariantSlot,
} from "./tables.ts";
import { alignVariants, isManaged } from "./variants.ts";

/** The shop settings that product documents depend on. */
export interface Shop {
  currency: ShopCurrency;
  /** Base URL of product pages: `https://shop.example/`. */
  siteUrl: string;
  newId: () => string;
}

/** Derives the complete product document from the merchant's data: variants, prices, ranges, profit, stock. */
export function deriveProduct(facts: ProductFacts, shop: Shop): StoredProduct {
  const price = priceData(facts.priceData.price, facts, shop.currency);
  const variants = alignVariants(facts, shop.newId).map((slot) =>
    deriveVariant(facts, slot, price, shop.currency),
  );
  const own = Object.entries(facts.internal.own).filter(([id]) =>
    variants.some((variant) => variant.id === id),
  );
  const shown = variants.filter((variant) => variant.variant.visible);
  const cost = facts.costAndProfitData?.itemCost;
  const { costAndProfitData: _, ...rest } = facts;
  return {
    ...rest,
    productOptions: deriveOptions(facts, variants),
    variants,
    stock: deriveStock(variants, shown),
    price,
    priceData: price,
    convertedPriceData: price,
    priceRange: range(variants, shown, (data) => data.priceData?.price),
    weightRange: range(variants, shown, (data) => data.weight),
    costRange: range(variants, shown, (data) => data.costAndProfitData?.itemCost),
    ...(typeof cost === "number" && { costAndProfitData: costData(cost, price, shop.currency) }),
    ribbons: facts.ribbon ? [{ text: facts.ribbon }] : [],
    productPageUrl: { base: shop.siteUrl, path: `/product-page/${facts.slug}` },
    inventoryItemId: flipGuid(facts.id),
    exportProductId: `product_${facts.id}`,
    internal: { ...facts.internal, own: Object.fromEntries(own) },
  };
}

function deriveVariant(
  facts: ProductFacts,
  slot: VariantSlot,
  inherited: ReturnType<typeof priceData>,
  currency: ShopCurrency,
): StoredVariant {
  const own = slot.id === defaultVariantId ? {} : (facts.internal.own[slot.id] ?? {});
  const price = own.price === undefined ? inherited : priceData(own.price, facts, currency);
  const cost = own.cost ?? facts.costAndProfitData?.itemCost;
  const productDimensions = own.productDimensions ?? facts.productDimensions;
  const packageDimensions = own.packageDimensions ?? facts.packageDimensions;
  return {
    id: slot.id,
    choices: slot.choices,
    variant: {
      priceData: price,
      convertedPriceData: price,
      ...(typeof cost === "number" && { costAndProfitData: costData(cost, price, currency) }),
      weight: own.weight ?? facts.weight ?? 0,
      sku: own.sku ?? facts.sku ?? "",
      visible: own.visible ?? true,
      ...(productDimensions && { productDimensions }),
      ...(packageDimensions && { packageDimensions }),
    },
    stock: slot.stock,
  };
}

/** Returns the product's stock. Hidden variants do not count. */
function deriveStock(
  variants: readonly StoredVariant[],
  shown: readonly StoredVariant[],
): StoredProduct["stock"] {
  const trackInventory = variants[0]?.stock.trackQuantity ?? false;
  const available = shown.filter((variant) => variant.stock.inStock).length;
  const quantity = variants.reduce((total, { stock }) => total + (stock.quantity ?? 0), 0);
  const all = available === shown.length ? "IN_STOCK" : "PARTIALLY_OUT_OF_STOCK";
  return {
    trackInventory,
    ...(trackInventory && { quantity }),
    inStock: available > 0,
    inventoryStatus: available === 0 ? "OUT_OF_STOCK" : all,
  };
}

/** Derives the options. A choice is in stock if a visible variant with it is. */
function deriveOptions(facts: ProductFacts, variants: readonly StoredVariant[]): StoredOption[] {
  const managed = isManaged(facts);
  return facts.productOptions.map((option) => ({
    ...option,
    choices: option.choices.map((choice) => {
      const having = variants.filter((one) => !managed || one.choices[option.name] === choice.description);
      const shown = having.filter((one) => one.variant.visible);
      return { ...choice, inStock: shown.some((one) => one.stock.inStock), visible: shown.length > 0 };
    }),
  }));
}

/** Returns a range over the visible variants, or over all if every one is hidden. Unset values count as 0. */
function range(
  variants: readonly StoredVariant[],
  shown: readonly StoredVariant[],
  value: (data: StoredVariant["variant"]) => number | null | undefined,
): { minValue: number; maxValue: number } {
  const values = (shown.length > 0 ? shown : variants).map((variant) => value(variant.variant) ?? 0);
  return { minValue: Math.min(...values), maxValue: Math.max(...values) };
}
