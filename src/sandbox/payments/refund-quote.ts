import type { CalculatedRefund, OrderRefundability, RefundItems } from "../../api/services/payments.ts";
import { day } from "../../kernel/durations.ts";
import { amountText, type Decimal, sum } from "../../kernel/money.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import {
  type Currency,
  currencyOf,
  exactAmount,
  isPaid,
  isUnderway,
  orderOf,
  refundSum,
  requestedOutcome,
  type StoredLine,
  type StoredOrder,
  type StoredPayment,
  type StoredTransactions,
  shareOf,
  transactionsOf,
  wholeAmount,
  zero,
} from "../orders/index.ts";
import { rejectDuplicates } from "./authorized.ts";

/** Returns what of an order can be refunded, by payment, item, delivery and fee. */
export function refundabilityOf(tx: StoreTx, orderId: string): OrderRefundability {
  const order = orderOf(tx, orderId);
  const money = transactionsOf(tx, order);
  const currency = currencyOf(order.currency);
  const returned = returnedAmounts(money);
  const shipping = shippingPaid(order);
  return {
    payments: money.payments.map((payment) => ({
      ...refundableOf(tx, order, money, payment),
      payment: paymentFacts(money, payment, currency),
      providerLink: null,
    })),
    paymentsSummary: { monetary: monetary(money, money.payments, currency) },
    lineItems: order.lineItems.map(({ id, quantity }) => {
      const refundedQuantity = returned.units(id);
      const availableRefundQuantity = quantity - refundedQuantity;
      return { lineItemId: id, originalQuantity: quantity, refundedQuantity, availableRefundQuantity };
    }),
    shipping: refundAmounts(shipping, returned.shipping, currency),
    additionalFees: (order.additionalFees ?? []).map(({ id, priceAfterTax }) => {
      const left = refundAmounts(exactAmount(priceAfterTax), returned.fee(id ?? ""), currency);
      return { additionalFeeId: id, ...left };
    }),
  };
}

function refundAmounts(whole: Decimal, gone: Decimal, currency: Currency) {
  return {
    amount: currency.price(whole),
    refundedAmount: currency.price(gone),
    availableRefundAmount: currency.price(whole.minus(gone)),
  };
}

function paymentFacts(money: StoredTransactions, payment: StoredPayment, currency: Currency) {
  const { regularPaymentDetails: regular, membershipPaymentDetails: membership } = payment;
  const lines = membership?.lineItemId ? [membership.lineItemId] : [];
  const { left } = paymentParts(money, payment);
  return {
    paymentId: payment.id,
    offlinePayment: regular?.offlinePayment ?? false,
    paymentMethod: methodOf(payment),
    creditCardDetails: regular?.creditCardDetails || undefined,
    ...(membership
      ? {
          membership: {
            paidLineItemIds: lines,
            refundedLineItemIds: left.gt(zero) ? [] : lines,
            refundableLineItemIds: left.gt(zero) ? lines : [],
          },
        }
      : { monetary: monetary(money, [payment], currency) }),
  };
}

function methodOf({ regularPaymentDetails: regular, membershipPaymentDetails: membership }: StoredPayment) {
  if (regular) return regular.paymentMethod ?? (regular.offlinePayment ? "Offline" : "CreditCard");
  return membership ? "Membership" : "GiftCard";
}

function monetary(money: StoredTransactions, payments: readonly StoredPayment[], currency: Currency) {
  const parts = payments.map((payment) => paymentParts(money, payment));
  return {
    paid: currency.price(sum(parts.map(({ paid }) => paid))),
    refunded: currency.price(sum(parts.map(({ refunded }) => refunded))),
    refundPending: currency.price(sum(parts.map(({ pending }) => pending))),
    maxRefund: currency.price(sum(parts.map(({ left }) => left))),
  };
}

