import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

/** Only the call for one product returns costs: commands make it only for products whose costs they need. */
let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterAll(() => world.close());

async function run(line: string) {
  const calls: string[] = [];
  const result = await world.till(line, { onRequest: ({ name }) => calls.push(name) });
  const gets = calls.filter((name) => name === "products.get").length;
  return { ...result, gets, queries: calls.filter((name) => name === "products.query").length };
}

test("lists read costs only if a field, a filter, jq or a template names them", async () => {
  const plain = await run("products list --json");
  expect([plain.code, plain.gets, plain.queries]).toEqual([0, 0, 1]);
  const [first] = JSON.parse(plain.stdout).items;
  expect(first.variants.length).toBeGreaterThan(0);
  expect(plain.stdout).not.toMatch(/cost/i);

  const fields = await run("products list --fields handle,cost --output csv --limit 3");
  expect([fields.code, fields.gets]).toEqual([0, 3]);
  expect(fields.stdout).toMatch(/^[\w-]+,\d+(\.\d+)?$/m);
  expect((await run("products list --jq .items[0].costAndProfitData.itemCost --limit 2")).gets).toBe(2);

  const filtered = await run("products list --filter 'cost > 20' --json");
  expect(filtered.gets).toBe(24);
  expect(JSON.parse(filtered.stdout).items.length).toBeGreaterThan(0);
});

test("a single product is read with its costs, by a visitor without them", async () => {
  const { stdout, gets } = await run("products get stoneware-mug --json");
  expect(gets).toBe(1);
  expect(JSON.parse(stdout).costAndProfitData.itemCost).toBeGreaterThan(0);
  const visitor = await run("products get stoneware-mug --json --as visitor");
  expect([visitor.code, visitor.gets]).toEqual([0, 0]);
  expect(visitor.stdout).not.toMatch(/cost/i);
});

test("a change reads costs only if it sets or reads them", async () => {
  expect((await run("products update --all --expect 24 --set price=+1 --dry-run")).gets).toBe(0);
  expect((await run("products update --all --expect 24 --set price=cost*3 --dry-run")).gets).toBe(24);
  expect((await run("products update --all --expect 24 --set price=-1 --floor cost --dry-run")).gets).toBe(
    24,
  );
  const changed = await run("products update stoneware-mug --set cost=5 --yes");
  expect([changed.code, changed.gets]).toEqual([0, 2]);
});

test.each(["wix", "till"])("an unchanged %s file plans nothing, and costs are read once", async (format) => {
  const file = world.path(`${format}.csv`);
  expect((await run(`products export ${file} --format ${format}`)).gets).toBe(24);
  const again = await run(`products import ${file} --dry-run --detailed-exitcode`);
  expect(again.code).toBe(0);
  expect(again.gets).toBeLessThanOrEqual(24);
});

test("an export reads costs only if it has them", async () => {
  const some = await run("products export prices.csv --fields handle,name,price");
  expect([some.code, some.gets]).toEqual([0, 0]);
  expect((await run("products export names.csv --format shopify --fields Handle,Title")).gets).toBe(0);
  expect((await run("products export costs.csv --fields handle,cost")).gets).toBe(24);
  expect((await run("products export costs.csv --format shopify --fields 'Handle,Cost per item'")).gets).toBe(
    24,
  );
  expect((await run("products export profits.ndjson --fields handle,costAndProfitData.profit")).gets).toBe(
    24,
  );
});

test("a file without costs is imported without reading them", async () => {
  const file = world.path("prices.csv");
  writeFileSync(file, "handle,kind,price\nstoneware-mug,product,31\n");
  const { code, gets, stdout, stderr } = await run(`products import ${file} --yes`);
  expect([code, gets, stdout + stderr]).toEqual([0, 0, expect.stringContaining("1")]);
});

test("undo restores a deleted product with its costs", async () => {
  const before = JSON.parse((await run("products get serving-bowl --json")).stdout);
  expect((await run("products delete serving-bowl --yes")).code).toBe(0);
  expect((await run("jobs undo last --yes")).code).toBe(0);
  const after = JSON.parse((await run("products get serving-bowl --json")).stdout);
  expect(after.costAndProfitData).toEqual(before.costAndProfitData);
});
