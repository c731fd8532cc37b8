import type { Checkout } from "../../api/services/checkout.ts";
import type { Address, MultiCurrencyPrice } from "../../api/services/models.ts";
import type { Response } from "../../api/transport/transport.ts";
import type { Estimate } from "../cart/estimate.ts";
import { carts } from "../cart/index.ts";
import { changedCheckout } from "../checkout/change.ts";
import {
  checkoutOf,
  checkouts,
  type PricedCheckout,
  pricedCheckout,
  replaceCheckout,
  type StoredCheckout,
} from "../checkout/checkouts.ts";
import { checkoutOfCart } from "../checkout/index.ts";
import { completeCheckout } from "../checkout/place.ts";
import type { StoreTx } from "../kernel/tx.ts";
import { isAllowedReturn, redirectOf } from "../members/authorize.ts";
import { memberOf } from "../members/members.ts";
import { orders, type StoredOrder } from "../orders/tables.ts";
import { formatPrice } from "../products/index.ts";
import {
  button,
  choice,
  facts,
  field,
  form,
  formProblem,
  type Html,
  html,
  itemTable,
  lineName,
  linkHere,
  linkTo,
  type Page,
  type PageVisit,
  type Problem,
  page,
  redirectTo,
} from "./page.ts";
import {
  atForm,
  chosenMethod,
  confirmationLink,
  confirmationPage,
  declinedAlert,
  declinedLink,
  isConfirming,
  paymentChoices,
} from "./payment.ts";
import { callbacksOf, loginLink, returnTargets, thankYouRedirect, wayBack } from "./redirect.ts";

/** The hosted checkout page: items, totals, delivery address, delivery and payment. */
export const checkout: Page = {
  showsOutcome: true,
  show(visit) {
    const checkout = withMember(visit, checkoutFor(visit));
    if (checkout.completed) return outcome(visit, checkout);
    if (isConfirming(visit)) return confirmationPage(visit, dueOf(pricedCheckout(visit.tx, checkout)));
    return shown(visit, checkout);
  },
  submit(sentTo) {
    const { tx, form: sent } = sentTo;
    const visit = atForm(sentTo);
    const before = withMember(visit, checkoutFor(visit));
    if (before.completed) return outcome(visit, before);
    if (isConfirming(sentTo)) {
      if (sent.get("do") !== "approve") return redirectTo(declinedLink(visit));
      return orShown(visit, before, () => {
        completeCheckout(tx, before, () => "approved");
        return outcome(visit, checkoutOf(tx, before.id));
      });
    }
    return orShown(visit, before, () => {
      const { checkout: after } = replaceCheckout(tx, before, withFormValues(visit, before));
      if (sent.get("do") !== "pay") return redirectTo(linkHere(visit, {}));
      const method = chosenMethod(visit);
      // The form shows the outcome set for the next payment; what the buyer chose wins, and uses it up.
      if (method === "challenge") {
        tx.payment();
        return redirectTo(confirmationLink(visit));
      }
      completeCheckout(tx, after, () => {
        tx.payment();
        return method;
      });
      return outcome(visit, checkoutOf(tx, before.id));
    });
  },
};

/** Returns the response of some work, or the page with the reason why it failed. What failed is rolled back. */
function orShown(visit: PageVisit, before: StoredCheckout, work: () => Response): Response {
  try {
    return visit.tx.attempt(work);
  } catch (error) {
    return shown(visit, before, formProblem(error));
  }
}

/**
 * Returns the checkout of the redirect session, or of the query. Carts of version 2 have the ID of their checkout. Throws
 * PlatformError 404 if there is none.
 */
function checkoutFor({ tx, query }: PageVisit): StoredCheckout {
  const session = query.get("session");
  const id =
    query.get("checkoutId") ??
    (session === null ? undefined : redirectOf(tx, session, "ecomCheckout").request.ecomCheckout?.checkoutId);
  const cart = tx.get(checkouts, id ?? "") ? undefined : tx.get(carts, id ?? "");
  if (cart) return checkoutOfCart(tx, cart, { channelType: "WEB" });
  const ordered = tx.findBy(checkouts, "cartId", id ?? "");
  return ordered ?? checkoutOf(tx, id);
}

/** Gives an open checkout of a visitor to the member who has logged in meanwhile. */
function withMember({ tx }: PageVisit, before: StoredCheckout): StoredCheckout {
  const { memberId } = tx.caller;
  if (before.completed || before.memberId || memberId === undefined) return before;
  const { visitorId, ...buyer } = before.buyerInfo;
  const email = buyer.email || memberOf(tx, memberId).email;
  const own = { ...before, memberId, buyerInfo: { ...buyer, memberId, email } };
  return replaceCheckout(tx, before, pricedCheckout(tx, own)).checkout;
}

