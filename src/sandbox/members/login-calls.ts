import type { Handlers } from "../../api/endpoint.ts";
import type {
  authentication as authenticationEndpoints,
  signOnPolicies as policyEndpoints,
  recovery as recoveryEndpoints,
  verification as verificationEndpoints,
} from "../../api/services/members.ts";
import { seededId } from "../kernel/ids.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import { loggedIn, loginCookie, rawPage, rawRedirect } from "../pages/browser-login.ts";
import {
  checkCaptcha,
  continueLogin,
  logIn,
  newAddress,
  recover,
  registerMember,
  resendVerification,
  sendRecovery,
  startVerification,
  trustDevice,
  verifyAddress,
  verifyFactor,
} from "./login.ts";
import {
  addMember,
  memberByEmail,
  memberIdentity,
  memberOf,
  newPassword,
  saveMember,
  setPassword,
} from "./members.ts";
import { deleteSecret } from "./secrets.ts";
import { memberSession, revokeTokensOf } from "./tokens.ts";

/** Registration and login. A device is identified by its visitor id. */
export const authentication: Handlers<typeof authenticationEndpoints, StoreTx> = {
  register(tx, { loginId, password, profile, captchaTokens }) {
    checkCaptcha(tx, captchaTokens);
    return registerMember(tx, loginId.email, password, profile);
  },
  login(tx, { loginId, password, captchaTokens }) {
    checkCaptcha(tx, captchaTokens);
    return logIn(tx, loginId.email, password, tx.caller.visitorId);
  },
  changePassword(tx, { newPassword: given }) {
    if (tx.caller.memberId === undefined)
      throw new PlatformError(
        403,
        "NO_MEMBER",
        "This call requires a logged-in member; an API key is not enough",
      );
    const chosen = newPassword("newPassword", given);
    setPassword(tx, memberOf(tx, tx.caller.memberId), chosen, memberSession(tx, tx.authorization));
    return {};
  },
  callback(tx, { state, sessionToken }) {
    const login = loggedIn(tx, sessionToken);
    if (!login) return rawPage(401, "The login was not completed", "Please log in again.");
    const query = new URLSearchParams({ session: state ?? "" });
    return rawRedirect(`${tx.origin}/__till/pages/auth?${query}`, loginCookie(tx, login.session));
  },
  validateEmail(_tx, { email }) {
    const given = email.trim();
    if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(given)) return { valid: false, formatInvalid: true };
    const domain = given.split("@")[1]?.toLowerCase() ?? "";
    // A reserved name has no DNS records (RFC 6761).
    if (domain.endsWith(".invalid"))
      return { valid: false, failure: { reason: "EMAIL_DOMAIN_MISSING_DNS_RECORDS" } };
    return { valid: true };
  },
  signOn(tx, { loginId, profile, verifyEmail }) {
    const email = newAddress("loginId.email", loginId.email);
    const emailVerified = verifyEmail === true;
    const known = memberByEmail(tx, email);
    const member = known
      ? saveMember(tx, known, { emailVerified: known.emailVerified || emailVerified })
      : addMember(tx, { email, profile, emailVerified });
    const { state, sessionToken } = continueLogin(tx, member, { factor: true });
    if (state !== "SUCCESS")
      throw new PlatformError(403, "MEMBER_NOT_ACTIVE", `The member cannot log in yet: ${state}`, { state });
    return { sessionToken, identity: memberIdentity(member) };
  },
  logout(tx, { postLogoutRedirectUri, clientId }) {
    if (clientId && clientId !== tx.setting("clientId"))
      throw new PlatformError(400, "INVALID_CLIENT", `Unknown client "${clientId}"`);
    const session = memberSession(tx, tx.authorization);
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

/** Email verification codes. `start` returns the state token for `verify`. */
export const verification: Handlers<typeof verificationEndpoints, StoreTx> = {
  start(tx, { identityId }) {
    const { memberId, role } = tx.caller;
    const id = identityId ?? memberId;
    if (role !== "admin" && id !== memberId)
      throw new PlatformError(403, "PERMISSION_DENIED", "Members can verify their own address only");
    return { verificationId: startVerification(tx, memberOf(tx, id)) };
  },
  verify: (tx, { code, stateToken }) =>
    continueLogin(tx, verifyAddress(tx, stateToken, code), { device: tx.caller.visitorId }),
  resend: (tx, { stateToken }) => ({
    state: "REQUIRE_EMAIL_VERIFICATION",
    stateToken,
    identity: memberIdentity(resendVerification(tx, stateToken)),
  }),
};

/** The sign-on policy, which is two settings of the sandbox. */
export const signOnPolicies: Handlers<typeof policyEndpoints, StoreTx> = {
  get: (tx) => ({ signOnPolicy: policyOf(tx) }),
  update(tx, { signOnPolicy }) {
    for (const [name, value] of [
      ["ownerApproval", signOnPolicy.requireOwnerApproval],
      ["emailVerification", signOnPolicy.requireEmailVerification],
    ] as const)
      if (typeof value === "boolean") tx.setSetting(name, value ? "on" : "off");
    return { signOnPolicy: policyOf(tx) };
  },
};

const policyOf = (tx: StoreTx) => ({
  id: seededId(tx, "sign-on policy"),
  requireOwnerApproval: tx.setting("ownerApproval") === "on",
  requireEmailVerification: tx.setting("emailVerification") === "on",
});

/** Password recovery. Emails go to the sandbox's mailbox; the response does not reveal whether a member exists. */
export const recovery: Handlers<typeof recoveryEndpoints, StoreTx> = {
  sendEmail(tx, { email, redirect }) {
    const member = memberByEmail(tx, email);
    if (member) sendRecovery(tx, member, "recovery", redirect?.url ?? undefined);
    return {};
  },
  activationEmail(tx, { identityId, emailOptions }) {
    sendRecovery(tx, memberOf(tx, identityId), "activation", emailOptions?.redirect?.url ?? undefined);
    return {};
  },
  recover: (tx, { recoveryToken, password }) =>
    continueLogin(tx, recover(tx, recoveryToken, password).member, { device: tx.caller.visitorId }),
};
