import { expect, test } from "vitest";
import { openSandbox } from "../../../src/sandbox/server/router.ts";
import { createRequester } from "../../support/test-shop.ts";

test("a series of requests lets signals and timers run, so that Ctrl-C ends a long job on the sandbox", async () => {
  const { send, close } = openSandbox({ file: ":memory:" });
  const ask = createRequester(send);
  const list = () => ask("GET", "/stores-reader/v1/products/query-platformized");
  await list();
  let received = false;
  setImmediate(() => {
    received = true;
  });
  expect((await list()).status).toBe(200);
  expect(received).toBe(true);
  close();
});
