import { amountText, decimal } from "../../kernel/money.ts";
import type { Section } from "../../output/table.ts";
import { formatAddress } from "./address.ts";
import {
  type CartEstimate,
  type CartRecord,
  type CheckoutRecord,
  lineTitle,
  type ShippingOption,
} from "./cart.ts";

/** Returns the tables of a cart: items, discounts, totals and buyer. */
export function cartSections(cart: CartRecord): Section[] {
  return [
    {
      kind: "item",
      headings: ["ITEM", "SKU", "QUANTITY", "PRICE", "TOTAL", "NOTE"],
      right: [2, 3, 4],
      rows: cart.lineItems.map((line) => [
        lineTitle(line),
        line.sku ?? "",
        line.quantity,
        line.price,
        line.total,
        lineNotes(line),
      ]),
    },
    discountSection(cart.discounts),
    {
      kind: "total",
      headings: ["", cart.currency],
      right: [1],
      rows: [
        ["Subtotal", cart.subtotal],
        ...(isZero(cart.discount) ? [] : [["Discount", negative(cart.discount)]]),
        ["Total before shipping and tax", cart.subtotalAfterDiscounts],
      ],
    },
    buyerSection(cart),
  ];
}

/** Returns the tables of an estimate: items, discounts, shipping, tax, fees, totals and problems. */
export function estimateSections(estimate: CartEstimate): Section[] {
  const { totals, currency, giftCard, selectedShipping } = estimate;
  return [
    {
      kind: "item",
      headings: ["ITEM", "QUANTITY", "PRICE", "TOTAL", "TAX"],
      right: [1, 2, 3, 4],
      rows: estimate.lineItems.map(({ name, quantity, price, total, tax }) => [
        name,
        quantity,
        price,
        total,
        tax,
      ]),
    },
    discountSection(estimate.discounts),
    shippingSection(estimate),
    {
      kind: "tax",
      headings: ["TAX", "LEVEL", "NAME", "RATE", "TAXABLE", "AMOUNT"],
      right: [3, 4, 5],
      rows: estimate.taxes.map((tax) => [
        tax.jurisdiction,
        tax.level,
        tax.name,
        percent(tax.rate),
        tax.taxable,
        tax.amount,
      ]),
    },
    {
      kind: "fee",
      headings: ["FEE", "SOURCE", "AMOUNT"],
      right: [2],
      rows: estimate.fees.map(({ name, source, amount }) => [name, source ?? "", amount]),
    },
    {
      kind: "membership",
      headings: ["MEMBERSHIP", "STATE", "ID"],
      rows: estimate.memberships.map(({ name, usable, reason, selected, id }) => [
        name,
        selected ? "chosen" : usable ? "can pay" : (reason ?? "cannot pay"),
        id,
      ]),
    },
    {
      kind: "total",
      headings: ["", currency],
      right: [1],
      rows: [
        ["Subtotal", totals.subtotal],
        ...(isZero(totals.discount) ? [] : [["Discount", negative(totals.discount)]]),
        [selectedShipping ? `Shipping (${selectedShipping.title})` : "Shipping", totals.shipping],
        ...(isZero(totals.fees) ? [] : [["Fees", totals.fees]]),
        [estimate.taxIncluded ? "Tax (included)" : "Tax", totals.tax],
        ["Total", totals.total],
        ...(giftCard ? [[`Gift card ${giftCard.code}`, negative(giftCard.amount)]] : []),
        ["Pay now", estimate.payNow],
        ...(isZero(estimate.payLater) ? [] : [["Pay later", estimate.payLater]]),
        ...(isZero(estimate.payAfterFreeTrial)
          ? []
          : [["Pay after the free trial", estimate.payAfterFreeTrial]]),
      ],
    },
    {
      kind: "problem",
      headings: ["PROBLEM", "SEVERITY", "SUGGESTED FIX"],
      rows: [
        ...estimate.violations.map((violation) => [
          violation.description,
          violation.severity,
          violation.suggestedFix ? fixText(violation.suggestedFix, violation.lineItemId) : "",
        ]),
        ...estimate.problems.map(({ description, about, code }) => [description, "ERROR", code || about]),
      ],
    },
  ];
}

