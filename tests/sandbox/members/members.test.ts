import { afterEach, beforeEach, expect, test } from "vitest";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { type IdentitySandbox, openIdentitySandbox } from "../support/identity-sandbox.ts";

let sandbox: IdentitySandbox;
beforeEach(async () => {
  sandbox = await openIdentitySandbox();
});
afterEach(() => sandbox.close());

const my = "/members/v1/members/my";

test("a storefront reads the signed-in member; the login address not with the PUBLIC fieldset", async () => {
  const { access_token } = await sandbox.tokensOf("mira@example.com");
  const { body, status } = await sandbox.get(my, access_token);
  expect(status).toBe(200);
  expect(body.member).toMatchObject({ id: expect.any(String), profile: { nickname: expect.any(String) } });
  expect(body.member).not.toHaveProperty("loginEmail");
  expect(body.member).toMatchObject({ status: "UNKNOWN" });
  const extended = await sandbox.get(`${my}?fieldsets=EXTENDED`, access_token);
  expect(extended.body.member).toMatchObject({ status: "APPROVED", loginEmail: "mira@example.com" });
  const full = await sandbox.get(`${my}?fieldsets=FULL`, access_token);
  expect(full.body.member).toMatchObject({
    loginEmail: "mira@example.com",
    loginEmailVerified: true,
    contactId: body.member.contactId,
  });
  expect(
    (await sandbox.get("/members/v1/members/00000000-0000-4000-8000-000000000000", access_token)).status,
  ).toBe(404);
});

test("visitors and API keys have no member", async () => {
  expect((await sandbox.get(my)).status).toBe(403);
  for (const path of [my, "/oauth2/user-info"]) {
    const { status, body } = await sandbox.get(path, defaults.apiKey);
    expect([path, status, body.details.applicationError.code]).toEqual([path, 403, "NO_MEMBER"]);
  }
});

test("token-info returns the owner of a token until it expires", async () => {
  const info = async (token: string) => (await sandbox.ask("/oauth2/token-info", { token }, "")).body;
  const { access_token } = await sandbox.tokensOf("mira@example.com");
  const { member } = (await sandbox.get(my, access_token)).body;
  const { exp, iat, ...rest } = await info(access_token);
  expect(rest).toMatchObject({ active: true, subjectType: "MEMBER", subjectId: member.id });
  expect(Number(exp) - Number(iat)).toBe(14_400);
  expect(await info(sandbox.visitor)).toMatchObject({ active: true, subjectType: "VISITOR" });
  expect(await info("nothing")).toEqual({ active: false });
  sandbox.tick(14_401_000);
  expect(await info(access_token)).toEqual({ active: false });
});

test("jwks contains the signing key of webhooks", async () => {
  const { body } = await sandbox.get("/oauth2/jwks", "");
  const { keys } = JSON.parse(Buffer.from(body.body, "base64").toString());
  expect(keys).toMatchObject([{ kty: "RSA", alg: "RS256", use: "sig" }]);
  const { publicKey } = await sandbox.control("GET", "keys");
  const { createPublicKey } = await import("node:crypto");
  const exported = createPublicKey({ key: keys[0], format: "jwk" }).export({ type: "spki", format: "pem" });
  expect(exported.toString().trim()).toBe(publicKey.trim());
});

test("an email address is checked before registration", async () => {
  const check = async (email: string) =>
    (await sandbox.ask("/_api/iam/authentication/v2/validate-email", { email })).body;
  expect(await check("ada@example.com")).toEqual({ valid: true });
  expect(await check("ada@example")).toEqual({ valid: false, formatInvalid: true });
  expect(await check("ada@shop.invalid")).toEqual({
    valid: false,
    failure: { reason: "EMAIL_DOMAIN_MISSING_DNS_RECORDS" },
  });
});
