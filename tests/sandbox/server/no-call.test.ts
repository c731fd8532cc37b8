import { expect, onTestFinished, test } from "vitest";
import missingCalls from "../../../src/sandbox/server/missing-calls.json" with { type: "json" };
import { allServices } from "../../../src/sandbox/server/router.ts";
import { createRoutes } from "../../../src/sandbox/server/run-call.ts";
import { openTestShop } from "../../support/test-shop.ts";

const lines = Object.entries(missingCalls).flatMap(([service, calls]) =>
  calls.map((line) => [service, ...line.split(" ")] as const),
);
const sample = (path = "") => path.replace(/\{\w+\}/g, "00000000-0000-4000-8000-000000000001");

test("a call that the platform has and the sandbox does not is answered with 501", async () => {
  const shop = openTestShop({ seed: "empty" });
  onTestFinished(shop.close);
  for (const [service, call, method = "GET", path] of lines) {
    const { status, body } = await shop.ask(method as "GET", sample(path));
    const { code, description } = body.details.applicationError;
    expect([status, code]).toEqual([501, "NOT_EMULATED"]);
    expect(description).toContain(service.split(".")[1]);
    expect(call).toMatch(/^\w+$/);
  }
});

test("a call that neither the sandbox nor the SDK has is answered as the sandbox's own, with 501", async () => {
  const shop = openTestShop({ seed: "empty" });
  onTestFinished(shop.close);
  for (const path of ["/stores/v1/nope", "/stores/v2/orders/generatePDF", "/blog/v3/posts"]) {
    const { status, body } = await shop.ask("POST", path, {});
    const { code, description } = body.details.applicationError;
    expect([status, code, description]).toEqual([
      501,
      "NOT_EMULATED",
      expect.stringContaining("sandbox of till"),
    ]);
  }
  expect((await shop.ask("GET", "/__till/nope")).status).toBe(404);
});

test.each([
  ["POST", "/stores/v1/products/query", "products"],
  ["POST", "/stores-reader/v1/products/query", "products"],
  ["POST", "/stores/v1/collections/query", "collections"],
  ["POST", "/stores-reader/v1/collections/query", "collections"],
  ["POST", "/stores/v1/variants/query", "variants"],
  ["POST", "/events/v1/tickets/definitions/query", "definitions"],
  ["POST", "/stores/v2/inventoryItems/query", "inventoryItems"],
  ["GET", "/v1/delivery-profiles/query", "deliveryProfiles"],
] as const)("%s %s lists what the documented path lists", async (method, path, items) => {
  const shop = openTestShop({ seed: "demo" });
  onTestFinished(shop.close);
  const { status, body } = await shop.ask(method, path, method === "POST" ? { query: {} } : undefined);
  expect([status, body[items].length > 0]).toEqual([200, true]);
});

test("the documented paths of catalog v1 take filter and sort as JSON text, and numbers in text", async () => {
  const shop = openTestShop({ seed: "demo" });
  onTestFinished(shop.close);
  const listed = async (path: string, query: object) => {
    const { status, body } = await shop.ask("POST", path, { query });
    return [status, body.totalResults, (body.products ?? body.collections)?.[0].name ?? body.message];
  };
  const mug = {
    filter: '{"name":{"$startsWith":"Stoneware"}}',
    sort: '[{"price":"desc"}]',
    paging: { limit: "1" },
  };
  expect(await listed("/stores/v1/products/query", mug)).toEqual([200, 1, "Stoneware Mug"]);
  const named = { filter: '{"name":"Tableware"}' };
  expect(await listed("/stores/v1/collections/query", named)).toEqual([200, 1, "Tableware"]);
  expect(await listed("/stores/v1/products/query", { filter: { name: "Stoneware Mug" } })).toEqual([
    400,
    undefined,
    'INVALID_ARGUMENT: "query.filter" Expected a string.',
  ]);
});

test("what the sandbox has is not in the list", async () => {
  const { find } = createRoutes(allServices);
  for (const [service, call, method = "", path] of lines)
    expect(await find(method, sample(path)), `${service}.${call}`).toBeUndefined();
});
