import type * as z from "zod/mini";
import { CatalogReference } from "../../../models/catalog-reference.ts";
import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { Image } from "../../../models/image.ts";
import { ItemName, translatedText } from "../../../models/translated-text.ts";
import {
  DescriptionLine,
  ExtendedFields,
  ItemType,
  modifierGroups,
  PaymentOption,
  PhysicalProperties,
  PriceDescription,
  ServiceProperties,
  SubscriptionFrequency,
  TaxableAddress,
} from "../../cart/models/line-item.ts";
import { MeasurementUnit } from "../../products/models/product.ts";
import { LegacyTaxDetails, LineTaxInfo, OrderPrice } from "./order-price.ts";

const Title = translatedText({ maxLength: 150 });

/** The frequency and duration of a subscription. */
export const OrderSubscriptionSettings = obj({
  frequency: SubscriptionFrequency,
  interval: num({ min: 1, max: 3650 }),
  autoRenewal: bool(),
  billingCycles: num({ min: 1 }),
  enableCustomerCancellation: bool(),
  freeTrialPeriod: obj({ frequency: SubscriptionFrequency, interval: num({ min: 1, max: 3650 }) }),
  startDate: date(),
  billingSettings: obj({ anchorDay: num({ min: 1, max: 28 }) }),
});
const SubscriptionInfo = obj({
  id: guid(),
  cycleNumber: num(),
  subscriptionOptionTitle: text({ maxLength: 150 }),
  title: Title,
  subscriptionOptionDescription: text({ maxLength: 500 }),
  description: translatedText({ maxLength: 500 }),
  subscriptionSettings: OrderSubscriptionSettings,
  chargesDescription: text({ maxLength: 1000 }),
});
/** The quantity of an item at a location of the shop. */
export const LocationAndQuantity = obj({
  id: guid(),
  appId: guid(),
  quantity: num({ min: 1, max: 100000 }),
  name: text({ maxLength: 500, readonly: true }),
});
export const DecimalQuantity = obj(
  {
    measurementUnit: MeasurementUnit,
    otherUnit: text({ minLength: 1, maxLength: 50 }),
    value: decimal({ gt: 0, maxScale: 4 }),
    description: ItemName,
  },
  { oneOf: [["measurementUnit", "otherUnit"]] },
);
/** The modifiers that a buyer selected for an item. */
export const OrderModifierGroups = modifierGroups(OrderPrice);

const shape = {
  id: text(),
  productName: ItemName,
  catalogReference: CatalogReference,
  quantity: num({ min: 1, max: 100000 }),
  totalDiscount: readonly(OrderPrice),
  descriptionLines: list(DescriptionLine, { maxSize: 20 }),
  image: Image,
  physicalProperties: PhysicalProperties,
  itemType: ItemType,
  fulfillerId: guid(),
  refundQuantity: num({ max: 100000 }),
  restockQuantity: num({ max: 100000 }),
  price: OrderPrice,
  priceBeforeDiscounts: readonly(OrderPrice),
  totalPriceBeforeTax: readonly(OrderPrice),
  totalPriceAfterTax: readonly(OrderPrice),
  paymentOption: PaymentOption,
  taxDetails: LegacyTaxDetails,
  taxInfo: LineTaxInfo,
  digitalFile: obj({
    fileId: text({ minLength: 1, maxLength: 100 }),
    link: text({ minLength: 1, maxLength: 2000, format: "WEB_URL" }),
    expirationDate: readonly(date()),
  }),
  subscriptionInfo: SubscriptionInfo,
  priceDescription: PriceDescription,
  depositAmount: readonly(OrderPrice),
  locations: list(LocationAndQuantity, { maxSize: 5 }),
  lineItemPrice: OrderPrice,
  customLineItem: readonly(bool()),
  rootCatalogItemId: text({ minLength: 1, maxLength: 36, readonly: true }),
  taxableAddress: TaxableAddress,
  priceUndetermined: bool(),
  fixedQuantity: bool(),
  decimalQuantity: DecimalQuantity,
  extendedFields: ExtendedFields,
  modifierGroups: readonly(OrderModifierGroups),
  serviceProperties: readonly(ServiceProperties),
};

/** An item of an order. */
export const OrderLineItem = obj(shape);
export interface OrderLineItem extends z.input<typeof OrderLineItem> {}

/** An item of an order that is created by API. */
export const NewLineItem = obj(shape, {
  required: ["productName", "productName.original", "quantity", "price", "itemType"],
});

/** A fee, for example for handling, insurance or gift wrap. */
export const AdditionalFee = obj({
  code: text({ minLength: 1, maxLength: 100 }),
  name: text({ minLength: 1, maxLength: 50 }),
  price: OrderPrice,
  taxDetails: LegacyTaxDetails,
  taxInfo: LineTaxInfo,
  providerAppId: guid(),
  priceBeforeTax: OrderPrice,
  priceAfterTax: OrderPrice,
  id: guid(),
  lineItemIds: list(guid()),
  source: enumOf("SERVICE_PLUGIN", "ITEM", "MANUAL", "SHIPPING", "PLATFORM"),
  taxableAddress: TaxableAddress,
});
export interface AdditionalFee extends z.input<typeof AdditionalFee> {}
