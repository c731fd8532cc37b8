import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/files/dialects.ts";
import type { ProductDraft } from "../../src/files/draft.ts";
import { sameJson } from "../../src/kernel/json.ts";
import { runs } from "../support/runs.ts";
import {
  inShop,
  load,
  loadDrafts,
  loadProblems,
  readAll,
  readBack,
  sheet,
  shopDraft,
  withoutLines,
  written,
} from "./load.ts";

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
    key: "shirt",
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
    discount: "5",
    variants: [
      {
        line: 2,
        choices: { Size: "S" },
        sku: "S-1",
        price: "50",
        cost: "20",
        weight: "0.125",
        stock: { quantity: 3 },
      },
      {
        line: 5,
        choices: { Size: "L" },
        sku: null,
        price: "52",
        cost: null,
        weight: "1.2505",
        stock: { quantity: 0 },
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
    key: "bag",
    name: "Bag",
    description: null,
    brand: null,
    visible: false,
    media: [],
    price: "30",
    discount: null,
    sku: "B-1",
    cost: null,
    weight: "0",
    stock: { inStock: true },
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
    key: "cap",
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
        stock: { quantity: 5 },
      },
    ],
  });
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

/** What is read from rows of one product, in a file with the columns that they have. */
async function read(...rows: Record<string, string>[]) {
  const all = rows.map((row, index) => ({ Handle: "a", ...(index === 0 && { Title: "A" }), ...row }));
  const table = await readAll(sheet([...new Set(all.flatMap(Object.keys))], all));
  dialects.shopify.check(table.header, { file: table.name, ignoreUnknown: false });
  const { draft, problems, notices } = dialects.shopify.assemble(table.rows, { decimal: "." });
  return {
    draft,
    problems: problems.map(({ line, column, message }) => `${line} ${column}: ${message}`),
    notices,
  };
}

describe("options", () => {
  const size = (value: string, more = {}) => ({ "Option1 Name": "", "Option1 Value": value, ...more });
  const named = (name: string, value: string, more = {}) => ({
    ...size(value),
    "Option1 Name": name,
    ...more,
  });

  test.each([
    ["one row", [named("Size", "S")], { Size: ["S"] }],
    [
      "Title with other choices",
      [named("Title", "Default Title"), size("Large")],
      { Title: ["Default Title", "Large"] },
    ],
    ["Title with another choice", [named("Title", "Large")], { Title: ["Large"] }],
    ["another option with that choice", [named("Size", "Default Title")], { Size: ["Default Title"] }],
    ["names in every row", [named("Size", "S"), named("Size", "L")], { Size: ["S", "L"] }],
    [
      "names of properties",
      [named("constructor", "__proto__"), size("toString")],
      { constructor: ["__proto__", "toString"] },
    ],
    ["a name that is a property", [named("__proto__", "S"), size("L")], { ["__proto__"]: ["S", "L"] }],
    [
      "two, the second one first",
      [
        {
          "Option2 Name": "Size",
          "Option2 Value": "S",
          "Option3 Name": "Color",
          "Option3 Value": "Red",
          "Option1 Name": "",
        },
        { "Option2 Value": "S", "Option3 Value": "Blue" },
        { "Option2 Value": "L", "Option3 Value": "Red" },
      ],
      { Size: ["S", "L"], Color: ["Red", "Blue"] },
    ],
  ] as [string, Record<string, string>[], Record<string, string[]>][])("%s", async (_, rows, options) => {
    const { draft, problems } = await read(...rows);
    expect(problems).toEqual([]);
    expect(draft?.options?.map(({ name, choices }) => [name, choices.map(({ value }) => value)])).toEqual(
      Object.entries(options),
    );
    expect(draft?.variants.map(({ choices }) => Object.values(choices))).toEqual(
      rows.map((row) => [1, 2, 3].flatMap((number) => row[`Option${number} Value`] ?? [])),
    );
  });

  test.each([
    [[named("Title", "Default Title")]],
    [[named("", "Default Title")]],
    [[{ "Option1 Name": "", "Variant Price": "5" }]],
  ])("a product without options: %j", async (rows) => {
    const { draft } = await read(...rows);
    expect(draft).toMatchObject({ variants: [] });
    expect(draft).not.toHaveProperty("options");
  });

  test.each([
    [
      "a value without a name",
      [named("", "Red")],
      '2 Option1 Name: the option of "Red" has no name. Write it in the first row.',
    ],
    [
      "a value without a column of names",
      [{ "Option2 Value": "Red" }],
      '2 Option2 Name: the option of "Red" has no name. Write it in the first row.',
    ],
    [
      "a row that names another option",
      [named("Size", "S"), named("Color", "L")],
      '3 Option1 Name: the first row of the product has "Size" here. Use one name.',
    ],
    [
      "a row with a second choice only",
      [
        named("Size", "S", { "Option2 Name": "Color", "Option2 Value": "Red" }),
        size("", { "Option2 Value": "Blue" }),
      ],
      "3 Option1 Value: the variant has no Size.",
    ],
    [
      "a row with a price only",
      [named("Size", "S", { "Variant Price": "1" }), size("", { "Variant Price": "2" })],
      "3 Option1 Value: the variant has no Size.",
    ],
    [
      "a row with an SKU only",
      [named("Size", "S", { "Variant SKU": "1" }), size("", { "Variant SKU": "2" })],
      "3 Option1 Value: the variant has no Size.",
    ],
    [
      "the same choices twice",
      [named("Size", "S"), size("L"), size("S")],
      "4 Option1 Value: duplicate choices: same as the variant in line 2.",
    ],
    [
      "two rows without options",
      [named("Title", "Default Title"), named("Title", "Default Title")],
      "3 Option1 Value: duplicate choices: same as the variant in line 2.",
    ],
  ] as [string, Record<string, string>[], string][])("%s is an error", async (_, rows, problem) => {
    expect((await read(...rows)).problems).toEqual([problem]);
  });

  test("rows with pictures only are no variants", async () => {
    const { draft } = await read(
      named("Size", "S", { "Image Src": "1.jpg" }),
      size("", { "Image Src": "2.jpg" }),
    );
    expect(draft).toMatchObject({ variants: [{ choices: { Size: "S" } }], media: ["1.jpg", "2.jpg"] });
  });
});

