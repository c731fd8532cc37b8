import type { MultiCurrencyPrice } from "../../api/models/values.ts";
import type { Checkout } from "../../api/services/checkout/checkouts.ts";
import { moneyText } from "../../kernel/money.ts";
import type { Estimate } from "../services/cart/estimate.ts";
import { type Html, html } from "./page.ts";

const formatted = (price: MultiCurrencyPrice | null | undefined) => price?.formattedAmount ?? "";
const isZero = (price: MultiCurrencyPrice | null | undefined) => /^[0.]*$/.test(price?.amount ?? "0");

/** Returns the table of items and sums. Zero sums are omitted, except the subtotal. */
export function orderTable(checkout: Checkout): Html {
  const { lineItems, priceSummary: sums, payLater, payNow, giftCard, taxIncludedInPrice } = checkout;
  const rows: [string, MultiCurrencyPrice | null | undefined][] = [
    ["Subtotal", sums?.subtotal],
    ["Discount", sums?.discount],
    ["Delivery", sums?.shipping],
    ["Fees", sums?.additionalFees],
    [taxIncludedInPrice ? "Tax (included)" : "Tax", sums?.tax],
  ];
  const isSplit = !isZero(payLater?.total);
  const later: typeof rows = [
    ["Gift card", giftCard?.amount],
    ["Due now", isSplit ? payNow?.total : undefined],
    ["Due later", isSplit ? payLater?.total : undefined],
  ];
  const row = ([name, price]: (typeof rows)[number]) =>
    html`<tr><th scope="row" colspan="2">${name}</th><td>${formatted(price)}</td></tr>
`;
  return html`<table>
<caption>Your order</caption>
<thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
<tbody>
${(lineItems ?? []).map(
  (
    line,
  ) => html`<tr><td>${line.productName?.original}${choicesOf(line)}</td><td>${line.quantity}</td><td>${formatted(line.lineItemPrice)}</td></tr>
`,
)}</tbody>
<tfoot>
${rows.filter(([name, price]) => name === "Subtotal" || !isZero(price)).map(row)}${row(["Total", sums?.total])}${later
  .filter(([, price]) => !isZero(price))
  .map(row)}</tfoot>
</table>
${(checkout.violations ?? []).map(({ description }) => html`<p role="alert">${description}</p>`)}`;
}

type Line = NonNullable<Checkout["lineItems"]>[number];

function choicesOf({ descriptionLines }: Line): string {
  const choices = (descriptionLines ?? []).map(
    ({ plainText, colorInfo }) => (plainText ?? colorInfo)?.original ?? "",
  );
  return choices.length > 0 ? `, ${choices.join(", ")}` : "";
}

/** Returns the delivery options as radio buttons, or undefined if there are none. */
export function deliveryChoices({ options, delivery, currency }: Estimate): Html | undefined {
  if (options.length === 0) return undefined;
  return html`<fieldset>
<legend>Delivery</legend>
${options.map((option, index) => {
  const { code, carrierId, title, price, deliveryTime } = option;
  const label = [title, deliveryTime, `${moneyText(price, currency)} ${currency}`].filter(Boolean).join(", ");
  return html`<p class="choice"><input type="radio" id="delivery-${index}" name="delivery" value="${code} ${carrierId}"${option === delivery && html` checked`}>
<label for="delivery-${index}">${label}</label></p>
`;
})}</fieldset>`;
}
