import type { WireResult } from "../../api/endpoint.ts";
import type { authentication } from "../../api/services/members.ts";
import type { Response } from "../../api/transport/transport.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import { isSafeRedirect } from "../members/authorize.ts";
import { memberOf, memberStatus } from "../members/members.ts";
import { findSecret } from "../members/secrets.ts";
import { html, originPath, type PageVisit, page } from "./page.ts";

/** A logged-in member with the session. */
export interface LoggedIn {
  session: string;
  memberId: string;
  email: string;
}

/** Returns the member of a session token, or undefined if it is invalid or the member is not active. */
export function loggedIn(tx: StoreTx, session: string | null | undefined): LoggedIn | undefined {
  const found = findSecret(tx, "session", session);
  if (!found || !session) return undefined;
  const member = memberOf(tx, found.memberId);
  if (memberStatus(member) !== "ACTIVE") return undefined;
  return { session, memberId: member.id, email: member.email };
}

/** Returns the member logged in with this browser. */
export const browserLogin = ({ tx, cookies }: Pick<PageVisit, "tx" | "cookies">): LoggedIn | undefined =>
  loggedIn(tx, cookies.get(cookieName(tx, "session")));

/** Returns the device ID cookie of this browser. */
export const browserDevice = ({ tx, cookies }: PageVisit): string | undefined =>
  cookies.get(cookieName(tx, "device"));

/** Returns the visitor whose cart this browser has, if it put something into one. */
export const browserVisitor = ({ tx, cookies }: Pick<PageVisit, "tx" | "cookies">): string | undefined =>
  cookies.get(cookieName(tx, "visitor"));

/** Returns the cookie that gives this browser the cart of a visitor for 30 days. */
export function visitorCookie(tx: StoreTx, visitor: string): string {
  return cookie(tx, "visitor", visitor, 30 * 86_400);
}

/** Returns the cookie that logs this browser in, or out if the session is undefined. */
export function loginCookie(tx: StoreTx, session: string | undefined): string {
  return cookie(tx, "session", session ?? "", session === undefined ? 0 : undefined);
}

/** Returns the cookie that identifies this browser for 30 days. */
export function deviceCookie(tx: StoreTx, device: string): string {
  return cookie(tx, "device", device, 30 * 86_400);
}

/** Cookies are shared by all ports of a host, so their names contain the port. */
function cookieName(tx: StoreTx, kind: string): string {
  return `till-${kind}-${new URL(tx.origin).port || "80"}`;
}

function cookie(tx: StoreTx, kind: string, value: string, maxAge: number | undefined): string {
  const age = maxAge === undefined ? "" : `; Max-Age=${maxAge}`;
  return `${cookieName(tx, kind)}=${value}; Path=${originPath(tx.origin)}/__till/pages; HttpOnly; SameSite=Lax${age}`;
}

type Raw = WireResult<typeof authentication.logout>;

/** Returns a page wrapped in a JSON response, for a program that passes it to a browser. */
export function rawPage(status: number, title: string, message: string): Raw {
  return raw(page({ status, title, body: html`<p>${message}</p>` }));
}

/** Returns a redirect wrapped in a JSON response. Throws PlatformError 400 for an unsafe address. */
export function rawRedirect(address: string, cookie?: string): Raw {
  if (!isSafeRedirect(address))
    throw new PlatformError(400, "INVALID_REDIRECT_URI", `"${address}" is not an allowed redirect address`);
  const headers = { location: address, ...(cookie !== undefined && { "set-cookie": cookie }) };
  return raw({ status: 302, headers, body: "" });
}

function raw({ status, headers, body }: Response): Raw {
  return {
    statusCode: status,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    body: Buffer.from(body).toString("base64"),
  };
}
