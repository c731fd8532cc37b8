import { redirectTargets } from "../../api/services/redirects/models/redirect.ts";
import type { Request, Response } from "../../api/transport/transport.ts";
import { InvalidInput } from "../kernel/invalid.ts";
import type { Store } from "../kernel/store.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { PlatformError } from "../kernel/tx.ts";
import { auth } from "./auth.ts";
import { checkout } from "./checkout.ts";
import { elsewhere } from "./elsewhere.ts";
import { takeForm } from "./forms.ts";
import { logout } from "./logout.ts";
import { closingPage, errorPage, type Page } from "./page.ts";
import { recover } from "./recover.ts";

/** Every page below `/__till/pages/` by its name; those of redirect sessions are called as their target. */
const pages: Readonly<Record<string, Page>> = {
  ...Object.fromEntries(Object.keys(redirectTargets).map((target) => [target, elsewhere])),
  auth,
  checkout,
  ecomCheckout: checkout,
  logout,
  recover,
  done: { show: () => closingPage("Done") },
};

/** Answers a browser. Nobody needs to be logged in: each page asks for what it needs. */
export function answerPage(store: Store, { method, url, headers, body = "" }: Request): Response {
  const { pathname: path, searchParams: query } = new URL(url);
  const name = path.split("/").at(-1) ?? "";
  const shown = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (!shown) return errorPage(404, "No such page", `There is no page "${name}" here.`);
  const submit = shown.submit;
  if (method !== "GET" && (method !== "POST" || !submit))
    return errorPage(405, "Not this way", "This page takes no such request.");
  try {
    if (method === "POST") requireOwnForm(headers);
    const form = new URLSearchParams(method === "POST" ? body : "");
    return store.write({ caller: { role: "visitor" } }, (tx: StoreTx) => {
      const visit = { tx, path, query, form, cookies: readCookies(headers.cookie) };
      if (method === "GET" || !submit) return shown.show(visit);
      takeForm(visit);
      return submit(visit);
    });
  } catch (error) {
    if (error instanceof PlatformError) return errorPage(error.status, "This did not work", error.message);
    if (error instanceof InvalidInput) return errorPage(400, "This did not work", error.message);
    throw error;
  }
}

/** Browsers say where a form comes from: only pages of this very server may send one. */
function requireOwnForm({ origin, host, "sec-fetch-site": site }: Record<string, string | undefined>): void {
  const isOwn = origin === undefined || URL.parse(origin)?.host === host;
  if (isOwn && (site === undefined || site === "same-origin" || site === "none")) return;
  throw new PlatformError(403, "FOREIGN_FORM", "This form was sent from another site.");
}

function readCookies(header = ""): ReadonlyMap<string, string> {
  const pairs = header.split(";").map((pair): [string, string] => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
  return new Map(pairs);
}
