import type { ProductV3, ReadOnlyVariant, VariantV3 } from "../../../api/services/products.ts";
import { type Decimal, decimal, parseAmount } from "../../../kernel/money.ts";
import { breadcrumbOf, breadcrumbsOf, categories } from "../../collections/index.ts";
import { weightUnitOf } from "../../kernel/settings.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { shopCurrency } from "../v1/prices.ts";
import { categoryIds, cheapest, variantMedia } from "./derive.ts";
import { subscriptionPrices } from "./prices.ts";
import {
  infoSections,
  type StoredProductChoice,
  type StoredProductV3,
  type StoredVariantRow,
  type StoredVariantV3,
} from "./tables.ts";

/** Returns whether a field group is requested. */
export type IncludesField = (field: string) => boolean;

/** Returns a test for requested field groups. Throws PlatformError 403 for merchant data if the caller is not an admin. */
export function requestedFields(tx: Tx, fields: readonly string[] | null | undefined): IncludesField {
  const requested = new Set(fields ?? []);
  if (requested.has("MERCHANT_DATA") && tx.caller.role !== "admin") {
    const message = "MERCHANT_DATA requires permission to manage products";
    throw new PlatformError(403, "NO_PERMISSION_TO_READ_MERCHANT_DATA", message, {});
  }
  return (field) => requested.has(field);
}

/** Returns a product in API form. As on the platform, lists omit its variants. */
export function showProduct(
  tx: Tx,
  product: StoredProductV3,
  includes: IncludesField,
  withVariants = true,
): ProductV3 {
  const { searchedCategories, searchText, variantsInfo, costRange, currency, url, ...rest } = product;
  const { description, plainDescription, directCategoriesInfo, allCategoriesInfo, ...plain } = rest;
  const format = shopCurrency(tx);
  const lowest = includes("MIN_PRICE_VARIANT") || includes("MIN_VARIANT_PRICE_INFO");
  const least = lowest ? cheapest(variantsInfo.variants) : undefined;
  const shown: ProductV3 = {
    ...plain,
    ...(includes("URL") && { url }),
    ...(includes("CURRENCY") && { currency: format.code }),
    ...(includes("MERCHANT_DATA") && { costRange }),
    description: includes("DESCRIPTION") ? description : undefined,
    plainDescription: includes("PLAIN_DESCRIPTION") ? plainDescription : undefined,
    ...showCategories(tx, product, includes),
    media: showMedia(product.media, includes),
    options: product.options.map((option) => ({
      ...option,
      choicesSettings: {
        choices: option.choicesSettings.choices.map((choice) => showChoice(choice, includes)),
      },
    })),
    infoSections: product.infoSections.map(({ id }) => showInfoSection(tx, id, includes)),
    ...(product.physicalProperties && {
      physicalProperties: {
        ...product.physicalProperties,
        ...(includes("WEIGHT_MEASUREMENT_UNIT_INFO") && {
          weightMeasurementUnitInfo: { weightMeasurementUnit: weightUnitOf(tx) },
        }),
      },
    }),
    variantSummary: {
      variantCount: variantsInfo.variants.length,
      minPriceVariant:
        least && includes("MIN_PRICE_VARIANT")
          ? showVariant(product, least, includes, format.code)
          : undefined,
    },
    ...(least &&
      includes("MIN_VARIANT_PRICE_INFO") && { minVariantPriceInfo: { ...least.price, sku: least.sku } }),
    ...(includes("DISCOUNT_INFO") && { discountInfo: { discountRuleNames: [] } }),
    ...(withVariants && {
      variantsInfo: {
        variants: variantsInfo.variants.map((variant) =>
          showVariant(product, variant, includes, format.code),
        ),
      },
    }),
  };
  return includes("CURRENCY") ? withFormats(shown, format.format) : shown;
}

/** Returns a row of the store-wide list of variants in API form. */
export function showVariantRow(tx: Tx, row: StoredVariantRow, includes: IncludesField): ReadOnlyVariant {
  const { searchText, revenueDetails, productData, ...rest } = row;
  const { currency, ...data } = productData ?? {};
  const shown = {
    ...rest,
    revenueDetails: includes("MERCHANT_DATA") && revenueDetails ? revenueDetails : undefined,
    productData: {
      ...data,
      currency: includes("CURRENCY") ? currency : undefined,
      ...(includes("WEIGHT_MEASUREMENT_UNIT_INFO") && {
        physicalProperties: { weightMeasurementUnitInfo: { weightMeasurementUnit: weightUnitOf(tx) } },
      }),
    },
  };
  return includes("CURRENCY") ? withFormats(shown, shopCurrency(tx).format) : shown;
}

