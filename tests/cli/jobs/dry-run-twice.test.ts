import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed 110");
  await world.till("sandbox seed demo");
  const rows = Array.from({ length: 110 }, (_, index) => `new-${index},product,New ${index},${index + 1}.50`);
  writeFileSync(world.path("new.csv"), ["handle,kind,name,price", ...rows, ""].join("\n"));
  return () => world.close();
});

// More rows than a page of the platform has.
test.each([
  ["products update --filter 'price > 0' --set 'price = round(price * 1.07, .99)' --set ribbon=Sale"],
  ["products delete --filter 'price > 0'"],
  ["products import new.csv"],
  ["orders capture --authorized"],
  ["orders void --authorized"],
  ["orders capture 10001 10006 4711"],
  ["orders update --filter 'number > 0' --set archived=true"],
  ["events cancel --filter 'status = UPCOMING'"],
])("%s: two dry runs are the same, byte for byte", async (line) => {
  const runs = [];
  for (const name of ["one", "two"]) {
    const { code, stdout, stderr } = await world.till(`${line} --dry-run --json --diff ${name}.json`);
    const diff = readFileSync(world.path(`${name}.json`), "utf8");
    runs.push({ code, stdout, stderr: stderr.replace(`${name}.json`, "FILE"), diff });
  }
  expect(runs[0]?.stdout.length).toBeGreaterThan(300);
  expect(runs[1]).toEqual(runs[0]);
});