/** Returns the tables of a checkout: its estimate, state and buyer. */
export function checkoutSections(checkout: CheckoutRecord): Section[] {
  const state = checkout.completed
    ? `complete${checkout.orderId ? `: order ${checkout.orderId}` : ""}`
    : "open";
  return [
    ...estimateSections(checkout),
    {
      kind: "checkout",
      headings: ["CHECKOUT", ""],
      rows: [["Id", checkout.id], ["State", state], ...buyerRows(checkout)],
    },
  ];
}

/** Returns the table of shipping options; the selected one has a star. */
export function shippingSection({ shippingOptions, selectedShipping }: CartEstimate): Section {
  const offered: readonly ShippingOption[] =
    shippingOptions.length === 0 && selectedShipping ? [selectedShipping] : shippingOptions;
  return {
    kind: "delivery",
    headings: ["SHIPPING", "PRICE", "TIME", "ARRIVES", "DETAILS"],
    right: [1],
    rows: offered.map((one) => [
      one.code === selectedShipping?.code ? `${one.title} *` : one.title,
      one.price ?? "",
      one.deliveryTime ?? "",
      arrivalText(one),
      [
        ...(one.pickup ? [`pickup at ${formatAddress(one.pickup)}`] : []),
        ...one.charges.map(({ name, amount }) => `${name} ${amount}`),
      ].join(", "),
    ]),
  };
}

function discountSection(discounts: CartEstimate["discounts"]): Section {
  return {
    kind: "discount",
    headings: ["DISCOUNT", "TYPE", "SCOPE", "AMOUNT"],
    right: [3],
    rows: discounts.map(({ name, kind, scope, amount }) => [name, kind, scope ?? "", negative(amount)]),
  };
}

function buyerSection(cart: CartRecord): Section {
  const coupon = cart.coupon && !cart.discounts.some(({ kind }) => kind === "coupon");
  const rows = [...(coupon ? [["Coupon", cart.coupon?.code ?? ""]] : []), ...buyerRows(cart)];
  return { kind: "buyer", headings: ["BUYER", ""], rows };
}

function buyerRows(one: CartRecord | CheckoutRecord): [string, string][] {
  const { contact, email, note, shippingAddress, billingAddress } = one;
  const { firstName, lastName, company, phone, vatId } = contact ?? {};
  const rows: [string, string | undefined][] = [
    ["Name", [firstName, lastName].filter(Boolean).join(" ")],
    ["Company", company],
    ["Email", email],
    ["Phone", phone],
    ["Tax id", vatId && `${vatId.type} ${vatId.id}`],
    ["Ship to", shippingAddress && formatAddress(shippingAddress)],
    ["Bill to", billingAddress && formatAddress(billingAddress)],
    ["Note", note],
  ];
  return rows.flatMap(([name, text]) => (text ? [[name, text]] : []));
}

/** Returns notes on a line: its stock, subscription, date and deposit. */
export function lineNotes(line: CartRecord["lineItems"][number]): string {
  const { availability, quantityAvailable: available, subscription, scheduledDate, deposit } = line;
  const stock =
    availability === "AVAILABLE"
      ? ""
      : availability === "PARTIALLY_AVAILABLE"
        ? `only ${available} in stock`
        : availability === "NOT_FOUND"
          ? "no longer sold"
          : "out of stock";
  return [stock, subscription, scheduledDate && `on ${scheduledDate}`, deposit && `deposit ${deposit}`]
    .filter(Boolean)
    .join(", ");
}

/** Returns the delivery window in UTC: `24 Nov to 26 Nov`. */
function arrivalText({ from, to }: Pick<ShippingOption, "from" | "to">): string {
  if (!from || !to) return "";
  const [first, last] = [dayText(from), dayText(to)];
  return first === last ? first : `${first} to ${last}`;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const dayText = (time: string) =>
  `${Number(time.slice(8, 10))} ${months[Number(time.slice(5, 7)) - 1] ?? ""}`;

const fixText = (fix: string, lineItemId: string | undefined) =>
  fix === "REMOVE_LINE_ITEM" && lineItemId ? `till cart remove ${lineItemId}` : fix;

const zero = decimal("0");
const isZero = (amount: string) => decimal(amount).eq(zero);
const negative = (amount: string) => (isZero(amount) ? amount : `-${amount}`);
const percent = (rate: string) => `${amountText(decimal(rate).times(decimal("100")))}%`;
