import type {
  OrderAdditionalFee as AdditionalFee,
  BalanceSummary,
  NewLineItem,
  Order,
  OrderPrice,
} from "../../api/services/orders.ts";
import { type Decimal, decimal, moneyText, parseAmount, roundMoney, sum } from "../../kernel/money.ts";
import type { Tx } from "../kernel/tx.ts";
import { formatPrice } from "../products/index.ts";
import type { Amount, StoredLine, StoredTransactions } from "./tables.ts";

/** Rounds and formats amounts of one currency. */
export interface Currency {
  code: string;
  /** Rounded half up to the currency's digits. */
  price(amount: Decimal): Amount;
}

/** Returns the currency with an ISO 4217 code. Its prices carry `12.30` and `$12.30`. */
export function currencyOf(code: string): Currency {
  // An order has few different amounts, most of them 0, and formatting costs more than a lookup.
  const known = new Map<string, string>();
  return {
    code,
    price(value) {
      const amount = moneyText(value, code);
      const formattedAmount = known.get(amount) ?? formatPrice(decimal(amount), code);
      known.set(amount, formattedAmount);
      return { amount, formattedAmount };
    },
  };
}

export const zero = decimal("0");

/** Returns the amount of a price, or 0 if it has none. */
export function exactAmount(price: OrderPrice | null | undefined): Decimal {
  return decimal(price?.amount || "0");
}

/** Returns an amount above zero with no more digits than its currency has, or undefined. */
export function wholeAmount(text: string | null | undefined, currency: string): Decimal | undefined {
  const value = parseAmount(text ?? "");
  if (value === undefined || !value.gt(zero)) return undefined;
  return roundMoney(value, currency).eq(value) ? value : undefined;
}

/** The larger of two amounts. */
export const most = (first: Decimal, second: Decimal) => (first.gt(second) ? first : second);

/**
 * Returns the price of `count` of `total` units, if `before` units were taken already and all of them cost `whole`.
 * Parts taken one after the other add up to `whole` exactly.
 */
export function shareOf(
  whole: Decimal,
  { total, before, count }: { total: number; before: number; count: number },
  currency: string,
): Decimal {
  const upTo = (units: number) =>
    roundMoney(whole.times(decimal(String(units))).div(decimal(String(total || 1))), currency);
  return upTo(before + count).minus(upTo(before));
}

/** Returns an item with an ID and with the prices that follow from those given. */
export function completeLine(tx: Tx, currency: Currency, given: NewLineItem): StoredLine {
  const quantity = given.quantity ?? 1;
  const price = currency.price(exactAmount(given.price));
  const whole = exactAmount(price).times(decimal(String(quantity)));
  const discount = exactAmount(given.totalDiscount);
  const tax = exactAmount(given.taxInfo?.taxAmount ?? given.taxDetails?.totalTax);
  const included = given.taxInfo?.taxIncludedInPrice === true;
  const before = whole.minus(discount).minus(included ? tax : zero);
  return {
    paymentOption: "FULL_PAYMENT_ONLINE",
    itemType: { preset: "PHYSICAL" },
    priceBeforeDiscounts: price,
    totalPriceBeforeTax: currency.price(before),
    totalPriceAfterTax: currency.price(before.plus(tax)),
    lineItemPrice: currency.price(whole),
    ...present(given),
    id: given.id || tx.newId(),
    quantity,
    price,
    totalDiscount: currency.price(discount),
  };
}

/** Returns a fee with an ID and with the prices that follow from the one given. */
export function completeFee(tx: Tx, currency: Currency, given: AdditionalFee): AdditionalFee {
  const price = currency.price(exactAmount(given.price));
  const tax = exactAmount(given.taxInfo?.taxAmount ?? given.taxDetails?.totalTax);
  return {
    priceBeforeTax: price,
    priceAfterTax: currency.price(exactAmount(price).plus(tax)),
    source: "MANUAL",
    lineItemIds: [],
    ...present(given),
    id: given.id || tx.newId(),
    price,
  };
}

/** The parts of an order that its sums follow from. */
export interface OrderParts extends Pick<Order, "priceSummary" | "shippingInfo" | "taxIncludedInPrices"> {
  lineItems: readonly StoredLine[];
  additionalFees: readonly AdditionalFee[];
}

/**
 * Returns the sums of an order: given ones are kept, others are added up from its parts. Tax that is included in
 * prices is not added to the total again.
 */
export function completeSummary(currency: Currency, order: OrderParts) {
  const { lineItems, additionalFees, shippingInfo, priceSummary: given } = order;
  const added = {
    subtotal: sum(lineItems.map(({ lineItemPrice }) => exactAmount(lineItemPrice))),
    shipping: exactAmount(shippingInfo?.cost?.price),
    tax: sum(
      [...lineItems, ...additionalFees, shippingInfo?.cost].map((part) =>
        exactAmount(part?.taxInfo?.taxAmount),
      ),
    ),
    discount: sum(lineItems.map(({ totalDiscount }) => exactAmount(totalDiscount))),
    totalAdditionalFees: sum(additionalFees.map(({ price }) => exactAmount(price))),
  };
  const sums = Object.fromEntries(
    Object.entries(added).map(([name, amount]) => {
      const own = given?.[name as keyof typeof added];
      return [name, currency.price(own?.amount ? exactAmount(own) : amount)] as const;
    }),
  ) as Record<keyof typeof added, Amount>;
  const follows = orderTotal(sums, order.taxIncludedInPrices === true);
  return { ...sums, total: currency.price(given?.total?.amount ? exactAmount(given.total) : follows) };
}

/** Returns the total of an order's sums. */
export function orderTotal(sums: Order["priceSummary"], taxIncluded: boolean): Decimal {
  const added = taxIncluded ? zero : exactAmount(sums?.tax);
  const goods = exactAmount(sums?.subtotal).minus(exactAmount(sums?.discount));
  return goods.plus(exactAmount(sums?.shipping)).plus(added).plus(exactAmount(sums?.totalAdditionalFees));
}

const present = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null)) as T;

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

/** Sums the parts of refunds whose status is as wanted. */
export const refundSum = (
  parts: readonly StoredTransactions["refunds"][number]["transactions"][number][],
  test: (status: string) => boolean,
): Decimal =>
  sum(parts.filter(({ refundStatus }) => test(refundStatus)).map(({ amount }) => exactAmount(amount)));

/** Sums payments and refunds. */
export function sumsOf({ payments, refunds }: Pick<StoredTransactions, "payments" | "refunds">): Sums {
  const paying = (test: (status: string) => boolean) =>
    sum(payments.filter(({ status }) => test(status)).map(({ amount }) => exactAmount(amount)));
  const parts = refunds.flatMap((refund) => refund.transactions);
  const refunding = (test: (status: string) => boolean) => refundSum(parts, test);
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
