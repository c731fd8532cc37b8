import type * as z from "zod/mini";
import { Address, AddressWithContact } from "../../../models/address.ts";
import {
  bool,
  date,
  decimal,
  enumOf,
  guid,
  json,
  list,
  num,
  obj,
  readonly,
  text,
} from "../../../models/fields.ts";
import { ItemName, translatedText } from "../../../models/translated-text.ts";
import { ChannelType, WeightUnit } from "../../cart/models/cart.ts";
import { ExtendedFields } from "../../cart/models/line-item.ts";
import { DiscountScope } from "../../discounts/models/discount.ts";
import { OrderActivity } from "./order-activity.ts";
import { AdditionalFee, NewLineItem, OrderLineItem } from "./order-line-item.ts";
import {
  BalanceSummary,
  LegacyTaxDetails,
  LineTaxInfo,
  OrderPrice,
  OrderPriceSummary,
  OrderTaxInfo,
} from "./order-price.ts";

export const OrderStatus = enumOf("INITIALIZED", "APPROVED", "CANCELED", "PENDING", "REJECTED");
export const OrderPaymentStatus = enumOf(
  "UNSPECIFIED",
  "NOT_PAID",
  "PAID",
  "PARTIALLY_REFUNDED",
  "FULLY_REFUNDED",
  "PENDING",
  "PARTIALLY_PAID",
  "PENDING_MERCHANT",
  "CANCELED",
  "DECLINED",
);
/** CANCELED is used by older services only; orders are now canceled by their status. */
export const FulfillmentStatus = enumOf("NOT_FULFILLED", "FULFILLED", "PARTIALLY_FULFILLED", "CANCELED");

/** The buyer, with an email address. */
export const OrderBuyer = obj(
  { visitorId: guid(), memberId: guid(), contactId: guid(), email: text({ format: "EMAIL" }) },
  { oneOf: [["visitorId", "memberId"]] },
);

/** The shipping of an order and its cost. */
export const OrderShipping = obj({
  carrierId: text({ minLength: 1, maxLength: 100 }),
  code: text({ minLength: 1, maxLength: 100 }),
  title: text({ maxLength: 250 }),
  logistics: obj(
    {
      shippingDestination: AddressWithContact,
      pickupDetails: obj({ address: Address, pickupMethod: enumOf("STORE_PICKUP", "PICKUP_POINT") }),
      deliveryTime: text({ maxLength: 500 }),
      instructions: text({ maxLength: 1000 }),
      deliverByDate: date(),
      deliveryTimeSlot: obj({ from: date(), to: date() }),
    },
    { oneOf: [["shippingDestination", "pickupDetails"]] },
  ),
  cost: obj({
    price: OrderPrice,
    totalPriceBeforeTax: readonly(OrderPrice),
    totalPriceAfterTax: readonly(OrderPrice),
    taxDetails: LegacyTaxDetails,
    taxInfo: LineTaxInfo,
    discount: readonly(OrderPrice),
  }),
  region: obj({ name: text({ maxLength: 100 }) }),
});
export interface OrderShipping extends z.input<typeof OrderShipping> {}

export const LineItemDiscount = obj({ id: guid(), totalDiscount: OrderPrice });
/** A discount of an order. */
export const OrderDiscount = obj(
  {
    coupon: obj({ id: text(), code: text(), name: text(), amount: OrderPrice }),
    merchantDiscount: obj({
      discountReason: enumOf("UNSPECIFIED", "EXCHANGED_ITEMS", "BILLING_ADJUSTMENT"),
      description: text({ maxLength: 200 }),
      amount: OrderPrice,
      percentage: decimal({ min: 0.01, max: 100, maxScale: 2 }),
      name: text({ maxLength: 200 }),
    }),
    discountRule: obj({
      id: guid(),
      name: translatedText({ maxLength: 256 }, { maxLength: 500 }),
      amount: OrderPrice,
    }),
    discountType: DiscountScope,
    lineItemIds: list(guid(), { maxSize: 300 }),
    id: guid(),
    lineItemDiscounts: list(LineItemDiscount, { maxSize: 300 }),
    subscriptionCycles: num({ min: 1, max: 999 }),
  },
  { oneOf: [["coupon", "merchantDiscount", "discountRule"]] },
);
export interface OrderDiscount extends z.input<typeof OrderDiscount> {}

