import type * as z from "zod/mini";
import { bool, decimal, enumOf, guid, list, num, obj, text } from "../../../models/fields.ts";
import { ErrorDetails } from "../../../models/platform-error.ts";
import { OrderPrice } from "../../orders/models/order-price.ts";
import { DelayedCapture } from "./order-payment.ts";

const units = () => num({ min: 1, max: 100000 });
const manualReasons = [
  "UNKNOWN_REASON",
  "EXPIRED",
  "NOT_SUPPORTED",
  "OFFLINE",
  "REQUIRES_CARD_READER",
] as const;

/** The pages that a buyer's browser opens after a payment. */
export const PaymentRedirects = obj({
  successUrl: text({ maxLength: 5000 }),
  cancelUrl: text({ maxLength: 5000 }),
  errorUrl: text({ maxLength: 5000 }),
  pendingUrl: text({ maxLength: 5000 }),
});
/** A charge to a card: now with a payment intent, or later with a saved card. */
export const RegularCharge = obj(
  {
    paymentIntentId: guid(),
    delayedCharge: bool(),
    amount: OrderPrice,
    redirectUrls: PaymentRedirects,
    delayedCaptureSettings: DelayedCapture,
    savePaymentMethod: bool(),
  },
  { oneOf: [["paymentIntentId", "delayedCharge"]], required: ["amount", "amount.amount"] },
);
export const GiftCardCharge = obj(
  {
    giftCardCode: text({ minLength: 8, maxLength: 20 }),
    amount: OrderPrice,
    currencyConversionInfo: obj({
      originalCurrency: text({ format: "CURRENCY" }),
      originalAmount: decimal(),
      conversionRate: decimal(),
    }),
  },
  { required: ["giftCardCode", "amount", "amount.amount"] },
);
export const MembershipCharge = obj(
  {
    lineItemId: guid(),
    membershipIdentifier: obj(
      {
        existingMembership: obj({ appId: guid(), membershipId: text({ minLength: 1, maxLength: 200 }) }),
        futureMembership: obj({ lineItemId: guid(), benefitId: text({ maxLength: 200 }) }),
        membershipId: text({ maxLength: 200 }),
        membershipAppId: text({ maxLength: 100 }),
      },
      { oneOf: [["existingMembership", "futureMembership"]] },
    ),
  },
  { required: ["lineItemId", "membershipIdentifier"] },
);
export interface MembershipCharge extends z.input<typeof MembershipCharge> {}

/** A payment to capture; without an amount, in full. */
export const PaymentCapture = obj({ paymentId: guid(), amount: OrderPrice }, { required: ["paymentId"] });
/** The amount to refund of a payment; without an amount, all that remains. */
export const PaymentRefund = obj(
  { paymentId: guid(), amount: OrderPrice, externalRefund: bool() },
  { required: ["paymentId"] },
);
const RestockItem = obj({ lineItemId: guid(), quantity: units() }, { required: ["lineItemId", "quantity"] });
const message = () => text({ minLength: 1, maxLength: 1000 });
/** The side effects of a refund: restocking and a message to the buyer. */
export const RefundSideEffects = obj({
  restock: obj({ lineItems: list(RestockItem, { maxSize: 300 }) }),
  notifications: obj({ sendCustomerEmail: bool(), customMessage: message() }),
});
/** The side effects of a refund, in the format of older services. */
export const LegacySideEffects = obj({
  restockInfo: obj({
    type: enumOf("NO_ITEMS", "ALL_ITEMS", "SOME_ITEMS"),
    items: list(RestockItem, { maxSize: 300 }),
  }),
  sendOrderRefundedEmail: bool(),
  customMessage: message(),
});

