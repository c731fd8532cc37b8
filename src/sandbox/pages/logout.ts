import { isSafeRedirect, redirectOf } from "../services/members/authorize.ts";
import { deleteSecret } from "../services/members/secrets.ts";
import { revokeTokensOf } from "../services/members/tokens.ts";
import { browserLogin, loginCookie } from "./browser-login.ts";
import { closingPage, type Page, redirectTo, rejectedReturn } from "./page.ts";

/** Logs out the browser and the app that created the redirect session, then redirects. */
export const logout: Page = {
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
