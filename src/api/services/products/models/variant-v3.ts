import type * as z from "zod/mini";
import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { InventoryItemPart } from "../../inventory/models/inventory-item-v3.ts";
import { ProductMediaV3 } from "./media-v3.ts";
import { AmountV3, PriceInfoV3, RevenueDetails, UnitPriceV3 } from "./price-v3.ts";
import { DigitalFileType } from "./product.ts";

export const ProductTypeV3 = enumOf("PHYSICAL", "DIGITAL");
export const OptionRenderType = enumOf("TEXT_CHOICES", "SWATCH_CHOICES");

/** A choice of a variant, by ids or by names. */
export const VariantChoice = obj({
  optionChoiceIds: obj({ optionId: text({ minLength: 1, maxLength: 36 }), choiceId: guid() }),
  optionChoiceNames: obj({
    optionName: text({ minLength: 1 }),
    choiceName: text({ minLength: 1 }),
    renderType: OptionRenderType,
  }),
});
export interface VariantChoice extends z.input<typeof VariantChoice> {}

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
const own = {
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
    ...own,
    id: guid(),
    choices: list(VariantChoice, { maxSize: 6 }),
    media: readonly(ProductMediaV3),
    subscriptionPricesInfo: readonly(SubscriptionPrices),
    inventoryStatus: readonly(VariantInventoryStatus),
  },
  { oneOf: [typedProperties] },
);
export interface VariantV3 extends z.input<typeof VariantV3> {}

/** A variant with its stock at the default location. */
export const VariantWithInventory = obj(
  { ...own, id: guid(), choices: list(VariantChoice, { maxSize: 6 }), inventoryItem: InventoryItemPart },
  { oneOf: [typedProperties] },
);
export interface VariantWithInventory extends z.input<typeof VariantWithInventory> {}

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
  ...own,
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
export interface ReadOnlyVariant extends z.input<typeof ReadOnlyVariant> {}
