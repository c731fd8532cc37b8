import { amountText, decimal } from "../../kernel/money.ts";
import type { Section } from "../../output/sections.ts";
import { addressWords } from "./address.ts";
import type { CartEstimate, CartRecord, CheckoutRecord, ShippingOption } from "./cart.ts";
import { lineWords } from "./lines.ts";

/** A cart as a statement: its lines, what is taken off, and who buys. */
export function cartSections(cart: CartRecord): Section[] {
  return [
    {
      kind: "item",
      headings: ["ITEM", "SKU", "QUANTITY", "PRICE", "TOTAL", "NOTE"],
      right: [2, 3, 4],
      rows: cart.lineItems.map((line) => [
        lineWords(line),
        line.sku ?? "",
        line.quantity,
        line.price,
        line.total,
        remarkOf(line),
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
        ["Total before delivery and tax", cart.subtotalAfterDiscounts],
      ],
    },
    buyerSection(cart),
  ];
}

/** An estimate as a statement: all that makes up the price, and what stands in the way. */
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
      headings: ["TAX", "LEVEL", "NAME", "RATE", "OF", "AMOUNT"],
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
      headings: ["FEE", "FROM", "AMOUNT"],
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
        [selectedShipping ? `Delivery (${selectedShipping.title})` : "Delivery", totals.shipping],
        ...(isZero(totals.fees) ? [] : [["Fees", totals.fees]]),
        [estimate.taxIncluded ? "Tax (in the prices)" : "Tax", totals.tax],
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
      headings: ["PROBLEM", "SEVERITY", "WHAT WOULD HELP"],
      rows: [
        ...estimate.violations.map((one) => [
          one.description,
          one.severity,
          one.suggestedFix ? fixWords(one.suggestedFix, one.lineItemId) : "",
        ]),
        ...estimate.problems.map(({ description, about, code }) => [description, "ERROR", code || about]),
      ],
    },
  ];
}

/** A checkout as a statement: its estimate, and what is known of the buyer. */
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

/** The ways of delivery; the one that is reckoned with has a star. */
export function shippingSection({ shippingOptions, selectedShipping }: CartEstimate): Section {
  const offered: readonly ShippingOption[] =
    shippingOptions.length === 0 && selectedShipping ? [selectedShipping] : shippingOptions;
  return {
    kind: "delivery",
    headings: ["DELIVERY", "PRICE", "TAKES", "ARRIVES", "WITH"],
    right: [1],
    rows: offered.map((one) => [
      one.code === selectedShipping?.code ? `${one.title} *` : one.title,
      one.price ?? "",
      one.deliveryTime ?? "",
      arrivalWords(one),
      [
        ...(one.pickup ? [`pickup at ${addressWords(one.pickup)}`] : []),
        ...one.charges.map(({ name, amount }) => `${name} ${amount}`),
      ].join(", "),
    ]),
  };
}

function discountSection(discounts: CartEstimate["discounts"]): Section {
  return {
    kind: "discount",
    headings: ["DISCOUNT", "BY", "OFF", "AMOUNT"],
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
    ["E-mail", email],
    ["Phone", phone],
    ["Tax id", vatId && `${vatId.type} ${vatId.id}`],
    ["Deliver to", shippingAddress && addressWords(shippingAddress)],
    ["Bill to", billingAddress && addressWords(billingAddress)],
    ["Note", note],
  ];
  return rows.flatMap(([name, text]) => (text ? [[name, text]] : []));
}

/** What should be known of a line: out of stock, bought again and again, on a date. */
export function remarkOf(line: CartRecord["lineItems"][number]): string {
  const { availability, quantityAvailable: left, subscription, scheduledDate, deposit } = line;
  const stock =
    availability === "AVAILABLE"
      ? ""
      : availability === "PARTIALLY_AVAILABLE"
        ? `only ${left} in stock`
        : availability === "NOT_FOUND"
          ? "not sold any more"
          : "out of stock";
  return [stock, subscription, scheduledDate && `on ${scheduledDate}`, deposit && `deposit ${deposit}`]
    .filter(Boolean)
    .join(", ");
}

/** `24 Nov to 26 Nov`: days in UTC, as the platform says them. */
function arrivalWords({ from, to }: Pick<ShippingOption, "from" | "to">): string {
  if (!from || !to) return "";
  const [first, last] = [dayWords(from), dayWords(to)];
  return first === last ? first : `${first} to ${last}`;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const dayWords = (time: string) =>
  `${Number(time.slice(8, 10))} ${months[Number(time.slice(5, 7)) - 1] ?? ""}`;

const fixWords = (fix: string, lineItemId: string | undefined) =>
  fix === "REMOVE_LINE_ITEM" && lineItemId ? `till cart remove ${lineItemId}` : fix;

const zero = decimal("0");
const isZero = (amount: string) => decimal(amount).eq(zero);
const negative = (amount: string) => (isZero(amount) ? amount : `-${amount}`);
const percent = (rate: string) => `${amountText(decimal(rate).times(decimal("100")))} %`;
