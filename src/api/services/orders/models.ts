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
  readonly,
  text,
} from "../../models/fields.ts";
import { CursorPaging, Filter, Sorting } from "../../models/query.ts";
import {
  Address,
  AddressWithContact,
  CatalogReference,
  Image,
  ItemName,
  price,
  translatedText,
} from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";
import {
  ChannelType,
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
  WeightUnit,
} from "../cart/models.ts";
import { CouponScope } from "../discounts/discounts.ts";
import { MeasurementUnit } from "../products/products.ts";
import { JurisdictionType } from "../tax/models.ts";

/** An amount of an order, in the order's own currency. */
export const OrderPrice = obj({ amount: price(), formattedAmount: text({ readonly: true }) });
export interface OrderPrice extends WireOf<typeof OrderPrice> {}

/** An amount that can be negative. */
const Balance = obj({ amount: decimal(), formattedAmount: text({ readonly: true }) });

/** The totals of an order: subtotal - discount + shipping + tax + fees = total. */
export const OrderPriceSummary = obj({
  subtotal: OrderPrice,
  shipping: OrderPrice,
  tax: OrderPrice,
  discount: OrderPrice,
  total: OrderPrice,
  totalAdditionalFees: OrderPrice,
});
export interface OrderPriceSummary extends WireOf<typeof OrderPriceSummary> {}

/** The payment balance of an order. `paid` includes refunded amounts; balance + paid + pending = total. */
export const BalanceSummary = obj({
  balance: Balance,
  paid: OrderPrice,
  refunded: OrderPrice,
  authorized: OrderPrice,
  pendingRefund: OrderPrice,
  pending: OrderPrice,
  chargeback: OrderPrice,
  chargebackReversal: OrderPrice,
  platformFees: OrderPrice,
  totalMinusPlatformFees: OrderPrice,
  cashRoundingAdjustment: Balance,
});
export interface BalanceSummary extends WireOf<typeof BalanceSummary> {}

const rate = () => decimal({ min: 0, maxScale: 6 });
const taxText = () => text({ maxLength: 200 });
const OrderTaxBreakdown = obj({
  taxName: taxText(),
  taxType: taxText(),
  jurisdiction: taxText(),
  jurisdictionType: JurisdictionType,
  rate: rate(),
  aggregatedTaxAmount: OrderPrice,
  aggregatedTaxableAmount: OrderPrice,
  aggregatedExemptAmount: OrderPrice,
});
/** The tax on an order as a whole. */
export const OrderTaxInfo = obj({
  totalTax: OrderPrice,
  taxBreakdown: list(OrderTaxBreakdown, { maxSize: 50 }),
  manualTaxRate: rate(),
  taxExempt: bool(),
  totalExempt: OrderPrice,
});

const LineTaxBreakdown = obj({
  jurisdiction: taxText(),
  jurisdictionType: JurisdictionType,
  rate: rate(),
  taxAmount: OrderPrice,
  taxType: taxText(),
  taxName: taxText(),
  nonTaxableAmount: OrderPrice,
  taxableAmount: OrderPrice,
});
/** The tax on one item, delivery or fee of an order. */
const LineTaxInfo = obj({
  taxAmount: OrderPrice,
  taxableAmount: OrderPrice,
  taxRate: rate(),
  taxGroupId: guid(),
  taxIncludedInPrice: bool(),
  taxBreakdown: list(LineTaxBreakdown, { maxSize: 7 }),
  exemptAmount: OrderPrice,
});
/** The tax on one item, in the format of older services. */
const LegacyTaxDetails = obj({
  taxableAmount: OrderPrice,
  taxGroupId: guid(),
  taxRate: rate(),
  totalTax: OrderPrice,
  exemptAmount: OrderPrice,
});

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

