import type * as z from "zod/mini";
import { enumOf, guid, list, num, obj, text } from "../../../models/fields.ts";
import { currency, MultiCurrencyPrice } from "../../../models/money.ts";
import { ApplicationError, ErrorDetails } from "../../../models/platform-error.ts";
import { AppliedDiscount } from "../../discounts/models/discount.ts";
import { ShippingInformation } from "../../shipping/models/shipping.ts";
import { TaxDetails, TaxSummary } from "../../tax/models/tax.ts";
import { Cart, WeightUnit } from "./cart.ts";
import { PaymentOption, TaxableAddress } from "./line-item.ts";
import { MembershipOptions } from "./membership.ts";

export const PriceSummary = obj({
  subtotal: MultiCurrencyPrice,
  shipping: MultiCurrencyPrice,
  tax: MultiCurrencyPrice,
  discount: MultiCurrencyPrice,
  total: MultiCurrencyPrice,
  additionalFees: MultiCurrencyPrice,
});
export const CalculatedLineItem = obj({
  lineItemId: text(),
  pricesBreakdown: obj({
    totalPriceAfterTax: MultiCurrencyPrice,
    totalPriceBeforeTax: MultiCurrencyPrice,
    taxDetails: TaxDetails,
    totalDiscount: MultiCurrencyPrice,
    price: MultiCurrencyPrice,
    priceBeforeDiscounts: MultiCurrencyPrice,
    priceBeforeDiscountsAndTax: MultiCurrencyPrice,
    lineItemPrice: MultiCurrencyPrice,
    fullPrice: MultiCurrencyPrice,
    modifiers: MultiCurrencyPrice,
    depositAmount: MultiCurrencyPrice,
  }),
  paymentOption: PaymentOption,
  taxableAddress: TaxableAddress,
  modifiers: list(obj({ id: text(), groupId: text(), price: MultiCurrencyPrice }), { maxSize: 625 }),
});
export const GiftCard = obj({
  obfuscatedCode: text(),
  amount: MultiCurrencyPrice,
  requestedAmount: MultiCurrencyPrice,
  appId: guid(),
  externalId: text({ minLength: 1, maxLength: 50 }),
});
export const AdditionalFee = obj({
  code: text({ minLength: 1, maxLength: 100 }),
  name: text({ minLength: 1, maxLength: 50 }),
  translatedName: text({ minLength: 1, maxLength: 50 }),
  price: MultiCurrencyPrice,
  priceBeforeTax: MultiCurrencyPrice,
  priceAfterTax: MultiCurrencyPrice,
  taxDetails: TaxDetails,
  taxableAddress: TaxableAddress,
  providerAppId: text({ minLength: 1, maxLength: 100 }),
  lineItemIds: list(guid()),
  subscriptionCycles: num({ min: 1, max: 999 }),
  source: enumOf("UNKNOWN_ADDITIONAL_FEE_SOURCE", "SERVICE_PLUGIN", "ITEM", "MANUAL", "SHIPPING", "PLATFORM"),
});
export const CalculationErrors = obj(
  {
    generalShippingCalculationError: ErrorDetails,
    carrierErrors: obj({ errors: list(obj({ carrierId: text(), error: ErrorDetails })) }),
    selectedShippingOptionError: ErrorDetails,
    taxCalculationError: ErrorDetails,
    couponCalculationError: ErrorDetails,
    giftCardCalculationError: ErrorDetails,
    giftCardCalculationErrors: list(obj({ obfuscatedCode: text(), error: ErrorDetails })),
    orderValidationErrors: list(ApplicationError),
    membershipError: ErrorDetails,
    discountsCalculationError: ErrorDetails,
  },
  { oneOf: [["generalShippingCalculationError", "carrierErrors", "selectedShippingOptionError"]] },
);
/** A problem that prevents a checkout, or a warning. */
export const CartViolation = obj({
  severity: enumOf("WARNING", "ERROR"),
  target: obj(
    {
      other: obj({ name: enumOf("OTHER_DEFAULT") }),
      lineItem: obj({
        name: enumOf("LINE_ITEM_DEFAULT"),
        id: text(),
        suggestedFix: enumOf("UNKNOWN_SUGGESTED_FIX", "REMOVE_LINE_ITEM"),
      }),
    },
    { oneOf: [["other", "lineItem"]] },
  ),
  description: text({ minLength: 1, maxLength: 1000 }),
});

/** The totals of a cart with tax, delivery, discounts and fees. */
export const CartEstimate = obj({
  cart: Cart,
  calculatedLineItems: list(CalculatedLineItem),
  priceSummary: PriceSummary,
  giftCard: GiftCard,
  taxSummary: TaxSummary,
  shippingInfo: ShippingInformation,
  appliedDiscounts: list(AppliedDiscount),
  calculationErrors: CalculationErrors,
  weightUnit: WeightUnit,
  currency: currency(),
  payNow: PriceSummary,
  payLater: PriceSummary,
  payAfterFreeTrial: PriceSummary,
  membershipOptions: MembershipOptions,
  additionalFees: list(AdditionalFee, { maxSize: 100 }),
  violations: list(CartViolation),
});
export interface CartEstimate extends z.input<typeof CartEstimate> {}
