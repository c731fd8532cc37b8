import type { Address, MultiCurrencyPrice } from "../../api/models/values.ts";
import type { Checkout } from "../../api/services/checkout/checkouts.ts";
import { moneyText } from "../../kernel/money.ts";
import type { Estimate } from "../cart/estimate.ts";
import { changedCheckout } from "../checkout/change.ts";
import {
  checkoutOf,
  type PricedCheckout,
  pricedCheckout,
  replaceCheckout,
  type StoredCheckout,
} from "../checkout/checkouts.ts";
import { completeCheckout, type PaymentOutcome, paymentOutcomes } from "../checkout/place.ts";
import { nextPayment } from "../kernel/store.ts";
import { InvalidInput, PlatformError } from "../kernel/tx.ts";
import { isSafeRedirect, redirectOf } from "../members/authorize.ts";
import { orders } from "../orders/tables.ts";
import {
  alert,
  button,
  field,
  form,
  type Html,
  html,
  type Page,
  type PageVisit,
  page,
  redirectRejection,
} from "./page.ts";

/** The labels of the payment methods by outcome. */
const paymentLabels: Readonly<Record<PaymentOutcome, string>> = {
  approved: "Test card 4242: payment succeeds",
  declined: "Test card 0002: payment is declined",
  authorized: "Test card 3220: payment is authorized, captured later",
  pending: "Bank transfer: payment stays pending",
  offline: "Pay offline later",
};

/** The hosted checkout page: items, totals, delivery address, delivery and payment. */
export const checkout: Page = {
  show: (visit) => shown(visit),
  submit(visit) {
    const { tx, form: sent } = visit;
    const before = checkoutOf(tx, checkoutIdOf(visit));
    if (before.completed) return thanks(visit, before);
    try {
      // A failed submission is rolled back, and the page shows why.
      return tx.attempt(() => {
        const { checkout: after } = replaceCheckout(tx, before, withFormValues(visit, before));
        if (sent.get("do") !== "pay") return shown(visit);
        // The form shows the outcome set for the next payment; what the buyer chose wins, and uses it up.
        tx.payment();
        completeCheckout(tx, after, outcomeOf(sent.get("payment")));
        return thanks(visit, checkoutOf(tx, before.id));
      });
    } catch (error) {
      if (error instanceof PlatformError || error instanceof InvalidInput) return shown(visit, error.message);
      throw error;
    }
  },
};

function shown(visit: PageVisit, problem?: string) {
  const { tx, form: sent } = visit;
  const checkout = checkoutOf(tx, checkoutIdOf(visit));
  if (checkout.completed) return thanks(visit, checkout);
  const priced = pricedCheckout(tx, checkout);
  const [estimated, shownCheckout] = [priced.estimated(), priced.shown()];
  const total = shownCheckout.payNow?.total?.formattedAmount ?? "";
  const chosen = outcomeOf(sent.get("payment") ?? nextPayment(tx.db)?.toLowerCase());
  return page({
    title: "Checkout",
    status: problem === undefined ? 200 : 400,
    body: html`${alert(problem)}${orderTable(shownCheckout)}
${form(
  visit,
  html`${field("Email", { name: "email", type: "email", autocomplete: "email", value: sent.get("email") ?? checkout.buyerInfo.email ?? "" })}
${isSent(estimated) && addressFields(visit, checkout)}
${deliveryChoices(estimated)}
${field("Coupon", { name: "coupon", type: "text", autocomplete: "off", value: checkout.couponCode ?? "", required: false })}
${field("Gift card", { name: "giftCard", type: "text", autocomplete: "off", value: checkout.giftCard?.code ?? "", required: false })}
${button("Update total", "do", "update")}
<fieldset>
<legend>Payment</legend>
${paymentOutcomes.map(
  (
    outcome,
  ) => html`<p class="choice"><input type="radio" id="pay-${outcome}" name="payment" value="${outcome}"${outcome === chosen && html` checked`}>
<label for="pay-${outcome}">${paymentLabels[outcome]}</label></p>
`,
)}</fieldset>
${button(`Pay ${total}`, "do", "pay")}`,
)}`,
  });
}

const isSent = ({ lines }: Estimate) => lines.some(({ catalogItem }) => catalogItem.kind === "PHYSICAL");