describe("prices", () => {
  const none = null;
  const off = (type: "AMOUNT" | "PERCENT", value: string) => (type === "PERCENT" ? `${value}%` : value);
  const differ = "not imported: compare-at prices that differ between the variants of a product";

  test.each([
    ["no compare-at price", ["10|"], ["10"], none],
    ["one below the price", ["10|8"], ["10"], none],
    ["one that is the price", ["10|10.00"], ["10"], none],
    ["zero", ["10|0"], ["10"], none],
    ["a discount", ["8|10"], ["10"], off("AMOUNT", "2")],
    ["a free product", ["0|10"], ["10"], off("AMOUNT", "10")],
    ["the same amount", ["8|10", "18|20"], ["10", "20"], off("AMOUNT", "2")],
    ["the same percentage", ["8|10", "16|20"], ["10", "20"], off("PERCENT", "20")],
    ["free products", ["0|10", "0|20"], ["10", "20"], off("PERCENT", "100")],
    [
      "a percentage that a low price shows inexactly",
      ["0.09|0.1", "88|100"],
      ["0.1", "100"],
      off("PERCENT", "12"),
    ],
    ["a percentage of three decimals", ["0.888|1.01", "8.8|10"], ["0.888", "8.8"], none, differ],
    ["percentages that are almost the same", ["8|10", "16.01|20"], ["8", "16.01"], none, differ],
    ["half a percent", ["87.5|100", "175|200"], ["87.5", "175"], none, differ],
    ["one with and one without", ["8|10", "20|"], ["8", "20"], none, differ],
    ["one without and one with", ["20|", "8|10"], ["20", "8"], none, differ],
  ] as [string, string[], string[], string | null, string?][])(
    "%s",
    async (_, rows, prices, discount, ...notices) => {
      const { draft, ...found } = await read(
        ...rows.map((row, index) => {
          const [price = "", before = ""] = row.split("|");
          const options = { "Option1 Name": index === 0 ? "No" : "", "Option1 Value": String(index) };
          return { ...options, "Variant Price": price, "Variant Compare At Price": before };
        }),
      );
      expect(found).toEqual({ problems: [], notices });
      expect(draft?.variants.map(({ price }) => price)).toEqual(prices);
      expect(draft).toMatchObject({ price: prices[0], discount });
      expect(draft?.variants[0]).not.toHaveProperty("compareAt");
    },
  );

  test("without the column of compare-at prices, the discount stays", async () => {
    const { draft } = await read({ "Variant Price": "5" });
    expect(draft).toEqual({ key: "a", line: 2, name: "A", price: "5", variants: [] });
  });

  test("compare-at prices need prices", async () => {
    const { draft, notices } = await read({ "Variant Compare At Price": "5" });
    expect(draft).toEqual({ key: "a", line: 2, name: "A", variants: [] });
    expect(notices).toEqual(["not imported: compare-at prices without prices"]);
  });
});

