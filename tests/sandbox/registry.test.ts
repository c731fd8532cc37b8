import { expect, test } from "vitest";
import { services } from "../../src/sandbox/registry.ts";

test("every call of every service has a handler, and every handler a call", async () => {
  for (const { name, load } of services) {
    const { endpoints, handlers = {} } = await load();
    expect(Object.keys(handlers).sort(), name).toEqual(Object.keys(endpoints).sort());
  }
});
