import type * as z from "zod/mini";
import {
  bool,
  date,
  decimal,
  enumOf,
  guid,
  json,
  list,
  map,
  num,
  obj,
  text,
} from "../../../models/fields.ts";

/** A price, cost or weight. */
export const Amount = num({ min: 0, max: 999999999.99 });
/** A tracked quantity of stock. */
export const Quantity = num({ min: 0, max: 99999, whole: true });
const amount = () => Amount;
const dimension = () => decimal({ min: 0, max: 999999999, maxScale: 6 });

export const ProductType = enumOf("unspecified_product_type", "physical", "digital");
export const OptionType = enumOf("unspecified_option_type", "drop_down", "color");
export const MediaItemType = enumOf(
  "unspecified_media_item_type",
  "image",
  "video",
  "audio",
  "document",
  "zip",
);
export const DiscountType = enumOf("UNDEFINED", "NONE", "AMOUNT", "PERCENT");
/** The value of a discount in percent. */
export const Percentage = num({ min: 0, max: 100 });
export const InventoryStatus = enumOf("IN_STOCK", "OUT_OF_STOCK", "PARTIALLY_OUT_OF_STOCK");
export const DigitalFileType = enumOf(
  "UNSPECIFIED",
  "SECURE_PICTURE",
  "SECURE_VIDEO",
  "SECURE_DOCUMENT",
  "SECURE_MUSIC",
  "SECURE_ARCHIVE",
  "SECURE_RAW",
);
const units = "UNSPECIFIED ML CL L CBM MG G KG MM CM M SQM OZ LB FLOZ PT QT GAL IN FT YD SQFT";
export const MeasurementUnit = enumOf(...units.split(" "));

export const Range = obj({ minValue: num(), maxValue: num() });
export const Dimensions = obj({
  length: dimension(),
  width: dimension(),
  height: dimension(),
  unit: enumOf("UNKNOWN_DIMENSIONS_UNIT", "MM", "CM", "M", "IN", "FT", "YD"),
});
export const Stock = obj({
  trackInventory: bool(),
  quantity: Quantity,
  inStock: bool(),
  inventoryStatus: InventoryStatus,
});
export const PriceData = obj({
  currency: text({ readonly: true }),
  price: amount(),
  discountedPrice: num({ readonly: true }),
  formatted: obj({ price: text(), discountedPrice: text(), pricePerUnit: text() }, { readonly: true }),
  pricePerUnit: num({ readonly: true }),
});
export const CostAndProfitData = obj({
  itemCost: amount(),
  formattedItemCost: text({ readonly: true }),
  profit: num({ readonly: true }),
  formattedProfit: text({ readonly: true }),
  profitMargin: num({ readonly: true }),
});
export const PricePerUnitData = obj({
  totalQuantity: num({ min: 0.01, max: 999999999.99 }),
  totalMeasurementUnit: MeasurementUnit,
  baseQuantity: num({ min: 0.01, max: 999999999.99 }),
  baseMeasurementUnit: MeasurementUnit,
});
export const AdditionalInfoSection = obj({
  title: text({ maxLength: 50 }),
  description: text({ maxLength: 16000 }),
});

export const MediaFile = obj({
  url: text({ format: "WEB_URL" }),
  width: num(),
  height: num(),
  format: text(),
  altText: text(),
});
export const MediaItem = obj(
  {
    image: MediaFile,
    video: obj({ files: list(MediaFile), stillFrameMediaId: text() }),
    thumbnail: MediaFile,
    mediaType: MediaItemType,
    title: text(),
    id: text(),
  },
  { oneOf: [["image", "video"]] },
);
export const Media = obj({ mainMedia: MediaItem, items: list(MediaItem) });
export const CustomTextField = obj({
  title: text({ maxLength: 100 }),
  maxLength: num({ max: 500 }),
  mandatory: bool(),
});

export const Choice = obj({
  value: text({ minLength: 1, maxLength: 50 }),
  description: text({ minLength: 1, maxLength: 50 }),
  media: Media,
  inStock: bool(),
  visible: bool(),
});
export const ProductOption = obj({
  optionType: OptionType,
  name: text({ minLength: 1, maxLength: 50 }),
  choices: list(Choice, { minSize: 1, maxSize: 100 }),
});

