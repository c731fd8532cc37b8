import { describe, expect, test } from "vitest";
import { dialects } from "../../src/files/dialects.ts";
import type { ProductDraft } from "../../src/files/draft.ts";
import { load, loadDrafts, loadProblems, sheet, withoutLines, written } from "./load.ts";

const older =
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Position,Gift Card,SEO Title,Google Shopping / Gender,Variant Image,Status,Cost per item".split(
    ",",
  );
const newer =
  "Title,URL handle,Description,Vendor,Product category,Tags,Published on online store,Status,SKU,Option1 name,Option1 value,Option1 Linked To,Price,Compare-at price,Cost per item,Inventory tracker,Inventory quantity,Weight value (grams),Product image URL,Image position,Variant image URL,Gift card,Color (product.metafields.shopify.color-pattern)".split(
    ",",
  );

const shirt = {
  Handle: "shirt",
  Title: "Shirt, blue",
  "Body (HTML)": "<p>\nCotton</p>",
  Vendor: "Acme",
  Tags: "men",
  Published: "true",
  "Option1 Name": "Size",
  "Option1 Value": "S",
  "Variant SKU": "S-1",
  "Variant Grams": "125",
  "Variant Inventory Tracker": "shopify",
  "Variant Inventory Qty": "3",
  "Variant Inventory Policy": "deny",
  "Variant Price": "45.00",
  "Variant Compare At Price": "50.00",
  "Image Src": "https://x.test/2.jpg",
  "Image Position": "2",
  "Gift Card": "false",
  Status: "active",
  "Cost per item": "20",
};
const large = {
  Handle: "shirt",
  "Option1 Value": "L",
  "Variant Grams": "1250.5",
  "Variant Inventory Qty": "-2",
  "Variant Inventory Tracker": "shopify",
  "Variant Price": "47",
  "Variant Compare At Price": "52",
  "Image Src": "https://x.test/1.jpg",
  "Image Position": "1",
};
const bag = {
  Handle: "bag",
  Title: "Bag",
  Published: "true",
  Status: "draft",
  "Option1 Name": "Title",
  "Option1 Value": "Default Title",
  "Variant SKU": "B-1",
  "Variant Grams": "0",
  "Variant Price": "30",
};
const picture = { Handle: "shirt", "Image Src": "https://x.test/3.jpg", "Image Position": "3" };

test("converts an export to drafts: rows by handle, images in order, grams to kilograms", async () => {
  const { assemblies } = await load(sheet(older, [shirt, bag, large, picture]));
  expect(assemblies[0]?.problems).toEqual([]);
  expect(assemblies[0]?.draft).toEqual({
    handle: "shirt",
    line: 2,
    name: "Shirt, blue",
    description: "<p>\nCotton</p>",
    brand: "Acme",
    visible: true,
    media: ["https://x.test/1.jpg", "https://x.test/2.jpg", "https://x.test/3.jpg"],
    options: [
      {
        name: "Size",
        type: "drop_down",
        choices: [
          { value: "S", description: "S" },
          { value: "L", description: "L" },
        ],
      },
    ],
    price: "50",
    discount: { type: "AMOUNT", value: "5" },
    variants: [
      {
        line: 2,
        choices: { Size: "S" },
        sku: "S-1",
        price: "50",
        cost: "20",
        weight: "0.125",
        inventory: { quantity: 3 },
      },
      {
        line: 5,
        choices: { Size: "L" },
        sku: null,
        price: "52",
        cost: null,
        weight: "1.2505",
        inventory: { quantity: 0 },
      },
    ],
  });
  expect(assemblies[0]?.notices).toEqual([
    "not imported: Tags",
    "not imported: Variant Inventory Policy",
    "quantities below zero become 0",
  ]);
});

test("Title / Default Title does not change options; drafts are hidden; no tracker means in stock", async () => {
  const [draft] = await loadDrafts(sheet(older, [bag]));
  expect(withoutLines(draft!)).toEqual({
    handle: "bag",
    name: "Bag",
    description: null,
    brand: null,
    visible: false,
    media: [],
    price: "30",
    discount: { type: "NONE", value: "0" },
    sku: "B-1",
    cost: null,
    weight: "0",
    inventory: { inStock: true },
    variants: [],
  });
});

