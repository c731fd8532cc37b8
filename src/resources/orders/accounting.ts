import type { Order, OrderLineItem } from "../../api/services/orders.ts";
import type { OrderTransactions } from "../../api/services/payments.ts";
import {
  amountText,
  type Decimal,
  decimal,
  moneyText,
  parseAmount,
  roundMoney,
  sum,
} from "../../kernel/money.ts";
import { unitsOf } from "./fields.ts";
import { paymentMethodText } from "./payments.ts";
import { customerOf } from "./words.ts";

/** A row of an export of orders: column -> text, amounts with all digits of the currency. */
export type AccountingRow = Readonly<Record<string, string>>;

const orderColumns = [
  "number",
  "orderId",
  "date",
  "paidDate",
  "refundDate",
  "status",
  "paymentStatus",
  "fulfillmentStatus",
];
const buyerColumns = ["buyer", "email", "country", "currency"];
const moneyColumns = ["discount", "shipping", "shippingTax", "fees", "feesTax", "tax"];
const paymentColumns = ["paymentMethod", "transactionId"];

/** The columns of an export with one row per line item. */
export const lineHeader: readonly string[] = [
  ...[...orderColumns, ...buyerColumns, "item", "options", "sku", "quantity", "unitPrice", "lineTotal"],
  ...[...moneyColumns, "taxRate", "taxes", "total", "refund", ...paymentColumns],
];

/** The columns of an export with one row per order. */
export const orderHeader: readonly string[] = [
  ...[...orderColumns, ...buyerColumns, "quantity", "lineTotal"],
  ...[...moneyColumns, "taxes", "total", "refund", ...paymentColumns],
];

const numbers =
  /^(quantity|unitPrice|lineTotal|discount|shipping|shippingTax|fees|feesTax|tax|taxRate|total|refund)$/;
const times = /^(date|paidDate|refundDate)$/;

/** Returns whether a column holds text. */
export const isAccountingText = (column: string): boolean => !numbers.test(column) && !times.test(column);

/** Returns whether a column holds amounts. */
export const isAccountingAmount = (column: string): boolean =>
  numbers.test(column) && column !== "quantity" && column !== "taxRate";

/** Returns whether a column holds times in UTC. */
export const isAccountingDate = (column: string): boolean => times.test(column);

interface OptionalPrice {
  amount?: string | null;
}
const zero = decimal("0");
const amountOf = (price: OptionalPrice | null | undefined): Decimal =>
  parseAmount(price?.amount ?? "") ?? zero;

/** The amounts of a line item, or those of a whole order. */
interface Amounts {
  lineTotal: Decimal;
  discount: Decimal;
  tax: Decimal;
  total: Decimal;
}

/**
 * Returns one row per line item, and one for an order without items. What belongs to the whole order (delivery, fees, refunds,
 * discounts of the delivery) is in its first row, so that each column adds up to the amount of the order.
 */
export function lineRows(order: Order, transactions: OrderTransactions | undefined): AccountingRow[] {
  const items = order.lineItems?.length ? order.lineItems : [{ id: "", quantity: 0 }];
  const facts = orderFacts(order, transactions);
  const whole = orderAmounts(order);
  const lines = items.map((item) => lineAmounts(item, order.currency ?? ""));
  const rest = remainder(whole, lines);
  return items.map((item, index) => {
    const own = lines[index] ?? whole;
    const isFirst = index === 0;
    const amount = (key: keyof Amounts) => facts.money(isFirst ? own[key].plus(rest[key]) : own[key]);
    const { taxInfo, quantity } = item;
    return {
      ...facts.text,
      item: item.productName?.original ?? "",
      options: optionsOf(item),
      sku: item.physicalProperties?.sku ?? "",
      quantity: String(quantity ?? 1),
      unitPrice: facts.money(amountOf(item.priceBeforeDiscounts ?? item.price)),
      lineTotal: amount("lineTotal"),
      discount: amount("discount"),
      ...(isFirst ? facts.whole : facts.none),
      tax: amount("tax"),
      taxRate: percentOf(taxInfo?.taxRate),
      taxes: (taxInfo?.taxBreakdown ?? [])
        .map(({ taxName, rate, taxAmount }) => taxText(taxName, rate, taxAmount))
        .join("; "),
      total: amount("total"),
      refund: isFirst ? facts.refund : facts.money(zero),
    };
  });
}

/** Returns the row of an order. */
export function orderRow(order: Order, transactions: OrderTransactions | undefined): AccountingRow {
  const facts = orderFacts(order, transactions);
  const { lineTotal, discount, tax, total } = orderAmounts(order);
  return {
    ...facts.text,
    quantity: String(unitsOf(order)),
    lineTotal: facts.money(lineTotal),
    discount: facts.money(discount),
    ...facts.whole,
    tax: facts.money(tax),
    taxes: (order.taxInfo?.taxBreakdown ?? [])
      .map(({ taxName, rate, aggregatedTaxAmount }) => taxText(taxName, rate, aggregatedTaxAmount))
      .join("; "),
    total: facts.money(total),
    refund: facts.refund,
  };
}

/** The tax of the items is the total tax without that of delivery and fees. */
function orderAmounts({ priceSummary, ...order }: Order): Amounts {
  const { shippingTax, feesTax } = otherTaxes(order);
  return {
    lineTotal: amountOf(priceSummary?.subtotal),
    discount: amountOf(priceSummary?.discount),
    tax: amountOf(priceSummary?.tax).minus(shippingTax).minus(feesTax),
    total: amountOf(priceSummary?.total),
  };
}