/** Returns the refundable value of items, fees and delivery, with the reason for each that cannot be refunded. */
export function quoteRefund(tx: StoreTx, orderId: string, items: RefundItems): CalculatedRefund {
  rejectRepeatedItems(items);
  const order = orderOf(tx, orderId);
  const currency = currencyOf(order.currency);
  const returned = returnedAmounts(transactionsOf(tx, order));
  const errors: Record<string, unknown>[] = [];
  const worths: { kind: "line" | "fee" | "shipping"; worth: Worth }[] = [];
  const quote = (kind: "line" | "fee" | "shipping", request: object, work: () => Worth) => {
    try {
      const worth = work();
      worths.push({ kind, worth });
      return [{ ...request, summary: pricesOf(worth, currency) }];
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const { code, message: description, data } = error;
      const key = { line: "lineItem", fee: "additionalFee", shipping: "shipping" }[kind];
      const [what] = Object.values(request);
      errors.push({ [key]: what, error: { applicationError: { code, description, data } } });
      return [];
    }
  };
  const lineItems = (items.lineItems ?? []).flatMap((item) =>
    quote("line", { item }, () => lineValue(order, returned, item, currency)),
  );
  const additionalFees = (items.additionalFees ?? []).flatMap((fee) =>
    quote("fee", { additionalFee: fee }, () => feeValue(order, returned, fee)),
  );
  const { shipping } = items;
  const [delivery] = shipping
    ? quote("shipping", { shipping }, () => shippingValue(order, returned, shipping))
    : [];
  if (errors.length > 0) return { notAvailable: { errors } };
  return {
    available: true,
    summary: totals(worths, currency),
    calculatedRefundItems: { lineItems, additionalFees, shipping: delivery },
  };
}

/** Throws InvalidInput if an item or a fee is named twice. */
export function rejectRepeatedItems({ lineItems, additionalFees }: RefundItems): void {
  const [lines, fees] = [lineItems ?? [], additionalFees ?? []];
  rejectDuplicates(
    "refundItems.lineItems",
    lines.map(({ lineItemId }) => lineItemId),
    "item",
  );
  rejectDuplicates(
    "refundItems.additionalFees",
    fees.map(({ additionalFeeId }) => additionalFeeId),
    "fee",
  );
}

function pricesOf({ total, tax, discount, subtotal }: Worth, currency: Currency) {
  return {
    total: currency.price(total),
    tax: currency.price(tax),
    discount: currency.price(discount),
    subtotal: currency.price(subtotal),
  };
}

function totals(worths: readonly { kind: string; worth: Worth }[], currency: Currency) {
  const of = (key: keyof Worth, kind?: string) =>
    sum(worths.filter((one) => kind === undefined || one.kind === kind).map(({ worth }) => worth[key]));
  return {
    ...pricesOf(
      { total: of("total"), tax: of("tax"), discount: of("discount"), subtotal: of("subtotal") },
      currency,
    ),
    lineItemsSubtotal: currency.price(of("subtotal", "line")),
    additionalFeesTotal: currency.price(of("total", "fee")),
  };
}

/** Whether and how a payment can be refunded. */
export type Refundable =
  | { refundable: true }
  | { manuallyRefundable: { reason: string } }
  | { nonRefundable: { reason: string } };

/** The refunded, pending and refundable amounts of a payment. */
export interface PaymentParts {
  paid: Decimal;
  refunded: Decimal;
  pending: Decimal;
  left: Decimal;
}

/** Splits a payment into refunded, pending and refundable amounts. Unpaid payments have none. */
export function paymentParts({ refunds }: StoredTransactions, payment: StoredPayment): PaymentParts {
  const parts = refunds
    .flatMap((refund) => refund.transactions)
    .filter((one) => one.paymentId === payment.id);
  const paid = isPaid(payment.status) ? exactAmount(payment.amount) : zero;
  const refunded = refundSum(parts, (status) => status === "SUCCEEDED");
  const pending = refundSum(parts, isUnderway);
  return { paid, refunded, pending, left: paid.minus(refunded).minus(pending) };
}