const lineItem = {
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
export const OrderLineItem = obj(lineItem, { always: ["id"] });
export interface OrderLineItem extends WireOf<typeof OrderLineItem> {}

/** An item of an order that is created by API. */
const NewLineItem = obj(lineItem, {
  required: ["productName", "productName.original", "quantity", "price", "itemType"],
});
export interface NewLineItem extends WireOf<typeof NewLineItem> {}

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
export interface AdditionalFee extends WireOf<typeof AdditionalFee> {}

const types = [
  "ORDER_PLACED",
  "ORDER_PAID",
  "ORDER_FULFILLED",
  "ORDER_NOT_FULFILLED",
  "ORDER_CANCELED",
  "DOWNLOAD_LINK_SENT",
  "TRACKING_NUMBER_ADDED",
  "TRACKING_NUMBER_EDITED",
  "TRACKING_LINK_ADDED",
  "SHIPPING_CONFIRMATION_EMAIL_SENT",
  "INVOICE_ADDED",
  "INVOICE_REMOVED",
  "INVOICE_SENT",
  "FULFILLER_EMAIL_SENT",
  "SHIPPING_ADDRESS_EDITED",
  "EMAIL_EDITED",
  "PICKUP_READY_EMAIL_SENT",
  "CUSTOM_ACTIVITY",
  "MERCHANT_COMMENT",
  "ORDER_PARTIALLY_PAID",
  "DRAFT_ORDER_CHANGES_APPLIED",
  "SAVED_PAYMENT_METHOD",
  "AUTHORIZED_PAYMENT_CREATED",
  "AUTHORIZED_PAYMENT_CAPTURED",
  "AUTHORIZED_PAYMENT_VOIDED",
  "REFUND_INITIATED",
  "PAYMENT_REFUNDED",
  "PAYMENT_REFUND_FAILED",
  "REFUNDED_AS_STORE_CREDIT",
  "PAYMENT_PENDING",
  "PAYMENT_CANCELED",
  "PAYMENT_DECLINED",
  "ORDER_PENDING",
  "ORDER_REJECTED",
  "RECEIPT_CREATED",
  "RECEIPT_SENT",
  "CHARGEBACK_CREATED",
  "CHARGEBACK_REVERSED",
  "ORDER_REFUNDED",
] as const;
export const ActivityType = enumOf(...types);

const card = { lastFourDigits: text({ maxLength: 4 }), brand: text({ maxLength: 100 }) };
const Authorized = obj({ paymentId: guid(), amount: OrderPrice, ...card });
const Regular = obj({
  regular: obj({ amount: OrderPrice, creditCardDetails: obj(card) }),
  paymentId: guid(),
});
const RefundedPayment = obj({
  regular: obj({ amount: OrderPrice, ...card }),
  giftCard: obj({ giftCardPaymentId: text(), amount: OrderPrice }),
  membership: obj({ membershipId: text() }),
  paymentId: guid(),
  externalRefund: bool(),
});
const Receipt = obj({
  wixReceipt: obj({ receiptId: guid(), displayNumber: text({ maxLength: 40 }) }),
  externalReceipt: obj({ receiptId: text({ maxLength: 100 }), displayNumber: text({ maxLength: 40 }) }),
  paymentId: guid(),
});
const reason = () => text({ maxLength: 200 });
const Item = obj({ id: guid(), name: ItemName, quantity: num() });
const Priced = obj({
  id: guid(),
  name: obj({ original: text(), translated: text() }),
  totalAmount: OrderPrice,
});
const Delivery = obj({ total: OrderPrice, shippingTitle: text({ maxLength: 250 }) });

/** A difference between an order and its draft. */
export const OrderChange = obj({
  lineItemChanged: obj({
    id: guid(),
    name: ItemName,
    quantity: obj({
      originalQuantity: num(),
      newQuantity: num(),
      diff: num(),
      deltaType: enumOf("QUANTITY_INCREASED", "QUANTITY_DECREASED"),
    }),
    price: obj({ originalPrice: OrderPrice, newPrice: OrderPrice }),
  }),
  lineItemAdded: Item,
  lineItemRemoved: Item,
  discountAdded: Priced,
  discountRemoved: Priced,
  additionalFeeAdded: Priced,
  additionalFeeRemoved: Priced,
  totalPriceChanged: obj({ originalTotal: OrderPrice, newTotal: OrderPrice }),
  shippingInformationChanged: obj({ originalShippingInfo: Delivery, newShippingInfo: Delivery }),
});
export interface OrderChange extends WireOf<typeof OrderChange> {}

const CustomActivity = obj({ appId: guid(), type: text({ maxLength: 100 }), additionalData: map(text()) });
const MerchantComment = obj({ message: text({ minLength: 1, maxLength: 5000 }) });
const custom = { customActivity: CustomActivity, merchantComment: MerchantComment };

/** An activity that apps and merchants can add to an order's history, in the format of older clients. */
export const PublicActivity = obj(custom, { oneOf: [["customActivity", "merchantComment"]] });

/** One entry of an order's history. */
export const OrderActivity = obj({
  ...custom,
  orderRefunded: obj({ manual: bool(), amount: OrderPrice, reason: reason() }),
  draftOrderChangesApplied: obj({ draftOrderId: text(), reason: reason(), changes: list(OrderChange) }),
  savedPaymentMethod: obj({ name: text(), description: text() }),
  authorizedPaymentCreated: Authorized,
  authorizedPaymentCaptured: Authorized,
  authorizedPaymentVoided: Authorized,
  refundInitiated: obj({
    refundId: guid(),
    amount: OrderPrice,
    payments: list(RefundedPayment),
    reason: reason(),
  }),
  paymentRefunded: obj({ refundId: guid(), payment: RefundedPayment }),
  paymentRefundFailed: obj({ refundId: guid(), payment: RefundedPayment }),
  refundedAsStoreCredit: obj({ amount: OrderPrice, reason: text({ maxLength: 100 }) }),
  paymentPending: Regular,
  paymentCanceled: Regular,
  paymentDeclined: Regular,
  receiptCreated: Receipt,
  receiptSent: Receipt,
  chargebackCreated: json(),
  chargebackReversed: json(),
  id: text({ format: "GUID", readonly: true }),
  authorEmail: text({ format: "EMAIL", readonly: true }),
  createdDate: date(),
  type: ActivityType,
  activityType: ActivityType,
});
export interface OrderActivity extends WireOf<typeof OrderActivity> {}

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
export interface OrderShipping extends WireOf<typeof OrderShipping> {}

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
    discountType: CouponScope,
    lineItemIds: list(guid(), { maxSize: 300 }),
    id: guid(),
    lineItemDiscounts: list(LineItemDiscount, { maxSize: 300 }),
    subscriptionCycles: num({ min: 1, max: 999 }),
  },
  { oneOf: [["coupon", "merchantDiscount", "discountRule"]] },
);
export interface OrderDiscount extends WireOf<typeof OrderDiscount> {}

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
  { always: ["id"], holds: ["lineItems"] },
);
export interface Order extends WireOf<typeof Order> {}

