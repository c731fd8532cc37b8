import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { OtherShop } from "../../src/files/dialect.ts";
import { detectDialect } from "../../src/files/dialects.ts";
import { otherShops } from "../../src/files/other-shops.ts";
import { createWorld } from "../support/world.ts";
import { readAll } from "./load.ts";

const fileOf = (name: string) => join(import.meta.dirname, "other-shops", `${name}.csv`);

/** Reads the products of a file. */
async function products(name: OtherShop) {
  const { header, rows } = await readAll(readFileSync(fileOf(name)));
  const dialect = otherShops[name];
  expect(detectDialect(header)?.name).toBe(name);
  const handleOf = dialect.grouping?.() ?? dialect.handleOf;
  const placed = rows.map((row) => ({ row, handle: handleOf(row) }));
  const parts = new Map(
    placed.flatMap(({ row, handle }) => (dialect.partsOf?.(row) ?? []).map((part) => [part, handle])),
  );
  const groups = Map.groupBy(placed, ({ handle }) => parts.get(handle) ?? handle);
  return [...groups.values()].flatMap((group) => {
    const { draft, problems } = dialect.assemble(
      group.map(({ row }) => row),
      { decimal: "." },
    );
    expect(problems).toEqual([]);
    return draft ?? [];
  });
}

const choices = (...names: string[]) => names.map((name) => ({ value: name, description: name }));

test("a WooCommerce file has products with their variations, discounts, categories and pictures", async () => {
  expect(await products("woocommerce")).toMatchObject([
    {
      key: "TEE",
      name: "Linen Tee",
      description: "First line\nsecond line",
      price: "30",
      visible: true,
      collections: ["Tees", "New"],
      media: ["https://pictures.example/tee-1.jpg", "https://pictures.example/tee-2.jpg"],
      options: [
        { name: "Color", choices: choices("Sand", "Moss") },
        { name: "Size", choices: choices("S", "M") },
      ],
      variants: [
        { choices: { Color: "Sand", Size: "S" }, sku: "TEE-SAND-S", price: "30", stock: { quantity: 7 } },
        { choices: { Color: "Sand", Size: "M" }, sku: "TEE-SAND-M", price: "30", stock: { quantity: 3 } },
        // A variation without a size stands for all of them.
        { choices: { Color: "Moss", Size: "S" }, sku: "TEE-MOSS", price: "32.5", stock: { inStock: false } },
        { choices: { Color: "Moss", Size: "M" }, sku: "TEE-MOSS", price: "32.5", stock: { inStock: false } },
      ],
    },
    {
      key: "CAP",
      sku: "CAP",
      price: "20",
      discount: "2",
      weight: "0.1",
      stock: { quantity: 15 },
      variants: [],
    },
    { key: "id:16", name: "Gift Bag", price: "2", discount: null, visible: false },
  ]);
});

test("a BigCommerce file has the SKUs of a product in the rows below it", async () => {
  expect(await products("bigcommerce")).toMatchObject([
    {
      key: "101",
      ...{ sku: "CART", brand: "OFS", price: "200", discount: "20", cost: "90", visible: true },
      collections: ["Bath", "Utility"],
      media: ["https://pictures.example/cart.jpg"],
      stock: { quantity: 4 },
    },
    {
      key: "102",
      price: "40",
      visible: false,
      options: [
        { name: "Size", choices: choices("Small", "Large") },
        { name: "Color", choices: choices("Black") },
      ],
      variants: [
        { choices: { Size: "Small", Color: "Black" }, sku: "APRON-S", price: "40", stock: { quantity: 5 } },
        { choices: { Size: "Large", Color: "Black" }, sku: "APRON-L", price: "44", weight: "0.4" },
      ],
    },
  ]);
});

test("a Square file has a row for each variation, and an item with one of them has no options", async () => {
  expect(await products("square")).toMatchObject([
    { name: "Espresso Cup", sku: "CUP", price: "12", stock: { quantity: 24 }, variants: [] },
    {
      name: "Plate",
      price: "15",
      discount: "3",
      collections: ["Tableware", "Sale"],
      options: [{ name: "Size", choices: choices("Small", "Large") }],
      variants: [
        { choices: { Size: "Small" }, sku: "PLATE-S", price: "15", stock: { quantity: 5 } },
        { choices: { Size: "Large" }, sku: "PLATE-L", price: "25", stock: { quantity: 0 } },
      ],
    },
    { name: "Jug", price: "30", options: [{ name: "Variation", choices: choices("Blue", "White") }] },
  ]);
});

test("a PrestaShop file has one row for each product", async () => {
  expect(await products("prestashop")).toMatchObject([
    {
      ...{ key: "1", name: "Ceramic Bowl", handle: "ceramic-bowl", sku: "BOWL-1", brand: "Atelier Nord" },
      ...{ price: "24.5", cost: "10", weight: "0.6", visible: true, description: "<p>A large bowl</p>" },
      collections: ["Tableware", "New"],
      media: ["https://pictures.example/bowl-1.jpg", "https://pictures.example/bowl-2.jpg"],
    },
    { key: "2", description: "A vase", price: "39", visible: false, stock: { quantity: 0 } },
  ]);
});

