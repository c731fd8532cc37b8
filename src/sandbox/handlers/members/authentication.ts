import type { Handlers } from "../../../api/endpoint.ts";
import type { authentication as endpoints } from "../../../api/services/members/authentication.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { loggedIn, loginCookie } from "../../pages/browser-login.ts";
import { rawPage, rawRedirect } from "../../pages/raw.ts";
import { checkCaptcha } from "../../services/members/captcha.ts";
import { logIn, newAddress, proceed, registerMember } from "../../services/members/login.ts";
import {
  addMember,
  identityOf,
  memberByEmail,
  memberOf,
  saveMember,
  setPassword,
} from "../../services/members/members.ts";
import { proveFactor, trustDevice } from "../../services/members/mfa.ts";
import { newPassword } from "../../services/members/passwords.ts";
import { dropSecret } from "../../services/members/secrets.ts";
import { endTokensOf, sessionOf } from "../../services/members/tokens.ts";

/** The identity service: who registers and logs in. A device is remembered by the visitor that it is. */
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
        "This is for a member who is logged in; an API key alone is none",
      );
    const chosen = newPassword("newPassword", given);
    setPassword(tx, memberOf(tx, tx.caller.memberId), chosen, sessionOf(tx, tx.authorization));
    return {};
  },
  callback(tx, { state, sessionToken }) {
    const known = loggedIn(tx, sessionToken);
    if (!known) return rawPage(401, "The login was not completed", "Please log in again.");
    const query = new URLSearchParams({ session: state ?? "" });
    return rawRedirect(`${tx.origin}/__till/pages/auth?${query}`, loginCookie(tx, known.session));
  },
  signOn(tx, { loginId, profile, verifyEmail }) {
    const email = newAddress("loginId.email", loginId?.email);
    const emailVerified = verifyEmail === true;
    const known = memberByEmail(tx, email);
    const member = known
      ? saveMember(tx, known, { emailVerified: known.emailVerified || emailVerified })
      : addMember(tx, { email, profile, emailVerified });
    const { state, sessionToken } = proceed(tx, member, { factor: true });
    if (state !== "SUCCESS")
      throw new PlatformError(403, "MEMBER_NOT_ACTIVE", `The member cannot log in yet: ${state}`, { state });
    return { sessionToken, identity: identityOf(member) };
  },
  logout(tx, { postLogoutRedirectUri, clientId }) {
    if (clientId && clientId !== tx.setting("clientId"))
      throw new PlatformError(400, "INVALID_CLIENT", `There is no client "${clientId}" here`);
    const session = sessionOf(tx, tx.authorization);
    if (session !== undefined) {
      endTokensOf(tx, session);
      dropSecret(tx, session);
    }
    return postLogoutRedirectUri
      ? rawRedirect(postLogoutRedirectUri)
      : rawPage(200, "You are logged out", "You can close this window.");
  },
  verify(tx, input) {
    const proved = proveFactor(tx, input);
    if ("challenge" in proved) return proved.challenge;
    const device = tx.caller.visitorId;
    if (input.rememberThisDevice) trustDevice(tx, proved.member, device);
    return proceed(tx, proved.member, { factor: true });
  },
};
