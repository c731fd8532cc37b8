import type { Address } from "../../api/models/values.ts";
import { InvalidInput } from "../kernel/invalid.ts";
import { nextPayment } from "../kernel/next-payment.ts";
import { PlatformError } from "../kernel/tx.ts";
import type { Estimate } from "../services/cart/estimate.ts";
import { changedCheckout } from "../services/checkout/change.ts";
import {
  checkoutOf,
  type PricedCheckout,
  pricedCheckout,
  replaceCheckout,
} from "../services/checkout/checkouts.ts";
import { type PaymentOutcome, paymentOutcomes } from "../services/checkout/payment.ts";
import { completeCheckout } from "../services/checkout/place.ts";
import type { StoredCheckout } from "../services/checkout/tables.ts";
import { isSafeRedirect, redirectOf } from "../services/members/authorize.ts";
import { orders } from "../services/orders/tables.ts";
import { deliveryChoices, orderTable } from "./checkout-parts.ts";
import { alert, button, field, form } from "./forms.ts";
import { html, type Page, type PageVisit, page, rejectionOf } from "./page.ts";

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
  const { couponCode: _, giftCard: __, ...bare } = before;
  const { selectedShippingOption: ___, ...undelivered } = bare;
  return changedCheckout(tx, moved ? undelivered : bare, {
    info: {
      buyerInfo: { ...(given("email") && { email: given("email") }) },
      shippingInfo: {
        ...(Object.keys(typed).length > 0 && {
          shippingDestination: { ...before.shippingDestination, address },
        }),
        ...(code && !moved && { selectedCarrierServiceOption: { code, ...(carrierId && { carrierId }) } }),
      },
    },
    couponCode: given("coupon"),
    giftCardCode: given("giftCard"),
    ...(before.giftCard?.amount && given("giftCard") && { giftCardRedeemAmount: before.giftCard.amount }),
  });
}

function outcomeOf(value: string | null | undefined): PaymentOutcome {
  return paymentOutcomes.find((one) => one === value) ?? "approved";
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
  if (address) return html`<p role="alert">${rejectionOf(address)}</p>`;
  return html`<p>You can close this window.</p>`;
}
