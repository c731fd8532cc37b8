import { expect, test } from "vitest";
import { accessToken, apiKey, member, type TokenOptions, visitor } from "../../../src/api/auth/strategies.ts";
import { isExpiring, isRejection, requestTokens, type Tokens } from "../../../src/api/auth/tokens.ts";
import type { Request, Response } from "../../../src/api/transport/transport.ts";
import { memoryCredentials } from "../../../src/config/credentials.ts";
import { ApiError, TransportError } from "../../../src/kernel/errors.ts";
import { json } from "../loopback.ts";

const start = 1_800_000_000;

/** A token endpoint, a store and a clock. `answer` returns the response to a grant. */
function world(answer?: (grant: Record<string, string>, count: number) => Response | Error) {
  const grants: Record<string, string>[] = [];
  const requests: Request[] = [];
  const notices: string[] = [];
  const store = memoryCredentials();
  const clock = { seconds: start };
  const options: TokenOptions = {
    profile: "shop",
    clientId: "client1",
    store,
    baseUrl: "https://shop.example/",
    now: () => clock.seconds * 1000 + 999,
    notice: (message) => notices.push(message),
    send: async (request) => {
      requests.push(request);
      const grant = JSON.parse(request.body ?? "");
      const count = grants.push(grant);
      await new Promise(setImmediate);
      const response = answer?.(grant, count) ?? issue(count);
      if (response instanceof Error) throw response;
      return response;
    },
  };
  const keep = (kind: "visitor" | "member", tokens: Partial<Tokens>) =>
    store.update("shop", kind, async () => ({
      accessToken: "old",
      issuedAt: start,
      expiresAt: start + 3600,
      ...tokens,
    }));
  return { options, grants, requests, notices, store, clock, keep };
}

const issue = (count: number, more: object = {}) =>
  json({ access_token: `access${count}`, refresh_token: `refresh${count}`, expires_in: 3600, ...more });
const rejection = json({ error: "invalid_grant", error_description: "token was revoked" }, 400, {
  "x-wix-request-id": "r1",
});

test("sends an API key without a prefix, with site and account, and never renews it", async () => {
  expect(await apiKey("KEY").headers()).toEqual({ authorization: "KEY" });
  const full = apiKey("KEY", "site1", "account1");
  expect(await full.headers()).toEqual({
    authorization: "KEY",
    "wix-site-id": "site1",
    "wix-account-id": "account1",
  });
  expect(await full.rejected("KEY")).toBe(false);
  expect(await accessToken("TOKEN").headers()).toEqual({ authorization: "TOKEN" });
  expect(await accessToken("TOKEN").rejected("TOKEN")).toBe(false);
});

test("asks for a given token each time that one is needed", async () => {
  let count = 0;
  const strategy = accessToken(async () => `token${++count}`);
  expect(await strategy.headers()).toEqual({ authorization: "token1" });
  expect(await strategy.headers()).toEqual({ authorization: "token2" });
  expect(await strategy.rejected("token2")).toBe(false);
});

test("creates a visitor on first use with the platform's grant, and stores it", async () => {
  const { options, requests, store } = world();
  expect(await visitor(options).headers()).toEqual({ authorization: "access1" });
  expect(await visitor(options).headers()).toEqual({ authorization: "access1" });
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    method: "POST",
    url: "https://shop.example/oauth2/token",
    headers: { "content-type": "application/json" },
    body: '{"clientId":"client1","grantType":"anonymous"}',
    effect: "read",
  });
  expect(await store.get("shop", "visitor")).toEqual({
    accessToken: "access1",
    refreshToken: "refresh1",
    issuedAt: start,
    expiresAt: start + 3600,
  });
});

test("renews tokens with the refresh grant when less than 60 s are left", async () => {
  const { options, requests, clock, store } = world();
  const strategy = visitor(options);
  await strategy.headers();
  clock.seconds += 3539;
  expect(await strategy.headers()).toEqual({ authorization: "access1" });
  clock.seconds += 1;
  expect(await strategy.headers()).toEqual({ authorization: "access2" });
  expect(requests[1]?.body).toBe(
    '{"clientId":"client1","refreshToken":"refresh1","grantType":"refresh_token"}',
  );
  expect(requests[1]?.effect).toBe("add");
  expect(await store.get("shop", "visitor")).toMatchObject({ refreshToken: "refresh2" });
});

