import type * as z from "zod/mini";
import { bool, date, decimal, enumOf, guid, list, num, obj, text } from "../../../models/fields.ts";
import { CalculationErrors } from "./cart-estimate.ts";
import { CartText, ConvertedMoney, DeliveryMethod, DiscountSource } from "./cart-v2.ts";

const InvalidCoupon = obj(
  {
    minLineItemQuantityNotReachedDetails: obj({ requiredMinimumQuantity: num() }),
    minSubtotalNotReachedDetails: obj({
      requiredMinimumSubtotal: ConvertedMoney,
      originalDescription: text({ maxLength: 100 }),
    }),
    couponCode: text({ maxLength: 100 }),
    reason: enumOf(
      "UNKNOWN_INVALID_COUPON_REASON",
      "EXPIRED",
      "DISABLED",
      "INACTIVE",
      "MAX_USAGE_EXCEEDED",
      "MAX_USAGE_PER_CUSTOMER_EXCEEDED",
      "NOT_APPLICABLE_TO_SUBSCRIPTIONS",
      "NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS",
      "MIN_LINE_ITEM_QUANTITY_NOT_REACHED",
      "MIN_SUBTOTAL_NOT_REACHED",
    ),
  },
  { oneOf: [["minLineItemQuantityNotReachedDetails", "minSubtotalNotReachedDetails"]] },
);
const violationData = {
  customValidationData: obj({
    target: obj(
      {
        other: obj({ name: enumOf("OTHER_DEFAULT") }),
        lineItem: obj({ name: enumOf("LINE_ITEM_DEFAULT"), id: text() }),
      },
      { oneOf: [["other", "lineItem"]] },
    ),
  }),
  invalidCouponStatusData: InvalidCoupon,
  invalidCouponCodeData: obj({ couponCode: text({ maxLength: 100 }) }),
  invalidGiftCardCodeData: obj({ giftCardCode: text({ maxLength: 100 }), giftCardId: guid() }),
  invalidGiftCardStatusData: obj({
    giftCardCode: text({ maxLength: 100 }),
    reason: enumOf("UNKNOWN_INVALID_GIFT_CARD_REASON", "EXPIRED", "DISABLED", "EMPTY_BALANCE"),
    giftCardId: guid(),
  }),
  lineItemsOutOfStockData: obj({
    lineItemIds: list(guid(), { maxSize: 300 }),
    allLineItemsOutOfStock: bool(),
  }),
  membersOnlyItemData: obj({ lineItemIds: list(guid(), { maxSize: 300 }) }),
  subtotalBelowOrderMinimumData: obj({
    minimumOrderSubtotal: ConvertedMoney,
    remainingAmount: ConvertedMoney,
  }),
  invalidMembershipStatusData: obj({
    membershipId: text({ maxLength: 200 }),
    reason: enumOf(
      "UNKNOWN_INVALID_MEMBERSHIP_REASON",
      "INSUFFICIENT_FUNDS",
      "MEMBERSHIP_NOT_FOUND",
      "NOT_APPLICABLE_TO_LINE_ITEMS",
      "LINE_ITEM_NOT_FOUND",
    ),
  }),
};
/** A problem that prevents an order, with data for its type. */
export const CartV2Violation = obj(
  {
    ...violationData,
    scope: enumOf("GLOBAL", "LINE_ITEM", "DISCOUNT", "DELIVERY", "TAX", "MEMBERSHIP", "GIFT_CARD", "PAYMENT"),
    code: enumOf(
      "GENERAL_CODE",
      "CUSTOM_VALIDATION",
      "EMPTY_CART",
      "LINE_ITEMS_OUT_OF_STOCK",
      "MEMBERS_ONLY_ITEM",
      "INVALID_COUPON_CODE",
      "INVALID_COUPON_STATUS",
      "CANNOT_APPLY_COUPON_DISCOUNT_WHEN_PURCHASING_GIFT_CARD",
      "MISSING_DELIVERY_ADDRESS",
      "MISSING_DELIVERY_METHOD",
      "DELIVERY_METHOD_NO_LONGER_AVAILABLE",
      "DELIVERY_METHOD_NOT_APPLIED_TO_ALL_LINE_ITEMS",
      "INVALID_GIFT_CARD_CODE",
      "INVALID_GIFT_CARD_STATUS",
      "CANNOT_PAY_FOR_GIFT_CARD_WITH_GIFT_CARD",
      "SUBTOTAL_BELOW_ORDER_MINIMUM",
      "INVALID_MEMBERSHIP_STATUS",
      "INVALID_POSTAL_CODE",
      "INVALID_SUBDIVISION",
      "SUBSCRIPTION_ITEM_NOT_SUPPORTED_ON_DEMO_CART",
      "GIFT_CARD_ITEM_NOT_SUPPORTED_ON_DEMO_CART",
      "GIFT_CARD_PAYMENT_NOT_SUPPORTED_ON_DEMO_CART",
      "MEMBERSHIP_PAYMENT_NOT_SUPPORTED_ON_DEMO_CART",
      "MISSING_SITE_PAYMENT_METHOD_TYPE_ID",
    ),
    description: text({ maxLength: 1000 }),
    severity: enumOf("WARNING", "ERROR"),
  },
  { oneOf: [Object.keys(violationData)] },
);

