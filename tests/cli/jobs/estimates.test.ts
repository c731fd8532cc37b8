import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { estimateSeconds } from "../../../src/bulk/plan/plan.ts";
import { atLimit } from "../../support/at-limit.ts";
import { random } from "../../support/runs.ts";
import { createWorld, type World } from "../../support/world.ts";

type Rows = readonly (readonly (string | number)[])[];

function write(world: World, rows: Rows): string {
  const file = world.path("rows.csv");
  writeFileSync(file, rows.map((row) => `${row.join(",")}\n`).join(""));
  return file;
}

/** A file of new products: every third has three variants, all have stock and a picture. */
function newProducts(world: World): string {
  const rows: (string | number)[][] = [
    [
      "handle",
      "kind",
      "name",
      "sku",
      "price",
      "stock",
      "brand",
      "media",
      "option1Name",
      "option1Type",
      "option1Choices",
    ],
  ];
  for (let n = 1; n <= 120; n++) {
    const media = `https://media.example/${n}.jpg`;
    const begin = [`n-${n}`, "product", `New ${n}`];
    if (n % 3 > 0) rows.push([...begin, `N-${n}`, `${n}.50`, n, `Brand ${n % 5}`, media, "", "", ""]);
    else rows.push([...begin, "", `${n}.50`, "", `Brand ${n % 5}`, media, "Size", "drop_down", "S;M;L"]);
    for (const size of n % 3 > 0 ? [] : ["S", "M", "L"])
      rows.push([`n-${n}`, "variant", "", `N-${n}-${size}`, `${n + 1}.50`, n, "", "", "Size", "", size]);
  }
  return write(world, rows);
}

/** A file of random changes: a random part of the products get a new name, brand or price. */
async function randomChanges(world: World): Promise<string[]> {
  const { items } = JSON.parse((await world.till("products list --all --json")).stdout) as {
    items: { sku: string }[];
  };
  const part = random();
  const columns = ["name", "brand", "price"].filter(() => random() < 0.7);
  const rows = once(items).map((sku, n) => [
    sku,
    n,
    ...columns.map((column) =>
      random() > part ? "" : column === "price" ? `${n + 1}.25` : `${column} ${n % 7}`,
    ),
  ]);
  return ["products", "import", write(world, [["sku", "weight", ...columns], ...rows]), "--key", "sku"];
}

/** Returns the SKUs that one row has. */
function once(items: readonly { sku: string }[]): string[] {
  return items
    .map(({ sku }) => sku)
    .filter((sku, _, all) => sku !== "" && all.indexOf(sku) === all.lastIndexOf(sku));
}

async function counts(world: World): Promise<string> {
  const { items } = JSON.parse((await world.till("products stock list --all --json")).stdout) as {
    items: { sku: string }[];
  };
  return write(world, [["sku", "quantity"], ...once(items).map((sku, n) => [sku, n])]);
}

function coupons(world: World): string {
  const rows = Array.from({ length: 200 }, (_, n) => [`Mail ${n}`, `MAIL-${n}`, 10]);
  return write(world, [["name", "code", "percent"], ...rows]);
}

const update = (set: string) => ["products", "update", "--filter", "price > 0", "--set", set];
const shops = {
  v1: "sandbox seed 300 --catalog v1",
  v3: "sandbox seed 300 --catalog v3",
  orders: "sandbox seed --orders 300",
};

/** A shape of jobs: the shop, the limit in requests a minute, and the command. */
type Shape = [string, keyof typeof shops, number, (world: World) => string[] | Promise<string[]>];

const shapes: Shape[] = [
  ["prices on v1", "v1", 200, () => update("price=+10%")],
  ["prices on v3", "v3", 10, () => update("price=+10%")],
  ["one brand on v1", "v1", 10, () => update("brand=Till")],
  ["new products on v1", "v1", 200, (world) => ["products", "import", newProducts(world)]],
  ["new products on v3", "v3", 10, (world) => ["products", "import", newProducts(world)]],
  ["random changes on v1", "v1", 200, randomChanges],
  ["random changes on v3", "v3", 10, randomChanges],
  ["stock on v1", "v1", 200, async (world) => ["products", "stock", "import", await counts(world)]],
  ["stock on v3", "v3", 10, async (world) => ["products", "stock", "import", await counts(world)]],
  ["deletions on v1", "v1", 200, () => ["products", "delete", "--filter", "price > 0"]],
  ["deletions on v3", "v3", 10, () => ["products", "delete", "--filter", "price > 0"]],
  ["coupons", "v1", 200, (world) => ["coupons", "import", coupons(world)]],
];

test.each(shapes)("%s take as long as the preview says", async (_, shop, perMinute, command) => {
  const world = createWorld();
  await world.till(shops[shop]);
  const argv = await command(world);
  const { now, through } = atLimit(perMinute);
  let requests = 0;
  let previewed = 0;
  const ran = await world.till([...argv, "--yes"], {
    through,
    onOutput(text) {
      const [, planned] = / in ([\d,]+) requests?\./.exec(text) ?? [];
      if (planned === undefined) return;
      requests = Number(planned.replaceAll(",", ""));
      previewed = now();
    },
  });
  expect(ran.code, ran.stderr.slice(-500)).toBe(0);
  const estimated = estimateSeconds({ calls: requests, reads: 0 }, perMinute);
  const seconds = (now() - previewed) / 1000;
  // A job of few requests may need two more: to read and to create brands.
  const margin = Math.max(0.2 * estimated, 150 / perMinute);
  expect(requests).toBeGreaterThan(2);
  expect(Math.abs(seconds - estimated), `${estimated} s, but it took ${seconds} s`).toBeLessThan(margin);
});