/** Reasons that calls cannot cause. The `x-sandbox-payment` header requests them. */
export const refundabilityReasons: Readonly<Record<string, "nonRefundable" | "manuallyRefundable">> = {
  PROVIDER_IS_DOWN: "nonRefundable",
  FORBIDDEN: "nonRefundable",
  INTERNAL_ERROR: "nonRefundable",
  ACCESS_DENIED: "nonRefundable",
  NOT_SUPPORTED: "manuallyRefundable",
  REQUIRES_CARD_READER: "manuallyRefundable",
};

const year = 365 * day;

/** Returns whether a payment can be refunded, manually or not at all, and why. */
export function refundableOf(
  tx: StoreTx,
  order: StoredOrder,
  money: StoredTransactions,
  payment: StoredPayment,
): Refundable {
  const reason = nonRefundableReason(order, payment, paymentParts(money, payment));
  if (reason) return { nonRefundable: { reason } };
  const requested = requestedOutcome(tx);
  const kind = refundabilityReasons[requested];
  if (kind === "nonRefundable") return { nonRefundable: { reason: requested } };
  const manual = kind ? requested : manualReason(tx, order, payment);
  return manual ? { manuallyRefundable: { reason: manual } } : { refundable: true };
}

function nonRefundableReason(
  { status: orderStatus }: StoredOrder,
  { status, refundDisabled, regularPaymentDetails: regular }: StoredPayment,
  { paid, pending, left }: PaymentParts,
): string | undefined {
  if (orderStatus === "PENDING") return "ORDER_IS_PENDING";
  if (orderStatus === "REJECTED") return "ORDER_IS_REJECTED";
  if (!isPaid(status)) return "NOT_PAID";
  if (!paid.gt(zero)) return "ZERO_PRICE";
  if (!left.gt(zero)) return pending.gt(zero) ? "PENDING_REFUND" : "ALREADY_REFUNDED";
  if (refundDisabled) return "DISABLED_BY_PROVIDER";
  if (regular && !regular.offlinePayment && !regular.gatewayTransactionId) return "TRANSACTION_NOT_FOUND";
  return undefined;
}

function manualReason(tx: StoreTx, order: StoredOrder, payment: StoredPayment): string | undefined {
  const { regularPaymentDetails: regular } = payment;
  if (regular?.offlinePayment) return "OFFLINE";
  if (tx.now.getTime() - Date.parse(payment.createdDate) > year) return "EXPIRED";
  return regular && order.channelInfo?.type === "POS" ? "REQUIRES_CARD_READER" : undefined;
}

/** The refundable value of one item, fee or delivery. total = subtotal - discount + tax. */
interface Worth {
  total: Decimal;
  tax: Decimal;
  discount: Decimal;
  subtotal: Decimal;
}

/** Units of an item of an order. */
export type LineUnits = {
  lineItemId?: string | null;
  quantity?: number | null;
};

/** What was already refunded of an order: units of lines, amounts of fees and of the delivery. */
export interface Returned {
  units(lineItemId: string): number;
  fee(additionalFeeId: string): Decimal;
  shipping: Decimal;
}

/** Returns what successful and pending refunds have refunded. */
export function returnedAmounts({ refunds }: StoredTransactions): Returned {
  const details = refunds.flatMap((refund) => {
    const counts = refund.transactions.some(({ refundStatus: s }) => s === "SUCCEEDED" || isUnderway(s));
    return counts && refund.details ? [refund.details] : [];
  });
  return {
    units: (lineItemId) =>
      details
        .flatMap(({ lineItems }) => lineItems ?? [])
        .filter((one) => one.lineItemId === lineItemId)
        .reduce((units, { quantity }) => units + (quantity ?? 0), 0),
    fee: (additionalFeeId) =>
      sum(
        details
          .flatMap(({ additionalFees }) => additionalFees ?? [])
          .filter((one) => one.additionalFeeId === additionalFeeId)
          .map(({ amount }) => exactAmount(amount)),
      ),
    shipping: sum(details.map(({ shipping }) => exactAmount(shipping?.amount))),
  };
}

