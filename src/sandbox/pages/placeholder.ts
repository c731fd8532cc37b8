import { isSafeRedirect, redirectOf } from "../services/members/authorize.ts";
import { html, type Page, page } from "./page.ts";

/** Titles of the hosted platform's pages by redirect target. */
const titles: Readonly<Record<string, string>> = {
  bookingsCheckout: "Booking checkout",
  bookingsBook: "Booking",
  ecomCheckout: "Checkout",
  ecomOrderPaymentRequest: "Order payment",
  eventsCheckout: "Ticket checkout",
  login: "Login",
  memberAccountPage: "Member account",
  paidPlansCheckout: "Plan checkout",
  storesProduct: "Product page",
};

/** A placeholder for hosted pages that the sandbox lacks: shows the redirect request and links its callbacks. */
export const placeholder: Page = {
  show({ tx, path, query }) {
    const target = path.split("/").at(-1) ?? "";
    const { request } = redirectOf(tx, query.get("session"), target);
    const parameters = valuesOf((request as Record<string, unknown>)[target]);
    const links = valuesOf(request.callbacks).filter(([, url]) => isSafeRedirect(url));
    return page({
      title: titles[target] ?? target,
      body: html`<p>The hosted platform shows a page here that the sandbox does not have.</p>
${parameters.length > 0 && html`<h2>Request</h2>\n<dl>${parameters.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`}
${links.length > 0 ? html`<h2>Continue to</h2>\n<ul>${links.map(([name, url]) => html`<li><a href="${url}">${name}</a>: ${url}</li>`)}</ul>` : html`<p>You can close this window.</p>`}`,
    });
  },
};

/** Returns the scalar values of an object with their dotted paths. */
function valuesOf(value: unknown, path = ""): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    valuesOf(inner, path === "" ? key : `${path}.${key}`),
  );
}
