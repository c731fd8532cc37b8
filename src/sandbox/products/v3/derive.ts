import type { Decimal } from "../../../kernel/money.ts";
import { allProductsCategory } from "../../collections/index.ts";
import { decimalOf, rangeOf } from "./prices.ts";
import { textOfHtml } from "./rich-text.ts";
import type { StoredItem, StoredProductV3, StoredVariantRow, StoredVariantV3 } from "./tables.ts";

/** Derives a product from its variants and their inventory at the default location. */
export function deriveProduct(
  facts: StoredProductV3,
  stock: readonly StoredItem[],
  siteUrl: string,
): StoredProductV3 {
  const variants = facts.variantsInfo.variants.map((variant) => withStock(variant, stock));
  const product: StoredProductV3 = {
    ...facts,
    variantsInfo: { variants },
    options: facts.options.map((option) => ({
      ...option,
      choicesSettings: {
        choices: option.choicesSettings.choices.map((choice) => {
          const having = variants.filter(({ choices }) =>
            choices.some(({ optionChoiceIds }) => optionChoiceIds.choiceId === choice.choiceId),
          );
          return {
            ...choice,
            inStock: having.some(({ inventoryStatus }) => inventoryStatus.inStock),
            visible: having.some(({ visible }) => visible),
          };
        }),
      },
    })),
    actualPriceRange: rangeOf(variants.map(({ price }) => decimalOf(price.actualPrice))),
    compareAtPriceRange: rangeOf(
      variants.flatMap(({ price }) => (price.compareAtPrice ? [decimalOf(price.compareAtPrice)] : [])),
    ),
    costRange: rangeOf(
      variants.flatMap(({ revenueDetails }) =>
        revenueDetails?.cost ? [decimalOf(revenueDetails.cost)] : [],
      ),
    ),
    inventory: deriveInventory(variants, stock),
    variantSummary: { variantCount: variants.length },
    url: { relativePath: `/product-page/${facts.slug}`, url: `${siteUrl}product-page/${facts.slug}` },
    ...(facts.productType === "PHYSICAL" && {
      physicalProperties: { ...facts.physicalProperties, shippingWeightRange: weightRange(variants) },
    }),
  };
  return {
    ...product,
    searchedCategories: searchedCategories(product),
    searchText: searchText(product),
  };
}

/** Returns the categories that filters find a product by. The built-in one has every product. */
function searchedCategories({ directCategoriesInfo, allCategoriesInfo }: StoredProductV3) {
  const idsIn = (info: typeof directCategoriesInfo) => [
    ...(info?.categories ?? []).map(({ id }) => id ?? ""),
    allProductsCategory,
  ];
  return { direct: idsIn(directCategoriesInfo), all: idsIn(allCategoriesInfo) };
}

function withStock(variant: StoredVariantV3, stock: readonly StoredItem[]): StoredVariantV3 {
  const item = stock.find(({ variantId }) => variantId === variant.id);
  return {
    ...variant,
    inventoryStatus: {
      inStock: item?.availabilityStatus === "IN_STOCK",
      preorderEnabled: item?.preorderInfo?.enabled ?? false,
    },
  };
}

/** Derives the inventory of a product from its visible variants, or from all if none is visible. */
function deriveInventory(all: readonly StoredVariantV3[], stock: readonly StoredItem[]) {
  const visible = all.filter((variant) => variant.visible);
  const variants = visible.length > 0 ? visible : all;
  const count = (test: (variant: StoredVariantV3) => boolean) => variants.filter(test).length;
  const pick = (hits: number, each: string, none: string, some: string) =>
    hits === 0 ? none : hits === variants.length ? each : some;
  const preordered = new Set(
    stock.filter((item) => item.availabilityStatus === "PREORDER").map((item) => item.variantId),
  );
  return {
    availabilityStatus: pick(
      count(({ inventoryStatus }) => inventoryStatus.inStock),
      "IN_STOCK",
      "OUT_OF_STOCK",
      "PARTIALLY_OUT_OF_STOCK",
    ),
    preorderStatus: pick(
      count(({ inventoryStatus }) => inventoryStatus.preorderEnabled),
      "ENABLED",
      "DISABLED",
      "PARTIALLY_ENABLED",
    ),
    preorderAvailability: pick(
      count(({ id }) => preordered.has(id)),
      "ALL_VARIANTS",
      "NO_VARIANTS",
      "SOME_VARIANTS",
    ),
  };
}

function weightRange(variants: readonly StoredVariantV3[]): { minValue: number; maxValue: number } {
  const weights = variants.map(({ physicalProperties }) => physicalProperties?.weight ?? 0);
  return { minValue: Math.min(...weights), maxValue: Math.max(...weights) };
}

function searchText({ name, plainDescription, variantsInfo }: StoredProductV3): string {
  const codes = variantsInfo.variants.flatMap(({ sku, barcode }) => [sku, barcode]);
  return [name, textOfHtml(plainDescription ?? ""), ...codes].filter(Boolean).join("\n");
}

/** Returns the rows of a product in the store-wide list of variants. */
export function variantRowsOf(product: StoredProductV3, currency: string): StoredVariantRow[] {
  const { brand, mainCategoryId } = product;
  const productData = {
    productId: product.id,
    name: product.name,
    productType: product.productType,
    slug: product.slug,
    visible: product.visible,
    visibleInPos: product.visibleInPos,
    currency,
    revision: product.revision,
    handle: product.handle,
    updatedDate: product.updatedDate,
    directCategoryIds: categoryIds(product),
    brand: brand || undefined,
    mainCategoryId: mainCategoryId || undefined,
  };
  return product.variantsInfo.variants.map(({ choices, id, ...variant }) => {
    const media = variantMedia(
      product,
      choices.map(({ optionChoiceIds }) => optionChoiceIds.choiceId),
    );
    const row = {
      ...variant,
      id,
      variantId: id,
      optionChoices: choices,
      media: media ?? variant.media,
      productData,
    };
    const text = [product.name, variant.sku].filter(Boolean).join("\n");
    return { ...row, searchText: text };
  });
}

/** Returns the direct categories of a product. */
export function categoryIds({ directCategoriesInfo }: StoredProductV3): string[] {
  return (directCategoriesInfo?.categories ?? []).flatMap(({ id }) => id ?? []);
}

/** Returns the media of a variant: from its choices, or from the product. */
export function variantMedia(product: StoredProductV3, choiceIds: readonly string[]) {
  const chosen = product.options
    .flatMap(({ choicesSettings }) => choicesSettings.choices)
    .find(({ choiceId, linkedMedia }) => choiceIds.includes(choiceId) && linkedMedia?.length);
  return chosen?.linkedMedia?.[0] ?? product.media.main;
}

/** Returns the display name of a variant: its choices, or the product name. */
export function variantName(product: StoredProductV3, { choices }: StoredVariantV3): string {
  return choices.map(({ optionChoiceNames }) => optionChoiceNames.choiceName).join(" | ") || product.name;
}

/** Returns the first visible variant with the lowest price. */
export function cheapest(variants: readonly StoredVariantV3[]): StoredVariantV3 | undefined {
  let best: { variant: StoredVariantV3; price: Decimal } | undefined;
  for (const variant of variants) {
    const price = decimalOf(variant.price.actualPrice);
    if (variant.visible && (best === undefined || price.lt(best.price))) best = { variant, price };
  }
  return best?.variant;
}