/** Returns the price of an order's delivery, tax included. */
const shippingPaid = ({ shippingInfo, priceSummary }: StoredOrder): Decimal =>
  exactAmount(shippingInfo?.cost?.totalPriceAfterTax ?? priceSummary.shipping);

/** Returns the refundable value of units of a line. Throws PlatformError 404 or 400 if they cannot be refunded. */
export function lineValue(
  order: StoredOrder,
  returned: Returned,
  { lineItemId, quantity }: LineUnits,
  currency: Currency,
): Worth {
  const line = order.lineItems.find(({ id }) => id === lineItemId);
  if (!line) throw missing("LINE_ITEM_NOT_FOUND", `The order has no item ${lineItemId}`, { lineItemId });
  const before = returned.units(line.id);
  const left = line.quantity - before;
  const count = quantity ?? 0;
  if (count < 1 || count > left) {
    const message = `Cannot refund ${count} of the item ${line.id}: ${left} of ${line.quantity} are left`;
    throw new PlatformError(400, "INVALID_LINE_ITEM_REFUND_QUANTITY", message, { lineItemId: line.id, left });
  }
  return itemValue(line, { total: line.quantity, before, count }, currency);
}

function itemValue(
  line: StoredLine,
  units: { total: number; before: number; count: number },
  currency: Currency,
): Worth {
  const share = (whole: Decimal) => shareOf(whole, units, currency.code);
  const total = share(exactAmount(line.totalPriceAfterTax));
  const tax = share(exactAmount(line.taxInfo?.taxAmount ?? line.taxDetails?.totalTax));
  const discount = share(exactAmount(line.totalDiscount));
  return { total, tax, discount, subtotal: total.minus(tax).plus(discount) };
}

/** Returns the refundable value of a fee. Throws PlatformError 404 or 400 if it cannot be refunded. */
export function feeValue(
  order: StoredOrder,
  returned: Returned,
  request: { additionalFeeId?: string | null; amount?: { amount?: string | null } | null },
): Worth {
  const fee = order.additionalFees?.find(({ id }) => id === request.additionalFeeId);
  const data = { additionalFeeId: request.additionalFeeId };
  if (!fee?.id)
    throw missing("ADDITIONAL_FEE_NOT_FOUND", `The order has no fee ${request.additionalFeeId}`, data);
  const left = exactAmount(fee.priceAfterTax).minus(returned.fee(fee.id));
  const amount = partOf(request.amount, left, order.currency);
  if (amount) return untaxedValue(amount);
  throw new PlatformError(400, "INVALID_ADDITIONAL_FEE_REFUND_AMOUNT", tooMuch("the fee", left, order), data);
}

/** Returns the refundable value of the delivery. Throws PlatformError 404 or 400 if it cannot be refunded. */
export function shippingValue(
  order: StoredOrder,
  returned: Returned,
  request: { amount?: { amount?: string | null } | null },
): Worth {
  const whole = shippingPaid(order);
  if (!whole.gt(zero)) throw missing("SHIPPING_NOT_FOUND", "The order has no paid delivery", {});
  const left = whole.minus(returned.shipping);
  const amount = partOf(request.amount, left, order.currency);
  if (amount) return untaxedValue(amount);
  throw new PlatformError(400, "INVALID_SHIPPING_REFUND_AMOUNT", tooMuch("the delivery", left, order), {});
}

const untaxedValue = (total: Decimal): Worth => ({ total, tax: zero, discount: zero, subtotal: total });

function partOf(given: { amount?: string | null } | null | undefined, left: Decimal, currency: string) {
  const amount = given?.amount ? wholeAmount(given.amount, currency) : left;
  return amount?.gt(zero) && !amount.gt(left) ? amount : undefined;
}

const missing = (code: string, message: string, data: object) => new PlatformError(404, code, message, data);

const tooMuch = (what: string, left: Decimal, { currency }: StoredOrder) =>
  `The amount for ${what} must be above 0 and at most ${amountText(left)} ${currency}`;
