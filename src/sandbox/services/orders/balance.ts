import type { BalanceSummary } from "../../../api/services/orders/models.ts";
import { type Decimal, sum } from "../../../kernel/money.ts";
import { amountOf, type Currency, zero } from "./amounts.ts";
import type { StoredTransactions } from "./tables.ts";

/** The money of an order, summed over its payments and refunds. */
export interface Sums {
  /** Charged or captured, including what was refunded later. */
  paid: Decimal;
  refunded: Decimal;
  pendingRefund: Decimal;
  authorized: Decimal;
  pending: Decimal;
}

const settled = ["APPROVED", "PARTIALLY_REFUNDED", "REFUNDED"];
const underway = ["PENDING", "SCHEDULED", "STARTED"];

/** Whether a payment was received, even if it was refunded later. */
export const isPaid = (status: string) => settled.includes(status);
/** Whether a part of a refund is pending. */
export const isUnderway = (status: string) => underway.includes(status);

/** Sums payments and refunds. */
export function sumsOf({ payments, refunds }: Pick<StoredTransactions, "payments" | "refunds">): Sums {
  const paying = (test: (status: string) => boolean) =>
    sum(payments.filter(({ status }) => test(status)).map(({ amount }) => amountOf(amount)));
  const parts = refunds.flatMap((refund) => refund.transactions);
  const refunding = (test: (status: string) => boolean) =>
    sum(parts.filter(({ refundStatus }) => test(refundStatus)).map(({ amount }) => amountOf(amount)));
  return {
    paid: paying(isPaid),
    refunded: refunding((status) => status === "SUCCEEDED"),
    pendingRefund: refunding(isUnderway),
    authorized: paying((status) => status === "AUTHORIZED"),
    pending: paying((status) => status === "PENDING" || status === "PENDING_MERCHANT"),
  };
}

/** Returns what is neither paid nor pending. Negative if the order was overpaid. */
export function leftToPay(total: Decimal, { paid, pending }: Sums): Decimal {
  return total.minus(paid).minus(pending);
}

/** Returns the balance summary of an order. */
export function balanceOf(total: Decimal, sums: Sums, currency: Currency): BalanceSummary {
  const nothing = currency.price(zero);
  return {
    balance: currency.price(leftToPay(total, sums)),
    paid: currency.price(sums.paid),
    refunded: currency.price(sums.refunded),
    authorized: currency.price(sums.authorized),
    pendingRefund: currency.price(sums.pendingRefund),
    pending: currency.price(sums.pending),
    chargeback: nothing,
    chargebackReversal: nothing,
    platformFees: nothing,
    totalMinusPlatformFees: currency.price(total),
  };
}

/** Returns the payment status of an order that costs `total`. */
export function paymentStatusOf(
  total: Decimal,
  sums: Sums,
  { payments }: Pick<StoredTransactions, "payments">,
): string {
  const { paid, refunded } = sums;
  if (refunded.gt(zero)) return refunded.lt(paid) ? "PARTIALLY_REFUNDED" : "FULLY_REFUNDED";
  if (!total.gt(paid)) return "PAID";
  if (paid.gt(zero)) return "PARTIALLY_PAID";
  const has = (status: string) => payments.some((payment) => payment.status === status);
  if (has("PENDING")) return "PENDING";
  if (has("PENDING_MERCHANT")) return "PENDING_MERCHANT";
  if (has("AUTHORIZED")) return "NOT_PAID";
  const last = payments.at(-1)?.status;
  if (last === "DECLINED") return "DECLINED";
  return last === "CANCELED" || last === "VOIDED" ? "CANCELED" : "NOT_PAID";
}
