import { afterEach, beforeEach, expect, test } from "vitest";
import { html } from "../../../src/sandbox/pages/page.ts";
import {
  authorize,
  base,
  callback,
  type IdentitySandbox,
  openIdentitySandbox,
  password,
} from "../support/identity-sandbox.ts";

let server: IdentitySandbox;
beforeEach(async () => {
  server = await openIdentitySandbox();
});
afterEach(() => server.close());

const visit = (url: string, body?: Record<string, string>, headers: Record<string, string> = {}) =>
  server.send({
    method: body ? "POST" : "GET",
    url,
    headers,
    effect: "read",
    name: "test",
    ...(body && { body: String(new URLSearchParams(body)) }),
  });
const formIn = (page: string) => /name="form" value="([\w-]+)"/.exec(page)?.[1] ?? "";
const login = { step: "login", email: "mira@example.com", password };

test("escapes everything inserted into a page", () => {
  const evil = `<script>alert("1")</script>'&`;
  const page = html`<p title="${evil}">${[evil, html`<b>${evil}</b>`, null, false, undefined, 0]}</p>`;
  expect(page.text).not.toContain("<script>");
  expect(page.text).toMatch(/^<p title="[^"'<>]*">[^"'<>]*<b>[^"'<>]*<\/b>0<\/p>$/);
  expect(page.text).toContain("<b>&#60;script&#62;");
});

test("loads nothing from outside, cannot be framed, and its form leads back to the app only", async () => {
  const { answer } = await authorize(server);
  const policy = answer.headers["content-security-policy"] ?? "";
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self' http:\/\/127\.0\.0\.1:9876; /,
  );
  expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'");
  expect(answer.body).not.toMatch(/<script|src=|@import|url\(/);
  expect([...answer.body.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
    expect.stringMatching(/^\/__till\/pages\/auth\?/),
    expect.stringMatching(/^\/__till\/pages\/auth\?/),
  ]);
  expect(answer.headers["set-cookie"]).toMatch(
    /^till-device-4010=[\w-]+; Path=\/__till\/pages; HttpOnly; SameSite=Lax/,
  );
});

test("returns HTML in the entered address as text", async () => {
  const { url, answer } = await authorize(server);
  const email = `"><img src=x onerror=alert(1)>`;
  const again = await visit(url, { ...login, email, form: formIn(answer.body) });
  expect(again.status).toBe(403);
  expect(again.body).not.toContain("<img");
  expect(again.body).toContain("&#34;&#62;&#60;img");
});

test("accepts a form once, from its own page on this server only", async () => {
  const { url, answer } = await authorize(server);
  const form = formIn(answer.body);
  const own = { origin: base, host: "127.0.0.1:4010" };
  const foreign = await visit(url, { ...login, form }, { ...own, origin: "http://localhost:5173" });
  const navigated = await visit(url, { ...login, form }, { ...own, "sec-fetch-site": "cross-site" });
  expect([foreign.status, navigated.status]).toEqual([403, 403]);
  expect((await visit(url, login, own)).status).toBe(403);
  expect((await visit(url, { ...login, form: "guessed" }, own)).status).toBe(403);
  const done = await visit(url, { ...login, form }, own);
  expect([done.status, done.headers.location]).toEqual([303, expect.stringContaining(`${callback}?code=`)]);
  expect((await visit(url, { ...login, form }, own)).body).toContain("already submitted");
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "http://elsewhere.example/callback",
  "file:///etc/passwd",
  "nonsense",
])("rejects the redirect URI %j", async (redirectUri) => {
  const { answer, location } = await authorize(server, { redirectUri, prompt: "none" });
  expect([answer.status, location]).toEqual([400, ""]);
  expect(answer.body).toContain("is not an allowed redirect URI");
});

test("accepts registered redirect URIs only, with any port on 127.0.0.1", async () => {
  await server.set("redirectUris", "https://shop.example/in http://127.0.0.1/callback");
  const status = async (redirectUri: string) =>
    (await authorize(server, { redirectUri, prompt: "none" })).answer.status;
  expect(await status("https://shop.example/in")).toBe(303);
  expect(await status("http://127.0.0.1:50123/callback")).toBe(303);
  expect(await status("https://shop.example/in/other")).toBe(400);
  expect(await status("http://127.0.0.1:50123/other")).toBe(400);
  expect(await status("http://localhost:50123/callback")).toBe(400);
});

test.each<[Record<string, string>, string]>([
  [{ responseType: "token" }, "unsupported_response_type"],
  [{ codeChallengeMethod: "plain" }, "invalid_request"],
  [{ codeChallenge: "short" }, "invalid_request"],
])("an invalid request %j is reported to the app", async (request, error) => {
  const { location } = await authorize(server, request);
  expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({ error, state: "st4te" });
});

test("shows an error page for an unknown client and an invalid, expired or foreign session", async () => {
  const other = await authorize(server, { clientId: "c11e9700-5a9d-4b0c-8a0d-00000000000f" });
  expect([other.answer.status, other.location]).toEqual([400, ""]);
  expect((await visit(`${base}/__till/pages/auth?session=x`)).status).toBe(404);
  expect((await visit(`${base}/__till/pages/nowhere`)).status).toBe(404);
  expect((await visit(`${base}/__till/pages/done`, {})).status).toBe(405);
  const { url } = await authorize(server);
  expect((await visit(url.replace("/auth?", "/logout?"))).status).toBe(404);
  server.tick(3_600_001);
  expect((await visit(url)).status).toBe(410);
});

test("keeps the query of the redirect URI", async () => {
  const sessionToken: string = (await server.logIn("mira@example.com")).body.sessionToken;
  const redirectUri = "https://shop.example/in?shop=1";
  const { location } = await authorize(server, { redirectUri, sessionToken, prompt: "none" });
  expect(location).toMatch(/^https:\/\/shop\.example\/in\?shop=1&code=[\w-]+&state=st4te$/);
});

test("logs out the app that created the redirect session", async () => {
  const { access_token: token } = await server.tokensOf("mira@example.com");
  const ask = () => server.ask("/_api/iam/verification/v1/start", { target: "EMAIL" }, token);
  const logout = { logout: { clientId: "c11e9700-5a9d-4b0c-8a0d-000000000001" } };
  const { body } = await server.ask("/_api/redirects-api/v1/redirect-session", logout, token);
  expect((await ask()).status).toBe(200);
  const page = await visit(body.redirectSession.fullUrl);
  expect(page.body).toContain("<h1>You are logged out</h1>");
  expect(page.headers["set-cookie"]).toMatch(/^till-session-4010=; .*Max-Age=0$/);
  expect((await ask()).status).toBe(401);
});

test("returns to https addresses only, and answers 403 for http of another host", async () => {
  const leave = async (postFlowUrl: string) => {
    const { access_token: token } = await server.tokensOf("mira@example.com");
    const logout = {
      logout: { clientId: "c11e9700-5a9d-4b0c-8a0d-000000000001" },
      callbacks: { postFlowUrl },
    };
    const { body } = await server.ask("/_api/redirects-api/v1/redirect-session", logout, token);
    return await visit(body.redirectSession.fullUrl);
  };
  expect((await leave("https://shop.example/bye")).headers.location).toBe("https://shop.example/bye");
  const rejected = await leave("http://shop.example/bye");
  expect([rejected.status, rejected.headers.location]).toEqual([403, undefined]);
  expect(rejected.body).toContain("http://shop.example/bye is not an allowed redirect domain");
});

test("tokens keep the member's visitor ID", async () => {
  await server.tokensOf("mira@example.com");
  const rows = server.store.db
    .prepare("SELECT DISTINCT visitor FROM token WHERE role = 'member'")
    .all<{ visitor: string | null }>();
  const [{ subject }] = server.store.db
    .prepare("SELECT subject FROM token WHERE value = ?")
    .all<{ subject: string }>(server.visitor) as [{ subject: string }];
  expect(rows).toEqual([{ visitor: subject }]);
});
