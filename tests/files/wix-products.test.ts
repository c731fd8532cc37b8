import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/files/dialects.ts";
import type { ProductDraft } from "../../src/files/draft.ts";
import { sameJson } from "../../src/kernel/json.ts";
import { inShop, load, loadDrafts, loadProblems, sheet, shopDraft, withoutLines, written } from "./load.ts";

const header = dialects.wix.header({ cost: false });

const hat = {
  handleId: "product_hat",
  fieldType: "Product",
  name: "Beach hat, “straw”",
  description: "<p>Straw</p>\n<ul>\n<li>8 oz/yd² · H₂O-proof</li>\n</ul>",
  productImageUrl: "a1~mv2.png;b2~mv2.jpg",
  collection: "Hats;Summer",
  ribbon: "New",
  price: "25.0",
  visible: "true",
  discountMode: "PERCENT",
  discountValue: "0.0",
  inventory: "InStock",
  weight: "0.0",
  productOptionName1: "Colour",
  productOptionType1: "COLOR",
  productOptionDescription1: "rgb(95, 1, 1):Brown;#ffc0cb:Pink;#000000",
  productOptionName2: "Size",
  productOptionType2: "DROP_DOWN",
  productOptionDescription2: "S;2XL",
  additionalInfoTitle1: "Care",
  additionalInfoDescription1: "Keep dry",
  customTextField1: "Initials?",
  customTextCharLimit1: "500",
  customTextMandatory1: "false",
  brand: "Kate's",
};
const variant = (color: string, size: string, more = {}) => ({
  handleId: "product_hat",
  fieldType: "Variant",
  surcharge: "0.0",
  visible: "true",
  inventory: "InStock",
  productOptionDescription1: color,
  productOptionDescription2: size,
  ...more,
});
const lamp = {
  ...hat,
  handleId: "product_lamp",
  name: "Lamp",
  productOptionName1: "",
  productOptionDescription1: "",
  productOptionName2: "",
  productOptionDescription2: "",
};

test("converts an export to drafts; rows of a product need not be adjacent", async () => {
  const text = `\uFEFF${sheet(
    header,
    [
      hat,
      variant("Brown", "S", { sku: "H-1", surcharge: "4.5", inventory: "7" }),
      lamp,
      variant("#000000", "2XL", { surcharge: "-0.01", visible: "false", inventory: "OutOfStock" }),
      variant("#ffc0cb:Pink", "S"),
    ],
    "\r\n",
  )}`;
  const drafts = await loadDrafts(text);
  expect(drafts.map(({ handle }) => handle)).toEqual(["product_hat", "product_lamp"]);
  const { variants, ...product } = drafts[0]!;
  expect(product).toEqual({
    handle: "product_hat",
    line: 2,
    name: "Beach hat, “straw”",
    description: hat.description,
    sku: null,
    price: "25",
    discount: { type: "NONE", value: "0" },
    weight: "0",
    visible: true,
    ribbon: "New",
    brand: "Kate's",
    collections: ["Hats", "Summer"],
    media: ["a1~mv2.png", "b2~mv2.jpg"],
    options: [
      {
        name: "Colour",
        type: "color",
        choices: [
          { value: "rgb(95, 1, 1)", description: "Brown" },
          { value: "#ffc0cb", description: "Pink" },
          { value: "#000000", description: "#000000" },
        ],
      },
      {
        name: "Size",
        type: "drop_down",
        choices: [
          { value: "S", description: "S" },
          { value: "2XL", description: "2XL" },
        ],
      },
    ],
    infoSections: [{ title: "Care", description: "Keep dry" }],
    customTextFields: [{ title: "Initials?", maxLength: 500, mandatory: false }],
    inventory: { inStock: true },
  });
  expect(variants).toEqual([
    {
      line: 6,
      choices: { Colour: "Brown", Size: "S" },
      sku: "H-1",
      price: "29.5",
      visible: true,
      inventory: { quantity: 7 },
    },
    {
      line: 11,
      choices: { Colour: "#000000", Size: "2XL" },
      sku: null,
      price: "24.99",
      visible: false,
      inventory: { inStock: false },
    },
    {
      line: 12,
      choices: { Colour: "Pink", Size: "S" },
      sku: null,
      price: "25",
      visible: true,
      inventory: { inStock: true },
    },
  ]);
  expect(drafts[1]).toMatchObject({ line: 7, options: [], variants: [] });
});

