import type { Handlers } from "../../../api/endpoint.ts";
import type { authentication as endpoints } from "../../../api/services/members/authentication.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { loggedIn, loginCookie } from "../../pages/browser-login.ts";
import { rawPage, rawRedirect } from "../../pages/raw.ts";
import { checkCaptcha } from "../../services/members/captcha.ts";
import { continueLogin, logIn, newAddress, registerMember } from "../../services/members/login.ts";
import {
  addMember,
  identityOf,
  memberByEmail,
  memberOf,
  saveMember,
  setPassword,
} from "../../services/members/members.ts";
import { trustDevice, verifyFactor } from "../../services/members/mfa.ts";
import { newPassword } from "../../services/members/passwords.ts";
import { deleteSecret } from "../../services/members/secrets.ts";
import { revokeTokensOf, sessionOf } from "../../services/members/tokens.ts";

/** Registration and login. A device is identified by its visitor id. */
export const authentication: Handlers<typeof endpoints, StoreTx> = {
  register(tx, { loginId, password, profile, captchaTokens }) {
    checkCaptcha(tx, captchaTokens);
    return registerMember(tx, loginId?.email, password, profile);
  },
  login(tx, { loginId, password, captchaTokens }) {
    checkCaptcha(tx, captchaTokens);
    return logIn(tx, loginId?.email, password, tx.caller.visitorId);
  },
  changePassword(tx, { newPassword: given }) {
    if (tx.caller.memberId === undefined)
      throw new PlatformError(
        403,
        "NO_MEMBER",
        "This call requires a logged-in member; an API key is not enough",
      );
    const chosen = newPassword("newPassword", given);
    setPassword(tx, memberOf(tx, tx.caller.memberId), chosen, sessionOf(tx, tx.authorization));
    return {};
  },
  callback(tx, { state, sessionToken }) {
    const login = loggedIn(tx, sessionToken);
    if (!login) return rawPage(401, "The login was not completed", "Please log in again.");
    const query = new URLSearchParams({ session: state ?? "" });
    return rawRedirect(`${tx.origin}/__till/pages/auth?${query}`, loginCookie(tx, login.session));
  },
  validateEmail(_tx, { email }) {
    const given = (email ?? "").trim();
    if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(given)) return { valid: false, formatInvalid: true };
    const domain = given.split("@")[1]?.toLowerCase() ?? "";
    // A reserved name has no DNS records (RFC 6761).
    if (domain.endsWith(".invalid"))
      return { valid: false, failure: { reason: "EMAIL_DOMAIN_MISSING_DNS_RECORDS" } };
    return { valid: true };
  },
  signOn(tx, { loginId, profile, verifyEmail }) {
    const email = newAddress("loginId.email", loginId?.email);
    const emailVerified = verifyEmail === true;
    const known = memberByEmail(tx, email);
    const member = known
      ? saveMember(tx, known, { emailVerified: known.emailVerified || emailVerified })
      : addMember(tx, { email, profile, emailVerified });
    const { state, sessionToken } = continueLogin(tx, member, { factor: true });
    if (state !== "SUCCESS")
      throw new PlatformError(403, "MEMBER_NOT_ACTIVE", `The member cannot log in yet: ${state}`, { state });
    return { sessionToken, identity: identityOf(member) };
  },
  logout(tx, { postLogoutRedirectUri, clientId }) {
    if (clientId && clientId !== tx.setting("clientId"))
      throw new PlatformError(400, "INVALID_CLIENT", `Unknown client "${clientId}"`);
    const session = sessionOf(tx, tx.authorization);
    if (session !== undefined) {
      revokeTokensOf(tx, session);
      deleteSecret(tx, session);
    }
    return postLogoutRedirectUri
      ? rawRedirect(postLogoutRedirectUri)
      : rawPage(200, "You are logged out", "You can close this window.");
  },
  verify(tx, input) {
    const proved = verifyFactor(tx, input);
    if ("challenge" in proved) return proved.challenge;
    const device = tx.caller.visitorId;
    if (input.rememberThisDevice) trustDevice(tx, proved.member, device);
    return continueLogin(tx, proved.member, { factor: true });
  },
};
