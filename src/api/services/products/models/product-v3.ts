import type * as z from "zod/mini";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { RichContent } from "../../../models/rich-content.ts";
import { addedPrice, ChoiceType, choiceValue, choiceValueOneOf, freeText } from "./customization.ts";
import { ImageV3, MediaReferences, MediaV3, ProductMediaV3 } from "./media-v3.ts";
import { AmountV3, PriceRangeV3, UnitSettings } from "./price-v3.ts";
import { SeoData } from "./product.ts";
import { OptionRenderType, ProductTypeV3, VariantV3, VariantWithInventory } from "./variant-v3.ts";

/** Fields that are returned on request only. */
export const ProductFieldV3 = enumOf(
  "URL",
  "CURRENCY",
  "INFO_SECTION",
  "MERCHANT_DATA",
  "PLAIN_DESCRIPTION",
  "INFO_SECTION_PLAIN_DESCRIPTION",
  "SUBSCRIPTION_PRICES_INFO",
  "BREADCRUMBS_INFO",
  "WEIGHT_MEASUREMENT_UNIT_INFO",
  "VARIANT_OPTION_CHOICE_NAMES",
  "MEDIA_ITEMS_INFO",
  "DESCRIPTION",
  "DIRECT_CATEGORIES_INFO",
  "ALL_CATEGORIES_INFO",
  "MIN_VARIANT_PRICE_INFO",
  "INFO_SECTION_DESCRIPTION",
  "THUMBNAIL",
  "DIRECT_CATEGORY_IDS",
  "PRODUCT_CHOICES_MEDIA_REFERENCES",
  "PRODUCT_CHOICES_DISPLAY_IMAGE",
  "DISCOUNT_INFO",
  "MIN_PRICE_VARIANT",
);
export const InventoryStatusV3 = enumOf("IN_STOCK", "OUT_OF_STOCK", "PARTIALLY_OUT_OF_STOCK");
export const PreorderStatus = enumOf("ENABLED", "DISABLED", "PARTIALLY_ENABLED");
export const PreorderAvailability = enumOf("ALL_VARIANTS", "NO_VARIANTS", "SOME_VARIANTS");
/** The unit of a subscription's interval. */
export const SubscriptionFrequency = enumOf("UNDEFINED", "DAY", "WEEK", "MONTH", "YEAR");

const connectedChoice = {
  ...choiceValue,
  choiceId: guid(),
  linkedMedia: list(ProductMediaV3, { maxSize: 15 }),
  choiceType: ChoiceType,
  key: text({ readonly: true }),
  name: text({ minLength: 1, maxLength: 50 }),
  displayImage: ImageV3,
  media: MediaReferences,
};
const connected = {
  id: text({ minLength: 1, maxLength: 36 }),
  name: text({ minLength: 1, maxLength: 50 }),
  key: text({ readonly: true }),
};
const choices = <T extends z.core.$ZodType>(choice: T) =>
  obj({ choices: list(choice, { minSize: 1, maxSize: 1000 }) });

export const OptionChoiceV3 = obj(
  { ...connectedChoice, inStock: readonly(bool()), visible: readonly(bool()) },
  { oneOf: [choiceValueOneOf] },
);
export interface OptionChoiceV3 extends z.input<typeof OptionChoiceV3> {}
/** An option of a product, such as its sizes: a customization and the choices that the product has. */
export const OptionV3 = obj({
  ...connected,
  optionRenderType: OptionRenderType,
  choicesSettings: choices(OptionChoiceV3),
});
export interface OptionV3 extends z.input<typeof OptionV3> {}

/** A modifier of a product, such as a text to engrave. */
export const ModifierV3 = obj(
  {
    ...connected,
    modifierRenderType: enumOf("FREE_TEXT", "TEXT_CHOICES", "SWATCH_CHOICES"),
    mandatory: bool(),
    toBeRemovedMandatory: bool(),
    freeTextSettings: freeText(150),
    choicesSettings: choices(
      obj({ ...connectedChoice, addedPrice: addedPrice() }, { oneOf: [choiceValueOneOf] }),
    ),
  },
  { oneOf: [["freeTextSettings", "choicesSettings"]] },
);
export interface ModifierV3 extends z.input<typeof ModifierV3> {}

export const SubscriptionV3 = obj(
  {
    id: guid(),
    title: text({ minLength: 1, maxLength: 20 }),
    description: text({ maxLength: 60 }),
    visible: bool(),
    frequency: SubscriptionFrequency,
    interval: num({ min: 1, max: 50 }),
    autoRenewal: bool(),
    billingCycles: num({ min: 2, max: 999 }),
    discount: obj(
      {
        type: enumOf("AMOUNT", "PERCENT"),
        amountOff: decimal({ gt: 0, max: 999999999.99, maxScale: 3 }),
        percentOff: num({ min: 0.1, max: 99.9 }),
      },
      { oneOf: [["amountOff", "percentOff"]] },
    ),
  },
  { oneOf: [["autoRenewal", "billingCycles"]], required: ["title", "frequency"] },
);
export const Tags = obj({
  privateTags: obj({ tagIds: list(text(), { maxSize: 100 }) }),
  publicTags: obj({ tagIds: list(text(), { maxSize: 100 }) }),
});
const weight = () => num({ min: 0, max: 999999999.99 });
const unitPrice = () => obj({ value: text(), description: text() });

