import type * as z from "zod/mini";
import { AddressWithContact } from "../../../models/address.ts";
import { bool, date, guid, json, list, obj, readonly, text } from "../../../models/fields.ts";
import { Image } from "../../../models/image.ts";
import { MultiCurrencyPrice } from "../../../models/money.ts";
import { ChannelType, WeightUnit } from "../../cart/models/cart.ts";
import {
  AdditionalFee,
  CalculationErrors,
  CartViolation,
  GiftCard,
  PriceSummary,
} from "../../cart/models/cart-estimate.ts";
import { ExtendedFields, lineItemShape } from "../../cart/models/line-item.ts";
import { offeredMemberships, SelectedMemberships } from "../../cart/models/membership.ts";
import { AppliedDiscount } from "../../discounts/models/discount.ts";
import { shippingFields } from "../../shipping/models/shipping.ts";
import { TaxDetails, TaxSummary } from "../../tax/models/tax.ts";

const { image: _, selectedMembership: __, ...item } = lineItemShape;
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
  { required: ["catalogReference", "quantity"] },
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
  { always: ["id"] },
);
export interface Checkout extends z.input<typeof Checkout> {}
