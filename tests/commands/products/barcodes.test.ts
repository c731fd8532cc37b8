import { readFileSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";
import { scriptedEditor } from "../edit/editor.ts";

const [ink, oat, kettle] = ["4006381333931", "4006381333948", "0012345678905"];
const codes = ["sku,EAN", `MUG-INK,${ink}`, `MUG-OAT,${oat}`, `KETTLE-09,${kettle}`];

async function shop(catalog: "v1" | "v3"): Promise<World> {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till(`sandbox seed demo --catalog ${catalog}`);
  return world;
}

const write = (world: World, name: string, lines: readonly string[]) =>
  writeFileSync(world.path(name), `${lines.join("\n")}\n`);

async function shopWithBarcodes() {
  const world = await shop("v3");
  write(world, "codes.csv", codes);
  const imported = await world.till("products import codes.csv --key sku --yes");
  expect(imported).toMatchObject({ code: 0 });
  return { world, job: /Job (\w+)/.exec(imported.stdout)?.[1] };
}

test("a list gives products and variants barcodes, a second import changes nothing, and undo takes them away", async () => {
  const { world, job } = await shopWithBarcodes();
  const again = await world.till("products import codes.csv --key sku --dry-run");
  expect(again.stdout).toContain("0 to change");
  const { stdout } = await world.till(
    "products list --filter variant.barcode=4006381333931 --fields handle --output csv",
  );
  expect(stdout).toBe("handle\nstoneware-mug\n");
  const own = await world.till(`products list --filter barcode='${kettle}' --fields handle --output csv`);
  expect(own.stdout).toBe("handle\ngooseneck-kettle\n");
  expect(await world.till(`jobs undo ${job} --yes`)).toMatchObject({ code: 0 });
  expect((await world.till("products list --filter variant.barcode=4006381333931")).stdout).toBe("");
});

test.each(["till", "shopify", "wix"])(
  "an export to the format %s has the barcodes, and its import plans no changes",
  async (format) => {
    const { world } = await shopWithBarcodes();
    await world.till(`products export shop.csv --format ${format} --quiet`);
    const file = readFileSync(world.path("shop.csv"), "utf8");
    for (const code of [ink, oat, kettle]) expect(file).toContain(code);
    expect((await world.till("products import shop.csv --dry-run --create-duplicates")).stdout).toContain(
      "0 to change",
    );
  },
);

test("barcodes match rows of prices and of counts with products and variants", async () => {
  const { world } = await shopWithBarcodes();
  write(world, "prices.csv", ["GTIN,price", `${ink},31`, `${kettle},120`]);
  const prices = await world.till("products import prices.csv --key barcode --dry-run");
  expect(prices.stdout).toContain("variant Ink: price\t24.00\t31.00");
  expect(prices.stdout).toContain(`Gooseneck Kettle (${kettle})\tprice\t119.00\t120.00`);
  write(world, "scan.csv", ["EAN", ink, oat, ink, kettle]);
  const counts = await world.till("products stock import scan.csv --key barcode --sum --dry-run");
  expect(counts.stdout).toContain("variant Ink: stock\t17\t2");
  expect(counts.stdout).toContain(`Gooseneck Kettle (${kettle})\tstock\t7\t1`);
});

test("a file without barcodes proposes to match its rows by those that it has", async () => {
  const { world } = await shopWithBarcodes();
  write(world, "prices.csv", ["Strichcode,VK", `${ink},31`]);
  const { code, stderr } = await world.till("products import prices.csv --dry-run");
  expect([code, stderr]).toEqual([2, expect.stringContaining("--key barcode")]);
  expect(stderr).toContain("Strichcode=barcode");
});

test("barcodes of others, repeated ones, damaged ones and those of products with options are refused with their cells", async () => {
  const { world } = await shopWithBarcodes();
  write(world, "wrong.csv", [
    "sku,EAN",
    `PITCH-1L,${ink}`,
    "SCALE,777",
    "BOOK-BREW,777",
    "WRAP,4.00638E+12",
    "COF-YIR,888",
    `MITT,${"9".repeat(41)}`,
  ]);
  const { code, stderr } = await world.till("products import wrong.csv --key sku --yes");
  expect(code).toBe(2);
  expect(stderr).toContain(`wrong.csv:2, EAN: the barcode "${ink}" belongs to "Stoneware Mug"`);
  expect(stderr).toContain('wrong.csv:4, EAN: the barcode "777" is also on line 3');
  expect(stderr).toContain("wrong.csv:5, EAN: a spreadsheet has rounded this number");
  expect(stderr).toContain("wrong.csv:6, EAN: is that of a variant; the product has options");
  expect(stderr).toContain("wrong.csv:7, EAN: ");
  write(world, "key.csv", ["EAN,price", "4.00638E+12,3"]);
  const key = await world.till("products import key.csv --key barcode --yes");
  expect([key.code, key.stderr]).toEqual([
    2,
    expect.stringContaining("A spreadsheet has rounded this number"),
  ]);
});

test("--set changes the barcode of a product or of the variant with an SKU, not of a product with options", async () => {
  const { world } = await shopWithBarcodes();
  const set = (reference: string) => world.till(`products update ${reference} --set barcode=1 --dry-run`);
  expect((await set("KETTLE-09")).stdout).toContain(`Gooseneck Kettle\tbarcode\t${kettle}\t1`);
  expect((await set("MUG-INK")).stdout).toContain(`variant Ink: barcode\t${ink}\t1`);
  expect((await set("stoneware-mug")).stderr).toContain("has options, so its variants have the barcodes");
  const filtered = await world.till(`products update --filter barcode=${ink} --set price=1 --dry-run`);
  expect(filtered.stderr).toContain(`No product has the barcode ${ink}, but 1 variant does.`);
});

test("till edit shows the barcodes of catalog v3 and changes them", async () => {
  const { world } = await shopWithBarcodes();
  const editor = scriptedEditor(world, `sed -i 's/${ink}/96385074/' "$1"`);
  const { env } = editor;
  const edited = await world.till("products edit stoneware-mug gooseneck-kettle --yes", { env });
  expect([edited.code, editor.text(1)]).toEqual([0, expect.stringContaining(`barcode: "${kettle}"`)]);
  expect((await world.till("products list --filter variant.barcode=96385074")).stdout).toContain("Mug");
});

test("catalog v1 has no barcodes: files go in without them, and what needs them says so", async () => {
  const world = await shop("v1");
  write(world, "codes.csv", ["sku,EAN,price", `KETTLE-09,${kettle},120`]);
  const imported = await world.till("products import codes.csv --key sku --dry-run");
  expect(imported.stderr).toContain("Not imported: barcodes. This shop runs catalog v1");
  expect(imported.stdout).toContain("Gooseneck Kettle (KETTLE-09)\tprice\t119.00\t120.00");
  const keyed = await world.till("products import codes.csv --key barcode --dry-run");
  expect([keyed.code, keyed.stderr]).toEqual([
    2,
    expect.stringContaining("This shop runs catalog v1, whose products have no barcodes."),
  ]);
  const set = await world.till("products update KETTLE-09 --set barcode=1 --dry-run");
  expect([set.code, set.stderr]).toEqual([2, expect.stringContaining("barcode cannot be set")]);
  for (const format of ["till", "shopify", "wix"]) {
    await world.till(`products export ${format}.csv --format ${format} --quiet`);
    expect(readFileSync(world.path(`${format}.csv`), "utf8").split("\n")[0]).not.toMatch(/barcode/i);
  }
});
