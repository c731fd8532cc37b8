import { redirectTargets } from "../../api/services/redirects/redirects.ts";
import type { Request, Response } from "../../api/transport/transport.ts";
import type { Store } from "../kernel/store.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { InvalidInput, PlatformError } from "../kernel/tx.ts";
import { isSafeRedirect, redirectOf } from "../members/authorize.ts";
import { deleteSecret } from "../members/secrets.ts";
import { revokeTokensOf } from "../members/tokens.ts";
import { auth, recover } from "./auth.ts";
import { browserLogin, loginCookie } from "./browser-login.ts";
import { checkout } from "./checkout.ts";
import {
  closingPage,
  errorPage,
  html,
  type Page,
  page,
  pathOf,
  redirectTo,
  rejectedReturn,
  takeForm,
} from "./page.ts";

/** The first page of a sandbox: what it is, and what a storefront needs to use it. */
const home: Page = {
  show({ tx }) {
    const rows = [
      ["Client ID", tx.setting("clientId")],
      ["Site ID", tx.setting("siteId")],
      ["Clock", tx.now.toISOString()],
    ].map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`);
    return page({
      title: "Sandbox",
      body: html`<p>This is a shop for tests. Its API has the paths of the platform, at the address of this page.</p>
<dl>${rows}</dl>
<p>Requests: <code>till sandbox log --follow</code></p>`,
    });
  },
};

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
const placeholder: Page = {
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

/** Logs out the browser and the app that created the redirect session, then redirects. */
const logout: Page = {
  show(visit) {
    const { tx, query } = visit;
    const { request, session } = redirectOf(tx, query.get("session"), "logout");
    for (const one of [session, browserLogin(visit)?.session]) {
      if (one === undefined) continue;
      deleteSecret(tx, one);
      revokeTokensOf(tx, one);
    }
    const cookie = loginCookie(tx, undefined);
    const next = request.callbacks?.postFlowUrl;
    if (!next) return closingPage("You are logged out", cookie);
    return isSafeRedirect(next) ? redirectTo(next, cookie) : rejectedReturn(next, cookie);
  },
};

/** The pages under `/__till/pages/` by name. Pages of redirect sessions are named like their target. */
const pages: Readonly<Record<string, Page>> = {
  ...Object.fromEntries(Object.keys(redirectTargets).map((target) => [target, placeholder])),
  auth,
  checkout,
  ecomCheckout: checkout,
  home,
  logout,
  recover,
  done: { show: () => closingPage("Done") },
};

/** Responds to a browser with a page. No authentication is required; pages ask for a login if they need one. */
export function respondWithPage(store: Store, { method, url, headers, body = "" }: Request): Response {
  const { pathname, searchParams: query } = new URL(url);
  const path = pathOf(store.origin) + pathname;
  const name = path.split("/").at(-1) ?? "";
  const shown = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (!shown) return errorPage(404, "Page not found", `There is no page "${name}".`);
  const submit = shown.submit;
  if (method !== "GET" && (method !== "POST" || !submit))
    return errorPage(405, "Method not allowed", "This page does not accept this request method.");
  try {
    if (method === "POST") requireSameOrigin(headers);
    const form = new URLSearchParams(method === "POST" ? body : "");
    return store.write({ caller: { role: "visitor" } }, (tx: StoreTx) => {
      const visit = { tx, path, query, form, cookies: readCookies(headers.cookie) };
      if (method === "GET" || !submit) return shown.show(visit);
      takeForm(visit);
      return submit(visit);
    });
  } catch (error) {
    if (error instanceof PlatformError) return errorPage(error.status, "Something went wrong", error.message);
    if (error instanceof InvalidInput) return errorPage(400, "Something went wrong", error.message);
    throw error;
  }
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