export const ChannelInfo = obj({
  type: ChannelType,
  externalOrderId: text({ maxLength: 100 }),
  externalOrderUrl: text({ maxLength: 300 }),
});
export const BusinessLocation = obj({ id: guid(), name: text({ maxLength: 500, readonly: true }) });
const Tags = obj({ tagIds: list(text({ maxLength: 5 }), { maxSize: 100 }) });
/** The tags of an order: public tags, and private ones for the merchant. */
export const OrderTags = obj({ privateTags: Tags, tags: Tags });
export const PlatformFees = obj({
  total: OrderPrice,
  totalPassOn: OrderPrice,
  totalAbsorbed: OrderPrice,
  fees: list(
    obj({
      name: ItemName,
      amount: OrderPrice,
      lineItemId: guid(),
      chargeType: enumOf("PASS_ON", "ABSORBED"),
      percentageRate: decimal({ maxScale: 4 }),
    }),
    { maxSize: 300 },
  ),
});
export const OwnerApps = obj({ appIds: list(guid(), { minSize: 1, maxSize: 10 }) });

const shape = {
  id: guid(),
  number: text(),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  buyerInfo: OrderBuyer,
  paymentStatus: OrderPaymentStatus,
  fulfillmentStatus: readonly(FulfillmentStatus),
  buyerLanguage: text(),
  weightUnit: WeightUnit,
  currency: text({ format: "CURRENCY" }),
  currencyConversionDetails: obj({
    originalCurrency: text({ format: "CURRENCY" }),
    conversionRate: decimal(),
  }),
  taxIncludedInPrices: bool(),
  siteLanguage: text({ readonly: true }),
  billingInfo: AddressWithContact,
  shippingInfo: OrderShipping,
  buyerNote: text({ maxLength: 1000 }),
  status: OrderStatus,
  archived: bool(),
  taxSummary: obj({ totalTax: OrderPrice, manualTaxRate: decimal() }),
  taxInfo: OrderTaxInfo,
  appliedDiscounts: list(OrderDiscount, { maxSize: 320 }),
  activities: list(OrderActivity, { maxSize: 1000, readonly: true }),
  attributionSource: enumOf("UNSPECIFIED", "FACEBOOK_ADS"),
  createdBy: obj({ userId: guid(), memberId: guid(), visitorId: guid(), appId: guid() }, { readonly: true }),
  channelInfo: ChannelInfo,
  seenByAHuman: bool(),
  checkoutId: guid(),
  customFields: list(
    obj({
      value: json(),
      title: text({ minLength: 1, maxLength: 500 }),
      translatedTitle: text({ maxLength: 500 }),
    }),
  ),
  cartId: guid(),
  balanceSummary: readonly(BalanceSummary),
  additionalFees: list(AdditionalFee, { maxSize: 100 }),
  fulfillmentStatusesAggregate: readonly(obj({ statuses: list(text()) })),
  extendedFields: ExtendedFields,
  purchaseFlowId: guid(),
  recipientInfo: AddressWithContact,
  tags: OrderTags,
  purchasedDate: date(),
  businessLocation: BusinessLocation,
  payAfterFreeTrial: readonly(OrderPriceSummary),
  platformFeeSummary: PlatformFees,
  imported: readonly(bool()),
  demo: readonly(bool()),
};

/** An order of an online store; amounts are exact decimal text in the order's currency. */
export const Order = obj(
  {
    ...shape,
    lineItems: list(OrderLineItem, { maxSize: 300, readonly: true }),
    priceSummary: readonly(OrderPriceSummary),
  },
  { always: ["id"] },
);
export interface Order extends z.input<typeof Order> {}

/** An order that is created by API, with its items and prices. */
export const NewOrder = obj({
  ...shape,
  lineItems: list(NewLineItem, { minSize: 1, maxSize: 300 }),
  priceSummary: OrderPriceSummary,
});
export interface NewOrder extends z.input<typeof NewOrder> {}
