import type { CalculatedRefund, OrderRefundability } from "../../../api/services/payments/order-billing.ts";
import type { RefundItems } from "../../../api/services/payments/order-transactions.ts";
import { type Decimal, sum } from "../../../kernel/money.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import {
  amountOf,
  type Currency,
  currencyOf,
  orderOf,
  type StoredPayment,
  type StoredTransactions,
  transactionsOf,
  zero,
} from "../orders/index.ts";
import { feeValue, lineValue, returnedOf, shippingPaid, shippingValue, type Worth } from "./refund-items.ts";
import { partsOf, refundableOf } from "./refundability.ts";

/** Returns what of an order can be refunded, by payment, item, delivery and fee. */
export function refundabilityOf(tx: StoreTx, orderId: string): OrderRefundability {
  const order = orderOf(tx, orderId);
  const money = transactionsOf(tx, order);
  const currency = currencyOf(order.currency);
  const returned = returnedOf(money);
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
    shipping: leftOf(shipping, returned.shipping, currency),
    additionalFees: (order.additionalFees ?? []).map(({ id, priceAfterTax }) => {
      const left = leftOf(amountOf(priceAfterTax), returned.fee(id ?? ""), currency);
      return { additionalFeeId: id, ...left };
    }),
  };
}

function leftOf(whole: Decimal, gone: Decimal, currency: Currency) {
  return {
    amount: currency.price(whole),
    refundedAmount: currency.price(gone),
    availableRefundAmount: currency.price(whole.minus(gone)),
  };
}

function paymentFacts(money: StoredTransactions, payment: StoredPayment, currency: Currency) {
  const { regularPaymentDetails: regular, membershipPaymentDetails: membership } = payment;
  const lines = membership?.lineItemId ? [membership.lineItemId] : [];
  const { left } = partsOf(money, payment);
  return {
    paymentId: payment.id,
    offlinePayment: regular?.offlinePayment ?? false,
    paymentMethod: methodOf(payment),
    ...(regular?.creditCardDetails && { creditCardDetails: regular.creditCardDetails }),
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
  const parts = payments.map((payment) => partsOf(money, payment));
  return {
    paid: currency.price(sum(parts.map(({ paid }) => paid))),
    refunded: currency.price(sum(parts.map(({ refunded }) => refunded))),
    refundPending: currency.price(sum(parts.map(({ pending }) => pending))),
    maxRefund: currency.price(sum(parts.map(({ left }) => left))),
  };
}

/** Returns the refundable value of items, fees and delivery, with the reason for each that cannot be refunded. */
export function quoteRefund(tx: StoreTx, orderId: string, items: RefundItems): CalculatedRefund {
  const order = orderOf(tx, orderId);
  const currency = currencyOf(order.currency);
  const returned = returnedOf(transactionsOf(tx, order));
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
    calculatedRefundItems: { lineItems, additionalFees, ...(delivery && { shipping: delivery }) },
  };
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
