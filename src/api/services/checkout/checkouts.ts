import type * as z from "zod/mini";
import { endpoint, service } from "../../endpoint.ts";
import {
  bool,
  bytes,
  date,
  decimal,
  draft,
  fieldMask,
  guid,
  json,
  list,
  map,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import { AddressWithContact, Image, MultiCurrencyPrice } from "../../models/values.ts";
import {
  AdditionalFee,
  CalculationErrors,
  CartViolation,
  ChannelType,
  CustomLineItem,
  ExtendedFields,
  GiftCard,
  lineItemShape,
  offeredMemberships,
  PriceSummary,
  SelectedMemberships,
  WeightUnit,
} from "../cart/models.ts";
import { AppliedDiscount } from "../discounts/discounts.ts";
import { shippingFields } from "../shipping/models.ts";
import { TaxDetails, TaxSummary } from "../tax/models.ts";

const { image, selectedMembership, ...item } = lineItemShape;
/** An item of a checkout, with tax and totals. */
export const CheckoutLineItem = obj(
  {
    ...item,
    media: readonly(Image),
    totalPriceAfterTax: readonly(MultiCurrencyPrice),
    totalPriceBeforeTax: readonly(MultiCurrencyPrice),
    taxDetails: readonly(TaxDetails),
    discount: readonly(MultiCurrencyPrice),
  },
  { required: ["catalogReference", "quantity"], always: ["id"] },
);
export interface CheckoutLineItem extends z.input<typeof CheckoutLineItem> {}

const CheckoutBuyer = obj(
  {
    visitorId: text({ format: "GUID", readonly: true }),
    memberId: text({ format: "GUID", readonly: true }),
    contactId: text({ format: "GUID", readonly: true }),
    email: text({ format: "EMAIL" }),
  },
  { oneOf: [["visitorId", "memberId"]] },
);
const CheckoutShipping = obj({
  shippingDestination: AddressWithContact,
  ...shippingFields,
});
const CheckoutMemberships = obj({
  ...offeredMemberships,
  selectedMemberships: SelectedMemberships,
});

/** A checkout: a cart with addresses, shipping and tax. */
export const Checkout = obj(
  {
    id: guid(),
    lineItems: list(CheckoutLineItem, { readonly: true }),
    billingInfo: AddressWithContact,
    shippingInfo: CheckoutShipping,
    buyerNote: text({ maxLength: 1000 }),
    buyerInfo: CheckoutBuyer,
    conversionCurrency: text({ format: "CURRENCY", readonly: true }),
    priceSummary: readonly(PriceSummary),
    calculationErrors: readonly(CalculationErrors),
    giftCard: readonly(GiftCard),
    appliedDiscounts: list(AppliedDiscount, { readonly: true }),
    customFields: list(
      obj(
        {
          value: json(),
          title: text({ minLength: 1, maxLength: 500 }),
          translatedTitle: text({ minLength: 1, maxLength: 500 }),
        },
        { required: ["value"] },
      ),
    ),
    weightUnit: readonly(WeightUnit),
    taxSummary: readonly(TaxSummary),
    currency: text({ format: "CURRENCY", readonly: true }),
    channelType: readonly(ChannelType),
    siteLanguage: text({ readonly: true }),
    buyerLanguage: text({ readonly: true }),
    completed: readonly(bool()),
    taxIncludedInPrice: readonly(bool()),
    createdBy: readonly(obj({ userId: guid(), memberId: guid(), visitorId: guid(), appId: guid() })),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    payNow: readonly(PriceSummary),
    payLater: readonly(PriceSummary),
    payAfterFreeTrial: readonly(PriceSummary),
    membershipOptions: CheckoutMemberships,
    additionalFees: list(AdditionalFee, { readonly: true }),
    cartId: guid(),
    violations: list(CartViolation, { readonly: true }),
    extendedFields: ExtendedFields,
    purchaseFlowId: text({ format: "GUID", readonly: true }),
    customSettings: obj({
      lockGiftCard: bool(),
      lockCouponCode: bool(),
      disabledPolicyAgreementCheckbox: bool(),
      disabledManualPayment: bool(),
    }),
    customContentReference: obj({ appId: guid(), componentId: guid() }),
    externalReference: obj({ appId: guid(), resourceId: text({ minLength: 1, maxLength: 100 }) }),
    businessLocationId: guid(),
    paymentCurrency: text({ format: "CURRENCY", readonly: true }),
    taxExemptGroupId: guid(),
  },
  { always: ["id"], holds: ["lineItems"] },
);
export interface Checkout extends z.input<typeof Checkout> {}

const checkout = obj({ checkout: Checkout }, { always: ["checkout"] });
const id = guid();
const required = ["id"];
const items = (max: number) => ({
  lineItems: list(CheckoutLineItem, { maxSize: max }),
  customLineItems: list(CustomLineItem, { maxSize: max }),
});
const codes = {
  couponCode: text(),
  giftCardCode: text(),
  giftCardRedeemAmount: decimal({ min: 0, max: 1e15, maxScale: 3 }),
  overrideCheckoutUrl: text({ maxLength: 1000 }),
};
const order = {
  savePaymentMethod: bool(),
  delayCapture: bool(),
  inAppPurchase: bool(),
  urlParams: map(text()),
};
const ordered = { orderId: guid(), subscriptionId: guid(), paymentGatewayOrderId: text() };

/** Checkouts v1, which the platform removes on 2027-02-01. The model stays: events and the sandbox use it. */
export const checkouts = service("checkouts", {
  create: endpoint("POST /ecom/v1/checkouts", {
    input: obj({ checkoutInfo: draft(Checkout), channelType: ChannelType, ...items(300), ...codes }),
    result: checkout,
    required: ["channelType"],
    role: "visitor",
    summary: "Create a checkout without a cart",
  }),
  get: endpoint("GET /ecom/v1/checkouts/{id}", {
    input: obj({ id }),
    result: checkout,
    required,
    summary: "Get a checkout",
  }),
  getByCartId: endpoint("GET /ecom/v1/checkouts/by-cart-id/{id}", {
    input: obj({ id }),
    result: checkout,
    required,
    summary: "Get the checkout of a cart",
  }),
  getUrl: endpoint("GET /ecom/v1/checkouts/{id}/checkout-url", {
    input: obj({ id, currencyCode: text({ format: "CURRENCY" }) }),
    result: obj({ checkoutUrl: text() }),
    required,
    summary: "Get the URL of a checkout page",
  }),
  getPlatformUrl: endpoint("GET /ecom/v1/checkouts/{id}/wix-checkout-url", {
    input: obj({ id, cartId: guid(), currencyCode: text({ format: "CURRENCY" }) }),
    result: obj({ checkoutUrl: text() }),
    required,
    summary: "Get the URL of the platform's own checkout page",
  }),
  update: endpoint("PATCH /ecom/v1/checkouts/{checkout.id}", {
    input: obj({
      checkout: draft(Checkout),
      ...items(300),
      ...codes,
      fieldMask: fieldMask(),
      ignoreCalculationErrors: bool(),
    }),
    result: checkout,
    role: "visitor",
    summary: "Update fields, the coupon or the gift card of a checkout",
  }),
  removeCoupon: endpoint("POST /ecom/v1/checkouts/{id}/remove-coupon", {
    input: obj({ id }),
    result: checkout,
    required,
    role: "visitor",
    effect: "delete",
    summary: "Remove the coupon from a checkout",
  }),
  removeGiftCard: endpoint("POST /ecom/v1/checkouts/{id}/remove-gift-card", {
    input: obj({ id }),
    result: checkout,
    required,
    role: "visitor",
    effect: "delete",
    summary: "Remove the gift card from a checkout",
  }),
  removeOverrideUrl: endpoint("POST /ecom/v1/checkouts/{id}/remove-override-checkout-url", {
    input: obj({ id }),
    result: checkout,
    required,
    role: "visitor",
    effect: "delete",
    summary: "Remove the custom checkout page URL",
  }),
  addToCheckout: endpoint("POST /ecom/v1/checkouts/{id}/add-to-checkout", {
    once: true,
    input: obj({ id, ...items(100) }),
    result: checkout,
    required,
    role: "visitor",
    summary: "Add items to a checkout",
  }),
  removeLineItems: endpoint("POST /ecom/v1/checkouts/{id}/remove-line-items", {
    input: obj({ id, lineItemIds: list(guid(), { minSize: 1, maxSize: 300 }) }),
    result: checkout,
    required: ["id", "lineItemIds"],
    role: "visitor",
    effect: "delete",
    summary: "Remove items from a checkout",
  }),
  updateLineItemsQuantity: endpoint("POST /ecom/v1/checkouts/{id}/update-line-items-quantity", {
    input: obj({
      id,
      lineItems: list(
        obj({ id: guid(), quantity: num({ min: 1, max: 100000 }) }, { required: ["id", "quantity"] }),
        {
          minSize: 1,
          maxSize: 100,
        },
      ),
    }),
    result: checkout,
    required: ["id", "lineItems"],
    role: "visitor",
    effect: "set",
    summary: "Update item quantities in a checkout",
  }),
  createOrder: endpoint("POST /ecom/v1/checkouts/{id}/create-order", {
    input: obj({ id, ...order }),
    result: obj(ordered),
    required,
    role: "visitor",
    effect: "money",
    summary: "Create an order from a checkout and start its payment",
  }),
  createOrderAndCharge: endpoint("POST /ecom/v1/checkouts/{id}/create-order-and-charge", {
    input: obj({ id, paymentToken: text(), ...order }),
    result: obj({ ...ordered, paymentResponseToken: text(), checkoutCompleted: bool() }),
    required,
    role: "visitor",
    effect: "money",
    summary: "Create an order from a checkout and charge a payment method",
  }),
  markAsCompletedAndRedirect: endpoint(
    "GET /ecom/v1/checkouts/mark-checkout-as-completed-and-redirect-to-url",
    {
      input: obj({ token: text({ maxLength: 4096 }) }),
      result: obj({ body: bytes(), statusCode: num(), headers: list(obj({ key: text(), value: text() })) }),
      required: ["token"],
      role: "visitor",
      effect: "set",
      summary: "Mark the checkout of a token as completed and redirect to the shop's page",
    },
  ),
  markAsCompleted: endpoint("POST /ecom/v1/checkouts/{id}/mark-as-completed", {
    input: obj({ id, orderId: guid() }),
    result: obj({}),
    required,
    role: "visitor",
    effect: "set",
    summary: "Mark a checkout as completed after an external payment",
  }),
});
