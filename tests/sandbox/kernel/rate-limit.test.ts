import { expect, onTestFinished, test } from "vitest";
import { createCaller } from "../../../src/api/caller.ts";
import { products } from "../../../src/api/services/products.ts";
import { sandbox as control } from "../../../src/api/services/sandbox/sandbox.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { countRequest } from "../../../src/sandbox/kernel/rate-limit.ts";
import { openSandbox } from "../../../src/sandbox/server/router.ts";

function open() {
  const sandbox = openSandbox({ file: ":memory:" });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

test("counts the requests of a minute and returns how much of it is left", () => {
  const { store } = open();
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second));
  expect([1, 2, 3].map((second) => countRequest(store.db, 2, at(second)))).toEqual([
    undefined,
    undefined,
    57_000,
  ]);
  expect(countRequest(store.db, 2, at(60))).toBeUndefined();
});

test("a call too many gets a 429 with Retry-After; control calls are not counted", async () => {
  const { send } = open();
  const headers: string[] = [];
  const call = createCaller({
    send: async (request) => {
      const response = await send(request);
      if (response.status === 429) headers.push(response.headers["retry-after"] ?? "");
      return response;
    },
    baseUrl: "https://shop.example",
    headersFor: async () => ({ authorization: defaults.apiKey }),
  });

  await call(control.configure, { name: "rateLimit", value: "2" });
  const list = () => call(products.query, {});
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, list));
  const rejected = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(rejected.length).toBeGreaterThanOrEqual(2);
  expect(rejected[0]).toMatchObject({ status: 429, code: "TOO_MANY_REQUESTS" });
  expect(Number(headers[0])).toBeLessThanOrEqual(60);
  await call(control.configure, { name: "rateLimit", value: "off" });
  await expect(list()).resolves.toBeDefined();
});