test("absent columns change nothing, empty cells clear", async () => {
  const [bare] = await loadDrafts(
    sheet(
      ["handleId", "fieldType", "name", "price"],
      [{ handleId: "a", fieldType: "Product", name: "A", price: "1" }],
    ),
  );
  expect(bare).toEqual({ handle: "a", line: 2, name: "A", price: "1", variants: [] });
  const [empty] = await loadDrafts(
    sheet(dialects.wix.header({ cost: true }), [
      { handleId: "a", fieldType: "Product", name: "A", price: "1" },
    ]),
  );
  expect(withoutLines(empty!)).toEqual({
    handle: "a",
    name: "A",
    price: "1",
    description: null,
    sku: null,
    cost: null,
    weight: null,
    ribbon: null,
    brand: null,
    discount: { type: "NONE", value: "0" },
    collections: [],
    media: [],
    options: [],
    infoSections: [],
    customTextFields: [],
    variants: [],
  });
});

test("reads discounts", async () => {
  const rows = [
    { ...lamp, discountValue: "12.50" },
    { ...lamp, handleId: "b", discountMode: "AMOUNT", discountValue: "3" },
  ];
  const drafts = await loadDrafts(sheet(header, rows));
  expect(drafts.map(({ discount }) => discount)).toEqual([
    { type: "PERCENT", value: "12.5" },
    { type: "AMOUNT", value: "3" },
  ]);
});

test("reads the newer export: handle, PRODUCT, VARIANT, MEDIA, variant prices, strikethrough prices", async () => {
  const columns = [
    "handle",
    "fieldType",
    "name",
    "visible",
    "plainDescription",
    "media",
    "mediaAltText",
    "price",
    "strikethroughPrice",
    "inventory",
    "sku",
    "productOptionName1",
    "productOptionType1",
    "productOptionChoices1",
    "modifierName1",
    "modifierType1",
    "modifierCharLimit1",
    "modifierMandatory1",
  ];
  const text = sheet(columns, [
    {
      handle: "cup",
      fieldType: "PRODUCT",
      name: "Cup",
      visible: "TRUE",
      plainDescription: "<p>x</p>",
      media: "one.png",
      mediaAltText: "alt",
      price: "8",
      strikethroughPrice: "10",
      inventory: "IN_STOCK",
      productOptionName1: "Glaze",
      productOptionType1: "TEXT_CHOICES",
      productOptionChoices1: "Matt;Gloss",
      modifierName1: "Name",
      modifierType1: "FREE_TEXT",
      modifierCharLimit1: "20",
      modifierMandatory1: "TRUE",
    },
    {
      handle: "cup",
      fieldType: "VARIANT",
      visible: "TRUE",
      price: "8",
      strikethroughPrice: "10",
      inventory: "3",
      sku: "C-1",
      productOptionChoices1: "Matt",
    },
    {
      handle: "cup",
      fieldType: "VARIANT",
      visible: "FALSE",
      price: "9.5",
      strikethroughPrice: "11.5",
      inventory: "OUT_OF_STOCK",
      productOptionChoices1: "Gloss",
    },
    { handle: "cup", fieldType: "MEDIA", media: "two.png" },
  ]);
  const { assemblies } = await load(text);
  expect(assemblies[0]?.problems).toEqual([]);
  expect(assemblies[0]?.notices).toEqual(["not imported: mediaAltText"]);
  expect(withoutLines(assemblies[0]!.draft!)).toMatchObject({
    name: "Cup",
    description: "<p>x</p>",
    media: ["one.png", "two.png"],
    price: "10",
    discount: { type: "AMOUNT", value: "2" },
    customTextFields: [{ title: "Name", maxLength: 20, mandatory: true }],
    variants: [
      { choices: { Glaze: "Matt" }, sku: "C-1", price: "10", inventory: { quantity: 3 } },
      { choices: { Glaze: "Gloss" }, price: "11.5", visible: false, inventory: { inStock: false } },
    ],
  });
});