function showVariant(
  product: StoredProductV3,
  variant: StoredVariantV3,
  includes: IncludesField,
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
      includes("VARIANT_OPTION_CHOICE_NAMES") ? { optionChoiceIds, optionChoiceNames } : { optionChoiceIds },
    ),
    // Automatic discounts apply to carts only.
    price: { ...price, priceAfterDiscount: includes("DISCOUNT_INFO") ? price.actualPrice : undefined },
    ...(media && { media: showItem(media, includes) }),
    revenueDetails: includes("MERCHANT_DATA") && revenueDetails ? revenueDetails : undefined,
    ...(includes("SUBSCRIPTION_PRICES_INFO") && {
      subscriptionPricesInfo: { subscriptionPrices: subscriptionPrices(product, variant, currency) },
    }),
  };
}

function showChoice({ displayImage, linkedMedia, ...choice }: StoredProductChoice, includes: IncludesField) {
  const items = linkedMedia ?? [];
  return {
    ...choice,
    displayImage: includes("PRODUCT_CHOICES_DISPLAY_IMAGE") && displayImage ? displayImage : undefined,
    ...(includes("PRODUCT_CHOICES_MEDIA_REFERENCES")
      ? { linkedMedia: [], media: { items: items.map(({ id }) => ({ mediaId: id })) } }
      : { linkedMedia: items.map((item) => showItem(item, includes)) }),
  };
}

function showMedia(
  { main, itemsInfo }: StoredProductV3["media"],
  includes: IncludesField,
): StoredProductV3["media"] {
  return {
    main: main ? showItem(main, includes) : undefined,
    itemsInfo: includes("MEDIA_ITEMS_INFO")
      ? { items: itemsInfo.items.map((item) => showItem(item, includes)) }
      : undefined,
  } as StoredProductV3["media"];
}

function showItem<T extends object>(item: T, includes: IncludesField): T {
  if (includes("THUMBNAIL") || !("thumbnail" in item)) return item;
  const { thumbnail, ...rest } = item;
  return rest as T;
}

function showInfoSection(tx: Tx, id: string, includes: IncludesField) {
  const section = tx.get(infoSections, id);
  if (section === undefined) return { id };
  const { uniqueName, title, description, plainDescription } = section;
  return {
    id,
    ...(includes("INFO_SECTION") && { uniqueName, title }),
    description: includes("INFO_SECTION_DESCRIPTION") ? description : undefined,
    plainDescription: includes("INFO_SECTION_PLAIN_DESCRIPTION") ? plainDescription : undefined,
  };
}

function showCategories(tx: Tx, product: StoredProductV3, includes: IncludesField) {
  const { directCategoriesInfo, allCategoriesInfo, mainCategoryId } = product;
  const main =
    includes("BREADCRUMBS_INFO") && mainCategoryId ? tx.get(categories, mainCategoryId) : undefined;
  return {
    directCategoriesInfo: includes("DIRECT_CATEGORIES_INFO")
      ? (directCategoriesInfo ?? { categories: [] })
      : undefined,
    allCategoriesInfo: includes("ALL_CATEGORIES_INFO")
      ? (allCategoriesInfo ?? { categories: [] })
      : undefined,
    directCategoryIdsInfo: includes("DIRECT_CATEGORY_IDS")
      ? { categoryIds: categoryIds(product) }
      : undefined,
    breadcrumbsInfo: includes("BREADCRUMBS_INFO")
      ? { breadcrumbs: main ? [...breadcrumbsOf(tx, main), breadcrumbOf(main)] : [] }
      : undefined,
  };
}

/** Returns the document with a formatted text for every amount. */
function withFormats<T>(value: T, format: (amount: Decimal) => string): T {
  if (Array.isArray(value)) return value.map((item) => withFormats(item, format)) as T;
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withFormats(item, format)]);
  const { amount } = value as { amount?: unknown };
  const isAmount = typeof amount === "string" && parseAmount(amount) !== undefined;
  return Object.fromEntries(isAmount ? [...entries, ["formattedAmount", format(decimal(amount))]] : entries);
}
