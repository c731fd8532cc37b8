import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { services } from "../../src/sandbox/registry.ts";

test("every call of every service has a handler, and every handler a call", async () => {
  for (const { name, load } of services) {
    const { endpoints, handlers = {} } = await load();
    expect(Object.keys(handlers).sort(), name).toEqual(Object.keys(endpoints).sort());
  }
});

test("every kind of due work that is scheduled has a handler", async () => {
  const known = await Promise.all(
    services.map(async ({ name, load }) =>
      Object.keys((await load()).due ?? {}).map((work) => `${name}.${work}`),
    ),
  );
  const code = globSync("src/sandbox/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const named = code.flatMap((text) =>
    [...text.matchAll(/schedule\([^"]*"(\w+\.\w+)"/g)].map(([, kind = ""]) => kind),
  );
  expect(named).toContain("orders.settle");
  expect([...new Set(named)].filter((kind) => !known.flat().includes(kind))).toEqual([]);
});