test("uses short-lived tokens for half of their lifetime", () => {
  const tokens = { accessToken: "a", issuedAt: 100, expiresAt: 130 };
  expect([100, 114, 115, 140].map((now) => isExpiring(tokens, now))).toEqual([false, false, true, true]);
});

test("keeps the refresh token if the response has none", async () => {
  const { options, keep, store } = world((_, count) => issue(count, { refresh_token: undefined }));
  await keep("member", { refreshToken: "mine", expiresAt: start });
  expect(await member(options).headers()).toEqual({ authorization: "access1" });
  expect(await store.get("shop", "member")).toMatchObject({ accessToken: "access1", refreshToken: "mine" });
});

test("keeps the refresh token if the response has an empty one, and how the member signed in", async () => {
  const { options, keep, store } = world((_, count) => issue(count, { refresh_token: "" }));
  const signedIn = { how: "browser", at: start, memberId: "m1" };
  await keep("member", { refreshToken: "mine", expiresAt: start, signedIn });
  expect(await member(options).headers()).toEqual({ authorization: "access1" });
  expect(await store.get("shop", "member")).toEqual({
    accessToken: "access1",
    refreshToken: "mine",
    issuedAt: start,
    expiresAt: start + 3600,
    signedIn,
  });
});

test("a sign-in without a refresh token is used until it ends, and then has ended", async () => {
  const { options, grants, keep, clock } = world();
  await keep("member", {});
  expect(await member(options).headers()).toEqual({ authorization: "old" });
  clock.seconds += 3540;
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(member(options).headers()).rejects.toMatchObject({ exitCode: 4, code: "SIGN_IN_ENDED" });
  expect(grants).toEqual([]);
});

test("nobody is signed in: exit 4, and nothing is sent", async () => {
  const { options, grants } = world();
  await expect(member(options).headers()).rejects.toMatchObject({
    exitCode: 4,
    message: 'You are not signed in to profile "shop".',
    hint: "Sign in with: till login",
  });
  expect(grants).toEqual([]);
});

test("a visitor without a refresh token is replaced by a new one", async () => {
  const { options, grants, notices, keep } = world();
  await keep("visitor", { expiresAt: start });
  expect(await visitor(options).headers()).toEqual({ authorization: "access1" });
  expect(grants).toEqual([{ clientId: "client1", grantType: "anonymous" }]);
  expect(notices).toEqual([]);
});

test("concurrent calls make one renewal and share its token", async () => {
  const { options, grants, keep } = world();
  await keep("member", { refreshToken: "once", expiresAt: start });
  const strategies = [member(options), member(options)];
  const headers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => strategies[index % 2]?.headers()),
  );
  expect(new Set(headers.map((one) => one?.authorization))).toEqual(new Set(["access1"]));
  expect(grants).toHaveLength(1);
});

test("renews a rejected token once, and not if another process has renewed it", async () => {
  const { options, grants, keep } = world();
  await keep("member", { refreshToken: "mine" });
  const strategy = member(options);
  expect(
    await Promise.all([strategy.rejected("old"), strategy.rejected("old"), strategy.rejected("older")]),
  ).toEqual([true, true, true]);
  expect(grants).toHaveLength(1);
  expect(await strategy.headers()).toEqual({ authorization: "access1" });
});

test("replaces a visitor whose renewal is rejected, with a notice", async () => {
  const { options, grants, notices, keep } = world((grant, count) =>
    grant.grantType === "refresh_token" ? rejection : issue(count),
  );
  await keep("visitor", { refreshToken: "dead", expiresAt: start });
  expect(await visitor(options).headers()).toEqual({ authorization: "access2" });
  expect(grants.map(({ grantType }) => grantType)).toEqual(["refresh_token", "anonymous"]);
  expect(notices).toEqual([expect.stringMatching(/something went wrong.*new visitor.*empty cart/)]);
});

test("a visitor keeps its identity during an outage of the token endpoint", async () => {
  for (const outage of [json("", 503), json("", 429), new TransportError("down", "no")]) {
    const { options, grants, notices, keep, store } = world((grant, count) =>
      grant.grantType === "refresh_token" ? outage : issue(count),
    );
    await keep("visitor", { refreshToken: "mine", expiresAt: start });
    await expect(visitor(options).headers()).rejects.toThrow(
      outage instanceof Error ? "down" : "something went wrong",
    );
    expect(notices).toEqual([]);
    expect(grants).toHaveLength(1);
    expect(await store.get("shop", "visitor")).toMatchObject({ refreshToken: "mine" });
  }
});

