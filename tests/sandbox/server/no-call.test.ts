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
  const { status, body } = await shop.ask("GET", "/stores/v1/nope");
  expect([status, body.details.applicationError.code]).toEqual([404, "NOT_FOUND"]);
});

test("what the sandbox has is not in the list", async () => {
  const { find } = createRoutes(allServices);
  for (const [service, call, method = "", path] of lines)
    expect(await find(method, sample(path)), `${service}.${call}`).toBeUndefined();
});
