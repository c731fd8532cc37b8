import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../models/fields.ts";
import { ExtendedFields } from "../../models/query.ts";
import { RichContent } from "../../models/rich-content.ts";
import type { Schema, WireOf } from "../../schema.ts";
import { InventoryItemPart } from "../inventory/inventory-v3.ts";
import { DigitalFileType, MeasurementUnit, SeoData } from "./products.ts";

const amount = () => decimal({ min: 0, max: 999999999.99, maxScale: 3 });

/** An amount in the currency of the shop, as decimal text. The formatted amount is returned on request only. */
export const AmountV3 = obj({ amount: amount(), formattedAmount: text({ readonly: true }) });
export interface AmountV3 extends WireOf<typeof AmountV3> {}

const PriceRangeV3 = obj({ minValue: AmountV3, maxValue: AmountV3 });

export const UnitSettings = obj(
  { quantity: num({ min: 0.01, max: 999999999.99 }), measurementUnit: MeasurementUnit },
  { required: ["measurementUnit"] },
);
const UnitPriceV3 = obj({
  settings: UnitSettings,
  value: readonly(amount()),
  description: text({ readonly: true }),
  priceAfterDiscount: readonly(AmountV3),
});
const PriceInfoV3 = obj({
  actualPrice: AmountV3,
  compareAtPrice: AmountV3,
  priceAfterDiscount: readonly(AmountV3),
});
const RevenueDetails = obj({
  cost: AmountV3,
  profit: readonly(AmountV3),
  profitMargin: num({ readonly: true }),
});

/** How amounts are rounded after a percentage change. */
export const RoundingStrategy = enumOf(
  "UNKNOWN_ROUNDING_STRATEGY",
  "NO_ROUNDING",
  "CURRENCY_PRECISION",
  "NEAREST_WHOLE_NUMBER",
);
const lowest = -999999999.99;
/** An increase or decrease of a value. */
export const Adjustment = obj(
  {
    amount: decimal({ min: lowest, max: 999999999.99, maxScale: 2 }),
    percentage: num({ min: -100, max: 1000 }),
  },
  { oneOf: [["amount", "percentage"]] },
);
export interface Adjustment extends WireOf<typeof Adjustment> {}
/** A decrease of a value. */
export const Reduction = obj(
  { amount: decimal({ min: 0, max: 999999999.99, maxScale: 2 }), percentage: num({ min: 0, max: 100 }) },
  { oneOf: [["amount", "percentage"]] },
);
export interface Reduction extends WireOf<typeof Reduction> {}

const webUrl = () => text({ format: "WEB_URL" });

export const ImageV3 = obj({
  id: text({ maxLength: 400 }),
  url: webUrl(),
  height: num({ readonly: true }),
  width: num({ readonly: true }),
  altText: text({ maxLength: 200 }),
  filename: text({ readonly: true }),
  sizeInBytes: text({ readonly: true }),
  urlExpirationDate: readonly(date()),
});

export const VideoV3 = obj({
  id: text({ maxLength: 400 }),
  url: webUrl(),
  resolutions: readonly(
    list(obj({ url: webUrl(), height: num(), width: num(), format: text(), filename: text() })),
  ),
  filename: text({ readonly: true }),
  posters: readonly(list(ImageV3)),
  durationInMilliseconds: num({ readonly: true }),
});

/** A picture or video of a product, set by the id of an uploaded file or by a URL. */
export const ProductMediaV3 = obj(
  {
    id: text({ minLength: 1, maxLength: 200 }),
    url: webUrl(),
    image: readonly(ImageV3),
    video: readonly(VideoV3),
    altText: text({ minLength: 1, maxLength: 1000 }),
    displayName: text({ maxLength: 80 }),
    mediaType: readonly(enumOf("IMAGE", "VIDEO")),
    thumbnail: obj({ url: webUrl(), height: num(), width: num(), altText: text() }),
    uploadId: readonly(guid()),
  },
  { oneOf: [["id", "url"]] },
);
export interface ProductMediaV3 extends WireOf<typeof ProductMediaV3> {}

/** All media of a product; `main` is the first item. */
const MediaV3 = obj({
  main: readonly(ProductMediaV3),
  itemsInfo: obj({ items: list(ProductMediaV3, { maxSize: 50 }) }),
});

/** References to media of the product. */
const MediaReferences = obj({
  items: list(
    obj({ mediaId: text({ minLength: 1, maxLength: 200 }), url: webUrl() }, { oneOf: [["mediaId", "url"]] }),
    { maxSize: 15 },
  ),
});

const ProductTypeV3 = enumOf("PHYSICAL", "DIGITAL");
const OptionRenderType = enumOf("TEXT_CHOICES", "SWATCH_CHOICES");

/** A choice of a variant, by ids or by names. */
export const VariantChoice = obj({
  optionChoiceIds: obj({ optionId: text({ minLength: 1, maxLength: 36 }), choiceId: guid() }),
  optionChoiceNames: obj({
    optionName: text({ minLength: 1 }),
    choiceName: text({ minLength: 1 }),
    renderType: OptionRenderType,
  }),
});
export interface VariantChoice extends WireOf<typeof VariantChoice> {}