test("a Magento file has variants in rows that the configurable product names", async () => {
  expect(await products("magento")).toMatchObject([
    { key: "BAG", handle: "joust-bag", price: "34", discount: "5", collections: ["Gear", "Bags"] },
    {
      name: "Shirt",
      handle: "shirt",
      price: "45",
      description: "<p>A shirt</p>",
      options: [{ name: "size", choices: choices("S", "M") }],
      variants: [
        { choices: { size: "S" }, sku: "SHIRT-S", price: "45", stock: { quantity: 10 } },
        { choices: { size: "M" }, sku: "SHIRT-M", price: "47", stock: { quantity: 0 } },
      ],
    },
  ]);
});

test.each<[OtherShop, Record<string, string>]>([
  ["woocommerce", { Type: "simple", SKU: "A", "GTIN, UPC, EAN, or ISBN": "4006381333931" }],
  ["bigcommerce", { "Item Type": "Product", "Product Code/SKU": "A", "Product UPC/EAN": "4006381333931" }],
  ["square", { "Item Name": "A", GTIN: "4006381333931" }],
  ["prestashop", { Reference: "A", EAN13: "4006381333931" }],
  ["magento", { sku: "A", ean: "4006381333931" }],
])("the barcode of a file of %s is read", (name, cells) => {
  const { draft } = otherShops[name].assemble([{ line: 2, cells, source: [] }], { decimal: "." });
  expect(draft).toMatchObject({ barcode: "4006381333931" });
});

test("a barcode that one row has for several variants is that of none", () => {
  const variation = (cells: Record<string, string>) => ({
    ...{ line: 3, source: [] },
    cells: { Type: "variation", Parent: "TEE", "GTIN, UPC, EAN, or ISBN": "4006381333931", ...cells },
  });
  const tee = { Type: "variable", SKU: "TEE", "Attribute 1 name": "Size", "Attribute 1 value(s)": "S, M" };
  const rows = [
    { line: 2, source: [], cells: tee },
    variation({ "Attribute 2 name": "Color", "Attribute 2 value(s)": "Red" }),
    variation({ "Attribute 1 name": "Size", "Attribute 1 value(s)": "S" }),
  ];
  const { draft } = otherShops.woocommerce.assemble(rows, { decimal: "." });
  expect(draft?.variants.map(({ barcode }) => barcode)).toContain(undefined);
  expect(draft?.barcode).toBeUndefined();
});

test("rows of variants without a choice are refused with the column of choices", () => {
  const row = (line: number, cells: Record<string, string>) => ({ line, cells, source: [] });
  const rows = [
    row(2, { "Item Type": "Product", "Product ID": "1", "Product Name": "Apron" }),
    row(3, { "Item Type": "SKU", "Product Name": "", "Product Code/SKU": "APRON-S" }),
    row(4, { "Item Type": "SKU", "Product Name": "", "Product Code/SKU": "APRON-M" }),
  ];
  const { draft, problems } = otherShops.bigcommerce.assemble(rows, { decimal: "." });
  expect(draft).toBeUndefined();
  expect(problems.map(({ line, column, rule }) => [line, column, rule])).toEqual([
    [3, "Product Name", "choice"],
    [4, "Product Name", "choice"],
  ]);
});

describe.each(["v1", "v3"])("on catalog %s", (catalog) => {
  test.each(Object.keys(otherShops))("a second import of a file of %s changes nothing", async (name) => {
    const world = createWorld();
    onTestFinished(() => world.close());
    copyFileSync(fileOf(name), world.path("shop.csv"));
    await world.till(`sandbox seed empty --catalog ${catalog}`);
    const line = "products import shop.csv";
    expect(await world.till(`${line} --yes`)).toMatchObject({ code: 0 });
    const again = await world.till(`${line} --dry-run`);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining(" 0 to change") });
  });
});

test("on catalog v3, new choices of a product whose variants have SKUs of their own go in without one for the product", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  const file = readFileSync(fileOf("woocommerce"), "utf8");
  await world.till("sandbox seed empty --catalog v3");
  writeFileSync(world.path("shop.csv"), file);
  await world.till("products import shop.csv --yes");
  // No row is that of Sand, XL.
  writeFileSync(world.path("shop.csv"), file.replace('"S, M"', '"S, M, XL"'));
  expect(await world.till("products import shop.csv --yes")).toMatchObject({ code: 0 });
  expect((await world.till("products import shop.csv --dry-run")).stdout).toContain(" 0 to change");
});

test("an amount off stays the same amount for each variant of catalog v3 whose option gets another name", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  const file = readFileSync(fileOf("square"), "utf8");
  await world.till("sandbox seed empty --catalog v3");
  writeFileSync(world.path("shop.csv"), file);
  await world.till("products import shop.csv --yes");
  writeFileSync(world.path("shop.csv"), file.replaceAll(",Size,", ",Diameter,"));
  expect(await world.till("products import shop.csv --yes")).toMatchObject({ code: 0 });
  const { stdout } = await world.till(
    "products get plate --json --jq '[.variants[] | .choices.Diameter, .variant.priceData.discountedPrice]'",
  );
  expect(JSON.parse(stdout)).toEqual(["Small", 12, "Large", 22]);
});

test("an amount off is the same amount for each variant of a new product on catalog v3", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  copyFileSync(fileOf("square"), world.path("shop.csv"));
  await world.till("sandbox seed empty --catalog v3");
  await world.till("products import shop.csv --yes");
  const { stdout } = await world.till(
    "products get plate --json --jq '[.variants[].variant.priceData | .price, .discountedPrice]'",
  );
  expect(JSON.parse(stdout)).toEqual([15, 12, 25, 22]);
});
