import { expect, test } from "vitest";
import { createOauthData } from "../../../src/api/auth/login.ts";
import {
  askForCode,
  authorizeInput,
  exchangeCode,
  externalLogin,
} from "../../../src/api/auth/member-tokens.ts";
import type { Request, Response } from "../../../src/api/transport/transport.ts";
import { ApiError, TillError, TransportError } from "../../../src/kernel/errors.ts";
import { json } from "../loopback.ts";

const oauth = createOauthData("http://127.0.0.1:17580/callback");

/** A platform that answers each request alike, and what it was sent. */
function platform(answer: Response | Error) {
  const requests: Request[] = [];
  const send = async (request: Request) => {
    requests.push(request);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const options = { send, baseUrl: "https://shop.example", now: () => 5_000, notice: () => {} };
  return { requests, send, options };
}

test("asks for a login with the challenge and the state, never with the verifier", () => {
  const authRequest = {
    redirectUri: oauth.redirectUri,
    clientId: "app",
    codeChallenge: oauth.codeChallenge,
    codeChallengeMethod: "S256",
    responseMode: "fragment",
    responseType: "code",
    scope: "offline_access",
    state: oauth.state,
    sessionToken: undefined,
  };
  expect(authorizeInput(oauth, { clientId: "app" })).toEqual({ auth: { authRequest, prompt: "login" } });
  expect(authorizeInput(oauth, { clientId: "app", prompt: "none", sessionToken: "s" })).toEqual({
    auth: { authRequest: { ...authRequest, sessionToken: "s" }, prompt: "none" },
  });
});

test.each([
  ["a redirect", { location: `${oauth.redirectUri}#code=c%2B1&state=${oauth.state}` }, ""],
  ["a message in JSON", {}, `parent.postMessage({"code":"c+1","state":"${oauth.state}"}, "*")`],
  ["a message in JavaScript", {}, `post({ code: 'c+1', state: '${oauth.state}' })`],
])("finds the code in %s", async (_name, headers, body) => {
  const { requests, send } = platform({ status: 200, headers, body });
  expect(await askForCode(send, "https://shop.example/authorize?a=1", oauth)).toBe("c+1");
  expect(requests).toEqual([
    {
      method: "GET",
      url: "https://shop.example/authorize?a=1",
      headers: { accept: "text/html" },
      effect: "add",
      name: "oauth2.authorize",
    },
  ]);
});

test("a request for a code stops with its signal", async () => {
  const { requests, send } = platform({
    status: 302,
    headers: { location: `#code=c&state=${oauth.state}` },
    body: "",
  });
  const { signal } = new AbortController();
  await askForCode(send, "https://shop.example/authorize", oauth, signal);
  expect(requests[0]?.signal).toBe(signal);
});

test.each([
  ["no code", 200, "<p>Sign in</p>", { code: "MISSING_CODE_OR_STATE", exitCode: 4 }],
  ["the state of another login", 200, `{"code":"c","state":"other"}`, { code: "INVALID_STATE", exitCode: 4 }],
  [
    "the platform's error",
    200,
    `{error:"login_required",state:"${oauth.state}"}`,
    { code: "LOGIN_REFUSED", exitCode: 4 },
  ],
  [
    "a refusal",
    400,
    "",
    {
      code: "AUTHORIZE_FAILED",
      exitCode: 4,
      message: "Failed to get member tokens: the authorize URL responded 400.",
    },
  ],
  ["an outage", 500, "", { code: "AUTHORIZE_FAILED", exitCode: 8, hint: "Start again with: till login" }],
])("%s instead of a code is an error", async (_name, status, body, expected) => {
  const { send } = platform({ status, headers: {}, body });
  await expect(askForCode(send, "https://shop.example/authorize", oauth)).rejects.toMatchObject(expected);
});

test("exchanges the code with the verifier", async () => {
  const { requests, options } = platform(json({ access_token: "a", refresh_token: "r", expires_in: 100 }));
  expect(await exchangeCode("c1", oauth, "app", options)).toEqual({
    accessToken: "a",
    refreshToken: "r",
    issuedAt: 5,
    expiresAt: 105,
  });
  expect(JSON.parse(requests[0]?.body ?? "")).toEqual({
    clientId: "app",
    grantType: "authorization_code",
    redirectUri: oauth.redirectUri,
    code: "c1",
    codeVerifier: oauth.codeVerifier,
  });
  expect(requests[0]?.headers).not.toHaveProperty("authorization");
});

const external = { accessToken: "token", credential: "KEY" };

test("signs in a member of another system with both credentials in one header", async () => {
  const { requests, options } = platform(json({ access_token: "a", refresh_token: "r", expires_in: 100 }));
  const { signal } = new AbortController();
  await externalLogin("m1", external, options, signal);
  expect(JSON.parse(requests[0]?.body ?? "")).toEqual({
    grant_type: "authorized_client",
    scope: "offline_access",
    member_id: "m1",
  });
  expect(requests[0]?.headers.authorization).toBe("token,KEY");
  expect(requests[0]?.signal).toBe(signal);
});

test("a code that the platform rejects is a failed sign-in with its reason", async () => {
  const { options } = platform(json({ error: "invalid_grant" }, 400));
  const signIn = exchangeCode("used", oauth, "app", options);
  await expect(signIn).rejects.not.toBeInstanceOf(ApiError);
  await expect(signIn).rejects.toMatchObject({
    exitCode: 4,
    code: "INVALID_GRANT",
    message:
      "Failed to get member tokens: something went wrong: the token endpoint responded 400 (invalid_grant)",
    hint: expect.stringContaining("till login"),
    cause: expect.any(ApiError),
  });
});

test("a member that does not exist is named; an app that does not exist is not a member", async () => {
  const { options } = platform(json({ message: "no such member" }, 404, { "x-wix-request-id": "r1" }));
  const signIn = externalLogin("m1", external, options);
  await expect(signIn).rejects.toBeInstanceOf(ApiError);
  await expect(signIn).rejects.toMatchObject({
    status: 404,
    exitCode: 5,
    code: "TOKEN_ENDPOINT",
    requestId: "r1",
    message: expect.stringMatching(/^Failed to get member tokens: .*\(no such member\)/),
    hint: "Check the member ID.",
  });
  await expect(exchangeCode("c", oauth, "app", options)).rejects.toMatchObject({
    status: 404,
    hint: "Check the client ID of the profile, or sign in again with: till login",
  });
});

test("an outage keeps its status, and has no hint to sign in", async () => {
  const { options } = platform(json("", 503));
  const signIn = externalLogin("m1", external, options);
  await expect(signIn).rejects.toMatchObject({ status: 503, exitCode: 8, hint: undefined });
});

test("a lost response says that nobody is signed in, and whether the request arrived", async () => {
  const lost = new TransportError("connection reset", "maybe", { code: "ECONNRESET", requestId: "r1" });
  const signIn = exchangeCode("c", oauth, "app", platform(lost).options);
  await expect(signIn).rejects.toBeInstanceOf(TransportError);
  await expect(signIn).rejects.toMatchObject({
    message: "Failed to get member tokens: connection reset",
    arrived: "maybe",
    code: "ECONNRESET",
    requestId: "r1",
    hint: "You are not signed in. Start again with: till login",
    cause: lost,
  });
});

test("an interruption is passed on as it is", async () => {
  const stopped = new TillError(130, "Interrupted.");
  await expect(exchangeCode("c", oauth, "app", platform(stopped).options)).rejects.toBe(stopped);
});