describe("strikethrough prices", () => {
  const columns =
    "handle,fieldType,name,price,strikethroughPrice,productOptionName1,productOptionChoices1".split(",");
  /** What is read from `price|strikethrough price` of a product and its variants. */
  async function readPrices([product = "", ...variants]: string[], header = columns) {
    const prices = (row: string) => {
      const [price = "", strikethroughPrice = ""] = row.split("|");
      return { handle: "cup", price, strikethroughPrice, surcharge: price };
    };
    const choices = variants.map((_, index) => `C${index}`);
    const option = {
      productOptionName1: variants.length > 0 ? "Color" : "",
      productOptionChoices1: choices.join(";"),
    };
    const { assemblies } = await load(
      sheet(header, [
        { ...prices(product), fieldType: "PRODUCT", name: "Cup", ...option },
        ...variants.map((row, index) => ({
          ...prices(row),
          fieldType: "VARIANT",
          productOptionChoices1: choices[index] ?? "",
        })),
      ]),
    );
    const { draft, problems, notices } = assemblies[0]!;
    expect(problems).toEqual([]);
    expect(JSON.stringify(draft)).not.toContain("compareAt");
    return {
      prices: [draft?.price, ...draft!.variants.map(({ price }) => price)],
      discount: draft?.discount,
      notices,
    };
  }
  const none = { type: "NONE", value: "0" };
  const differ = "not imported: strikethrough prices that differ between the variants of a product";

  test.each([
    [["8|"], ["8"], none],
    [["8|10"], ["10"], { type: "AMOUNT", value: "2" }],
    [["8|10", "8|10", "9|11"], ["10", "10", "11"], { type: "AMOUNT", value: "2" }],
    [["8|10", "8|10", "16|20"], ["10", "10", "20"], { type: "PERCENT", value: "20" }],
    [["8|10", "|", "8|10"], ["10", null, "10"], { type: "AMOUNT", value: "2" }],
    [["8|10", "8|10", "9|"], ["8", "8", "9"], none, differ],
  ] as [string[], unknown[], object, string?][])("%j", async (rows, prices, discount, ...notices) => {
    expect(await readPrices(rows)).toEqual({ prices, discount, notices });
  });

  test("surcharges are added to the price before the discount", async () => {
    expect(await readPrices(["8|10", "1.5"], [...columns, "surcharge"])).toEqual({
      prices: ["10", "11.5"],
      discount: { type: "AMOUNT", value: "2" },
      notices: [],
    });
  });

  test("need prices", async () => {
    const header = columns.filter((column) => column !== "price");
    expect(await readPrices(["|10"], header)).toEqual({
      prices: [undefined],
      discount: undefined,
      notices: ["not imported: strikethrough prices without prices"],
    });
  });

  test("variants have their own prices without them, too", async () => {
    const header = columns.filter((column) => column !== "strikethroughPrice");
    expect(await readPrices(["8", "8", "9"], header)).toEqual({
      prices: ["8", "8", "9"],
      discount: undefined,
      notices: [],
    });
  });
});

describe("MEDIA rows", () => {
  const rows = [
    { handle: "cup", fieldType: "PRODUCT", name: "Cup", media: "1.png" },
    { handle: "cup", fieldType: "MEDIA", name: "", media: "2.png" },
    { handle: "cup", fieldType: "MEDIA", name: "", media: "3.png;4.png" },
  ];

  test("follow the pictures of the product", async () => {
    const drafts = await loadDrafts(sheet(["handle", "fieldType", "name", "media"], rows));
    expect(drafts).toMatchObject([{ media: ["1.png", "2.png", "3.png", "4.png"] }]);
  });

  test("do not remove the pictures of the product in a file without their column", async () => {
    const drafts = await loadDrafts(sheet(["handle", "fieldType", "name"], rows));
    expect(drafts).toEqual([{ handle: "cup", line: 2, name: "Cup", variants: [] }]);
  });
});

describe("problems", () => {
  test("reports all problems of a product together, with line, column and value", async () => {
    const text = sheet(header, [
      { ...hat, name: "", price: "1,234", visible: "maybe", weight: "1 kg" },
      variant("Red", "S"),
      variant("Brown", "S"),
      variant("Brown", "S", { surcharge: "€4" }),
      variant("Brown", "", { inventory: "some" }),
    ]);
    const problems = await loadProblems(text);
    expect(problems.map(({ line, column, value, rule }) => [line, column, value, rule])).toEqual([
      [2, "name", "", "required"],
      [2, "price", "1,234", "amount"],
      [2, "weight", "1 kg", "amount"],
      [2, "visible", "maybe", "flag"],
      [6, "productOptionDescription1", "Red", "choice"],
      [8, "fieldType", "Variant", "duplicate"],
      [8, "surcharge", "€4", "amount"],
      [9, "productOptionDescription2", "", "required"],
      [9, "inventory", "some", "inventory"],
    ]);
    expect(problems[1]?.message).toContain('--decimal ","');
    expect(problems[4]?.message).toContain('"Brown", "Pink", "#000000"');
  });

  test.each([
    [{ ...hat, price: "" }, "price", "required"],
    [{ ...hat, fieldType: "Variant" }, "fieldType", "required"],
    [{ ...hat, fieldType: "Thing" }, "fieldType", "type"],
    [{ ...hat, productOptionType1: "SHAPE" }, "productOptionType1", "type"],
    [{ ...hat, productOptionDescription2: "S;M;S" }, "productOptionDescription2", "duplicate"],
    [{ ...hat, productOptionName1: "" }, "productOptionName1", "required"],
    [{ ...hat, discountMode: "HALF", discountValue: "5" }, "discountMode", "type"],
    [{ ...hat, customTextCharLimit1: "" }, "customTextCharLimit1", "required"],
    [{ ...hat, inventory: "1.5" }, "inventory", "inventory"],
  ])("%#", async (row, column, rule) => {
    expect(await loadProblems(sheet(header, [row]))).toMatchObject([{ line: 2, column, rule }]);
  });

  test("rejects two Product rows with one handle", async () => {
    expect(await loadProblems(sheet(header, [lamp, lamp]))).toMatchObject([{ line: 6, rule: "duplicate" }]);
  });

  test("uses the declared decimal sign, without detection", async () => {
    const price = (text: string) =>
      sheet(
        ["handleId", "fieldType", "name", "price"],
        [{ handleId: "a", fieldType: "Product", name: "A", price: text }],
      );
    for (const wrong of ["1,5", "1.234,5", "1,234.5", "$5", "5 EUR", "1e3", "+5", "1 000"]) {
      expect(await loadProblems(price(wrong)), wrong).toMatchObject([
        { line: 2, column: "price", value: wrong, rule: "amount" },
      ]);
    }
    for (const wrong of ["1.5", "1.234,5", "1,2,3"]) {
      expect(await loadProblems(price(wrong), { decimal: "," }), wrong).toMatchObject([
        { value: wrong, rule: "amount" },
      ]);
    }
    expect((await loadDrafts(price("1234,50"), { decimal: "," }))[0]?.price).toBe("1234.5");
    expect((await loadDrafts(price("0.10")))[0]?.price).toBe("0.1");
  });
});

