import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

let seeded: World;
beforeAll(async () => {
  seeded = createWorld();
  await seeded.till("sandbox seed 120");
  await seeded.till("products update --filter price>0 --set price=10 --set cost=4 --yes");
  return () => seeded.close();
});

function openShop(): World {
  const world = createWorld({ from: seeded.home });
  onTestFinished(() => world.close());
  return world;
}

/** The rows of a file that is written: SKU, price and brand of each product. */
async function skus(world: World): Promise<string[]> {
  const { items } = JSON.parse((await world.till("products list --all --json")).stdout);
  return (items as { sku: string }[]).map(({ sku }) => sku).filter(Boolean);
}

/** Writes new prices: 11 for most, 25 in line 6 and 5 in line 8; a brand in each fourth row. */
async function prices(world: World): Promise<void> {
  const rows = (await skus(world)).map((sku, n) =>
    [sku, n === 4 ? "25" : n === 6 ? "5.00" : "11", n % 4 === 0 ? "Brand new" : ""].join(","),
  );
  writeFileSync(world.path("prices.csv"), ["sku,price,brand", ...rows, ""].join("\n"));
}

const dryRun = "products import prices.csv --key sku --dry-run";

test("a large preview counts the kinds of change, adds up amounts, and names the extremes with their rows", async () => {
  const world = openShop();
  await prices(world);
  const { stdout } = await world.till(dryRun);
  const lines = stdout.split("\n");
  const count = (await skus(world)).length;
  const after = 11 * (count - 2) + 30;
  const [first] = lines.flatMap((line) => (line.startsWith("price:") ? [line] : []));
  const total = `${(10 * count).toLocaleString("en")} → ${after.toLocaleString("en")}`;
  expect(first).toMatch(new RegExp(`^price: ${count}, together ${total} \\(\\+[\\d.]+%\\)$`));
  expect(stdout).toMatch(/^ {2}highest \+150%: .+, price: 10 → 25 \(prices\.csv:6\)$/m);
  expect(stdout).toMatch(/^ {2}lowest -50%: .+, price: 10 → 5 \(prices\.csv:8\)$/m);
  expect(lines).toContain(`brand: ${Math.ceil(count / 4)}`);
  const samples = lines.filter((line) => line.split("\t").length === 5);
  expect(samples).toHaveLength(10);
  expect(samples.every((line) => line.endsWith("%"))).toBe(true);
  expect(stdout).toMatch(/^… and \d+ more values \(all of them: --diff changes\.csv\)$/m);
});

test("the page of the changes begins with the same lines", async () => {
  const world = openShop();
  await prices(world);
  await world.till(`${dryRun} --diff changes.html`);
  const page = readFileSync(world.path("changes.html"), "utf8");
  expect(page).toMatch(/<p>price: \d+, together [\d,]+ → [\d,]+ \(\+[\d.]+%\)<\/p>\n<p> {2}highest \+150%: /);
});

test("objects that are created or deleted are counted once, whatever values they have", async () => {
  const world = openShop();
  const { stdout } = await world.till("products delete --filter price>0 --dry-run");
  expect(stdout).toMatch(/^delete: \d+$/m);
  await world.till("products export shop.csv --format till");
  const empty = createWorld();
  onTestFinished(() => empty.close());
  const created = await empty.till(["products", "import", world.path("shop.csv"), "--dry-run"]);
  expect(created.stdout).toMatch(/^create: \d+$/m);
  expect(created.stdout).not.toContain("together");
});

test("a preview of a hundred changes lists the first of them", async () => {
  const world = openShop();
  const some = (await skus(world)).slice(0, 100).map((sku) => `${sku},11`);
  writeFileSync(world.path("prices.csv"), ["sku,price", ...some, ""].join("\n"));
  const { stdout } = await world.till(dryRun);
  expect(stdout).not.toContain("together");
  expect(stdout).toContain("… and 88 more prices");
});

test("the values of variants that are listed and those that are left add up to the total", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed demo");
  const { stdout } = await world.till("products update --filter price>0 --set price=+7% --dry-run");
  const listed = stdout.split("\n").filter((line) => line.split("\t").length === 4).length;
  expect(listed).toBe(12);
  expect(stdout).toContain(`… and ${38 - listed} more prices`);
  expect(stdout).toContain("38 prices in");
});
