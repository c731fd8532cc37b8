import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { fromBase32, totpCode, totpStep } from "../../../src/sandbox/members/members.ts";
import { type IdentitySandbox, iam, openIdentitySandbox, password } from "../support/identity-sandbox.ts";

let sandbox: IdentitySandbox;
beforeEach(async () => {
  sandbox = await openIdentitySandbox();
});
afterEach(() => sandbox.close());

const register = (email: string, more: object = {}) =>
  sandbox.ask(`${iam}/authentication/v2/register`, { loginId: { email }, password: "s3cret-word", ...more });

const codeOf = ({ body }: { body: ReturnType<JSON["parse"]> }) => body.details.applicationError.code;

describe("registration", () => {
  test("creates an active member with the given profile", async () => {
    const profile = { firstName: "Ada", customFields: [{ name: "vip", value: { boolValue: true } }] };
    const { status, body } = await register("Ada@example.com", {
      profile,
      clientMetaData: { device: "test" },
    });
    expect([status, body]).toMatchObject([
      200,
      {
        state: "SUCCESS",
        sessionToken: expect.stringMatching(/^JWS\./),
        identity: {
          identityProfile: { ...profile, emails: ["Ada@example.com"] },
          status: { name: "ACTIVE", reasons: [] },
          email: { address: "Ada@example.com", isVerified: false },
        },
      },
    ]);
    expect((await sandbox.logIn("ada@EXAMPLE.com", "s3cret-word")).body.identity.id).toBe(body.identity.id);
    expect(codeOf(await register("ADA@example.com"))).toBe("-19995");
  });

  test("an invalid address is a violation of type EMAIL", async () => {
    const { status, body } = await register("nobody");
    expect(status).toBe(400);
    expect(body.details.validationError.fieldViolations).toMatchObject([
      { field: "loginId.email", data: { type: "EMAIL" } },
    ]);
  });

  test("a password is required and stored hashed", async () => {
    expect((await register("a@example.com", { password: undefined })).status).toBe(400);
    expect((await register("a@example.com", { password: "abc" })).body.message).toContain(
      "expected 4 or more",
    );
    expect((await register("a@example.com", { password: "a".repeat(101) })).body.message).toContain(
      "100 or less",
    );
    await register("a@example.com");
    const rows = sandbox.store.db.prepare("SELECT doc FROM doc_members").all<{ doc: string }>();
    expect(JSON.stringify(rows)).not.toContain("s3cret-word");
  });
});

describe("login", () => {
  test("errors have the platform's codes", async () => {
    expect((await sandbox.logIn("mira@example.com")).body.state).toBe("SUCCESS");
    expect(codeOf(await sandbox.logIn("mira@example.com", "wrong"))).toBe("-19976");
    expect(codeOf(await sandbox.logIn("nobody@example.com"))).toBe("-19999");
    expect(codeOf(await sandbox.logIn("no address"))).toBe("-19999");
    expect((await sandbox.logIn("mira@example.com", "wrong")).status).toBe(401);
    await sandbox.control("POST", "members", { action: "reset-password", email: "mira@example.com" });
    expect(codeOf(await sandbox.logIn("mira@example.com"))).toBe("-19973");
  });

  test.each([
    ["block", 403, undefined, "MEMBER_BLOCKED"],
    ["pend", 200, "REQUIRE_OWNER_APPROVAL", undefined],
    ["unverify", 200, "REQUIRE_EMAIL_VERIFICATION", undefined],
    ["offline", 200, "STATUS_CHECK", undefined],
    ["delete", 404, undefined, "-19999"],
  ])("after %s a login returns %d %s", async (action, status, state, code) => {
    const before = await sandbox.tokensOf("mira@example.com");
    await sandbox.control("POST", "members", { action, email: "mira@example.com" });
    const answer = await sandbox.logIn("mira@example.com");
    expect([answer.status, answer.body.state]).toEqual([status, state]);
    if (code) expect(codeOf(answer)).toBe(code);
    const renewal = { refreshToken: before.refresh_token, grantType: "refresh_token" };
    expect((await sandbox.grant(renewal)).status).toBe(400);
    const change = await sandbox.ask(
      `${iam}/authentication/v2/change-password`,
      { newPassword: "x" },
      before.access_token,
    );
    expect(change.status).toBe(401);
  });

  test("the address of a deleted member can be reused", async () => {
    await sandbox.control("POST", "members", { action: "delete", email: "mira@example.com" });
    expect((await register("mira@example.com")).body.state).toBe("SUCCESS");
  });

  test.each([
    ["any", { Recaptcha: "sandbox-captcha-ok" }, "Recaptcha"],
    ["any", { InvisibleRecaptcha: "sandbox-captcha-ok" }, "Recaptcha"],
    ["visible", { Recaptcha: "sandbox-captcha-ok" }, "Recaptcha"],
    ["invisible", { InvisibleRecaptcha: "sandbox-captcha-ok" }, "InvisibleRecaptcha"],
  ])("a required captcha (%s) must be present and valid", async (setting, right, kind) => {
    await sandbox.set("captcha", setting);
    const logIn = (captchaTokens?: object[]) =>
      sandbox.ask(`${iam}/authentication/v2/login`, {
        loginId: { email: "mira@example.com" },
        password,
        ...(captchaTokens && { captchaTokens }),
      });
    const missing = await logIn();
    expect([codeOf(missing), missing.body.details.applicationError.data]).toEqual([
      "-19971",
      { captcha: kind },
    ]);
    expect(codeOf(await logIn([{ [Object.keys(right)[0] ?? ""]: "guessed" }]))).toBe("-19970");
    expect((await logIn([right])).body.state).toBe("SUCCESS");
    expect(codeOf(await register("new@example.com"))).toBe("-19971");
    expect((await register("new@example.com", { captchaTokens: [right] })).body.state).toBe("SUCCESS");
  });

  test("another kind of captcha does not count", async () => {
    await sandbox.set("captcha", "invisible");
    expect(
      codeOf(await register("a@example.com", { captchaTokens: [{ Recaptcha: "sandbox-captcha-ok" }] })),
    ).toBe("-19971");
    await sandbox.set("captcha", "visible");
    const keyed = (token: string) => ({
      captchaTokens: [{ recaptchaForClientSiteKey: { token, clientSiteKey: "x" } }],
    });
    expect(codeOf(await register("a@example.com", keyed("guessed")))).toBe("-19970");
    expect((await register("a@example.com", keyed("sandbox-captcha-ok"))).body.state).toBe("SUCCESS");
  });
});

