import type { ProductV3 } from "../../../../api/services/products/models/product-v3.ts";
import type { ReadOnlyVariant, VariantV3 } from "../../../../api/services/products/models/variant-v3.ts";
import { type Decimal, decimal, parseAmount } from "../../../../kernel/money.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { breadcrumbsOf, categories, crumbOf } from "../../collections/index.ts";
import { shopCurrency } from "../v1/prices.ts";
import { categoryIds, cheapest, variantMedia } from "./derive.ts";
import { subscriptionPrices } from "./subscriptions.ts";
import {
  infoSections,
  type StoredProductChoice,
  type StoredProductV3,
  type StoredVariantRow,
  type StoredVariantV3,
} from "./tables.ts";

const weightUnit = { weightMeasurementUnit: "KG" };

/** Whether a group of fields was asked for. PlatformError 403 for merchant data where the caller may not see it. */
export type Wants = (field: string) => boolean;

/** The groups of fields that a call asked for. */
export function wantsOf(tx: Tx, fields: readonly string[] | null | undefined): Wants {
  const asked = new Set(fields ?? []);
  if (asked.has("MERCHANT_DATA") && tx.caller.role !== "admin") {
    const message = "MERCHANT_DATA needs permission to manage products";
    throw new PlatformError(403, "NO_PERMISSION_TO_READ_MERCHANT_DATA", message, {});
  }
  return (field) => asked.has(field);
}

/** The wire document of a product. Lists leave its variants out, as the platform's do. */
export function showProduct(tx: Tx, product: StoredProductV3, wants: Wants, withVariants = true): ProductV3 {
  const { lists: _, searchText: __, variantsInfo, costRange, currency: ___, url, ...rest } = product;
  const { description, plainDescription, directCategoriesInfo: _d, allCategoriesInfo: _a, ...plain } = rest;
  const format = shopCurrency(tx);
  const lowest = wants("MIN_PRICE_VARIANT") || wants("MIN_VARIANT_PRICE_INFO");
  const least = lowest ? cheapest(variantsInfo.variants) : undefined;
  const shown: ProductV3 = {
    ...plain,
    ...(wants("URL") && { url }),
    ...(wants("CURRENCY") && { currency: format.code }),
    ...(wants("MERCHANT_DATA") && { costRange }),
    ...(wants("DESCRIPTION") && { description }),
    ...(wants("PLAIN_DESCRIPTION") && { plainDescription }),
    ...showCategories(tx, product, wants),
    media: showMedia(product.media, wants),
    options: product.options.map((option) => ({
      ...option,
      choicesSettings: { choices: option.choicesSettings.choices.map((one) => showChoice(one, wants)) },
    })),
    infoSections: product.infoSections.map(({ id }) => showInfoSection(tx, id, wants)),
    ...(product.physicalProperties && {
      physicalProperties: {
        ...product.physicalProperties,
        ...(wants("WEIGHT_MEASUREMENT_UNIT_INFO") && { weightMeasurementUnitInfo: weightUnit }),
      },
    }),
    variantSummary: {
      variantCount: variantsInfo.variants.length,
      ...(least &&
        wants("MIN_PRICE_VARIANT") && { minPriceVariant: showVariant(product, least, wants, format.code) }),
    },
    ...(least &&
      wants("MIN_VARIANT_PRICE_INFO") && { minVariantPriceInfo: { ...least.price, sku: least.sku } }),
    ...(wants("DISCOUNT_INFO") && { discountInfo: { discountRuleNames: [] } }),
    ...(withVariants && {
      variantsInfo: {
        variants: variantsInfo.variants.map((one) => showVariant(product, one, wants, format.code)),
      },
    }),
  };
  return wants("CURRENCY") ? withFormats(shown, format.format) : shown;
}

/** The wire form of a row of the store-wide list of variants. */
export function showVariantRow(tx: Tx, row: StoredVariantRow, wants: Wants): ReadOnlyVariant {
  const { lists: _, searchText: __, revenueDetails, productData, ...rest } = row;
  const { currency, ...data } = productData ?? {};
  const shown = {
    ...rest,
    ...(wants("MERCHANT_DATA") && revenueDetails && { revenueDetails }),
    productData: {
      ...data,
      ...(wants("CURRENCY") && { currency }),
      ...(wants("WEIGHT_MEASUREMENT_UNIT_INFO") && {
        physicalProperties: { weightMeasurementUnitInfo: weightUnit },
      }),
    },
  };
  return wants("CURRENCY") ? withFormats(shown, shopCurrency(tx).format) : shown;
}