const dueOf = (priced: PricedCheckout): string => priced.shown().payNow?.total?.formattedAmount ?? "";

function shown(visit: PageVisit, checkout: StoredCheckout, problem?: Problem): Response {
  const { tx, form: sent } = visit;
  const priced = pricedCheckout(tx, checkout);
  const [estimated, shownCheckout] = [priced.estimated(), priced.shown()];
  const isDelivered = isSent(estimated);
  const ownEmail = checkout.memberId === undefined ? "" : memberOf(tx, checkout.memberId).email;
  const { cartPageUrl } = callbacksOf(visit);
  const cartLink = cartPageUrl && isAllowedReturn(tx, cartPageUrl) ? cartPageUrl : linkTo(visit, "cart");
  return page({
    title: "Checkout",
    visit,
    wide: true,
    formTargets: returnTargets(visit),
    problem,
    body: html`${problem === undefined && declinedAlert(visit)}
${form(
  visit,
  html`<div class="columns"><div>
<fieldset>
<legend>Contact</legend>
${loginHint(visit, checkout)}
${field("Email", { name: "email", type: "email", autocomplete: "email", value: sent.get("email") ?? checkout.buyerInfo.email ?? ownEmail })}
<div class="pair">${contactFields(visit, checkout).map((part) => html`<div>${part}</div>`)}</div></fieldset>
${isDelivered && addressFields(visit, checkout)}
${deliveryChoices(estimated)}
${paymentChoices(visit)}
${button(`Pay ${dueOf(priced)}`, "do", "pay", "whole")}
</div>
<section class="card" aria-label="Order summary">
${orderTable(shownCheckout)}
${field("Coupon", { name: "coupon", value: checkout.couponCode ?? "", required: false })}
${field("Gift card", { name: "giftCard", value: checkout.giftCard?.code ?? "", required: false })}
${button("Update total", "do", "update", "plain")}
<p class="small"><a href="${cartLink}">Change your cart</a></p>
</section></div>`,
)}`,
  });
}

function loginHint(visit: PageVisit, { memberId }: StoredCheckout): Html {
  if (memberId !== undefined)
    return html`<p class="small soft">You are logged in as ${memberOf(visit.tx, memberId).email}.</p>`;
  return html`<p class="small">Do you have an account? <a href="${loginLink(visit)}">Log in</a></p>`;
}

/** Whether anything is delivered. Delivery needs an address. */
const isSent = ({ lines }: Estimate) => lines.some(({ catalogItem }) => catalogItem.kind === "PHYSICAL");

const contactNames = [
  ["firstName", "First name", "given-name"],
  ["lastName", "Last name", "family-name"],
  ["phone", "Phone", "tel"],
] as const;

function contactFields({ tx, form: sent }: PageVisit, checkout: StoredCheckout): Html[] {
  const { memberId, billingInfo, shippingDestination } = checkout;
  const profile = memberId === undefined ? {} : memberOf(tx, memberId).profile;
  const { firstName, lastName, phones } = profile;
  const own = { firstName, lastName, phone: phones?.[0] };
  const known = shippingDestination?.contactDetails ?? billingInfo?.contactDetails ?? own;
  return contactNames.map(([name, label, autocomplete]) =>
    field(label, { name, autocomplete, required: false, value: sent.get(name) ?? known[name] ?? "" }),
  );
}

const addressNames = [
  ["country", "Country (two letters)", "country"],
  ["subdivision", "State or region (such as US-NY)", "address-level1"],
  ["city", "City", "address-level2"],
  ["postalCode", "Postal code", "postal-code"],
  ["addressLine", "Street and number", "address-line1"],
] as const;

function addressFields({ tx, form: sent }: PageVisit, { shippingAddress, memberId }: StoredCheckout) {
  const saved = memberId === undefined ? undefined : memberOf(tx, memberId).profile.addresses?.[0]?.address;
  const known: Address = shippingAddress ?? saved ?? {};
  const fields = addressNames.map(([name, label, autocomplete]) =>
    field(label, {
      name,
      autocomplete,
      required: name === "country",
      value: sent.get(name) ?? known[name] ?? "",
    }),
  );
  return html`<fieldset>
<legend>Delivery address</legend>
${fields}${button("Update delivery", "do", "update", "plain")}</fieldset>`;
}

