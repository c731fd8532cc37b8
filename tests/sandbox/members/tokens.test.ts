import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import {
  authorize,
  callback,
  codeGrant,
  type IdentitySandbox,
  iam,
  openIdentitySandbox,
} from "../support/identity-sandbox.ts";

let sandbox: IdentitySandbox;
beforeEach(async () => {
  sandbox = await openIdentitySandbox();
});
afterEach(() => sandbox.close());

const mira = "mira@example.com";
const loggedIn = async () => (await sandbox.logIn(mira)).body.sessionToken as string;
const refresh = (refreshToken: string) => sandbox.grant({ refreshToken, grantType: "refresh_token" });
const callerOf = async (token: string) =>
  (await sandbox.ask(`${iam}/verification/v1/start`, { target: "EMAIL" }, token)).status;
const codeIn = (location: string) => new URL(location).searchParams.get("code") ?? "";
const external = (token: string, input: object) =>
  sandbox.grant({ grant_type: "authorized_client", scope: "offline_access", ...input }, token);
const idOf = async (email: string) => (await sandbox.control("GET", `members?email=${email}`)).members[0].id;

async function freshCode(request: Record<string, string> = {}) {
  const response = await authorize(sandbox, { sessionToken: await loggedIn(), prompt: "none", ...request });
  return { code: codeIn(response.location), verifier: response.verifier };
}

/** Returns what a storefront reads from an access token: the claims, and the instance in their data. */
function claimsOf(token: string) {
  const [name, kind, header = "", payload = "", signature, ...more] = token.split(".");
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  expect([name, kind, more, read(header).alg]).toEqual(["OauthNG", "JWS", [], "HS256"]);
  expect(signature).toMatch(/^[\w-]{43}$/);
  const { data, ...claims } = read(payload);
  return { ...claims, ...JSON.parse(data) };
}

test("an access token is a JWT that names site, instance and caller", async () => {
  const anonymous = { clientId: defaults.clientId, grantType: "anonymous" };
  const visitor = (await sandbox.grant(anonymous)).body.access_token;
  const instance = { metaSiteId: defaults.siteId, appDefId: defaults.clientId };
  const claims = claimsOf(visitor);
  expect(claims).toMatchObject({ instance: { ...instance, aid: expect.any(String) } });
  expect(claims.exp - claims.iat).toBe(14_400);
  expect(Date.parse(claims.instance.expirationDate)).toBe(claims.exp * 1000);
  const { code, verifier } = await freshCode();
  const member = (await sandbox.grant(codeGrant(code, verifier))).body.access_token;
  const { uid, siteMemberId, instanceId } = claimsOf(member).instance;
  expect([uid, siteMemberId]).toEqual([await idOf(mira), await idOf(mira)]);
  const info = await sandbox.ask("/oauth2/token-info", { token: member });
  expect(info.body).toMatchObject({ instanceId, siteId: defaults.siteId, subjectId: uid });
});

describe("an authorization code", () => {
  test("gives tokens once; reuse revokes them", async () => {
    const { code, verifier } = await freshCode();
    const { status, body } = await sandbox.grant(codeGrant(code, verifier));
    expect([status, body]).toMatchObject([200, { expires_in: 14_400, token_type: "Bearer" }]);
    expect(await callerOf(body.access_token)).toBe(200);
    expect((await sandbox.grant(codeGrant(code, verifier))).body.message).toContain("already used");
    expect(await callerOf(body.access_token)).toBe(401);
    expect((await refresh(body.refresh_token)).status).toBe(400);
  });

  test("is rejected with another verifier, redirect URI or client, and after ten minutes", async () => {
    const { code, verifier } = await freshCode();
    const rejection = async (grant: object) =>
      (await sandbox.grant(grant)).body.details?.applicationError.code;
    expect(await rejection(codeGrant(code, `${verifier}x`))).toBe("INVALID_GRANT");
    expect(await rejection(codeGrant(code, ""))).toBe("INVALID_GRANT");
    expect(await rejection(codeGrant(code, verifier, { redirectUri: `${callback}/x` }))).toBe(
      "INVALID_GRANT",
    );
    expect(await rejection(codeGrant(code, verifier, { redirectUri: undefined }))).toBe("INVALID_GRANT");
    expect(await rejection(codeGrant(code, verifier, { clientId: "other" }))).toBe("INVALID_CLIENT");
    expect(await rejection(codeGrant(`${code}x`, verifier))).toBe("INVALID_GRANT");
    sandbox.tick(600_001);
    expect(await rejection(codeGrant(code, verifier))).toBe("INVALID_GRANT");
  });

  test("is rejected after the member was blocked", async () => {
    const { code, verifier } = await freshCode();
    await sandbox.control("POST", "members", { action: "block", email: mira });
    expect((await sandbox.grant(codeGrant(code, verifier))).status).toBe(400);
  });

  test("accepts keys in snake case", async () => {
    const { code, verifier } = await freshCode();
    const { status } = await sandbox.grant({
      client_id: defaults.clientId,
      grant_type: "authorization_code",
      redirect_uri: callback,
      code,
      code_verifier: verifier,
    });
    expect(status).toBe(200);
  });
});

