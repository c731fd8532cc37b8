import { redirectTargets } from "../../api/services/redirects/redirects.ts";
import type { Request, Response } from "../../api/transport/transport.ts";
import { InvalidInput } from "../kernel/invalid.ts";
import type { Store } from "../kernel/store.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { PlatformError } from "../kernel/tx.ts";
import { auth } from "./auth.ts";
import { checkout } from "./checkout.ts";
import { takeForm } from "./forms.ts";
import { home } from "./home.ts";
import { logout } from "./logout.ts";
import { closingPage, errorPage, type Page, pathOf } from "./page.ts";
import { placeholder } from "./placeholder.ts";
import { recover } from "./recover.ts";

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