test.each([
  ["true", "active", true],
  ["TRUE", "Active ", true],
  ["", "active", true],
  ["false", "active", false],
  ["true", "draft", false],
  ["true", "archived", false],
  ["true", "unlisted", false],
  ["true", "", true],
  ["no", "", false],
  ["", "", undefined],
])("published %j with status %j", async (published, status, visible) => {
  const { draft, problems } = await read({ Published: published, Status: status });
  expect(problems).toEqual([]);
  expect(draft?.visible).toBe(visible);
});

describe("stock", () => {
  test.each([
    [{ "Variant Inventory Tracker": "", "Variant Inventory Qty": "5" }, { inStock: true }],
    [{ "Variant Inventory Tracker": " ", "Variant Inventory Qty": "5" }, { inStock: true }],
    [{ "Variant Inventory Tracker": "shopify", "Variant Inventory Qty": "5" }, { quantity: 5 }],
    [{ "Variant Inventory Tracker": "shopify", "Variant Inventory Qty": "5.0" }, { quantity: 5 }],
    [{ "Variant Inventory Tracker": "shopify", "Variant Inventory Qty": "" }, undefined],
    [{ "Variant Inventory Qty": "7" }, { quantity: 7 }],
    [{ "Variant Inventory Qty": "0" }, { quantity: 0 }],
    [{ "Variant Inventory Tracker": "amazon_marketplace_web" }, undefined],
    [{ "Variant Inventory Tracker": "" }, { inStock: true }],
  ])("%j", async (row, inventory) => {
    const { draft, problems, notices } = await read(row);
    expect({ problems, notices }).toEqual({ problems: [], notices: [] });
    expect(draft?.stock).toEqual(inventory);
  });

  test("a quantity below zero is zero, with a notice", async () => {
    const { draft, notices } = await read({ "Variant Inventory Qty": "-1" });
    expect(draft?.stock).toEqual({ quantity: 0 });
    expect(notices).toEqual(["quantities below zero become 0"]);
  });
});

test.each([
  ["1250", "1.25"],
  ["0.1234567", "0.0001234567"],
  ["0", "0"],
  ["", null],
])("%s g are %s kg", async (grams, weight) => {
  expect((await read({ "Variant Grams": grams })).draft?.weight).toBe(weight);
});