describe("account token renewal", () => {
  test("with strict rotation, reuse of a refresh token ends the whole login", async () => {
    await sandbox.set("tokenRotation", "strict");
    const first = await sandbox.tokensOf(mira);
    const { body: second } = await refresh(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await callerOf(second.access_token)).toBe(200);
    expect((await refresh(first.refresh_token)).body.message).toContain("whole login was ended");
    expect(await callerOf(second.access_token)).toBe(401);
    expect((await refresh(second.refresh_token)).status).toBe(400);
  });

  test("tokens expire after the configured lifetime", async () => {
    await sandbox.set("tokenLifetime", "30");
    const { access_token: token, refresh_token: renewal, expires_in: life } = await sandbox.tokensOf(mira);
    expect(life).toBe(30);
    sandbox.tick(30_000);
    expect(await callerOf(token)).toBe(401);
    expect(await callerOf((await refresh(renewal)).body.access_token)).toBe(200);
  });
});

describe("external login", () => {
  test("accepts a member with an API key and a visitor token", async () => {
    const both = `${sandbox.visitor},${defaults.apiKey}`;
    const { status, body } = await external(both, { member_id: await idOf(mira) });
    expect([status, await callerOf(body.access_token)]).toEqual([200, 200]);
    expect((await external(sandbox.visitor, { member_id: await idOf(mira) })).status).toBe(403);
    expect((await external("", { member_id: await idOf(mira) })).status).toBe(401);
    expect((await external(both, { member_id: "c11e9700-5a9d-4b0c-8a0d-00000000000f" })).status).toBe(404);
    expect((await external(both, { member_id: await idOf("noor@example.com") })).status).toBe(400);
  });

  test("accepts a session from sign-on", async () => {
    const both = `${sandbox.visitor},${defaults.apiKey}`;
    const signOn = (email: string) =>
      sandbox.ask(`${iam}/authentication/v2/sign-on`, { loginId: { email }, verifyEmail: true }, both);
    const { sessionToken, identity } = (await signOn("new@example.com")).body;
    expect(identity.email).toEqual({ address: "new@example.com", isVerified: true });
    expect((await signOn("new@example.com")).body.identity.id).toBe(identity.id);
    expect((await signOn("noor@example.com")).status).toBe(403);
    const granted = await external(both, { member_id: identity.id, session_token: sessionToken });
    expect(await callerOf(granted.body.access_token)).toBe(200);
    expect((await external(both, { member_id: await idOf(mira), session_token: sessionToken })).status).toBe(
      400,
    );
    expect((await sandbox.logIn("new@example.com")).body.details.applicationError.code).toBe("-19973");
  });
});