/** Returns the checkout with the values of the form. */
function withFormValues({ tx, form: sent }: PageVisit, before: StoredCheckout): PricedCheckout {
  const given = (name: string) => sent.get(name)?.trim() ?? "";
  /** The values of the fields that the form has; a field that the buyer emptied has none. */
  const filled = (names: readonly (readonly [string, ...string[]])[]): Record<string, string | undefined> =>
    Object.fromEntries(names.flatMap(([name]) => (sent.has(name) ? [[name, given(name) || undefined]] : [])));
  const typed = filled(addressNames);
  const contact = filled(contactNames);
  const known = before.shippingDestination?.contactDetails ?? {};
  const address: Address = { ...before.shippingAddress, ...typed };
  const moved = addressNames.some(
    ([name]) => name in typed && typed[name] !== (before.shippingAddress?.[name] || undefined),
  );
  const hasAddress = addressNames.some(([name]) => typed[name] ?? before.shippingAddress?.[name]);
  const hasContact = contactNames.some(([name]) => contact[name] ?? known[name]);
  const contactDetails = hasContact
    ? { ...before.shippingDestination?.contactDetails, ...contact }
    : before.shippingDestination?.contactDetails;
  const [code, carrierId] = given("delivery").split(" ");
  const { couponCode, giftCard, ...bare } = before;
  const { selectedShippingOption, ...undelivered } = bare;
  return changedCheckout(tx, moved ? undelivered : bare, {
    info: {
      buyerInfo: { ...(given("email") && { email: given("email") }) },
      ...(hasContact && {
        billingInfo: {
          ...before.billingInfo,
          ...(hasAddress && { address }),
          contactDetails: { ...before.billingInfo?.contactDetails, ...contact },
        },
      }),
      shippingInfo: {
        ...((hasAddress || hasContact) && {
          shippingDestination: {
            ...before.shippingDestination,
            ...(hasAddress && { address }),
            ...(contactDetails && { contactDetails }),
          },
        }),
        ...(code && !moved && { selectedCarrierServiceOption: { code, carrierId: carrierId || undefined } }),
      },
    },
    couponCode: given("coupon"),
    giftCardCode: given("giftCard"),
    giftCardRedeemAmount: before.giftCard?.amount && given("giftCard") ? before.giftCard.amount : undefined,
  });
}

/** Returns what follows a completed checkout: the storefront's thank-you page with the order ID, else the sandbox's. */
function outcome(visit: PageVisit, { orderId = "", id }: StoredCheckout): Response {
  const next = thankYouRedirect(visit, { orderId });
  return next ?? redirectTo(linkTo(visit, "thanks", { checkoutId: id }));
}

/** The thank-you page of a checkout. While a payment is pending, it says what the shop waits for. */
export const thanks: Page = {
  show(visit) {
    const { tx, query } = visit;
    const { orderId, memberId } = checkoutOf(tx, query.get("checkoutId"));
    const order = tx.get(orders, orderId ?? "");
    const isPending = order?.status === "PENDING";
    return page({
      title: isPending ? "Waiting for your payment" : "Thank you",
      visit,
      body: html`${
        isPending &&
        html`<p class="notice" role="status">We received your order. It is confirmed as soon as the payment arrives. <a href="${linkHere(visit, {})}">Check again</a></p>
`
      }<section class="card">
${facts([
  ["Order", order?.number ?? "not available"],
  ["Total", order?.priceSummary.total.formattedAmount],
  ["Payment", order?.paymentStatus],
  ["Status", order?.status],
])}</section>
${
  order &&
  isOwn(tx, order) &&
  memberId &&
  html`<p><a href="${linkTo(visit, "account", { section: "orders" })}">My orders</a></p>
`
}${wayBack(visit)}`,
    });
  },
};

const isOwn = ({ caller }: StoreTx, { buyerInfo }: StoredOrder) =>
  caller.memberId !== undefined && buyerInfo?.memberId === caller.memberId;

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
  const items = (lineItems ?? []).map(
    (line) => [lineName(line), line.quantity, formatted(line.lineItemPrice)] as const,
  );
  const shown = [
    ...rows.filter(([name, price]) => name === "Subtotal" || !isZero(price)),
    ["Total", sums?.total] as const,
    ...later.filter(([, price]) => !isZero(price)),
  ].map(([name, price]) => [name, formatted(price)] as const);
  return html`${itemTable("Your order", "Item", items, shown)}
${(checkout.violations ?? []).map(({ description }) => html`<p role="alert">${description}</p>`)}`;
}

/** Returns the delivery options as radio buttons, or undefined if there are none. */
function deliveryChoices({ options, delivery, currency }: Estimate): Html | undefined {
  if (options.length === 0) return undefined;
  return html`<fieldset>
<legend>Delivery</legend>
${options.map((option, index) => {
  const { code, carrierId, title, price, deliveryTime } = option;
  const label = [title, deliveryTime, formatPrice(price, currency)].filter(Boolean).join(", ");
  return choice({
    id: `delivery-${index}`,
    name: "delivery",
    value: `${code} ${carrierId}`,
    label,
    checked: option === delivery,
  });
})}</fieldset>`;
}