export const VariantData = obj({
  priceData: PriceData,
  convertedPriceData: PriceData,
  costAndProfitData: CostAndProfitData,
  weight: amount(),
  sku: text({ maxLength: 40 }),
  visible: bool(),
  productDimensions: Dimensions,
  packageDimensions: Dimensions,
});
export const VariantStock = obj({
  trackQuantity: bool(),
  quantity: Quantity,
  inStock: bool(),
  locationId: guid(),
});
/** A variant; `choices` maps option names to choice descriptions. */
export const Variant = obj({ id: guid(), choices: map(text()), variant: VariantData, stock: VariantStock });
export interface Variant extends z.input<typeof Variant> {}

export const SeoData = obj({
  tags: list(
    obj({ type: text(), props: json(), meta: json(), children: text(), custom: bool(), disabled: bool() }),
  ),
  settings: obj({
    preventAutoRedirect: bool(),
    keywords: list(obj({ term: text(), isMain: bool(), origin: text({ maxLength: 1000 }) }), { maxSize: 5 }),
  }),
});

/** A product of catalog v1. Prices are JSON numbers on the wire. */
export const Product = obj(
  {
    id: text({ readonly: true }),
    name: text({ minLength: 1, maxLength: 80 }),
    slug: text({ maxLength: 100 }),
    visible: bool(),
    productType: ProductType,
    description: text({ maxLength: 8000 }),
    sku: text({ maxLength: 40 }),
    weight: amount(),
    weightRange: Range,
    productDimensions: Dimensions,
    packageDimensions: Dimensions,
    stock: Stock,
    price: PriceData,
    priceData: PriceData,
    convertedPriceData: PriceData,
    priceRange: Range,
    costAndProfitData: CostAndProfitData,
    costRange: Range,
    pricePerUnitData: PricePerUnitData,
    additionalInfoSections: list(AdditionalInfoSection),
    ribbons: list(obj({ text: text({ maxLength: 30 }) })),
    media: Media,
    customTextFields: list(CustomTextField),
    manageVariants: bool(),
    productOptions: list(ProductOption, { maxSize: 6 }),
    productPageUrl: obj({ base: text(), path: text() }),
    numericId: text(),
    inventoryItemId: text(),
    discount: obj({ type: DiscountType, value: num({ min: 0 }) }),
    collectionIds: list(text()),
    variants: list(Variant, { maxSize: 1000 }),
    lastUpdated: date(),
    createdDate: date(),
    seoData: SeoData,
    ribbon: text({ maxLength: 30 }),
    brand: text({ minLength: 1, maxLength: 50 }),
    taxGroupId: guid(),
    exportProductId: text({ maxLength: 100 }),
    digitalFile: obj({ id: text(), fileName: text(), fileType: DigitalFileType }),
  },
  { always: ["id"] },
);
export interface Product extends z.input<typeof Product> {}

/** A change to the variants that match `choices` or `variantIds`. */
export const VariantOverride = obj({
  choices: map(text()),
  variantIds: list(guid()),
  price: amount(),
  cost: amount(),
  weight: amount(),
  sku: text({ maxLength: 40 }),
  visible: bool(),
  productDimensions: Dimensions,
  packageDimensions: Dimensions,
});

/** Media in the format of newer services, which the official SDK converts to `wix:image://v1/...` text. */
export const PlatformMedia = obj(
  {
    image: obj({ id: text(), url: text(), width: num(), height: num(), altText: text(), filename: text() }),
    video: obj({
      id: text(),
      filename: text(),
      resolutions: list(obj({ url: text(), width: num(), height: num(), format: text() })),
    }),
  },
  { oneOf: [["image", "video"]] },
);

/** A variant in the store-wide variant calls. */
export const StoreVariant = obj({
  id: text(),
  variantId: guid(),
  productId: text(),
  variantName: text(),
  productName: text(),
  managedVariant: bool(),
  sku: text({ maxLength: 40 }),
  stock: VariantStock,
  choices: map(text()),
  collectionIds: list(text()),
  media: PlatformMedia,
  customFields: json(),
  preorderInfo: obj({
    enabled: bool(),
    message: text({ minLength: 1, maxLength: 250 }),
    limit: num({ max: 100000 }),
  }),
});
