import { createHash } from "node:crypto";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { sampleSet } from "./sample-set.ts";

const email = "mira@example.com";
const password = "till-demo-1";
const verifier = "v".repeat(43);
const authRequest = {
  clientId: defaults.clientId,
  redirectUri: "http://127.0.0.1:9876/callback",
  state: "s",
  scope: "offline_access",
  responseType: "code",
  responseMode: "query",
  codeChallengeMethod: "S256",
  codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
};

/** Logins of the demo shop's members. */
export const members = sampleSet({
  async prepare(ask) {
    const { identity: member, sessionToken } = await ask("authentication.login", {
      loginId: { email },
      password,
    });
    const external = { grant_type: "authorized_client", member_id: member.id };
    const { access_token: memberToken } = await ask("oauth.token", external, "admin");
    await ask("sandbox.changeMember", { action: "unverify", email: "noor@example.com" });
    await ask("recovery.sendEmail", { email: "jonas@example.com" });
    const { messages: links } = await ask("sandbox.mail", { to: "jonas@example.com" });
    const waiting = await ask("authentication.login", { loginId: { email: "noor@example.com" }, password });
    const { messages: codes } = await ask("sandbox.mail", { to: "noor@example.com" });
    const factor = await ask("authentication.login", { loginId: { email: "jonas@example.com" }, password });
    const { messages: factorCodes } = await ask("sandbox.mail", { to: "jonas@example.com" });
    return {
      member,
      sessionToken,
      memberToken: String(memberToken),
      recoveryToken: links[0].token,
      stateToken: waiting.stateToken,
      code: codes[0].code,
      factorToken: factor.stateToken,
      factorCode: factorCodes[0].code,
    };
  },
  samples: {
    "authentication.register": () => ({
      loginId: { email: "new@example.com" },
      password,
      profile: { firstName: "New" },
    }),
    "authentication.login": () => ({ loginId: { email }, password }),
    "authentication.changePassword": () => ({ newPassword: "another-word" }),
    "authentication.callback": ({ sessionToken }) => ({ state: "s", sessionToken }),
    "authentication.signOn": () => ({ loginId: { email } }),
    "authentication.logout": () => ({
      postLogoutRedirectUri: "https://shop.example/",
      clientId: defaults.clientId,
    }),
    "authentication.verify": ({ factorToken: stateToken, factorCode: code }) => ({
      factorType: "EMAIL",
      stateToken,
      emailData: { code },
    }),
    "recovery.sendEmail": () => ({
      email,
      redirect: { url: "https://shop.example/", clientId: defaults.clientId },
    }),
    "recovery.activationEmail": ({ member }) => ({ identityId: member.id }),
    "recovery.recover": ({ recoveryToken }) => ({ recoveryToken, password: "fresh-word" }),
    "verification.start": ({ member }) => ({ identityId: member.id, target: "EMAIL" }),
    "verification.verify": ({ stateToken, code }) => ({ stateToken, code }),
    "verification.resend": ({ stateToken }) => ({ stateToken }),
    "oauth.token": () => ({ clientId: defaults.clientId, grantType: "anonymous" }),
    "oauth.userInfo": () => ({}),
    "oauth.tokenInfo": ({ memberToken }) => ({ token: memberToken }),
    "oauthKeys.jwks": () => ({}),
    "members.getMy": () => ({ fieldsets: ["FULL"] }),
    "authentication.validateEmail": () => ({ email: "ada@example.com" }),
    "redirects.createRedirectSession": () => ({ auth: { authRequest, prompt: "login" } }),
  },
});
