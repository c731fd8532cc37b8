import type * as z from "zod/mini";
import { Address, AddressWithContact } from "./address.ts";
import { ChannelType, WeightUnit } from "./cart.ts";
import { CatalogReference } from "./catalog-reference.ts";
import { bool, date, decimal, enumOf, guid, json, list, num, obj, readonly, text } from "./fields.ts";
import { Image } from "./image.ts";
import { ExtendedFields, PaymentOption, TaxableAddress } from "./line-item.ts";
import { price } from "./money.ts";
import { ItemName } from "./translated-text.ts";

const Frequency = enumOf("UNDEFINED", "DAY", "WEEK", "MONTH", "YEAR");

/** How often a subscription is billed, and for how long: every `interval` of `frequency`, `billingCycles` times. */
export const SubscriptionSettings = obj({
  frequency: Frequency,
  interval: num({ min: 1, max: 3650 }),
  autoRenewal: bool(),
  billingCycles: num({ min: 1 }),
  enableCustomerCancellation: bool(),
  startDate: date(),
  freeTrialPeriod: obj({ frequency: Frequency, interval: num({ min: 1, max: 3650 }) }),
});
/** Subscription settings as they travel (dates as text). */
export interface SubscriptionSettings extends z.input<typeof SubscriptionSettings> {}

const Price = obj({ amount: price(), formattedAmount: readonly(text()) });
const TaxInfo = obj({
  taxAmount: Price,
  taxableAmount: Price,
  taxRate: decimal({ min: 0, maxScale: 6 }),
  taxGroupId: guid(),
  taxIncludedInPrice: bool(),
  taxBreakdown: list(json(), { maxSize: 7 }),
});

const ContractLineItem = obj({
  id: text(),
  productName: ItemName,
  catalogReference: CatalogReference,
  quantity: num({ min: 1, max: 100000 }),
  totalDiscount: readonly(Price),
  image: Image,
  physicalProperties: obj({ weight: num(), sku: text({ maxLength: 40 }), shippable: bool() }),
  itemType: obj(
    { preset: enumOf("UNRECOGNISED", "PHYSICAL", "DIGITAL", "GIFT_CARD", "SERVICE"), custom: text() },
    { oneOf: [["preset", "custom"]] },
  ),
  price: Price,
  priceBeforeDiscounts: readonly(Price),
  totalPriceBeforeTax: readonly(Price),
  totalPriceAfterTax: readonly(Price),
  paymentOption: PaymentOption,
  taxInfo: TaxInfo,
  digitalFile: obj({
    fileId: text({ minLength: 1, maxLength: 100 }),
    link: text({ minLength: 1, maxLength: 2000, format: "WEB_URL" }),
    expirationDate: readonly(date()),
  }),
  subscriptionInfo: obj({
    id: guid(),
    cycleNumber: num(),
    subscriptionOptionTitle: text({ maxLength: 150 }),
    subscriptionOptionDescription: text({ maxLength: 500 }),
    subscriptionSettings: SubscriptionSettings,
    chargesDescription: text({ maxLength: 1000 }),
  }),
  taxableAddress: TaxableAddress,
  lineItemPrice: Price,
});

const ContractActivity = obj({
  id: readonly(guid()),
  createdDate: readonly(date()),
  author: readonly(obj({ userId: guid(), appId: guid() }, { oneOf: [["userId", "appId"]] })),
  activityType: enumOf("UNKNOWN_ACTIVITY_TYPE", "CHANGES_APPLIED"),
  contractTarget: obj({ nextCycleNumber: num() }),
  changesApplied: json(),
});

/** What somebody buys again and again: the template of the orders that its cycles make. */
export const SubscriptionContract = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  title: text({ maxLength: 150 }),
  description: text({ maxLength: 500 }),
  subscriptionSettings: SubscriptionSettings,
  lineItems: list(ContractLineItem, { minSize: 1, maxSize: 100 }),
  buyerInfo: obj(
    { visitorId: guid(), memberId: guid(), contactId: guid(), email: text({ format: "EMAIL" }) },
    { oneOf: [["visitorId", "memberId"]] },
  ),
  buyerLanguage: text({ maxLength: 10 }),
  weightUnit: WeightUnit,
  currency: text({ format: "CURRENCY" }),
  taxIncludedInPrices: bool(),
  priceSummary: readonly(
    obj({
      subtotal: Price,
      shipping: Price,
      tax: Price,
      discount: Price,
      total: Price,
      totalAdditionalFees: Price,
    }),
  ),
  billingInfo: AddressWithContact,
  shippingInfo: obj({
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
      price: Price,
      totalPriceBeforeTax: readonly(Price),
      totalPriceAfterTax: readonly(Price),
      taxInfo: TaxInfo,
      discount: readonly(Price),
    }),
    region: obj({ name: text({ maxLength: 100 }) }),
  }),
  recipientInfo: AddressWithContact,
  appliedDiscounts: list(json(), { maxSize: 100 }),
  additionalFees: list(json(), { maxSize: 100 }),
  channelInfo: obj({
    type: ChannelType,
    externalOrderId: text({ maxLength: 100 }),
    externalOrderUrl: text({ maxLength: 300 }),
  }),
  customFields: list(
    obj({ value: json(), title: text({ maxLength: 500 }), translatedTitle: text({ maxLength: 500 }) }),
    { maxSize: 100 },
  ),
  extendedFields: ExtendedFields,
  activities: list(ContractActivity, { maxSize: 500, readonly: true }),
});
/** A contract as it travels (dates as text). */
export interface SubscriptionContract extends z.input<typeof SubscriptionContract> {}