test("accepts the newer column names", async () => {
  const [draft] = await loadDrafts(
    sheet(newer, [
      {
        Title: "Cap",
        "URL handle": "cap",
        Description: "d",
        Vendor: "V",
        "Published on online store": "TRUE",
        Status: "Active",
        SKU: "C",
        "Option1 name": "Color",
        "Option1 value": "Red",
        Price: "9",
        "Compare-at price": "",
        "Cost per item": "4",
        "Inventory tracker": "shopify",
        "Inventory quantity": "5",
        "Weight value (grams)": "70",
        "Product image URL": "https://x.test/c.jpg",
        "Image position": "1",
        "Variant image URL": "https://x.test/red.jpg",
      },
    ]),
  );
  expect(draft).toMatchObject({
    handle: "cap",
    visible: true,
    media: ["https://x.test/c.jpg", "https://x.test/red.jpg"],
    price: "9",
    variants: [
      {
        choices: { Color: "Red" },
        sku: "C",
        price: "9",
        cost: "4",
        weight: "0.07",
        inventory: { quantity: 5 },
      },
    ],
  });
});

test("keeps the prices of variants with different discounts, with a notice", async () => {
  const { assemblies } = await load(sheet(older, [shirt, { ...large, "Variant Compare At Price": "60" }]));
  expect(assemblies[0]?.draft).toMatchObject({
    price: "45",
    discount: { type: "NONE", value: "0" },
    variants: [{ price: "45" }, { price: "47" }],
  });
  expect(assemblies[0]?.notices.join()).toContain("differ between the variants of a product");
});

describe("problems", () => {
  test.each([
    [[{ ...bag, Title: "" }], "Title", "required", 2],
    [[{ ...bag, "Variant Price": "$30" }], "Variant Price", "amount", 2],
    [[{ ...bag, "Variant Price": "" }], "Variant Price", "required", 2],
    [[{ ...bag, "Gift Card": "true" }], "Gift Card", "type", 2],
    [[{ ...bag, Status: "gone" }], "Status", "type", 2],
    [[shirt, { ...large, "Option1 Value": "S" }], "Option1 Value", "duplicate", 4],
    [[shirt, { ...large, "Option1 Value": "" }], "Option1 Value", "required", 4],
  ])("%#", async (rows, column, rule, line) => {
    expect(await loadProblems(sheet(older, rows))).toMatchObject([{ line, column, rule }]);
  });

  test("unknown columns", () => {
    expect(() =>
      dialects.shopify.check(["Handle", "Titel"], { file: "shop.csv", ignoreUnknown: false }),
    ).toThrow('Did you mean "Title"?');
    expect(() => dialects.shopify.check(["Title"], { file: "shop.csv", ignoreUnknown: false })).toThrow(
      '"Handle" or "URL handle" is missing',
    );
  });
});

test("reads back the same drafts as written", async () => {
  const drafts: ProductDraft[] = [
    ...(await loadDrafts(sheet(older, [shirt, large, picture, bag]))),
    {
      handle: "p",
      line: 9,
      name: "=P",
      description: null,
      brand: null,
      visible: true,
      media: ["a", "b"],
      price: "10",
      discount: { type: "NONE", value: "0" },
      sku: null,
      cost: null,
      weight: null,
      seoTitle: "Buy P",
      seoDescription: "All about P",
      inventory: { quantity: 2 },
      variants: [],
    },
  ];
  const header = dialects.shopify.header({ cost: true });
  const rows = drafts.flatMap((draft) => dialects.shopify.toRows(draft, header));
  const again = await loadDrafts(await written(rows, { header, isText: dialects.shopify.isText }));
  // Every hidden product is written as not published.
  expect(again.map(withoutLines)).toEqual(drafts.map(withoutLines));
  expect(drafts.flatMap((draft) => dialects.shopify.losses(draft))).toEqual([]);
});

test("reports the data that a Shopify file cannot hold", () => {
  const draft: ProductDraft = {
    handle: "a",
    line: 1,
    price: "10",
    ribbon: "New",
    collections: ["C"],
    discount: { type: "PERCENT", value: "15" },
    seoTitle: "A",
    noindex: false,
    canonical: "https://shop.example/a",
    tags: ["new"],
    privateTags: [],
    mediaAlt: ["A"],
    variants: [],
  };
  expect(dialects.shopify.losses(draft)).toEqual([
    "ribbons",
    "collections",
    "percentage discounts (become amounts)",
    "canonical addresses",
    "tags",
  ]);
  expect(dialects.wix.losses(draft)).toContain("titles for search engines");
  const header = dialects.shopify.header({ cost: false });
  const [row] = dialects.shopify.toRows(draft, header);
  expect(row?.[header.indexOf("Variant Price")]).toBe("8.5");
  expect(row?.[header.indexOf("Variant Compare At Price")]).toBe("10");
});

test("an empty search text of a Shopify file changes nothing", async () => {
  const header = "Handle,Title,Variant Price,SEO Title,SEO Description".split(",");
  const row = { Handle: "a", Title: "A", "Variant Price": "1", "SEO Title": "", "SEO Description": "B" };
  const [draft] = await loadDrafts(sheet(header, [row]));
  expect(draft).toMatchObject({ seoDescription: "B" });
  expect(draft).not.toHaveProperty("seoTitle");
});
