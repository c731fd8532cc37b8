import { describe, expect, test } from "vitest";
import { walk } from "../../src/api/endpoint.ts";
import { collections } from "../../src/api/services/collections.ts";
import { inventory } from "../../src/api/services/inventory.ts";
import { products } from "../../src/api/services/products.ts";
import { redirects } from "../../src/api/services/redirects.ts";
import { answeredCalls, type Recorded, readRecorded, replayOnShop } from "./sdk-replay.ts";

/**
 * The requests of `@wix/sdk` 1.21.16 and `@wix/stores` 1.0.918 to a sandbox with the demo shop, in order, and what the SDK read
 * from the responses (docs/official-sdk-tests.md).
 */
const file = "tests/e2e/sdk-requests.json";
const recorded = readRecorded(file);
const named = (call: string) => recorded.find((one) => one.call === call) as Recorded;

describe("the official SDK's catalog requests, in order", () => {
  const shop = replayOnShop(file, { known: { long: "x".repeat(3200) } });
  const { replay } = shop;

  test("cover every catalog call of the sandbox", async () => {
    const answered = await answeredCalls(shop.served);
    const offered = [...walk({ products, collections, inventory, redirects })].map(([name]) => name);
    // The REST documentation has this call, the SDK does not.
    expect(offered.filter((name) => !answered.has(name))).toEqual([
      "products.queryV1",
      "collections.queryV1",
    ]);
  });

  const query = named("products.queryProducts (conditions, order, page)");

  test("a POST query of older releases returns the same as a GET query", async () => {
    const { packed: body, ...rest } = query;
    const posted = await replay({
      ...rest,
      method: "POST",
      body,
      headers: { ...query.headers, "Content-Type": "application/json" },
    });
    expect(posted.body).toEqual((await replay(query)).body);
  });

  test("older releases omit the client id in a renewal", async () => {
    const renewal = named("auth.renewToken");
    const { status, body } = await replay({
      ...renewal,
      body: { refreshToken: "{{refreshToken}}", grantType: "refresh_token" },
    });
    expect([status, body]).toMatchObject([200, { access_token: expect.any(String), expires_in: 14400 }]);
  });

  test("X-Wix-Consistent is accepted, and a requested fault affects only that request", async () => {
    expect((await replay(query, { "X-Wix-Consistent": "abc" })).status).toBe(200);
    const limited = await replay(query, { "x-sandbox-fault": "429:7" });
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
    expect((await replay(query, { "x-sandbox-fault": "500" })).status).toBe(500);
    expect((await replay(query)).status).toBe(200);
  });

  test("a browser can call it: preflights allow every header of the SDK, and errors are readable", async () => {
    const origin = "http://localhost:5173";
    const sent = [
      ...new Set(recorded.flatMap(({ headers }) => Object.keys(headers).map((name) => name.toLowerCase()))),
    ];
    const preflight = await fetch(`${shop.served.baseUrl}/stores-reader/v1/products/query-platformized`, {
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