const Monetary = obj({
  paid: OrderPrice,
  refunded: OrderPrice,
  refundPending: OrderPrice,
  maxRefund: OrderPrice,
});
const ids = () => list(guid(), { maxSize: 100 });
const Membership = obj({ paidLineItemIds: ids(), refundedLineItemIds: ids(), refundableLineItemIds: ids() });
/** Whether a payment can be refunded, only manually, or not, with the reason. */
export const PaymentRefundability = obj({
  refundable: bool(),
  manuallyRefundable: obj({ reason: enumOf(...manualReasons) }),
  nonRefundable: obj({
    reason: enumOf(
      "UNKNOWN_REASON",
      "ALREADY_REFUNDED",
      "PROVIDER_IS_DOWN",
      "NOT_PAID",
      "ZERO_PRICE",
      "DISABLED_BY_PROVIDER",
      "PENDING_REFUND",
      "FORBIDDEN",
      "TRANSACTION_NOT_FOUND",
      "ORDER_IS_PENDING",
      "ORDER_IS_REJECTED",
      "AMOUNT_OFFSET_BY_CHARGEBACK",
    ),
  }),
  payment: obj({
    monetary: Monetary,
    membership: Membership,
    creditCardDetails: obj({ lastFourDigits: text({ maxLength: 4 }), brand: text({ maxLength: 100 }) }),
    paymentId: guid(),
    paymentMethod: text({ maxLength: 50 }),
    offlinePayment: bool(),
  }),
  providerLink: text({ format: "WEB_URL" }),
});
const refundable = { amount: OrderPrice, refundedAmount: OrderPrice, availableRefundAmount: OrderPrice };
/** The refundable amounts of an order by payment, item, delivery and fee. */
export const OrderRefundability = obj({
  payments: list(PaymentRefundability, { maxSize: 100 }),
  paymentsSummary: obj({ monetary: Monetary, membership: Membership }),
  lineItems: list(
    obj({
      lineItemId: guid(),
      originalQuantity: num(),
      refundedQuantity: num(),
      availableRefundQuantity: num(),
    }),
    { maxSize: 300 },
  ),
  shipping: obj(refundable),
  additionalFees: list(obj({ additionalFeeId: guid(), ...refundable }), { maxSize: 100 }),
});
export interface OrderRefundability extends z.input<typeof OrderRefundability> {}

const Worth = obj({ total: OrderPrice, tax: OrderPrice, discount: OrderPrice, subtotal: OrderPrice });
const item = { lineItemId: guid(), quantity: units() };
const fee = { additionalFeeId: guid(), amount: OrderPrice };
/** The refundable amount of some items, or why they cannot be refunded. */
export const CalculatedRefund = obj({
  available: bool(),
  notAvailable: obj({
    errors: list(
      obj({
        lineItem: obj(item),
        additionalFee: obj(fee),
        shipping: obj({ amount: OrderPrice }),
        error: ErrorDetails,
      }),
    ),
  }),
  summary: obj({
    total: OrderPrice,
    tax: OrderPrice,
    discount: OrderPrice,
    subtotal: OrderPrice,
    lineItemsSubtotal: OrderPrice,
    additionalFeesTotal: OrderPrice,
  }),
  calculatedRefundItems: obj({
    lineItems: list(obj({ item: obj(item), summary: Worth })),
    additionalFees: list(obj({ additionalFee: obj(fee), summary: Worth })),
    shipping: obj({ shipping: obj({ amount: OrderPrice }), summary: Worth }),
  }),
});
export interface CalculatedRefund extends z.input<typeof CalculatedRefund> {}

/** Refundability in the format of older services. */
export const LegacyRefundability = obj({
  nonRefundableReason: enumOf(
    "NONE",
    "ALREADY_REFUNDED",
    "PROVIDER_IS_DOWN",
    "INTERNAL_ERROR",
    "NOT_PAID",
    "ACCESS_DENIED",
    "ZERO_PRICE",
    "DISABLED_BY_PROVIDER",
    "PENDING_REFUND",
    "FORBIDDEN",
    "TRANSACTION_NOT_FOUND",
    "ORDER_IS_PENDING",
    "ORDER_IS_REJECTED",
  ),
  manuallyRefundableReason: enumOf(...manualReasons),
  paymentId: text(),
  refundabilityStatus: enumOf("NOT_REFUNDABLE", "MANUAL", "REFUNDABLE"),
  providerLink: text(),
});