const side = () => decimal({ min: 0, max: 999999999, maxScale: 6 });
const dimensions = () =>
  obj(
    {
      length: side(),
      width: side(),
      height: side(),
      unit: enumOf("UNKNOWN_DIMENSIONS_UNIT", "MM", "CM", "M", "IN", "FT", "YD"),
    },
    { required: ["unit"] },
  );

export const PhysicalVariant = obj({
  weight: num({ min: 0, max: 999999999.99 }),
  pricePerUnit: UnitPriceV3,
  productDimensions: dimensions(),
  packageDimensions: dimensions(),
});
export const DigitalVariant = obj({
  digitalFile: obj({
    id: text({ minLength: 1, maxLength: 100 }),
    fileName: text({ readonly: true }),
    fileSize: text({ readonly: true }),
    fileType: readonly(DigitalFileType),
  }),
});
export const SubscriptionPrices = obj({
  subscriptionPrices: list(
    obj({
      subscriptionId: guid(),
      price: AmountV3,
      pricePerUnit: obj({ value: text(), description: text(), priceAfterDiscount: AmountV3 }),
      priceAfterDiscount: AmountV3,
    }),
  ),
});
export const VariantInventoryStatus = obj({ inStock: bool(), preorderEnabled: bool() });

const typedProperties = ["physicalProperties", "digitalProperties"] as const;
const variantFields = {
  physicalProperties: PhysicalVariant,
  digitalProperties: DigitalVariant,
  visible: bool(),
  sku: text({ minLength: 1, maxLength: 40 }),
  barcode: text({ minLength: 1, maxLength: 40 }),
  price: PriceInfoV3,
  revenueDetails: RevenueDetails,
};

/** A variant: choices of a product with their own price, SKU and properties. */
export const VariantV3 = obj(
  {
    ...variantFields,
    id: guid(),
    choices: list(VariantChoice, { maxSize: 6 }),
    media: readonly(ProductMediaV3),
    subscriptionPricesInfo: readonly(SubscriptionPrices),
    inventoryStatus: readonly(VariantInventoryStatus),
  },
  { oneOf: [typedProperties] },
);
export interface VariantV3 extends WireOf<typeof VariantV3> {}

/** A variant with its stock at the default location. */
export const VariantWithInventory = obj(
  {
    ...variantFields,
    id: guid(),
    choices: list(VariantChoice, { maxSize: 6 }),
    inventoryItem: InventoryItemPart,
  },
  { oneOf: [typedProperties] },
);
export interface VariantWithInventory extends WireOf<typeof VariantWithInventory> {}

/** Fields that are returned on request only. */
export const VariantField = enumOf(
  "CURRENCY",
  "MERCHANT_DATA",
  "SUBSCRIPTION_PRICES_INFO",
  "WEIGHT_MEASUREMENT_UNIT_INFO",
  "DISCOUNT_INFO",
);

/** A variant in store-wide lists, with facts about its product. */
export const ReadOnlyVariant = obj({
  ...variantFields,
  id: guid(),
  variantId: guid(),
  optionChoices: list(VariantChoice),
  media: ProductMediaV3,
  subscriptionPricesInfo: SubscriptionPrices,
  inventoryStatus: VariantInventoryStatus,
  productData: obj({
    physicalProperties: obj({
      weightMeasurementUnitInfo: obj({
        weightMeasurementUnit: enumOf("UNSPECIFIED_WEIGHT_UNIT", "KG", "LB"),
      }),
      fulfillerId: guid(),
    }),
    productId: text(),
    name: text(),
    productType: ProductTypeV3,
    slug: text(),
    visible: bool(),
    visibleInPos: bool(),
    mainCategoryId: guid(),
    directCategoryIds: list(guid()),
    currency: text(),
    revision: text(),
    handle: text(),
    brand: obj({ id: guid(), name: text() }),
    updatedDate: date(),
  }),
});
export interface ReadOnlyVariant extends WireOf<typeof ReadOnlyVariant> {}

/** Fields that are returned on request only. */
export const BrandField = enumOf("ASSIGNED_PRODUCTS_COUNT");

/** A brand of catalog v3. */
export const Brand = obj({
  id: text({ readonly: true }),
  revision: text({ readonly: true }),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  name: text({ minLength: 1, maxLength: 50 }),
  assignedProductsCount: num({ readonly: true }),
});
export interface Brand extends WireOf<typeof Brand> {}

/** Fields that are returned on request only. */
export const RibbonField = enumOf("ASSIGNED_PRODUCT_COUNT");

/** A ribbon of catalog v3: a short text across a product's picture. */
export const Ribbon = obj({
  id: text({ readonly: true }),
  revision: text({ readonly: true }),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  name: text({ minLength: 1, maxLength: 30 }),
  assignedProductCount: num({ readonly: true }),
});
export interface Ribbon extends WireOf<typeof Ribbon> {}

/** Fields that are returned on request only. */
export const InfoSectionField = enumOf("ASSIGNED_PRODUCTS_COUNT");

