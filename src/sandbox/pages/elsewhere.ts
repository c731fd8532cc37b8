import { isSafeReturn, redirectOf } from "../services/members/authorize.ts";
import { html, type Page, page } from "./page.ts";

/** What the hosted platform shows for the targets that have no page of their own here. */
const titles: Readonly<Record<string, string>> = {
  bookingsCheckout: "Checkout of a booking",
  bookingsBook: "Booking",
  ecomCheckout: "Checkout",
  ecomOrderPaymentRequest: "Payment of an order",
  eventsCheckout: "Checkout of tickets",
  login: "Login",
  memberAccountPage: "Members account",
  paidPlansCheckout: "Checkout of a plan",
  storesProduct: "Product page",
};

/** Says where the hosted platform would go, with what, and offers the ways back that the caller named. */
export const elsewhere: Page = {
  show({ tx, path, query }) {
    const target = path.split("/").at(-1) ?? "";
    const { request } = redirectOf(tx, query.get("session"), target);
    const asked = factsOf((request as Record<string, unknown>)[target]);
    const callbacks = factsOf(request.callbacks);
    const ways = callbacks.filter(([, address]) => isSafeReturn(address));
    return page({
      title: titles[target] ?? target,
      body: html`<p>Here the hosted platform shows a page of its own. The sandbox has none for it.</p>
${asked.length > 0 && html`<h2>Asked for</h2>\n<dl>${asked.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`}
${ways.length > 0 ? html`<h2>Continue to</h2>\n<ul>${ways.map(([name, address]) => html`<li><a href="${address}">${name}</a>: ${address}</li>`)}</ul>` : html`<p>You can close this window.</p>`}`,
    });
  },
};

/** Every value of an object that is text or a number, by its dotted path. */
function factsOf(value: unknown, path = ""): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    factsOf(inner, path === "" ? key : `${path}.${key}`),
  );
}