function otherTaxes({ shippingInfo, additionalFees }: Order) {
  return {
    shippingTax: amountOf(shippingInfo?.cost?.taxInfo?.taxAmount),
    feesTax: sum((additionalFees ?? []).map(({ taxInfo }) => amountOf(taxInfo?.taxAmount))),
  };
}

/** The amounts as a row shows them: rounded, so that the first row can have what the others lack. */
function lineAmounts(
  { lineItemPrice, price, quantity, totalDiscount, taxInfo }: OrderLineItem,
  currency: string,
): Amounts {
  const lineTotal = roundMoney(
    lineItemPrice ? amountOf(lineItemPrice) : amountOf(price).times(decimal(String(quantity ?? 1))),
    currency,
  );
  const discount = roundMoney(amountOf(totalDiscount), currency);
  const tax = roundMoney(amountOf(taxInfo?.taxAmount), currency);
  const added = taxInfo?.taxIncludedInPrice ? zero : tax;
  return { lineTotal, discount, tax, total: lineTotal.minus(discount).plus(added) };
}

function remainder(whole: Amounts, lines: readonly Amounts[]): Amounts {
  const left = (key: keyof Amounts) => whole[key].minus(sum(lines.map((line) => line[key])));
  return { lineTotal: left("lineTotal"), discount: left("discount"), tax: left("tax"), total: left("total") };
}

/** The cells that all rows of an order share, and those of its first row only. */
function orderFacts(order: Order, transactions: OrderTransactions | undefined) {
  const { shippingInfo, billingInfo, recipientInfo, priceSummary, balanceSummary } = order;
  const currency = order.currency ?? "";
  const money = (value: Decimal) => moneyText(value, currency);
  const none = { shipping: money(zero), shippingTax: money(zero), fees: money(zero), feesTax: money(zero) };
  const { shippingTax, feesTax } = otherTaxes(order);
  const received = (transactions?.payments ?? []).filter(({ status }) => !failed.has(status ?? ""));
  const latest = (dates: readonly (string | null | undefined)[]) =>
    dates
      .filter((date) => date != null)
      .sort()
      .at(-1) ?? "";
  const paid = received.filter(({ status }) => status !== "AUTHORIZED" && status !== "PENDING");
  const destination = shippingInfo?.logistics?.shippingDestination?.address;
  return {
    money,
    none,
    text: {
      number: order.number ?? "",
      orderId: order.id,
      date: order.purchasedDate ?? order.createdDate ?? "",
      paidDate: latest(paid.map(({ createdDate }) => createdDate)),
      refundDate: latest(
        (transactions?.refunds ?? []).filter(isPaidBack).map(({ createdDate }) => createdDate),
      ),
      status: order.status ?? "",
      paymentStatus: order.paymentStatus ?? "",
      fulfillmentStatus: order.fulfillmentStatus ?? "",
      buyer: customerOf(order),
      email: order.buyerInfo?.email ?? "",
      country: (destination ?? recipientInfo?.address ?? billingInfo?.address)?.country ?? "",
      currency,
      paymentMethod: [...new Set(received.map(paymentMethodText))].join("; "),
      transactionId: received.map(transactionIdOf).join("; "),
    },
    whole: {
      shipping: money(amountOf(priceSummary?.shipping)),
      shippingTax: money(shippingTax),
      fees: money(amountOf(priceSummary?.totalAdditionalFees)),
      feesTax: money(feesTax),
    },
    refund: money(amountOf(balanceSummary?.refunded)),
  };
}

const failed: ReadonlySet<string> = new Set(["DECLINED", "CANCELED", "VOIDED", "TIMED_OUT", "FAILED"]);

const notPaidBack: ReadonlySet<string> = new Set(["FAILED", "PENDING", "SCHEDULED", "STARTED"]);

type Payment = NonNullable<OrderTransactions["payments"]>[number];
type Refund = NonNullable<OrderTransactions["refunds"]>[number];

/** Returns whether any part of a refund was paid back. A refund without parts was recorded as paid. */
function isPaidBack({ transactions }: Refund): boolean {
  const parts = transactions ?? [];
  return parts.length === 0 || parts.some(({ refundStatus }) => !notPaidBack.has(refundStatus ?? ""));
}

function transactionIdOf({ id, regularPaymentDetails, membershipPaymentDetails }: Payment): string {
  const { providerTransactionId, gatewayTransactionId } = regularPaymentDetails ?? {};
  return (
    providerTransactionId ||
    gatewayTransactionId ||
    membershipPaymentDetails?.externalTransactionId ||
    (id ?? "")
  );
}

function optionsOf({ descriptionLines }: OrderLineItem): string {
  return (descriptionLines ?? [])
    .map(({ name, plainText, colorInfo }) => {
      const value = plainText?.original ?? colorInfo?.original ?? "";
      return `${name?.original ?? ""}: ${value}`;
    })
    .join("; ");
}

/** Returns a rate such as `0.19` as percent: `19`. */
function percentOf(rate: string | null | undefined): string {
  const value = parseAmount(rate ?? "");
  return value === undefined ? "" : amountText(value.times(decimal("100")));
}

const taxText = (
  name: string | null | undefined,
  rate: string | null | undefined,
  amount: OptionalPrice | null | undefined,
) => `${[name, `${percentOf(rate)}%`].filter(Boolean).join(" ")}: ${amountText(amountOf(amount))}`;