describe("the header", () => {
  const check = (columns: string[], ignoreUnknown = false) =>
    dialects.wix.check(columns, { file: "shop.csv", ignoreUnknown });

  test("rejects unknown columns with the nearest name, or ignores them on request", () => {
    expect(() => check(["handleId", "fieldType", "Price", "pryce"])).toThrow(
      'shop.csv, line 1, column 3 (Price): "Price" is not a column of the Wix format. Did you mean "price"?',
    );
    expect(() => check(["handleId", "fieldType", "color", "reason"])).toThrow('"color" is not a column');
    check(["handleId", "fieldType", "color"], true);
  });

  test("requires the key columns, once each", () => {
    expect(() => check(["fieldType", "name"])).toThrow('the column "handleId" or "handle" is missing');
    expect(() => check(["handleId", "name"])).toThrow('the column "fieldType" is missing');
    expect(() => check(["handleId", "handle", "fieldType"])).toThrow(
      '"handleId" and "handle" are the same column',
    );
  });

  test("requires a handle in every row", async () => {
    await expect(load(sheet(header, [hat, { ...lamp, handleId: " " }]))).rejects.toThrow(
      "shop.csv, line 6, handleId: the cell is empty.",
    );
  });
});

describe("writing", () => {
  test("reads back every draft, except what is named as a loss", async () => {
    let held = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(shopDraft, { minLength: 1, maxLength: 3, selector: ({ handle }) => handle }),
        async (drafts) => {
          const columns = dialects.wix.header({ cost: true });
          const rows = drafts.flatMap((one) => dialects.wix.toRows(one, columns));
          const text = await written(rows, {
            header: columns,
            isText: dialects.wix.isText,
            format: { delimiter: ",", mark: true, eol: "\r\n" },
          });
          for (const [index, again] of (await loadDrafts(text)).entries()) {
            const draft = drafts[index]!;
            const losses = dialects.wix.losses(draft);
            const isHeld = sameJson(inShop(again), inShop(draft));
            if (isHeld) held += 1;
            if (isHeld !== (losses.length === 0)) expect({ ...inShop(again), losses }).toEqual(inShop(draft));
          }
        },
      ),
    );
    expect(held).toBeGreaterThan(100);
  });

  test("writes the platform's header, with and without cost", () => {
    expect(dialects.wix.header({ cost: true })).toHaveLength(53);
    expect(header).toHaveLength(52);
    expect([header[0], header[1], header.at(-1)]).toEqual(["handleId", "fieldType", "brand"]);
  });

  test("rejects or reports all data that a Wix file cannot hold", () => {
    const one: ProductDraft = {
      handle: "a",
      line: 1,
      name: "A",
      price: "1",
      slug: "a",
      productType: "digital",
      collections: ["a;b"],
      variants: [],
    };
    expect(() => dialects.wix.toRows(one, header)).toThrow('"a;b" (a collection) contains a semicolon');
    const colon: ProductDraft = {
      ...one,
      collections: [],
      options: [{ name: "C", type: "color", choices: [{ value: "a:b", description: "c" }] }],
    };
    expect(() => dialects.wix.toRows(colon, header)).toThrow("contains a colon");
    expect(dialects.wix.losses(one)).toEqual(["slugs", "digital product types"]);
  });
});