function showVariant(
  product: StoredProductV3,
  variant: StoredVariantV3,
  wants: Wants,
  currency: string,
): VariantV3 {
  const { revenueDetails, choices, price, ...rest } = variant;
  const media = variantMedia(
    product,
    choices.map(({ optionChoiceIds }) => optionChoiceIds.choiceId),
  );
  return {
    ...rest,
    choices: choices.map(({ optionChoiceIds, optionChoiceNames }) =>
      wants("VARIANT_OPTION_CHOICE_NAMES") ? { optionChoiceIds, optionChoiceNames } : { optionChoiceIds },
    ),
    // Automatic discounts belong to the cart: no product has one here.
    price: { ...price, ...(wants("DISCOUNT_INFO") && { priceAfterDiscount: price.actualPrice }) },
    ...(media && { media: showItem(media, wants) }),
    ...(wants("MERCHANT_DATA") && revenueDetails && { revenueDetails }),
    ...(wants("SUBSCRIPTION_PRICES_INFO") && {
      subscriptionPricesInfo: { subscriptionPrices: subscriptionPrices(product, variant, currency) },
    }),
  };
}

function showChoice({ displayImage, linkedMedia, ...choice }: StoredProductChoice, wants: Wants) {
  const items = linkedMedia ?? [];
  return {
    ...choice,
    ...(wants("PRODUCT_CHOICES_DISPLAY_IMAGE") && displayImage && { displayImage }),
    ...(wants("PRODUCT_CHOICES_MEDIA_REFERENCES")
      ? { linkedMedia: [], media: { items: items.map(({ id }) => ({ mediaId: id })) } }
      : { linkedMedia: items.map((item) => showItem(item, wants)) }),
  };
}

function showMedia({ main, itemsInfo }: StoredProductV3["media"], wants: Wants): StoredProductV3["media"] {
  return {
    ...(main && { main: showItem(main, wants) }),
    ...(wants("MEDIA_ITEMS_INFO") && {
      itemsInfo: { items: itemsInfo.items.map((item) => showItem(item, wants)) },
    }),
  } as StoredProductV3["media"];
}

function showItem<T extends object>(item: T, wants: Wants): T {
  if (wants("THUMBNAIL") || !("thumbnail" in item)) return item;
  const { thumbnail: _, ...rest } = item;
  return rest as T;
}

function showInfoSection(tx: Tx, id: string, wants: Wants) {
  const section = tx.get(infoSections, id);
  if (section === undefined) return { id };
  const { uniqueName, title, description, plainDescription } = section;
  return {
    id,
    ...(wants("INFO_SECTION") && { uniqueName, title }),
    ...(wants("INFO_SECTION_DESCRIPTION") && { description }),
    ...(wants("INFO_SECTION_PLAIN_DESCRIPTION") && { plainDescription }),
  };
}

function showCategories(tx: Tx, product: StoredProductV3, wants: Wants) {
  const { directCategoriesInfo, allCategoriesInfo, mainCategoryId } = product;
  const main = wants("BREADCRUMBS_INFO") && mainCategoryId ? tx.get(categories, mainCategoryId) : undefined;
  return {
    ...(wants("DIRECT_CATEGORIES_INFO") && {
      directCategoriesInfo: directCategoriesInfo ?? { categories: [] },
    }),
    ...(wants("ALL_CATEGORIES_INFO") && { allCategoriesInfo: allCategoriesInfo ?? { categories: [] } }),
    ...(wants("DIRECT_CATEGORY_IDS") && { directCategoryIdsInfo: { categoryIds: categoryIds(product) } }),
    ...(wants("BREADCRUMBS_INFO") && {
      breadcrumbsInfo: { breadcrumbs: main ? [...breadcrumbsOf(tx, main), crumbOf(main)] : [] },
    }),
  };
}

/** The same document, with every amount also as people read it. */
function withFormats<T>(value: T, format: (amount: Decimal) => string): T {
  if (Array.isArray(value)) return value.map((item) => withFormats(item, format)) as T;
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withFormats(item, format)]);
  const { amount } = value as { amount?: unknown };
  const isAmount = typeof amount === "string" && parseAmount(amount) !== undefined;
  return Object.fromEntries(isAmount ? [...entries, ["formattedAmount", format(decimal(amount))]] : entries);
}