test("uses a token until it expires if it cannot be renewed, unless it was rejected", async () => {
  const { options, keep, clock } = world(() => json("", 500));
  await keep("member", { refreshToken: "mine" });
  clock.seconds += 3590;
  expect(await member(options).headers()).toEqual({ authorization: "old" });
  await expect(member(options).rejected("old")).rejects.toThrow("something went wrong");
  clock.seconds += 10;
  await expect(member(options).headers()).rejects.toThrow("something went wrong");
});

test("signs out a member whose renewal is rejected, and never continues as a visitor", async () => {
  const { options, grants, keep, store } = world(() => rejection);
  await keep("member", { refreshToken: "dead", expiresAt: start });
  await keep("visitor", { accessToken: "cart" });
  await expect(member(options).headers()).rejects.toMatchObject({
    exitCode: 4,
    message: expect.stringContaining("has ended"),
    hint: expect.stringContaining("till login"),
  });
  expect(grants.map(({ grantType }) => grantType)).toEqual(["refresh_token"]);
  expect(await store.get("shop", "member")).not.toHaveProperty("refreshToken");
  expect(await store.get("shop", "visitor")).toMatchObject({ accessToken: "cart" });
  await expect(member(options).headers()).rejects.toMatchObject({
    exitCode: 4,
    message: expect.stringContaining("has ended"),
  });
  expect(grants).toHaveLength(1);
});

test("reports a failed grant with status and request id, without secrets", async () => {
  const { options } = world(() =>
    json({ error: "invalid_grant", message: "refresh_token=CANARY is dead" }, 400, {
      "x-wix-request-id": "r1",
    }),
  );
  const error = await requestTokens(
    { clientId: "c", refreshToken: "CANARY", grantType: "refresh_token" },
    options,
  ).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400, code: "INVALID_GRANT", requestId: "r1" });
  const { message } = error as ApiError;
  expect(message).toMatch(/^something went wrong: the token endpoint responded 400 .*r1$/);
  expect(message).not.toContain("CANARY");
  expect(isRejection(error)).toBe(true);
  for (const status of [399, 408, 425, 429, 500, 503])
    expect(isRejection(new ApiError("", { status, code: "" })), String(status)).toBe(false);
  expect(isRejection(new ApiError("", { status: 499, code: "" }))).toBe(true);
  for (const other of [
    new TransportError("down", "no"),
    Object.assign(new Error(""), { status: 400 }),
    undefined,
  ])
    expect(isRejection(other)).toBe(false);
  const silent = world(() => json("", 500));
  await expect(visitor(silent.options).headers()).rejects.toMatchObject({
    message: "something went wrong: the token endpoint responded 500",
    code: "TOKEN_ENDPOINT",
    hint: undefined,
  });
  const created = world(() => json({ access_token: "a" }, 201));
  await expect(visitor(created.options).headers()).rejects.toThrow("responded 201");
});

test("rejects a 200 without a usable token", async () => {
  for (const body of ["", "<html>", "[]", { access_token: "" }, { access_token: 5 }, "null"]) {
    const { options, store } = world(() => json(body));
    await expect(visitor(options).headers()).rejects.toMatchObject({
      message: "The token endpoint responded 200 without an access token.",
      arrived: "maybe",
      hint: "It is safe to run it again.",
    });
    expect(await store.get("shop", "visitor")).toBeUndefined();
  }
});

test("accepts expires_in as text; an invalid one gives a short lifetime and a notice", async () => {
  const life = async (expiresIn: unknown) => {
    const { options, notices } = world((_, count) => issue(count, { expires_in: expiresIn }));
    const tokens = await requestTokens({ clientId: "c", grantType: "anonymous" }, options);
    return [tokens.expiresAt - start, notices.length];
  };
  expect(await life("14400")).toEqual([14400, 0]);
  expect(await life(90.7)).toEqual([90, 0]);
  expect(await life(315_360_000)).toEqual([315_360_000, 0]);
  const { options, notices } = world((_, count) =>
    issue(count, { expires_in: count === 1 ? undefined : "soon" }),
  );
  for (const clientId of ["a", "b"]) await requestTokens({ clientId, grantType: "anonymous" }, options);
  const said = (returned: string) =>
    `The token endpoint returned ${returned} as lifetime of the token (expires_in); till uses it for 60 s.`;
  expect(notices).toEqual([said("nothing"), said('"soon"')]);
  for (const odd of [315_360_001, undefined, null, "soon", "", -5, 0, "1e400", {}, true])
    expect(await life(odd)).toEqual([60, 1]);
});
