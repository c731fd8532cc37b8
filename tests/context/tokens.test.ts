import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type CredentialKind, openCredentials } from "../../src/config/credentials.ts";
import { createWorld } from "../support/world.ts";

const now = () => Math.floor(Date.now() / 1000);

/** A platform that accepts one access token, and a profile with another one. */
async function shop(
  kind: CredentialKind,
  { accepts, refuses = [], life = 3600 }: { accepts: string; refuses?: string[]; life?: number },
) {
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { authorization } = request.headers;
    const isToken = request.url === "/oauth2/token";
    const { grantType } = isToken ? JSON.parse(body) : { grantType: undefined };
    calls.push(isToken ? grantType : `${request.url?.split("?")[0]} ${authorization}`);
    const rejected = isToken ? refuses.includes(grantType) : authorization !== accepts;
    response.writeHead(rejected ? (isToken ? 400 : 401) : 200, { "content-type": "application/json" });
    const tokens = { access_token: `from ${grantType}`, refresh_token: "next", expires_in: 3600 };
    response.end(JSON.stringify(rejected ? { error: "invalid_grant" } : isToken ? tokens : { products: [] }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const world = createWorld();
  onTestFinished(() => {
    server.close();
    world.close();
  });
  const { port } = server.address() as AddressInfo;
  await world.till(`profiles create shop --platform http://127.0.0.1:${port} --client-id app --use`);
  const store = openCredentials({ file: world.path("till/config/credentials.db"), notice: () => {} });
  onTestFinished(() => store.close());
  await store.update("shop", kind, async () => ({
    accessToken: "stored",
    refreshToken: "once",
    issuedAt: now() - 3600,
    expiresAt: now() + life,
  }));
  return {
    calls,
    store,
    till: (line: string, env: Record<string, string> = {}) => world.till(line, { env }),
  };
}

const query = "api products.query";
const path = "/stores-reader/v1/products/query-platformized";

test("renews a token once if the platform rejects it, and repeats the call", async () => {
  const { calls, till, store } = await shop("member", { accepts: "from refresh_token" });
  expect(await till(`${query} --as member`)).toMatchObject({ code: 0, stderr: "" });
  expect(calls).toEqual([`${path} stored`, "refresh_token", `${path} from refresh_token`]);
  expect(await store.get("shop", "member")).toMatchObject({ refreshToken: "next" });
  await till(`${query} --as member`);
  expect(calls).toHaveLength(4);
});

test("renews a token with less than a minute left before the call", async () => {
  const { calls, till } = await shop("member", { accepts: "from refresh_token", life: 59 });
  expect(await till(`${query} --as member`)).toMatchObject({ code: 0 });
  expect(calls).toEqual(["refresh_token", `${path} from refresh_token`]);
});

test("fails with exit 4 if the platform rejects the new token, too, without further requests", async () => {
  const { calls, till } = await shop("member", { accepts: "nobody" });
  expect(await till(`${query} --as member`)).toMatchObject({ code: 4, stdout: "" });
  expect(calls).toEqual([`${path} stored`, "refresh_token", `${path} from refresh_token`]);
});

test("a revoked member fails with exit 4 and a hint to log in, never as a visitor; later calls send no request", async () => {
  const { calls, till, store } = await shop("member", { accepts: "nobody", refuses: ["refresh_token"] });
  const ended = await till(`${query} --as member`);
  expect(ended).toMatchObject({ code: 4, stdout: "" });
  expect(ended.stderr).toMatch(/has ended.*\n {2}Sign in with: till login\n/);
  expect(calls).toEqual([`${path} stored`, "refresh_token"]);
  expect(await till(`${query} --as member`)).toMatchObject({ code: 4 });
  expect(calls).toHaveLength(2);
  expect(await store.kinds("shop")).toEqual(["member"]);
});

test("a revoked member stays signed out until login, logout or --as visitor", async () => {
  const { calls, till, store } = await shop("member", {
    accepts: "from anonymous",
    refuses: ["refresh_token"],
  });
  await till(`${query} --as member`);
  const requests = calls.length;
  for (const line of [query, "cart get", "cart add anything", "products list", "account token"]) {
    const ended = await till(line);
    expect(ended, line).toMatchObject({ code: 4, stdout: "" });
    expect(ended.stderr, line).toMatch(
      /^error: The sign-in of profile "shop" has ended.*\n {2}Sign in with: till login\n/,
    );
  }
  expect(calls).toHaveLength(requests);
  expect((await till("profiles get shop")).stdout).toContain("member (signed out by the platform)");
  expect(await till(`${query} --as visitor`)).toMatchObject({ code: 0 });
  expect(await till(query)).toMatchObject({ code: 4 });

  expect(await till("logout")).toMatchObject({ code: 0 });
  expect(await store.kinds("shop")).not.toContain("member");
  expect(await till(query)).toMatchObject({ code: 0 });
});

test("does not use the stored key of one site for a site from TILL_SITE_ID", async () => {
  const { calls, till } = await shop("apiKey", { accepts: "stored" });
  await till("profiles update shop --site site-a");
  const elsewhere = await till("products list", { TILL_SITE_ID: "site-b" });
  expect(elsewhere).toMatchObject({ code: 2, stdout: "" });
  expect(elsewhere.stderr).toContain(
    'The API key of profile "shop" is stored for site site-a, and TILL_SITE_ID is site-b.',
  );
  expect(calls).toEqual([]);
  expect(await till(`${query} --as admin`, { TILL_SITE_ID: "site-a" })).toMatchObject({ code: 0 });
  expect(await till(`${query} --as admin --site site-b`, { TILL_SITE_ID: "site-b" })).toMatchObject({
    code: 0,
  });
});

test("replaces a revoked visitor with a new one, with a notice on stderr", async () => {
  const { calls, till } = await shop("visitor", { accepts: "from anonymous", refuses: ["refresh_token"] });
  const result = await till(`${query} --as visitor`);
  expect(result.code).toBe(0);
  expect(result.stderr).toMatch(/^The visitor's session could not be renewed .* a new visitor was started/);
  expect(calls).toEqual([`${path} stored`, "refresh_token", "anonymous", `${path} from anonymous`]);
});

test("a profile with a role uses it, and names it if it is not sufficient", async () => {
  const { till } = await shop("visitor", { accepts: "stored" });
  await till("profiles update shop --role visitor");
  expect(await till(query)).toMatchObject({ code: 0 });
  const rejected = await till("products create --name Jug --price 5");
  expect(rejected.code).toBe(4);
  expect(rejected.stderr).toContain("This requires the role admin, but profile shop is visitor.");
});

test("the site comes from the flag, the environment or the profile, in this order", async () => {
  const { till } = await shop("visitor", { accepts: "stored" });
  const origin = async (line: string) => {
    const { items } = JSON.parse((await till(`config list --json ${line}`.trim())).stdout);
    const { value, source } = items.find(({ name }: { name: string }) => name === "siteId");
    return [value, source];
  };
  expect(await origin("")).toEqual([null, "default"]);
  await till("profiles update shop --site one");
  expect(await origin("")).toEqual(["one", "profile shop"]);
  expect(await origin("--site two")).toEqual(["two", "--site"]);
});

test("names the variable of a rejected key instead of suggesting a login", async () => {
  const { till } = await shop("visitor", { accepts: "stored" });
  for (const [variable, line] of [
    ["TILL_API_KEY", `${query} --as admin`],
    ["TILL_ACCESS_TOKEN", query],
  ] as const) {
    const ended = await till(line, { [variable]: "wrong" });
    expect(ended, variable).toMatchObject({ code: 4, stdout: "" });
    expect(ended.stderr).toContain(`The platform rejected ${variable}.`);
    expect(ended.stderr).not.toContain("till login");
  }
});