/** An order that is created by API, with its items and prices. */
export const NewOrder = obj({
  ...shape,
  lineItems: list(NewLineItem, { minSize: 1, maxSize: 300 }),
  priceSummary: OrderPriceSummary,
});
export interface NewOrder extends WireOf<typeof NewOrder> {}

/** The search object of orders. */
export const OrderSearch = obj({
  cursorPaging: CursorPaging,
  filter: Filter,
  sort: list(Sorting, { maxSize: 4 }),
});
/** Whether the remaining balance of an order can be collected. */
export const Collectability = enumOf(
  "UNKNOWN",
  "COLLECTABLE",
  "NONCOLLECTABLE_ORDER_IS_CANCELLED",
  "NONCOLLECTABLE_ORDER_IS_PAID",
  "NONCOLLECTABLE_MISSING_PAYMENT_METHOD",
  "NONCOLLECTABLE_ORDER_IS_PENDING",
  "NONCOLLECTABLE_ORDER_IS_REJECTED",
  "NONCOLLECTABLE_ORDER_HAS_SUBSCRIPTIONS",
  "NONCOLLECTABLE_ORDER_HAS_CHARGEBACKS",
  "NONCOLLECTABLE_SUBSCRIPTION_CYCLE_ALREADY_PASSED",
  "NONCOLLECTABLE_ORDER_HAS_UNSUPPORTED_SUBSCRIPTION",
  "NONCOLLECTABLE_CUSTOM_AMOUNT_NOT_SUPPORTED",
);
/** How an order that is created by API is approved and notified. */
export const CreationSettings = obj(
  {
    editableByEveryone: bool(),
    editableByOwnerApps: OwnerApps,
    orderApprovalStrategy: enumOf("DEFAULT", "PAYMENT_RECEIVED", "PAYMENT_METHOD_SAVED"),
    notifications: obj({ sendNotificationToBuyer: bool(), sendNotificationsToBusiness: bool() }),
  },
  { oneOf: [["editableByEveryone", "editableByOwnerApps"]] },
);
/** A membership charge for an item, in the format of older services. */
export const ChargedMembership = obj(
  {
    membershipId: text({ minLength: 1, maxLength: 100 }),
    appId: guid(),
    membershipName: translatedText({ maxLength: 100 }),
    membershipAdditionalData: json(),
    catalogReference: CatalogReference,
    rootCatalogItemId: text({ minLength: 1, maxLength: 36 }),
    lineItemId: text({ minLength: 1, maxLength: 100 }),
  },
  { required: ["membershipId", "appId", "membershipName"] },
);
/** The items of a refund, in the format of older services. */
export const LegacyRefundDetails = obj({
  items: list(obj({ lineItemId: guid(), quantity: num({ min: 1, max: 100000 }) }), { maxSize: 300 }),
  shippingIncluded: bool(),
  reason: text({ maxLength: 200 }),
});