describe("email verification", () => {
  const verify = (code: string, stateToken: string) =>
    sandbox.ask(`${iam}/verification/v1/auth/verify`, { code, stateToken });

  test("a registration waits for the emailed code, then for the owner", async () => {
    await sandbox.set("emailVerification", "on");
    await sandbox.set("ownerApproval", "on");
    const { state, stateToken, identity } = (await register("ada@example.com")).body;
    expect([state, identity.status]).toEqual([
      "REQUIRE_EMAIL_VERIFICATION",
      {
        name: "PENDING",
        reasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED", "PENDING_ADMIN_APPROVAL_REQUIRED"],
      },
    ]);
    const { code } = await sandbox.mailTo("ada@example.com");
    const { body } = await verify(code, stateToken);
    expect(body).toMatchObject({
      state: "REQUIRE_OWNER_APPROVAL",
      identity: { email: { isVerified: true }, status: { reasons: ["PENDING_ADMIN_APPROVAL_REQUIRED"] } },
    });
    expect((await verify(code, stateToken)).status).toBe(403);
    await sandbox.control("POST", "members", { action: "approve", email: "ada@example.com" });
    expect((await sandbox.logIn("ada@example.com", "s3cret-word")).body.state).toBe("SUCCESS");
  });

  test("a resent code replaces the previous one", async () => {
    await sandbox.set("emailVerification", "on");
    const { stateToken } = (await register("ada@example.com")).body;
    const { code: first } = await sandbox.mailTo("ada@example.com");
    const again = await sandbox.ask(`${iam}/verification/v1/auth/resend`, { stateToken });
    expect(again.body).toMatchObject({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken });
    const { code: second } = await sandbox.mailTo("ada@example.com");
    if (first !== second) expect((await verify(first, stateToken)).status).toBe(403);
    expect((await verify(second, stateToken)).body.state).toBe("SUCCESS");
  });

  test("the state token ends after five wrong codes or an hour", async () => {
    await sandbox.set("emailVerification", "on");
    const { stateToken } = (await register("ada@example.com")).body;
    const { code } = await sandbox.mailTo("ada@example.com");
    const wrong = code === "000000" ? "000001" : "000000";
    const left = [];
    for (let n = 0; n < 5; n++)
      left.push((await verify(wrong, stateToken)).body.details.applicationError.data.left);
    expect(left).toEqual([4, 3, 2, 1, 0]);
    expect(codeOf(await verify(code, stateToken))).toBe("INVALID_STATE_TOKEN");
    const late = (await sandbox.logIn("ada@example.com", "s3cret-word")).body;
    const { code: other } = await sandbox.mailTo("ada@example.com");
    sandbox.tick(3_600_001);
    expect(codeOf(await verify(other, late.stateToken))).toBe("INVALID_STATE_TOKEN");
  });

  test("members can request a code for their own address only", async () => {
    const { access_token: token } = await sandbox.tokensOf("mira@example.com");
    const start = (input: object) =>
      sandbox.ask(`${iam}/verification/v1/start`, { target: "EMAIL", ...input }, token);
    const { verificationId } = (await start({})).body;
    const { code } = await sandbox.mailTo("mira@example.com");
    expect((await verify(code, verificationId)).body.state).toBe("SUCCESS");
    const { members } = await sandbox.control("GET", "members");
    expect(
      (
        await start({
          identityId: members.find(({ email }: { email: string }) => email === "noor@example.com").id,
        })
      ).status,
    ).toBe(403);
  });
});