/** The totals of a cart, by part. */
export const CartSummary = obj({
  cartId: guid(),
  cartRevision: text(),
  calculationId: guid(),
  lineItems: list(
    obj({
      lineItemId: guid(),
      quantity: num({ min: 1, max: 100000 }),
      unitPrice: ConvertedMoney,
      totalPrice: ConvertedMoney,
    }),
    { maxSize: 300 },
  ),
  discounts: list(
    obj({
      name: CartText,
      source: DiscountSource,
      scope: enumOf("UNKNOWN_DISCOUNT_SCOPE", "CART_SUBTOTAL", "LINE_ITEM", "DELIVERY"),
      subscriptionCycles: num({ min: 1, max: 1000 }),
      total: ConvertedMoney,
      lineItemDiscounts: list(obj({ lineItemId: guid(), amountOff: ConvertedMoney }), { maxSize: 100 }),
    }),
    { maxSize: 100 },
  ),
  deliverySummary: obj({ method: DeliveryMethod, price: ConvertedMoney }),
  additionalFees: list(
    obj({
      code: text({ minLength: 1, maxLength: 100 }),
      name: CartText,
      providerAppId: text({ minLength: 1, maxLength: 100 }),
      lineItemIds: list(guid(), { maxSize: 100 }),
      price: ConvertedMoney,
      subscriptionCycles: num({ min: 1, max: 999 }),
      source: enumOf("UNKNOWN_ADDITIONAL_FEE_SOURCE", "SERVICE_PLUGIN", "LINE_ITEM", "DELIVERY", "PLATFORM"),
    }),
    { maxSize: 100 },
  ),
  taxSummary: obj({
    taxes: list(
      obj({
        name: CartText,
        taxableAmount: ConvertedMoney,
        exemptAmount: ConvertedMoney,
        amount: ConvertedMoney,
      }),
      { maxSize: 100 },
    ),
    totalExempt: ConvertedMoney,
    pricesIncludeTax: bool(),
    lineItemTaxes: list(
      obj({ lineItemId: guid(), tax: ConvertedMoney, rate: decimal({ min: 0, max: 1, maxScale: 6 }) }),
      { maxSize: 300 },
    ),
    deliveryTax: ConvertedMoney,
    additionalFeeTaxes: list(
      obj({ additionalFeeCode: text({ minLength: 1, maxLength: 100 }), tax: ConvertedMoney }),
      { maxSize: 100 },
    ),
  }),
  priceSummary: obj({
    subtotal: ConvertedMoney,
    discount: ConvertedMoney,
    delivery: ConvertedMoney,
    additionalFees: ConvertedMoney,
    tax: ConvertedMoney,
    total: ConvertedMoney,
  }),
  paymentSummary: obj({
    giftCards: list(obj({ giftCardId: guid(), redeemAmount: ConvertedMoney }), { maxSize: 1 }),
    memberships: list(
      obj({
        id: text({ maxLength: 200 }),
        appId: guid(),
        lineItemIds: list(text({ minLength: 1, maxLength: 100 }), { minSize: 1, maxSize: 300 }),
      }),
      { maxSize: 300 },
    ),
    subscriptionCharges: list(
      obj({
        lineItemIds: list(guid(), { minSize: 1, maxSize: 300 }),
        description: text({ maxLength: 1000 }),
        charges: list(obj({ cycleFrom: num(), cycleCount: num(), cycleBillingDate: date() }), {
          maxSize: 50,
        }),
      }),
      { maxSize: 100 },
    ),
    requiresPaymentAfterGiftCard: bool(),
    totalAfterGiftCards: ConvertedMoney,
    payNow: ConvertedMoney,
    payLater: ConvertedMoney,
    payAfterFreeTrial: ConvertedMoney,
  }),
  priceVerificationToken: text({ maxLength: 1024 }),
  calculationErrors: CalculationErrors,
  violations: list(CartV2Violation, { maxSize: 100 }),
});
export interface CartSummary extends z.input<typeof CartSummary> {}
