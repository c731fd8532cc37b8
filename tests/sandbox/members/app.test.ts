import { afterEach, beforeEach, expect, test } from "vitest";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { base, type IdentitySandbox, openIdentitySandbox } from "../support/identity-sandbox.ts";

let sandbox: IdentitySandbox;
beforeEach(async () => {
  sandbox = await openIdentitySandbox();
});
afterEach(() => sandbox.close());

const app = { client_id: defaults.clientId, client_secret: defaults.appSecret };
const access = (body: object) => sandbox.ask("/oauth/access", body, "");

const visit = (query: string) =>
  sandbox.send({
    method: "GET",
    url: `${base}/installer/install?${query}`,
    headers: {},
    effect: "read",
    name: "page",
  });

/** Installs the app, as the installer of the platform does, and returns what the app's page gets. */
async function install(): Promise<Record<string, string>> {
  const query = new URLSearchParams({
    appId: defaults.clientId,
    redirectUrl: "https://app.example/done?a=1",
    state: "s 1",
  });
  const { status, headers } = await visit(String(query));
  expect(status).toBe(302);
  const { origin, searchParams } = new URL(headers.location ?? "");
  expect(origin).toBe("https://app.example");
  return Object.fromEntries(searchParams);
}

test("an app with its secret and instance acts as an admin, and its token ends", async () => {
  const { instanceId, ...rest } = await install();
  expect(rest).toEqual({ a: "1", code: expect.any(String), state: "s 1" });
  const { status, body } = await sandbox.grant({
    grant_type: "client_credentials",
    ...app,
    instance_id: instanceId,
  });
  expect([status, Object.keys(body)]).toEqual([200, ["access_token", "expires_in", "token_type"]]);
  const token = body.access_token;
  const list = () => sandbox.ask("/ecom/v1/orders/search", { search: {} }, token);
  expect((await list()).status).toBe(200);
  expect((await sandbox.ask("/oauth2/token-info", { token }, "")).body).toMatchObject({
    active: true,
    subjectType: "APP",
    clientId: defaults.clientId,
    instanceId,
  });
  sandbox.tick(14_401_000);
  expect((await list()).status).toBe(401);
});

test("the code of an installation gives tokens once, which are renewed with the secret only", async () => {
  const { code } = await install();
  const exchange = { grant_type: "authorization_code", ...app, code };
  const first = await access(exchange);
  expect(first.status).toBe(200);
  expect((await access(exchange)).body.details.applicationError.code).toBe("INVALID_GRANT");
  const renewal = { grant_type: "refresh_token", refresh_token: first.body.refresh_token };
  expect((await access({ ...renewal, client_id: app.client_id })).body.details.applicationError.code).toBe(
    "INVALID_CLIENT",
  );
  const { body } = await access({ ...renewal, ...app });
  expect((await sandbox.ask("/ecom/v1/orders/search", { search: {} }, body.access_token)).status).toBe(200);
});

test("a bound token of a member becomes another one of the same member", async () => {
  const { access_token } = await sandbox.tokensOf("mira@example.com");
  const strip = { grant_type: "strip_bound_session", client_secret: app.client_secret, access_token };
  const { body } = await sandbox.grant(strip);
  expect(body.access_token).not.toBe(access_token);
  const me = async (token: string) => (await sandbox.get("/members/v1/members/my", token)).body.member.id;
  expect(await me(body.access_token)).toBe(await me(access_token));
});

test.each<[string, object, string]>([
  ["a wrong secret", { grant_type: "client_credentials", ...app, client_secret: "x" }, "INVALID_CLIENT"],
  ["another app", { grant_type: "client_credentials", ...app, client_id: "x" }, "INVALID_CLIENT"],
  ["another instance", { grant_type: "client_credentials", ...app, instance_id: "x" }, "INVALID_GRANT"],
  ["an unknown code", { grant_type: "authorization_code", ...app, code: "x" }, "INVALID_GRANT"],
  [
    "an unknown bound token",
    { grant_type: "strip_bound_session", client_secret: app.client_secret, access_token: "x" },
    "INVALID_GRANT",
  ],
])("%s is refused", async (_, grant, code) => {
  const { status, body } = await sandbox.grant(grant);
  expect([status, body.details.applicationError.code]).toEqual([400, code]);
});

test("an installation returns to a URL of the web only, for the app of the site only", async () => {
  expect((await visit(`appId=${defaults.clientId}&redirectUrl=javascript:1`)).status).toBe(400);
  expect((await visit("appId=other&redirectUrl=https://app.example")).status).toBe(400);
});