describe("a second factor", () => {
  const email = "jonas@example.com";
  const verify = (factor: string, input: object, authorization?: string) =>
    sandbox.ask(`${iam}/authentication/v2/${factor}/verify`, input, authorization);
  const totp = async (shift = 0) => {
    const { members } = await sandbox.control("GET", `members?email=${email}`);
    return totpCode(
      fromBase32(members[0].totp.secret) ?? Buffer.alloc(0),
      totpStep(sandbox.store.wallTime()) + shift,
    );
  };
  const waiting = async () => (await sandbox.logIn(email)).body;

  test("offers the member's factors and accepts a computed code", async () => {
    const { state, stateToken, requireMfaData, sessionToken } = await waiting();
    expect([state, sessionToken]).toEqual(["REQUIRE_MFA", undefined]);
    expect(requireMfaData.availableFactors).toEqual([
      { factorType: "TOTP", factorStatus: "ENABLED" },
      { factorType: "EMAIL", factorStatus: "ENABLED" },
    ]);
    const answer = await verify("TOTP", { stateToken, totpData: { code: await totp() } });
    expect(answer.body).toMatchObject({ state: "SUCCESS", sessionToken: expect.stringMatching(/^JWS/) });
  });

  test("accepts codes of adjacent time steps, but no used or older ones", async () => {
    const once = async (shift: number) =>
      (
        await verify("TOTP", {
          stateToken: (await waiting()).stateToken,
          totpData: { code: await totp(shift) },
        })
      ).status;
    expect([await once(-2), await once(2)]).toEqual([403, 403]);
    expect(await once(0)).toBe(200);
    expect([await once(0), await once(-1)]).toEqual([403, 403]);
    expect(await once(1)).toBe(200);
  });

  test.each(["SMS", "CALL", "EMAIL", "PUSH", "PASSWORD"])("%s", async (factor) => {
    await sandbox.control("POST", "members", { action: "mfa", email, factors: [factor] });
    const { stateToken, additionalData } = await waiting();
    const data = `${factor.toLowerCase()}Data`;
    const to = factor === "SMS" || factor === "CALL" ? "+15550100" : email;
    const challenge = await verify(factor, { stateToken });
    expect(challenge.body).toMatchObject({
      state: "MFA_CHALLENGE",
      mfaChallengeData: { factorType: factor },
    });
    const sent = factor === "PASSWORD" ? { code: password } : await sandbox.mailTo(to);
    const proof = factor === "PUSH" ? { transactionId: sent.code } : { code: sent.code };
    const wrong = factor === "PUSH" ? additionalData.pushTransactionId.strValue : "nothing";
    expect((await verify(factor, { stateToken, [data]: { code: wrong, transactionId: wrong } })).status).toBe(
      403,
    );
    expect((await verify(factor, { stateToken, [data]: proof })).body.state).toBe("SUCCESS");
  });

  test("rejects a denied push notification", async () => {
    await sandbox.set("pushAnswer", "deny");
    await sandbox.control("POST", "members", { action: "mfa", email, factors: ["PUSH"] });
    const { stateToken, additionalData } = await waiting();
    const transactionId = additionalData.pushTransactionId.strValue;
    expect((await verify("PUSH", { stateToken, pushData: { transactionId } })).status).toBe(403);
  });

  test("rejects the proof of another factor and factors the member lacks", async () => {
    const { stateToken } = await waiting();
    expect((await verify("TOTP", { stateToken, emailData: { code: "123456" } })).status).toBe(400);
    expect((await verify("SMS", { stateToken, smsData: { code: "123456" } })).status).toBe(400);
  });

  test("exempts a remembered device for 30 days", async () => {
    const { stateToken } = await waiting();
    await verify("TOTP", { stateToken, totpData: { code: await totp() }, rememberThisDevice: true });
    expect((await waiting()).state).toBe("SUCCESS");
    const other = (await sandbox.grant({ clientId: defaults.clientId, grantType: "anonymous" })).body;
    const login = { loginId: { email }, password };
    const elsewhere = await sandbox.ask(`${iam}/authentication/v2/login`, login, other.access_token);
    expect(elsewhere.body.state).toBe("REQUIRE_MFA");
    await sandbox.control("POST", "advance", { by: "31d" });
    expect((await waiting()).state).toBe("REQUIRE_MFA");
  });
});
