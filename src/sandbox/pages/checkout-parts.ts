import type { MultiCurrencyPrice } from "../../api/models/money.ts";
import type { Checkout } from "../../api/services/checkout/models/checkout.ts";
import { moneyText } from "../../kernel/money.ts";
import type { Estimate } from "../services/cart/estimate.ts";
import { type Html, html } from "./page.ts";

const worth = (price: MultiCurrencyPrice | null | undefined) => price?.formattedAmount ?? "";
const isNothing = (price: MultiCurrencyPrice | null | undefined) => /^[0.]*$/.test(price?.amount ?? "0");

/** What is bought and what it costs, as a table; sums of nothing are left out. */
export function billTable(checkout: Checkout): Html {
  const { lineItems, priceSummary: sums, payLater, payNow, giftCard, taxIncludedInPrice } = checkout;
  const rows: [string, MultiCurrencyPrice | null | undefined][] = [
    ["Subtotal", sums?.subtotal],
    ["Discount", sums?.discount],
    ["Delivery", sums?.shipping],
    ["Fees", sums?.additionalFees],
    [taxIncludedInPrice ? "Tax, in the prices" : "Tax", sums?.tax],
  ];
  const isSplit = !isNothing(payLater?.total);
  const later: typeof rows = [
    ["Gift card pays", giftCard?.amount],
    ["To pay now", isSplit ? payNow?.total : undefined],
    ["To pay later", isSplit ? payLater?.total : undefined],
  ];
  const row = ([name, price]: (typeof rows)[number]) =>
    html`<tr><th scope="row" colspan="2">${name}</th><td>${worth(price)}</td></tr>
`;
  return html`<table>
<caption>Your order</caption>
<thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
<tbody>
${(lineItems ?? []).map(
  (
    line,
  ) => html`<tr><td>${line.productName?.original}${choicesOf(line)}</td><td>${line.quantity}</td><td>${worth(line.lineItemPrice)}</td></tr>
`,
)}</tbody>
<tfoot>
${rows.filter(([name, price]) => name === "Subtotal" || !isNothing(price)).map(row)}${row(["Total", sums?.total])}${later
  .filter(([, price]) => !isNothing(price))
  .map(row)}</tfoot>
</table>
${(checkout.violations ?? []).map(({ description }) => html`<p role="alert">${description}</p>`)}`;
}

type Line = NonNullable<Checkout["lineItems"]>[number];

function choicesOf({ descriptionLines }: Line): string {
  const words = (descriptionLines ?? []).map(
    ({ plainText, colorInfo }) => (plainText ?? colorInfo)?.original ?? "",
  );
  return words.length > 0 ? `, ${words.join(", ")}` : "";
}

/** The ways of delivery as choices; nothing where there are none. */
export function deliveryChoices({ options, delivery, currency }: Estimate): Html | undefined {
  if (options.length === 0) return undefined;
  return html`<fieldset>
<legend>Delivery</legend>
${options.map((option, place) => {
  const { code, carrierId, title, price, deliveryTime } = option;
  const words = [title, deliveryTime, `${moneyText(price, currency)} ${currency}`].filter(Boolean).join(", ");
  return html`<p class="choice"><input type="radio" id="delivery-${place}" name="delivery" value="${code} ${carrierId}"${option === delivery && html` checked`}>
<label for="delivery-${place}">${words}</label></p>
`;
})}</fieldset>`;
}