const addressNames = [
  ["country", "Country (two letters)", "country"],
  ["subdivision", "State or region (such as US-NY)", "address-level1"],
  ["city", "City", "address-level2"],
  ["postalCode", "Postal code", "postal-code"],
  ["addressLine", "Street and number", "address-line1"],
] as const;

function addressFields({ form: sent }: PageVisit, { shippingAddress }: StoredCheckout) {
  const fields = addressNames.map(([name, label, autocomplete]) =>
    field(label, {
      name,
      type: "text",
      autocomplete,
      required: name === "country",
      value: sent.get(name) ?? shippingAddress?.[name] ?? "",
    }),
  );
  return html`<fieldset>
<legend>Delivery address</legend>
${fields}</fieldset>`;
}

/** Returns the checkout with the values of the form. */
function withFormValues({ tx, form: sent }: PageVisit, before: StoredCheckout): PricedCheckout {
  const given = (name: string) => sent.get(name)?.trim() ?? "";
  const typed = Object.fromEntries(
    addressNames.flatMap(([name]) => (given(name) ? [[name, given(name)]] : [])),
  );
  const address: Address = { ...before.shippingAddress, ...typed };
  const moved = addressNames.some(
    ([name]) => typed[name] !== undefined && typed[name] !== before.shippingAddress?.[name],
  );
  const [code, carrierId] = given("delivery").split(" ");
  const { couponCode, giftCard, ...bare } = before;
  const { selectedShippingOption, ...undelivered } = bare;
  return changedCheckout(tx, moved ? undelivered : bare, {
    info: {
      buyerInfo: { ...(given("email") && { email: given("email") }) },
      shippingInfo: {
        ...(Object.keys(typed).length > 0 && {
          shippingDestination: { ...before.shippingDestination, address },
        }),
        ...(code && !moved && { selectedCarrierServiceOption: { code, carrierId: carrierId || undefined } }),
      },
    },
    couponCode: given("coupon"),
    giftCardCode: given("giftCard"),
    giftCardRedeemAmount: before.giftCard?.amount && given("giftCard") ? before.giftCard.amount : undefined,
  });
}

function outcomeOf(value: string | null | undefined): PaymentOutcome {
  return paymentOutcomes.find((paymentOutcome) => paymentOutcome === value) ?? "approved";
}

/** Returns the checkout id from the redirect session, or from the query. */
function checkoutIdOf({ tx, query }: PageVisit): string | undefined {
  const session = query.get("session");
  if (session === null) return query.get("checkoutId") ?? undefined;
  return redirectOf(tx, session, "ecomCheckout").request.ecomCheckout?.checkoutId ?? undefined;
}

function thanks({ tx, query }: PageVisit, { orderId }: StoredCheckout) {
  const order = tx.get(orders, orderId ?? "");
  const session = query.get("session");
  const callbacks = session === null ? undefined : redirectOf(tx, session, "ecomCheckout").request.callbacks;
  const next = callbacks?.thankYouPageUrl ?? callbacks?.postFlowUrl ?? "";
  return page({
    title: "Thank you",
    body: html`<dl>
<dt>Order</dt><dd>${order?.number ?? "not available"}</dd>
${
  order &&
  html`<dt>Total</dt><dd>${order.priceSummary.total.formattedAmount}</dd>
<dt>Payment</dt><dd>${order.paymentStatus}</dd>
<dt>Status</dt><dd>${order.status}</dd>`
}
</dl>
${wayBack(next)}`,
  });
}

function wayBack(address: string) {
  if (isSafeRedirect(address)) return html`<p><a href="${address}">Back to the shop</a></p>`;
  if (address) return html`<p role="alert">${redirectRejection(address)}</p>`;
  return html`<p>You can close this window.</p>`;
}

const formatted = (price: MultiCurrencyPrice | null | undefined) => price?.formattedAmount ?? "";
const isZero = (price: MultiCurrencyPrice | null | undefined) => /^[0.]*$/.test(price?.amount ?? "0");

/** Returns the table of items and sums. Zero sums are omitted, except the subtotal. */
function orderTable(checkout: Checkout): Html {
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
function deliveryChoices({ options, delivery, currency }: Estimate): Html | undefined {
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
