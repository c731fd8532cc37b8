import type * as z from "zod/mini";
import { AddressWithContact } from "../../../models/address.ts";
import { bool, date, enumOf, guid, json, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { WeightUnit } from "../../cart/models/cart.ts";
import { ExtendedFields } from "../../cart/models/line-item.ts";
import {
  ChannelInfo,
  OrderBuyer,
  OrderDiscount,
  OrderShipping,
  PlatformFees,
} from "../../orders/models/order.ts";
import {
  AdditionalFee,
  OrderLineItem,
  OrderSubscriptionSettings,
} from "../../orders/models/order-line-item.ts";
import { OrderPriceSummary } from "../../orders/models/order-price.ts";

export interface SubscriptionSettings extends z.input<typeof OrderSubscriptionSettings> {}

const ContractActivity = obj({
  id: readonly(guid()),
  createdDate: readonly(date()),
  author: readonly(obj({ userId: guid(), appId: guid() }, { oneOf: [["userId", "appId"]] })),
  activityType: enumOf("UNKNOWN_ACTIVITY_TYPE", "CHANGES_APPLIED"),
  contractTarget: obj({ nextCycleNumber: num() }),
  changesApplied: json(),
});

/** A subscription contract, from which the orders of each cycle are created. */
export const SubscriptionContract = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  title: text({ maxLength: 150 }),
  description: text({ maxLength: 500 }),
  subscriptionSettings: OrderSubscriptionSettings,
  lineItems: list(OrderLineItem, { minSize: 1, maxSize: 100 }),
  buyerInfo: OrderBuyer,
  buyerLanguage: text({ maxLength: 10 }),
  weightUnit: WeightUnit,
  currency: text({ format: "CURRENCY" }),
  taxIncludedInPrices: bool(),
  priceSummary: readonly(OrderPriceSummary),
  platformFeeSummary: PlatformFees,
  billingInfo: AddressWithContact,
  shippingInfo: OrderShipping,
  recipientInfo: AddressWithContact,
  appliedDiscounts: list(OrderDiscount, { maxSize: 100 }),
  additionalFees: list(AdditionalFee, { maxSize: 100 }),
  channelInfo: ChannelInfo,
  customFields: list(
    obj({ value: json(), title: text({ maxLength: 500 }), translatedTitle: text({ maxLength: 500 }) }),
    { maxSize: 100 },
  ),
  extendedFields: ExtendedFields,
  activities: list(ContractActivity, { maxSize: 500, readonly: true }),
});
export interface SubscriptionContract extends z.input<typeof SubscriptionContract> {}
