import { redirectTargets } from "../../api/services/redirects.ts";
import type { Request, Response } from "../../api/transport/transport.ts";
import type { EventRange } from "../kernel/outbox.ts";
import type { Store } from "../kernel/store.ts";
import { InvalidInput, PlatformError, type StoreTx } from "../kernel/tx.ts";
import { isAllowedReturn, openOnce, redirectOf } from "../members/authorize.ts";
import { account } from "./account.ts";
import { auth, login, logout, recover } from "./auth.ts";
import { loginCookie } from "./browser-login.ts";
import { checkout, thanks } from "./checkout.ts";
import { eventPage, rsvpPage, schedulePage } from "./events.ts";
import {
  closingPage,
  errorPage,
  facts,
  html,
  linkHere,
  originPath,
  type Page,
  type PageVisit,
  page,
  redirectTo,
  takeForm,
} from "./page.ts";
import { paymentRequest } from "./payment-request.ts";
import { callerOf, loginToKeep } from "./redirect.ts";
import { cartPage, home, productPage } from "./shop.ts";
import { ticketCheckout, ticketOrder, ticketPage } from "./tickets.ts";

/** What the sandbox does not emulate, and which calls a test can make instead, by redirect target. */
const missing: Readonly<Record<string, readonly [title: string, why: string, instead: string]>> = {
  bookingsBook: [
    "Booking",
    "The sandbox has no bookings.",
    "Test this link against a Wix site, or let your test answer for it.",
  ],
  bookingsCheckout: [
    "Booking checkout",
    "The sandbox has no bookings.",
    "To test what follows a payment, sell the service as a product: add it to the cart (POST /ecom/v1/carts/current/add-to-cart), create a checkout (POST /ecom/v1/carts/current/create-checkout), and create a redirect session with ecomCheckout.",
  ],
  paidPlansCheckout: [
    "Plan checkout",
    "The sandbox sells no plans.",
    "To give a member a plan, run: till sandbox memberships add NAME --member EMAIL. Subscriptions of products are emulated: use ecomCheckout.",
  ],
};

/** A page (HTTP 501) that says what the sandbox lacks and what to do instead, with the request and links to its callbacks. */
const placeholder: Page = {
  show(visit) {
    const { tx, path, query } = visit;
    const target = path.split("/").at(-1) ?? "";
    const { request } = redirectOf(tx, query.get("session"), target);
    const parameters = valuesOf((request as Record<string, unknown>)[target]);
    const links = valuesOf(request.callbacks).filter(([, url]) => isAllowedReturn(tx, url));
    const [title, why, instead] = missing[target] ?? [target, "The sandbox does not have this page.", ""];
    return page({
      title,
      visit,
      status: 501,
      body: html`<p role="alert">${why}</p>
<p>${instead}</p>
${
  parameters.length > 0 &&
  html`<section class="card"><h2>Request</h2>
${facts(parameters)}</section>
`
}${
  links.length > 0 &&
  html`<section class="card"><h2>Continue to</h2>
<ul>${links.map(([name, url]) => html`<li><a href="${url}">${name}</a>: ${url}</li>`)}</ul></section>
`
}`,
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

/** The pages under `/__till/pages/` by name. Pages of redirect sessions are named like their target. */
const pages: Readonly<Record<string, Page>> = {
  ...Object.fromEntries(redirectTargets.map((target) => [target, placeholder])),
  account,
  auth,
  cart: cartPage,
  checkout,
  ecomCheckout: checkout,
  ecomOrderPaymentRequest: paymentRequest,
  event: eventPage,
  eventsCheckout: ticketCheckout,
  home,
  login,
  logout,
  memberAccountPage: account,
  pay: paymentRequest,
  product: productPage,
  recover,
  rsvp: rsvpPage,
  schedule: schedulePage,
  storesProduct: productPage,
  thanks,
  ticket: ticketPage,
  ticketOrder,
  done: { show: () => closingPage("Done") },
};

/** Responds to a browser with a page. No authentication is required; pages ask for a login if they need one. */
export function respondWithPage(
  store: Store,
  { method, url, headers, body = "" }: Request,
  onEvents?: (events: EventRange) => void,
): Response {
  const { pathname, searchParams: query } = new URL(url);
  const path = originPath(store.origin) + pathname;
  const name = path.split("/").at(-1) ?? "";
  const shown = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (!shown) return errorPage(404, "Page not found", `There is no page "${name}".`);
  const submit = shown.submit;
  if (method !== "GET" && (method !== "POST" || !submit))
    return errorPage(405, "Method not allowed", "This page does not accept this request method.");
  const cookies = readCookies(headers.cookie);
  try {
    if (method === "POST") requireSameOrigin(headers);
    const form = new URLSearchParams(method === "POST" ? body : "");
    const caller = store.read({ caller: { role: "visitor" } }, (tx) => callerOf(tx, { query, cookies }));
    return store.write({ caller, onEvents }, (tx: StoreTx) => {
      const visit = { tx, path, query, form, cookies };
      const session = openOnce(tx, query.get("session"));
      if (session !== undefined) return redirectTo(linkHere(visit, { session }));
      const response = method === "GET" || !submit ? shown.show(visit) : submitted(visit, shown, submit);
      return withLogin(visit, response);
    });
  } catch (error) {
    if (error instanceof PlatformError) return errorPage(error.status, "Something went wrong", error.message);
    if (error instanceof InvalidInput) return errorPage(400, "Something went wrong", error.message);
    throw error;
  }
}

/** Returns the response to a form. Throws PlatformError 403 for one that is not from this sandbox, or was used already. */
function submitted(visit: PageVisit, shown: Page, submit: NonNullable<Page["submit"]>): Response {
  if (takeForm(visit)) return submit(visit);
  if (shown.showsOutcome) return redirectTo(linkHere(visit, {}));
  throw new PlatformError(
    403,
    "FORM_USED",
    "This form was already submitted or has expired. Reload the page.",
  );
}

/** Logs the browser in if the redirect session maintains a login that the browser does not have, so that all pages share it. */
function withLogin(visit: PageVisit, response: Response): Response {
  const session = loginToKeep(visit);
  if (session === undefined || response.headers["set-cookie"] !== undefined) return response;
  return { ...response, headers: { ...response.headers, "set-cookie": loginCookie(visit.tx, session) } };
}

/** Throws PlatformError 403 unless the form was sent from a page of this server. */
function requireSameOrigin({
  origin,
  host,
  "sec-fetch-site": site,
}: Record<string, string | undefined>): void {
  const isOwn = origin === undefined || URL.parse(origin)?.host === host;
  if (isOwn && (site === undefined || site === "same-origin" || site === "none")) return;
  throw new PlatformError(403, "FOREIGN_FORM", "This form was sent from another site.");
}

function readCookies(header = ""): ReadonlyMap<string, string> {
  const pairs = header.split(";").map((pair): [string, string] => {
    const index = pair.indexOf("=");
    return [pair.slice(0, index).trim(), pair.slice(index + 1).trim()];
  });
  return new Map(pairs);
}
