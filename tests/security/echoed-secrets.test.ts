import { globSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

/** No known form of a key, and characters that are encoded in URLs and JSON. */
const key = 'Plain words/4711+"quoted"';
const password = "correct horse battery 4711";
const forms = [key, password].flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString("base64"),
  JSON.stringify(secret).slice(1, -1),
]);

let world: World;
let url: string;
let answer: (request: IncomingMessage, echo: string) => { status: number; body: unknown };
beforeEach(async () => {
  world = createWorld();
  onTestFinished(() => world.close());
  const platform = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const sent = request.headers.authorization ?? "";
      const echo = [sent, encodeURIComponent(sent), Buffer.from(sent).toString("base64"), text].join(" ");
      const { status, body } = answer(request, echo);
      response.writeHead(status, { "x-seen": encodeURIComponent(sent), "x-wix-request-id": `r ${sent}` });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((listening) => platform.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void platform.close());
  url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
});

function expectNone(text: string): void {
  for (const secret of forms) expect(text).not.toContain(secret);
}

/** No file of the home has the secret except that of credentials. */
function expectNoFile(): void {
  for (const name of globSync("**", { cwd: world.home }))
    if (statSync(world.path(name)).isFile() && !name.includes("credentials"))
      expectNone(readFileSync(world.path(name), "latin1"));
}

const lines = [
  "products list",
  "products list --json",
  "products list --debug=http",
  "products list --debug",
  "api products.query --include",
  "products create --name Mug --price 5 --json",
  "products update mug --set price=1 --yes --json",
  "whoami --json",
  "doctor --json",
];

test("a server that echoes the API key in errors: it is redacted in output, headers, traces, journals and files", async () => {
  answer = (_, echo) => ({ status: 400, body: { message: `Not valid: ${echo}`, details: { echo } } });
  await world.till(`profiles create shop --site s1 --platform ${url}`);
  const env = { TILL_API_KEY: key, TILL_SITE_ID: "s1", TILL_BASE_URL: url };
  for (const line of lines) {
    const ended = await world.till(line, { env });
    expectNone(ended.stdout + ended.stderr);
    if (line === "products list") expect(ended.stderr).toContain("Not valid: [redacted]");
  }
  expectNoFile();
});

test("a server that echoes the key in what it returns: it is redacted in lists, exports and backups", async () => {
  const product = (echo: string) => ({ id: "p1", name: `Mug ${echo}`, slug: "mug", priceData: { price: 5 } });
  answer = (request, echo) => ({
    status: 200,
    body: /version/.test(request.url ?? "")
      ? { catalogVersion: "V1_CATALOG" }
      : {
          product: product(echo),
          products: [product(echo)],
          totalResults: 1,
          metadata: { items: 1, offset: 0 },
        },
  });
  await world.till(`profiles create shop --site s1 --platform ${url}`);
  const stored = await world.till("login --api-key --key-file - --profile shop", { stdin: `${key}\n` });
  expect(stored.code).toBe(0);
  for (const line of ["products list --json", "products export all.csv", "products list --output csv"]) {
    const ended = await world.till(`${line} --profile shop`);
    expect({ line, code: ended.code, stderr: ended.stderr }).toEqual({
      line,
      code: 0,
      stderr: expect.any(String),
    });
    expectNone(ended.stdout + ended.stderr);
  }
  expect(readFileSync(world.path("all.csv"), "utf8")).toContain("[redacted]");
  expectNoFile();
});

test("a server that echoes a refused password: it is redacted", async () => {
  const tokens = { access_token: "visitor-token", refresh_token: "renewal", expires_in: 14_400 };
  answer = (request, echo) =>
    /oauth2.token/.test(request.url ?? "")
      ? { status: 200, body: tokens }
      : { status: 403, body: { message: `Wrong: ${echo}`, details: { echo } } };
  await world.till(`profiles create shop --client-id c1 --platform ${url}`);
  const line = "login --email ada@example.com --password-file - --profile shop";
  for (const flags of ["", " --json", " --debug=http"]) {
    const ended = await world.till(line + flags, { stdin: `${password}\n` });
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain("Wrong: [redacted]");
    expectNone(ended.stdout + ended.stderr);
  }
});

test("passwords in addresses of the environment are redacted, whatever quotes them", async () => {
  const env = {
    TILL_JOURNAL: "postgres://till:open%20sesame%204711@127.0.0.1:9/till",
    HTTPS_PROXY: "http://user:proxy-password-4711@127.0.0.1:9",
    TILL_API_KEY: key,
    TILL_SITE_ID: "s1",
    TILL_ACCESS_TOKEN: "an-access-token-4711",
  };
  for (const line of [
    "products list",
    "jobs list",
    "doctor --offline",
    ["products", "list", "--filter", `name = ${key}`],
    ["config", "set", "an-access-token-4711", "profiles open sesame 4711"],
    ["products", "get", "proxy-password-4711"],
  ]) {
    const { stdout, stderr } = await world.till(line, { env });
    expectNone(stdout + stderr);
    expect(stdout + stderr).not.toMatch(/sesame|proxy-password|an-access-token/);
  }
});

test("till account token does not redact the token that it prints", async () => {
  const { stdout } = await world.till("account token", {
    env: { TILL_ACCESS_TOKEN: "an-access-token-4711" },
  });
  expect(stdout).toBe("an-access-token-4711\n");
});

test.each([
  "login --api-key IST.canary-0123456789 --profile sandbox",
  "login IST.canary-0123456789",
  "account token IST.canary-0123456789",
  "account password change canary-0123456789",
  "account register --email a@example.com canary-0123456789",
  "profiles create shop IST.canary-0123456789",
])("an argument too many is not printed, because it may be a secret: %s", async (line) => {
  const world = createWorld();
  for (const flags of ["", " --json"]) {
    const { code, stdout, stderr } = await world.till(`${line}${flags}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/Too many arguments for .+ Expected \d arguments? but got \d\./);
    expect(stderr).not.toContain("canary");
  }
});