const content = {
  uniqueName: text({ maxLength: 100 }),
  title: text({ minLength: 1, maxLength: 50 }),
  description: RichContent,
  plainDescription: text({ maxLength: 16000 }),
};

/** An info section of catalog v3: a titled text that many products can show. `plainDescription` is HTML. */
export const InfoSection = obj({
  id: text({ readonly: true }),
  revision: text({ readonly: true }),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  ...content,
  assignedProductsCount: num({ readonly: true }),
});
export interface InfoSection extends WireOf<typeof InfoSection> {}

/** A reference to an info section by id or unique name, or a new one. */
export const InfoSectionDraft = obj({ id: guid(), ...content });
export interface InfoSectionDraft extends WireOf<typeof InfoSectionDraft> {}

/** Fields that are returned on request only. */
export const CustomizationField = enumOf("ASSIGNED_PRODUCTS_COUNT", "CHOICE_DISPLAY_IMAGE");
export const CustomizationType = enumOf("PRODUCT_OPTION", "MODIFIER");
export const CustomizationRenderType = enumOf("FREE_TEXT", "TEXT_CHOICES", "SWATCH_CHOICES");
const ChoiceType = enumOf("CHOICE_TEXT", "ONE_COLOR", "MULTIPLE_COLORS", "IMAGE");

/** The surcharge of a choice or text, as decimal text. */
const addedPrice = () => decimal({ min: 0, max: 999999999.99, maxScale: 3 });

/** The swatch of a choice: at most one of the three fields. */
const choiceValue = {
  colorCode: text({ minLength: 3, maxLength: 20 }),
  colorCodes: obj({ colorCodes: list(text({ minLength: 3, maxLength: 20 }), { minSize: 2, maxSize: 2 }) }),
  image: ImageV3,
};
const choiceValueOneOf = ["colorCode", "colorCodes", "image"] as const;

export const CustomizationChoice = obj(
  {
    ...choiceValue,
    id: text({ readonly: true }),
    choiceType: ChoiceType,
    key: text({ readonly: true }),
    name: text({ minLength: 1, maxLength: 50 }),
    defaultAddedPrice: addedPrice(),
    displayImage: ImageV3,
    primaryChoiceIds: list(guid(), { maxSize: 4 }),
  },
  { oneOf: [choiceValueOneOf] },
);
export interface CustomizationChoice extends WireOf<typeof CustomizationChoice> {}

/** The bounds of a text that a buyer enters; `titleMax` is the maximum length of the title. */
const freeText = (titleMax: number) =>
  obj({
    minCharCount: num({ min: 0 }),
    maxCharCount: num({ min: 0, max: 500 }),
    defaultAddedPrice: addedPrice(),
    title: text({ minLength: 1, maxLength: titleMax }),
    key: text({ readonly: true }),
  });

/** An option or a modifier of catalog v3, which many products can share. */
export const Customization = obj(
  {
    modifierSettings: obj({ defaultMandatory: bool() }),
    freeTextInput: freeText(100),
    choicesSettings: obj({
      choices: list(CustomizationChoice, { minSize: 1, maxSize: 1000 }),
      sortOrder: enumOf("DEFAULT", "BY_NAME", "BY_PRODUCT_COUNT", "MANUAL"),
    }),
    id: text({ readonly: true }),
    revision: text({ readonly: true }),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    key: text({ readonly: true }),
    name: text({ minLength: 1, maxLength: 50 }),
    customizationType: CustomizationType,
    customizationRenderType: CustomizationRenderType,
    assignedProductsCount: num({ readonly: true }),
  },
  { oneOf: [["freeTextInput", "choicesSettings"]] },
);
export interface Customization extends WireOf<typeof Customization> {}

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
const choices = <T extends Schema>(choice: T) =>
  obj({ choices: list(choice, { minSize: 1, maxSize: 1000 }) });

export const OptionChoiceV3 = obj(
  { ...connectedChoice, inStock: readonly(bool()), visible: readonly(bool()) },
  { oneOf: [choiceValueOneOf] },
);
export interface OptionChoiceV3 extends WireOf<typeof OptionChoiceV3> {}
/** An option of a product, such as its sizes: a customization and the choices that the product has. */
export const OptionV3 = obj({
  ...connected,
  optionRenderType: OptionRenderType,
  choicesSettings: choices(OptionChoiceV3),
});
export interface OptionV3 extends WireOf<typeof OptionV3> {}

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
export interface ModifierV3 extends WireOf<typeof ModifierV3> {}

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
export interface ProductV3 extends WireOf<typeof ProductV3> {}

/** The most items of a request that creates or changes products in bulk, summed over its products. */
export const bulkLimits = { products: 100, variants: 1000, options: 100, modifiers: 100, infoSections: 100 };

/** A product with the stock of its variants at the default location. */
export const ProductWithInventory = obj({
  ...written,
  variantsInfo: obj({ variants: list(VariantWithInventory, { minSize: 1, maxSize: 1000 }) }),
});
export interface ProductWithInventory extends WireOf<typeof ProductWithInventory> {}
