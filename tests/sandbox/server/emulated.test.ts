import { expect, test } from "vitest";
import { walk } from "../../../src/api/endpoint.ts";
import { services as calls } from "../../../src/api/services/all.ts";
import { services as doors } from "../../../src/sandbox/registry.ts";
import { emulatedCalls } from "../../../src/sandbox/server/emulated.ts";

test("what is said to be emulated is what has a handler", async () => {
  const loaded = await Promise.all(doors.map(async ({ name, load }) => ({ name, ...(await load()) })));
  const handled = loaded.flatMap(({ name, handlers = {} }) =>
    Object.keys(handlers).map((call) => `${name}.${call}`),
  );
  const names = [...walk(calls)].map(([name]) => name);
  expect([...emulatedCalls()].sort()).toEqual(names.filter((name) => handled.includes(name)).sort());
});