describe("pictures", () => {
  const image = (url: string, position: string, alt = "", more = {}) => ({
    "Image Src": url,
    "Image Position": position,
    "Image Alt Text": alt,
    ...more,
  });

  test.each([
    ["by position", [image("b", "2"), image("c", "10"), image("a", "1")], ["a", "b", "c"]],
    [
      "without positions after the others, in order",
      [image("c", ""), image("d", ""), image("a", "1"), image("b", "1")],
      ["a", "b", "c", "d"],
    ],
    ["once each", [image("a", "1"), image("b", "2"), image("a", "3")], ["a", "b"]],
    [
      "those of variants at the end",
      [image("a", "1", "", { "Variant Image": "v" }), image("b", "2", "", { "Variant Image": "a" })],
      ["a", "b", "v"],
    ],
    ["without blanks around", [image(" a ", "1", "", { "Variant Image": " " }), image(" ", "2")], ["a"]],
  ] as [string, Record<string, string>[], string[]][])("%s", async (_, rows, media) => {
    const { draft, notices } = await read(...rows);
    expect(draft).toMatchObject({ media });
    expect(draft).not.toHaveProperty("altText");
    expect(notices).toEqual([]);
  });

  test("their texts have the same order", async () => {
    const { draft } = await read(
      image("b", "2", " Back "),
      image("a", "1", ""),
      image("a", "3", "ignored"),
      image("c", "3", "", { "Variant Image": "v" }),
    );
    expect(draft).toMatchObject({ media: ["a", "b", "c", "v"], altText: ["", "Back", "", ""] });
  });

  test("without the column of pictures, they stay, and those of variants are not imported", async () => {
    const { draft, notices } = await read({ "Variant Image": "v" });
    expect(draft).not.toHaveProperty("media");
    expect(notices).toEqual(["not imported: Variant Image (it needs the column Image Src)"]);
    expect((await read({ "Variant Image": "" })).notices).toEqual([]);
  });

  test("a position that is no number is an error", async () => {
    expect((await read(image("a", "first"))).problems).toEqual([
      '2 Image Position: "first" is not a whole number.',
    ]);
  });
});

test("reads back the same drafts as written", async () => {
  const drafts: ProductDraft[] = [
    ...(await loadDrafts(sheet(older, [shirt, large, picture, bag]))),
    {
      key: "p",
      line: 9,
      name: "=P",
      description: null,
      brand: null,
      visible: true,
      media: ["a", "b"],
      price: "10",
      discount: null,
      sku: null,
      cost: null,
      weight: null,
      seoTitle: "Buy P",
      seoDescription: "All about P",
      stock: { quantity: 2 },
      variants: [],
    },
  ];
  const header = dialects.shopify.header({ cost: true });
  const rows = drafts.flatMap((draft) => dialects.shopify.toRows(draft, header));
  const again = await loadDrafts(await written(rows, { header, isText: dialects.shopify.isText }));
  // Every hidden product is written as not published.
  expect(again.map(withoutLines)).toEqual(drafts.map(withoutLines));
  expect(drafts.flatMap((draft) => dialects.shopify.losses(draft, header))).toEqual([]);
});

describe("losses", () => {
  const variant = { line: 0, choices: { Size: "S" }, price: "10" };
  const whole: ProductDraft = {
    key: "a",
    line: 0,
    name: "A",
    handle: "a",
    type: "physical",
    price: "10",
    weight: "0",
    visible: true,
    options: [{ name: "Size", type: "drop_down", choices: [{ value: "S", description: "S" }] }],
    seoTitle: "A",
    altText: ["A"],
    variants: [variant],
  };
  const option = (name: string, type: "color" | "drop_down", ...names: string[]) => ({
    options: [{ name, type, choices: names.map((description) => ({ value: description, description })) }],
  });
  const off = (type: "AMOUNT" | "PERCENT", value: string) => ({
    discount: type === "PERCENT" ? `${value}%` : value,
  });
  const sole = { variants: [] as never[], options: [] };
  const beside = "SKUs, costs and weights of products with variants";
  const asAmounts = "percentage discounts (become amounts)";

  test.each([
    [{}],
    [{ ribbon: null, collections: [], infoSections: [], customTextFields: [], tags: [] }],
    [{ ...sole, sku: "A", cost: "5", weight: "1" }],
    [off("AMOUNT", "5")],
    [{ handle: "b" }, "handles that differ from the key"],
    [{ type: "digital" }, "digital product types"],
    [{ remove: true }, "delete markers"],
    [{ variants: [] }, "options without variants"],
    [{ ribbon: "New" }, "ribbons"],
    [{ collections: ["C"] }, "collections"],
    [{ infoSections: [{ title: "Care", description: "Dry" }] }, "info sections"],
    [{ customTextFields: [{ title: "Name", maxLength: 5, mandatory: true }] }, "custom text fields"],
    [option("Size", "color", "S"), "the colors of color options"],
    [
      { options: [{ name: "Size", type: "drop_down", choices: [{ value: "1", description: "S" }] }] },
      "choice values that differ from their names",
    ],
    [option("Size", "drop_down", "S", "L"), "choices without variants and the order of choices"],
    [
      {
        ...option("Title", "drop_down", "Default Title"),
        variants: [{ ...variant, choices: { Title: "Default Title" } }],
      },
      "options named Title with the one choice Default Title",
    ],
    [{ sku: "A" }, beside],
    [{ cost: "1" }, beside],
    [{ weight: "1" }, beside],
    [{ ...sole, ...off("PERCENT", "15") }, asAmounts],
    [{ ...sole, ...off("PERCENT", "12.5") }, asAmounts],
    [{ ...sole, ...off("AMOUNT", "11") }, "discounts that exceed a price"],
    [
      {
        ...option("Size", "drop_down", "S", "L"),
        variants: [variant, { line: 0, choices: { Size: "L" }, price: "100" }],
        ...off("PERCENT", "12.5"),
      },
      "percentage discounts with fractions (become prices)",
    ],
    [{ price: "9" }, "prices of products that differ from that of their first variant"],
    [{ ...sole, stock: { inStock: false } }, "sold-out stock without quantities (becomes a quantity of 0)"],
    [
      { variants: [{ ...variant, stock: { inStock: false } }] },
      "sold-out stock without quantities (becomes a quantity of 0)",
    ],
    [{ variants: [{ ...variant, stock: { quantity: -1 } }] }, "quantities below zero (become 0)"],
    [{ variants: [{ ...variant, visible: false }] }, "hidden variants"],
    [{ canonical: "https://shop.example/a" }, "canonical addresses"],
    [{ tags: ["new"] }, "tags"],
  ] as [Partial<ProductDraft>, string?][])("%j", (change, ...losses) => {
    expect(dialects.shopify.losses({ ...whole, ...change }, [])).toEqual(losses);
  });
});