describe("logout", () => {
  test("a password change ends every other login", async () => {
    const [one, other] = [await sandbox.tokensOf(mira), await sandbox.tokensOf(mira)];
    const change = (newPassword: string, token: string) =>
      sandbox.ask(`${iam}/authentication/v2/change-password`, { newPassword }, token);
    expect((await change("abc", one.access_token)).status).toBe(400);
    expect((await change("another-word", one.access_token)).status).toBe(200);
    expect([await callerOf(one.access_token), await callerOf(other.access_token)]).toEqual([200, 401]);
    expect((await sandbox.logIn(mira, "another-word")).body.state).toBe("SUCCESS");
    expect((await change("another-word", defaults.apiKey)).body.details.applicationError.code).toBe(
      "NO_MEMBER",
    );
  });

  test("logout ends the caller's login and redirects the browser", async () => {
    const { access_token: token, refresh_token: renewal } = await sandbox.tokensOf(mira);
    const next = "https://shop.example/bye";
    const query = new URLSearchParams({ clientId: defaults.clientId, postLogoutRedirectUri: next });
    const foreign = new URLSearchParams({ clientId: "another", postLogoutRedirectUri: next });
    expect((await sandbox.get(`${iam}/authentication/v1/logout?${foreign}`, token)).status).toBe(400);
    expect(await callerOf(token)).toBe(200);
    const { body } = await sandbox.get(`${iam}/authentication/v1/logout?${query}`, token);
    expect(body).toMatchObject({ statusCode: 302, headers: [{ key: "location", value: next }], body: "" });
    expect(await callerOf(token)).toBe(401);
    expect((await refresh(renewal)).status).toBe(400);
    const evil = new URLSearchParams({ postLogoutRedirectUri: "http://elsewhere.example/" });
    expect((await sandbox.get(`${iam}/authentication/v1/logout?${evil}`)).status).toBe(400);
    const page = (await sandbox.get(`${iam}/authentication/v1/logout`)).body;
    expect(Buffer.from(page.body, "base64").toString()).toContain("<h1>You are logged out</h1>");
  });

  test("the callback of older clients redirects to its redirect session", async () => {
    const ask = (state: string, sessionToken: string) =>
      sandbox.get(`${iam}/authentication/v1/callback?${new URLSearchParams({ state, sessionToken })}`);
    const { body } = await ask("abc", await loggedIn());
    const [location, cookie] = body.headers;
    expect(location.value).toBe("http://127.0.0.1:4010/__till/pages/auth?session=abc");
    expect(cookie).toEqual({
      key: "set-cookie",
      value: expect.stringMatching(/^till-session-4010=JWS\..+HttpOnly/),
    });
    expect((await ask("abc", "JWS.x")).body.statusCode).toBe(401);
  });
});

describe("password recovery", () => {
  const send = (input: object) => sandbox.ask(`${iam}/recovery/v1/send-email`, input);
  const recover = (recoveryToken: string, password: string) =>
    sandbox.ask(`${iam}/recovery/v1/recover`, { recoveryToken, password });

  test("the emailed token sets a password once and ends all logins", async () => {
    const before = await sandbox.tokensOf(mira);
    const redirect = { url: "https://shop.example/login", clientId: defaults.clientId };
    expect((await send({ email: mira, redirect, language: "en" })).body).toEqual({});
    const { token, link } = await sandbox.mailTo(mira);
    expect(link).toBe(`http://127.0.0.1:4010/__till/pages/recover?recoveryToken=${token}`);
    expect((await recover(token, "abc")).status).toBe(400);
    expect((await recover(token, "fresh-word")).body).toMatchObject({
      state: "SUCCESS",
      identity: { id: await idOf(mira) },
    });
    expect((await recover(token, "fresh-word")).body.details.applicationError.code).toBe(
      "INVALID_RECOVERY_TOKEN",
    );
    expect(await callerOf(before.access_token)).toBe(401);
    expect((await sandbox.logIn(mira, "fresh-word")).body.state).toBe("SUCCESS");
  });

  test("an unknown address gets the same response and no message", async () => {
    expect(await send({ email: "nobody@example.com" })).toMatchObject({ status: 200, body: {} });
    expect((await sandbox.control("GET", "mail")).messages).toEqual([]);
    expect((await send({ email: "no address" })).status).toBe(400);
  });

  test("an activation sets a first password; links expire after an hour", async () => {
    const both = `${sandbox.visitor},${defaults.apiKey}`;
    const signOn = { loginId: { email: "new@example.com" } };
    const { identity } = (await sandbox.ask(`${iam}/authentication/v2/sign-on`, signOn, both)).body;
    const activate = () =>
      sandbox.ask(`${iam}/recovery/v1/activation-email`, { identityId: identity.id }, both);
    await activate();
    const { token: late } = await sandbox.mailTo("new@example.com");
    sandbox.tick(3_600_001);
    expect((await recover(late, "first-word")).status).toBe(403);
    await activate();
    const { token } = await sandbox.mailTo("new@example.com");
    expect((await recover(token, "first-word")).body.state).toBe("SUCCESS");
  });
});
