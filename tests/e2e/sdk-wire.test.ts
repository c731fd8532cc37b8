import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { walk } from "../../src/api/endpoint.ts";
import { collections } from "../../src/api/endpoints/collections.ts";
import { inventory } from "../../src/api/endpoints/inventory.ts";
import { oauth } from "../../src/api/endpoints/oauth.ts";
import { products } from "../../src/api/endpoints/products.ts";
import { createHome, type Home, type Served, serve } from "./program.ts";

/**
 * What `@wix/sdk` 1.21.16 and `@wix/stores` 1.0.918 sent to a sandbox with the demo shop, in this order, and what they
 * read in the answers (docs/guides/official-sdk.md). Ids, tokens and keys are written `{{name}}`.
 */
interface Recorded {
  /** The function that was called. */
  call: string;
  method: string;
  url: string;
  /** What travelled as the query's one parameter `.r`: base64url of this JSON. */
  packed?: unknown;
  headers: Record<string, string>;
  body?: unknown;
  /** 200 where absent. */
  status?: number;
  /** Paths in the answer that the SDK turns into Date, and into numbers. */
  dates?: string[];
  numbers?: string[];
  /** Values of the answer that later requests name: name -> path. */
  keep?: Record<string, string>;
  /** Part of the answer. */
  answer?: object;
}

type Json = ReturnType<JSON["parse"]>;

const recorded = JSON.parse(readFileSync("tests/e2e/sdk-requests.json", "utf8")) as Recorded[];
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const known: Record<string, string> = { long: "x".repeat(3200) };
let home: Home;
let served: Served;

beforeAll(async () => {
  home = createHome();
  served = await serve(home, "--seed", "demo");
  Object.assign(known, { clientId: served.clientId, siteId: served.siteId, apiKey: served.apiKey });
});
afterAll(() => home.close());

/** The value with every `{{name}}` in its texts filled in. */
function filled<T>(value: T): T {
  const text = JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    expect(known).toHaveProperty(name);
    return known[name] ?? "";
  });
  return JSON.parse(text) as T;
}

/** Sends what the SDK sent, to the sandbox in place of the platform: what a replaced `fetch` does. */
async function replay({ method, url, packed, headers, body }: Recorded, more: Record<string, string> = {}) {
  const { pathname, search } = new URL(filled(url));
  const query =
    packed === undefined
      ? search
      : `?.r=${Buffer.from(JSON.stringify(filled(packed))).toString("base64url")}`;
  const response = await fetch(served.baseUrl + pathname + query, {
    method,
    headers: { ...filled(headers), ...more },
    ...(body !== undefined && { body: JSON.stringify(filled(body)) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(await response.text()) as Json,
  };
}

/** Every value at a dotted path, lists on the way spread out. */
function valuesAt(value: Json, path: string): unknown[] {
  return path.split(".").reduce<Json[]>((found, key) => found.flatMap((one) => one?.[key] ?? []), [value]);
}

const named = (call: string) => recorded.find((one) => one.call === call) as Recorded;

describe("the official SDK's requests, one after the other", () => {
  for (const request of recorded) {
    const { call, status = 200, dates = [], numbers = [], keep = {}, answer = {} } = request;

    test(status === 200 ? call : `${call}: ${status}`, async () => {
      const got = await replay(request);
      expect([got.status, got.body]).toMatchObject([status, filled(answer)]);
      if (status !== 200) expectRefusal(got);
      for (const path of dates) expect(valuesAt(got.body, path), path).not.toHaveLength(0);
      for (const value of dates.flatMap((path) => valuesAt(got.body, path))) expect(value).toMatch(isoTime);
      for (const path of numbers) expect(valuesAt(got.body, path), path).not.toHaveLength(0);
      for (const value of numbers.flatMap((path) => valuesAt(got.body, path)))
        expect(value).toBeTypeOf("number");
      for (const [name, path] of Object.entries(keep)) known[name] = String(valueAt(got.body, path));
    });
  }

  test("reach every call of the catalog that the sandbox offers", async () => {
    const { requests } = (await logOf(served)) as { requests: { call: string; status: number }[] };
    const answered = new Set(requests.filter(({ status }) => status === 200).map(({ call }) => call));
    const offered = [...walk({ products, collections, inventory, oauth })].map(([name]) => name);
    expect(offered.filter((name) => !answered.has(name))).toEqual([]);
  });
});

const valueAt = (value: Json, path: string): unknown =>
  path.split(".").reduce((one, key) => one?.[key], value);

/** What the SDK makes its error of; without `data` on a violation it would fail itself. */
function expectRefusal({ headers, body }: Awaited<ReturnType<typeof replay>>): void {
  expect(headers.get("x-wix-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(body.message).toBeTypeOf("string");
  const { applicationError, validationError } = body.details;
  if (applicationError)
    expect(applicationError).toMatchObject({ code: expect.any(String), description: body.message, data: {} });
  else expect(body.message).toMatch(/^INVALID_ARGUMENT: "/);
  for (const violation of validationError?.fieldViolations ?? []) {
    expect(violation).toMatchObject({
      description: expect.any(String),
      ruleName: expect.any(String),
      data: expect.any(Object),
    });
  }
}

async function logOf({ baseUrl, controlToken }: Served): Promise<unknown> {
  const answer = await fetch(`${baseUrl}/__till/log?limit=500`, {
    headers: { "x-till-control": controlToken },
  });
  return await answer.json();
}

describe("asked in other ways", () => {
  const query = named("products.queryProducts (conditions, order, page)");

  test("a query that older releases POST is answered like the one that newer ones GET", async () => {
    const { packed: body, ...rest } = query;
    const posted = await replay({
      ...rest,
      method: "POST",
      body,
      headers: { ...query.headers, "Content-Type": "application/json" },
    });
    expect(posted.body).toEqual((await replay(query)).body);
  });

  test("older releases leave the client id out of a renewal", async () => {
    const renewal = named("auth.renewToken");
    const { status, body } = await replay({
      ...renewal,
      body: { refreshToken: "{{refreshToken}}", grantType: "refresh_token" },
    });
    expect([status, body]).toMatchObject([200, { access_token: expect.any(String), expires_in: 14400 }]);
  });

  test("X-Wix-Consistent is taken, and a fault that a request asks for hits that request only", async () => {
    expect((await replay(query, { "X-Wix-Consistent": "abc" })).status).toBe(200);
    const limited = await replay(query, { "x-sandbox-fault": "429:7" });
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
    expect((await replay(query, { "x-sandbox-fault": "500" })).status).toBe(500);
    expect((await replay(query)).status).toBe(200);
  });

  test("a browser's storefront may: preflights allow every header that the SDK sends, errors can be read", async () => {
    const origin = "http://localhost:5173";
    const sent = [
      ...new Set(recorded.flatMap(({ headers }) => Object.keys(headers).map((name) => name.toLowerCase()))),
    ];
    const preflight = await fetch(`${served.baseUrl}/stores-reader/v1/products/query-platformized`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "GET",
        "access-control-request-headers": [...sent, "x-wix-consistent"].join(","),
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe(origin);
    expect(preflight.headers.get("access-control-allow-headers")?.split(",")).toEqual([
      ...sent,
      "x-wix-consistent",
    ]);
    const gone = await replay(named("products.getProduct (deleted)"), { origin });
    expect([gone.status, gone.headers.get("access-control-allow-origin")]).toEqual([404, origin]);
    expect(gone.headers.get("access-control-expose-headers")).toContain("x-wix-request-id");
    expect((await replay(query, { origin: "https://shop.example" })).status).toBe(403);
  });
});