export const PhysicalProduct = obj({
  pricePerUnit: UnitSettings,
  fulfillerId: guid(),
  shippingGroupId: guid(),
  deliveryProfileId: guid(),
  shippingWeightRange: readonly(obj({ minValue: weight(), maxValue: weight() })),
  pricePerUnitRange: readonly(obj({ minValue: unitPrice(), maxValue: unitPrice() })),
  weightMeasurementUnitInfo: readonly(
    obj({ weightMeasurementUnit: enumOf("UNSPECIFIED_WEIGHT_UNIT", "KG", "LB") }),
  ),
});
const productRibbon = () => obj({ id: text({ minLength: 1, maxLength: 36 }), name: text({ maxLength: 30 }) });
const Categories = obj({ categories: list(obj({ id: guid(), index: num() })) });

const written = {
  physicalProperties: PhysicalProduct,
  id: text({ minLength: 1, maxLength: 36, readonly: true }),
  revision: text({ readonly: true }),
  name: text({ minLength: 1, maxLength: 80 }),
  slug: text({ minLength: 1, maxLength: 300, format: "SLUG" }),
  description: RichContent,
  plainDescription: text({ maxLength: 16000 }),
  visible: bool(),
  visibleInPos: bool(),
  media: MediaV3,
  seoData: SeoData,
  taxGroupId: guid(),
  options: list(OptionV3, { maxSize: 6 }),
  modifiers: list(ModifierV3, { maxSize: 10 }),
  brand: obj({ id: guid(), name: text({ maxLength: 50 }) }),
  infoSections: list(
    obj({
      id: guid(),
      uniqueName: text({ maxLength: 100 }),
      title: text({ minLength: 1, maxLength: 50 }),
      description: RichContent,
      plainDescription: text({ maxLength: 16000 }),
    }),
    { maxSize: 20 },
  ),
  ribbon: productRibbon(),
  additionalRibbons: list(productRibbon(), { maxSize: 4 }),
  mainCategoryId: guid(),
  productType: ProductTypeV3,
  handle: text({ readonly: true }),
  importId: guid(),
  inventoryAppId: guid(),
  purchaseEligibility: obj({ userCriteria: enumOf("MEMBERS_ONLY") }),
  extendedFields: ExtendedFields,
  tags: Tags,
  subscriptionDetails: obj({
    subscriptions: list(SubscriptionV3, { minSize: 1, maxSize: 6 }),
    allowOneTimePurchases: bool(),
  }),
};

/** A product of catalog v3. `plainDescription` is HTML; amounts are decimal text. */
export const ProductV3 = obj(
  {
    ...written,
    variantsInfo: obj({ variants: list(VariantV3, { minSize: 1, maxSize: 1000 }) }),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    numericId: text({ readonly: true }),
    url: readonly(obj({ relativePath: text(), url: text() })),
    currency: text({ readonly: true }),
    costRange: readonly(PriceRangeV3),
    actualPriceRange: readonly(PriceRangeV3),
    compareAtPriceRange: readonly(PriceRangeV3),
    inventory: readonly(
      obj({
        availabilityStatus: InventoryStatusV3,
        preorderStatus: PreorderStatus,
        preorderAvailability: PreorderAvailability,
      }),
    ),
    directCategoriesInfo: readonly(Categories),
    allCategoriesInfo: readonly(Categories),
    directCategoryIdsInfo: readonly(obj({ categoryIds: list(guid()) })),
    breadcrumbsInfo: readonly(
      obj({ breadcrumbs: list(obj({ categoryId: guid(), categoryName: text(), categorySlug: text() })) }),
    ),
    variantSummary: readonly(obj({ variantCount: num(), minPriceVariant: VariantV3 })),
    minVariantPriceInfo: readonly(obj({ actualPrice: AmountV3, compareAtPrice: AmountV3, sku: text() })),
    discountInfo: readonly(obj({ discountRuleNames: list(text()) })),
  },
  { always: ["id", "revision"] },
);
export interface ProductV3 extends z.input<typeof ProductV3> {}

/** The most items of a request that creates or changes products in bulk, summed over its products. */
export const bulkLimits = { products: 100, variants: 1000, options: 100, modifiers: 100, infoSections: 100 };

/** A product with the stock of its variants at the default location. */
export const ProductWithInventory = obj({
  ...written,
  variantsInfo: obj({ variants: list(VariantWithInventory, { minSize: 1, maxSize: 1000 }) }),
});
export interface ProductWithInventory extends z.input<typeof ProductWithInventory> {}
