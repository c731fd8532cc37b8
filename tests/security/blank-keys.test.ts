import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterEach(() => world.close());

async function imported(content: string, flags: string) {
  writeFileSync(world.path("list.csv"), content);
  return await world.till(`products import list.csv ${flags}`);
}
const skuOf = async (slug: string) =>
  JSON.parse((await world.till(`products get ${slug} --json`)).stdout) as { name: string; sku: string };

test("blanks around new SKUs and names are removed with a notice, and the products are found again", async () => {
  const content =
    "handle,kind,name,sku,price\nnew-cup,product, New Cup  ,CUP-9 ,5\nnew-jug,product,New Jug,\u00a0JUG-9,6\n";
  const { code, stderr } = await imported(content, "--yes");
  expect(stderr).toContain(
    'Removed the blanks around 3 names, SKUs and barcodes; the first is " New Cup  " on line 2.',
  );
  expect(code).toBe(0);
  expect(await skuOf("new-cup")).toMatchObject({ name: "New Cup", sku: "CUP-9" });
  expect(await skuOf("new-jug")).toMatchObject({ name: "New Jug", sku: "JUG-9" });
  expect((await imported(content, "--dry-run")).stdout).toContain(
    "2 lines, 2 products: 0 to change, 2 unchanged.",
  );
});

test("two SKUs that differ only by blanks are the same SKU", async () => {
  const content = "handle,kind,name,sku,price\na,product,A,CUP-9 ,5\nb,product,B,CUP-9,6\n";
  const { code, stderr } = await imported(content, "--yes");
  expect(stderr).toContain('the SKU "CUP-9" is also on line 2');
  expect(code).toBe(2);
});

test("a name that the shop has with blanks is left alone: an export is imported without changes", async () => {
  const { id } = JSON.parse((await world.till("products get gift-wrapping --json")).stdout) as { id: string };
  const input = JSON.stringify({ id, product: { name: "Gift Wrapping ", sku: "WRAP " } });
  await world.till(["api", "products.update", "--input", input, "--yes"]);
  await world.till("products export own.csv");
  expect(await world.till("products import own.csv --dry-run")).toMatchObject({
    stdout: expect.stringContaining("62 lines, 24 products: 0 to change, 24 unchanged."),
  });
});

test("a product that is created by flags has no blanks either", async () => {
  const created = await world.till([
    "products",
    "create",
    "--name",
    "Cup ",
    "--sku",
    " C-9",
    "--price",
    "5",
    "--handle",
    "c9",
  ]);
  expect(created.stderr).toContain('Removed the blanks around the SKU " C-9".');
  expect(await skuOf("c9")).toMatchObject({ name: "Cup", sku: "C-9" });
});

test.each([
  [
    "products import list.csv --key sku --dry-run",
    "sku,price\nWRAP,5\nmug-oat,6\n",
    'no product or variant has the SKU "mug-oat"; "MUG-OAT" differs only by case, blanks or leading zeros',
  ],
  [
    "products import list.csv --key name --dry-run",
    "name,price\nGift Wrapping,5\nGift  wrapping,6\n",
    'no product has the name "Gift  wrapping"; "Gift Wrapping" differs only by case, blanks or leading zeros',
  ],
  [
    "products stock import list.csv --dry-run",
    "sku,quantity\nWRAP,5\nMUG - OAT,6\n",
    'no product or variant has the SKU "MUG - OAT"; "MUG-OAT" differs only by case, blanks or leading zeros',
  ],
  [
    "products import list.csv --key sku --dry-run",
    "sku,price\nwrap,5\n",
    'no product has the SKU in the only row. Of "wrap", "WRAP" differs only by case, blanks or leading zeros.',
  ],
])("%s names the key that differs only by case, blanks or leading zeros", async (line, content, message) => {
  writeFileSync(world.path("list.csv"), content);
  const { stderr } = await world.till(line);
  expect(stderr).toContain(message);
});
