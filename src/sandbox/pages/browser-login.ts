import type { StoreTx } from "../kernel/store-tx.ts";
import { memberOf, statusOf } from "../services/members/members.ts";
import { findSecret } from "../services/members/secrets.ts";
import type { PageVisit } from "./page.ts";

/** A member who is logged in, and the login. */
export interface LoggedIn {
  session: string;
  memberId: string;
  email: string;
}

/** Who a session token speaks for, or undefined where it is none (any more) or the member is not active. */
export function loggedIn(tx: StoreTx, session: string | null | undefined): LoggedIn | undefined {
  const found = findSecret(tx, "session", session);
  if (!found || !session) return undefined;
  const member = memberOf(tx, found.memberId);
  if (statusOf(member) !== "ACTIVE") return undefined;
  return { session, memberId: member.id, email: member.email };
}

/** Who is logged in to the pages with this browser. */
export const browserLogin = ({ tx, cookies }: PageVisit): LoggedIn | undefined =>
  loggedIn(tx, cookies.get(cookieName(tx, "session")));

/** What this browser is told by, where it was asked to be remembered. */
export const browserDevice = ({ tx, cookies }: PageVisit): string | undefined =>
  cookies.get(cookieName(tx, "device"));

/** The cookie that logs this browser in to the pages; without a session, out. */
export function loginCookie(tx: StoreTx, session: string | undefined): string {
  return cookie(tx, "session", session ?? "", session === undefined ? 0 : undefined);
}

/** The cookie that tells this browser from others for a month. */
export function deviceCookie(tx: StoreTx, device: string): string {
  return cookie(tx, "device", device, 30 * 86_400);
}

/** Cookies do not tell ports apart, so their names do. */
function cookieName(tx: StoreTx, what: string): string {
  return `till-${what}-${new URL(tx.origin).port || "80"}`;
}

function cookie(tx: StoreTx, what: string, value: string, maxAge: number | undefined): string {
  const age = maxAge === undefined ? "" : `; Max-Age=${maxAge}`;
  return `${cookieName(tx, what)}=${value}; Path=/__till/pages; HttpOnly; SameSite=Lax${age}`;
}
