import type * as z from "zod/mini";
import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { plainBulkResults } from "../../models/errors.ts";
import {
  bool,
  date,
  decimal,
  draft,
  enumOf,
  guid,
  json,
  list,
  map,
  num,
  obj,
  text,
} from "../../models/fields.ts";
import { Paging, PagingMetadata, Query } from "../../models/query.ts";

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

const id = () => text({ minLength: 1 });
const ids = () => list(text(), { minSize: 1, maxSize: 100 });
const adjustment = () =>
  obj(
    {
      percentage: obj({ roundToInt: bool(), rate: num({ min: -100, max: 1000 }) }),
      amount: num({ min: -999999999.99, max: 999999999.99 }),
    },
    { oneOf: [["percentage", "amount"]] },
  );
const bulkResult = plainBulkResults;
const choiceMedia = () =>
  obj({
    option: text({ minLength: 1, maxLength: 50 }),
    choice: text({ minLength: 1, maxLength: 50 }),
    mediaIds: list(text(), { maxSize: 50 }),
  });
const nothing = obj({});
const productResult = obj({ product: Product }, { always: ["product"] });

/** Catalog v1: products, their variants, options and media. */
export const products = service("products", {
  query: endpoint("GET /stores-reader/v1/products/query-platformized", {
    fallback: { method: "POST", public: "/stores-reader/v1/products/query-platformized" },
    complexQuery: true,
    input: obj({ query: Query }),
    result: obj({ products: list(Product), metadata: PagingMetadata }),
    ...pagedBy("offset", "products", "metadata", 100),
    summary: "List products that match a query",
  }),
  queryV1: endpoint("POST /stores-reader/v1/products/query", {
    input: obj({
      query: obj({ filter: text(), sort: text(), paging: Paging }),
      includeVariants: bool(),
      includeHiddenProducts: bool(),
      includeMerchantSpecificData: bool(),
    }),
    result: obj({
      products: list(Product),
      metadata: obj({ items: num(), offset: num() }),
      totalResults: num(),
    }),
    summary: "List products (REST path; filter and sort are JSON text)",
  }),
  get: endpoint("GET /stores-reader/v1/products/{id}", {
    input: obj({ id: id(), includeMerchantSpecificData: bool() }),
    result: productResult,
    summary: "Get a product by ID",
  }),
  create: endpoint("POST /stores/v1/products", {
    once: true,
    input: obj({ product: draft(Product) }),
    result: productResult,
    required: ["product.name", "product.priceData", "product.priceData.price"],
    summary: "Create a product",
  }),
  update: endpoint("PATCH /stores/v1/products/{product.id}", {
    input: obj({ product: draft(Product) }),
    result: productResult,
    summary: "Update fields of a product",
  }),
  remove: endpoint("DELETE /stores/v1/products/{id}", {
    input: obj({ id: id() }),
    result: nothing,
    summary: "Delete a product",
  }),
  bulkUpdate: endpoint("POST /stores/v1/bulk/products/update", {
    input: obj({
      ids: ids(),
      set: obj(
        {
          price: Amount,
          cost: Amount,
          weight: Amount,
          ribbon: text({ maxLength: 30 }),
          brand: text({ maxLength: 50 }),
        },
        { oneOf: [["price", "cost", "weight", "ribbon", "brand"]] },
      ),
    }),
    result: bulkResult,
    required: ["ids", "set"],
    effect: "set",
    summary: "Set one field of up to 100 products to one value",
  }),
  bulkAdjust: endpoint("POST /stores/v1/bulk/products/adjust-properties", {
    once: true,
    input: obj({
      ids: ids(),
      adjust: obj(
        { price: adjustment(), cost: adjustment(), weight: adjustment() },
        { oneOf: [["price", "cost", "weight"]] },
      ),
    }),
    result: bulkResult,
    required: ["ids", "adjust"],
    effect: "add",
    summary: "Increase or decrease one field of up to 100 products by an amount or percentage",
  }),
  updateVariants: endpoint("PATCH /stores/v1/products/{id}/variants", {
    input: obj({ id: id(), variants: list(VariantOverride) }),
    result: obj({ variants: list(Variant) }),
    required: ["id", "variants"],
    summary: "Update price, cost, weight, SKU or visibility of variants",
  }),
  resetVariants: endpoint("POST /stores/v1/products/{id}/variants/resetToDefault", {
    input: obj({ id: id() }),
    result: nothing,
    effect: "set",
    summary: "Reset a product's variants",
  }),
  queryVariants: endpoint("POST /stores-reader/v1/products/{id}/variants/query", {
    input: obj({
      id: id(),
      choices: map(text()),
      variantIds: list(text()),
      paging: Paging,
      includeMerchantSpecificData: bool(),
    }),
    result: obj({
      variants: list(Variant),
      metadata: obj({ items: num(), offset: num() }),
      totalResults: num(),
    }),
    ...pagedBy("offset", "variants", "metadata", 100),
    summary: "List the variants of a product",
  }),
  queryStoreVariants: endpoint("POST /stores-reader/v1/variants/query", {
    input: obj({ query: Query, customFields: list(text()), includeLocationVariants: bool() }),
    result: obj({ variants: list(StoreVariant), metadata: PagingMetadata }),
    required: ["query"],
    ...pagedBy("offset", "variants", "metadata", 100),
    summary: "List variants of all products",
  }),
  getStoreVariant: endpoint("GET /stores-reader/v1/variants/{id}", {
    input: obj({ id: id() }),
    result: obj({ variant: StoreVariant }),
    summary: "Get a variant by ID",
  }),
  optionsAvailability: endpoint("POST /stores-reader/v1/products/{id}/productOptionsAvailability", {
    input: obj({ id: id(), options: map(text()) }),
    result: obj({
      selectedVariant: obj({
        price: PriceData,
        convertedPriceData: PriceData,
        weight: num(),
        sku: text(),
        quantity: num(),
        inStock: bool(),
        visible: bool(),
        variantId: guid(),
      }),
      media: Media,
      productOptions: list(ProductOption),
      availableForPurchase: bool(),
      managedProduct: bool(),
    }),
    required: ["id", "options"],
    effect: "read",
    summary: "Show which choices are available for a selection",
  }),
  addMedia: endpoint("POST /stores/v1/products/{id}/media", {
    input: obj({
      id: id(),
      media: list(
        obj(
          {
            mediaId: text(),
            url: text({ format: "WEB_URL" }),
            choice: obj({
              option: text({ minLength: 1, maxLength: 50 }),
              choice: text({ minLength: 1, maxLength: 50 }),
            }),
          },
          { oneOf: [["mediaId", "url"]] },
        ),
        { minSize: 1, maxSize: 50 },
      ),
    }),
    result: nothing,
    required: ["id", "media"],
    summary: "Add media to a product",
  }),
  removeMedia: endpoint("POST /stores/v1/products/{id}/media/delete", {
    input: obj({ id: id(), mediaIds: list(text()) }),
    result: nothing,
    effect: "delete",
    summary: "Remove media from a product (all media if no IDs are given)",
  }),
  addChoicesMedia: endpoint("PATCH /stores/v1/products/{id}/choices/media", {
    input: obj({
      id: id(),
      media: list(choiceMedia(), { minSize: 1, maxSize: 10 }),
    }),
    result: nothing,
    required: ["id", "media"],
    summary: "Add media to the choices of an option",
  }),
  removeChoicesMedia: endpoint("POST /stores/v1/products/{id}/choices/media/delete", {
    input: obj({ id: id(), media: list(choiceMedia(), { maxSize: 10 }) }),
    result: nothing,
    effect: "delete",
    summary: "Remove media from a product's choices (all choices if none is given)",
  }),
  removeOptions: endpoint("DELETE /stores/v1/products/{id}/options", {
    input: obj({ id: id() }),
    result: nothing,
    summary: "Delete a product's options",
  }),
  removeBrand: endpoint("POST /stores/v1/products/{id}/remove-brand", {
    input: obj({ id: id() }),
    result: nothing,
    effect: "delete",
    summary: "Remove the brand of a product",
  }),
  removeRibbon: endpoint("POST /stores/v1/products/{id}/remove-ribbon", {
    input: obj({ id: id() }),
    result: nothing,
    effect: "delete",
    summary: "Remove the ribbon of a product",
  }),
});