test("a product without a visibility is written without one", () => {
  const header = dialects.shopify.header({ cost: false });
  const draft: ProductDraft = { key: "a", line: 0, name: "A", price: "10", variants: [] };
  expect(header).not.toContain("Cost per item");
  expect(
    dialects.shopify.toRows(draft, ["Handle", "Published", "Status", "Option1 Name", "Option1 Value"]),
  ).toEqual([["a", "", "", "Title", "Default Title"]]);
  expect(readBack(draft, dialects.shopify).draft).not.toHaveProperty("visible");
});

test("a product has three options at most", () => {
  const options = [1, 2, 3, 4].map((number) => ({
    name: String(number),
    type: "drop_down" as const,
    choices: [],
  }));
  const draft: ProductDraft = {
    key: "a",
    line: 0,
    name: "Mug",
    options,
    variants: [{ line: 0, choices: {} }],
  };
  expect(() => dialects.shopify.toRows(draft, ["Handle"])).toThrow(
    '"Mug" (a product) has more than 3 options',
  );
  expect(dialects.shopify.toRows({ ...draft, variants: [] }, ["Handle"])).toEqual([["a"]]);
});

test("an empty search text of a Shopify file changes nothing", async () => {
  const header = "Handle,Title,Variant Price,SEO Title,SEO Description".split(",");
  const row = { Handle: "a", Title: "A", "Variant Price": "1", "SEO Title": "", "SEO Description": "B" };
  const [draft] = await loadDrafts(sheet(header, [row]));
  expect(draft).toMatchObject({ seoDescription: "B" });
  expect(draft).not.toHaveProperty("seoTitle");
});

test("reads back every draft, except what is named as a loss", () => {
  let held = 0;
  fc.assert(
    fc.property(shopDraft, (draft) => {
      const { draft: again, problems } = readBack(draft, dialects.shopify);
      expect(problems).toEqual([]);
      const losses = dialects.shopify.losses(draft, []);
      const isHeld = sameJson(inShop(again!), inShop(draft));
      if (isHeld) held += 1;
      if (isHeld !== (losses.length === 0)) expect({ ...inShop(again!), losses }).toEqual(inShop(draft));
    }),
    { numRuns: runs(500) },
  );
  expect(held).toBeGreaterThan(100);
});
