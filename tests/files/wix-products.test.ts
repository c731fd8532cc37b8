import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/files/dialects.ts";
import type { ProductDraft } from "../../src/files/draft.ts";
import { sameJson } from "../../src/kernel/json.ts";
import {
  inShop,
  load,
  loadDrafts,
  loadProblems,
  readAll,
  sheet,
  shopDraft,
  withoutLines,
  written,
} from "./load.ts";

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
  expect(drafts.map(({ key }) => key)).toEqual(["product_hat", "product_lamp"]);
  const { variants, ...product } = drafts[0]!;
  expect(product).toEqual({
    key: "product_hat",
    line: 2,
    name: "Beach hat, “straw”",
    description: hat.description,
    sku: null,
    price: "25",
    discount: null,
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
    stock: { inStock: true },
  });
  expect(variants).toEqual([
    {
      line: 6,
      choices: { Colour: "Brown", Size: "S" },
      sku: "H-1",
      price: "29.5",
      visible: true,
      stock: { quantity: 7 },
    },
    {
      line: 11,
      choices: { Colour: "#000000", Size: "2XL" },
      sku: null,
      price: "24.99",
      visible: false,
      stock: { inStock: false },
    },
    {
      line: 12,
      choices: { Colour: "Pink", Size: "S" },
      sku: null,
      price: "25",
      visible: true,
      stock: { inStock: true },
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
  expect(bare).toEqual({ key: "a", line: 2, name: "A", price: "1", variants: [] });
  const [empty] = await loadDrafts(
    sheet(dialects.wix.header({ cost: true }), [
      { handleId: "a", fieldType: "Product", name: "A", price: "1" },
    ]),
  );
  expect(withoutLines(empty!)).toEqual({
    key: "a",
    name: "A",
    price: "1",
    description: null,
    sku: null,
    cost: null,
    weight: null,
    ribbon: null,
    brand: null,
    discount: null,
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
  expect(drafts.map(({ discount }) => discount)).toEqual(["12.5%", "3"]);
});

describe("prices per unit of the newer export", () => {
  const columns = "handle,fieldType,name,price,baseUnit,baseUnitMeasurement,totalUnits,totalUnitsMeasurement";
  const cup = (cells: string) => `${columns}\ncup,PRODUCT,Cup,8,${cells}\n`;

  test.each([
    [
      "100,G,350,g",
      { totalQuantity: 350, totalMeasurementUnit: "G", baseQuantity: 100, baseMeasurementUnit: "G" },
    ],
    [
      "KG,1,0.5,KG",
      { totalQuantity: 0.5, totalMeasurementUnit: "KG", baseQuantity: 1, baseMeasurementUnit: "KG" },
    ],
    [",,,", null],
  ])("%s is read, with the quantity and the unit in either order", async (cells, pricePerUnit) => {
    expect(await loadDrafts(cup(cells))).toMatchObject([{ pricePerUnit }]);
  });

  test.each([
    [",KG,1,KG", "baseUnit"],
    ["1,KG,1,", "totalUnitsMeasurement"],
  ])("%s is refused with the cell that is missing", async (cells, column) => {
    expect(await loadProblems(cup(cells))).toMatchObject([{ line: 2, column, rule: "required" }]);
  });
});

describe("preorders of the newer export", () => {
  const columns = "handle,fieldType,name,price,preOrderEnabled,preOrderMessage,preOrderLimit";
  const cup = (cells: string) => `${columns}\ncup,PRODUCT,Cup,8,${cells}\n`;

  test.each([
    ["TRUE,Ships in May,10", { message: "Ships in May", limit: 10 }],
    ["TRUE,,", { message: null, limit: null }],
    ["true,,0", { message: null, limit: 0 }],
    ["FALSE,Ships in May,10", null],
    [",,", undefined],
  ])("%s is read", async (cells, preorder) => {
    const [draft] = await loadDrafts(cup(cells));
    expect(draft?.preorder).toEqual(preorder);
  });

  test("of variants are read, and a column that is absent says nothing", async () => {
    const text = `handle,fieldType,name,price,preOrderEnabled,preOrderLimit,productOptionName1,productOptionChoices1
cup,PRODUCT,Cup,8,FALSE,,Size,S;M
cup,VARIANT,,8,TRUE,5,,S
cup,VARIANT,,8,,,,M
`;
    const [draft] = await loadDrafts(text);
    expect(draft?.preorder).toBeNull();
    expect(draft?.variants.map(({ preorder }) => preorder)).toEqual([{ limit: 5 }, undefined]);
  });

  test.each([
    ["maybe,,", "preOrderEnabled", "flag"],
    ["TRUE,,1.5", "preOrderLimit", "whole"],
    [",Ships in May,", "preOrderEnabled", "required"],
    [",,10", "preOrderEnabled", "required"],
  ])("%s is refused with its cell", async (cells, column, rule) => {
    expect(await loadProblems(cup(cells))).toMatchObject([{ line: 2, column, rule }]);
  });
});

test("the handle of a newer export is that of the shop, unless no shop could have it", async () => {
  const drafts = await loadDrafts("handle,fieldType,name\nsoap-bar,PRODUCT,Soap\nSoap Bar,PRODUCT,Soap\n");
  expect(drafts.map(({ key, handle }) => [key, handle])).toEqual([
    ["soap-bar", "soap-bar"],
    ["Soap Bar", undefined],
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
    { handle: "cup", fieldType: "MEDIA", media: "two.png", mediaAltText: "second" },
  ]);
  const { assemblies } = await load(text);
  expect(assemblies[0]?.problems).toEqual([]);
  expect(assemblies[0]?.notices).toEqual([]);
  expect(withoutLines(assemblies[0]!.draft!)).toMatchObject({
    altText: ["alt", "second"],
    name: "Cup",
    description: "<p>x</p>",
    media: ["one.png", "two.png"],
    price: "10",
    discount: "2",
    customTextFields: [{ title: "Name", maxLength: 20, mandatory: true }],
    variants: [
      { choices: { Glaze: "Matt" }, sku: "C-1", price: "10", stock: { quantity: 3 } },
      { choices: { Glaze: "Gloss" }, price: "11.5", visible: false, stock: { inStock: false } },
    ],
  });
});

/** What is read from rows of one product, in a file with the columns that they have. */
async function read(...rows: Record<string, string>[]) {
  const all = rows.map((row, index) => ({
    handleId: "a",
    fieldType: index === 0 ? "Product" : "Variant",
    ...row,
  }));
  const table = await readAll(sheet([...new Set(all.flatMap(Object.keys))], all));
  dialects.wix.check(table.header, { file: table.name, ignoreUnknown: false });
  const { draft, problems, notices } = dialects.wix.assemble(table.rows, { decimal: "." });
  return {
    draft,
    problems: problems.map(({ line, column, message }) => `${line} ${column}: ${message}`),
    notices,
  };
}

describe("options", () => {
  const color = (choices: string, more = {}) => ({
    productOptionName1: "Color",
    productOptionType1: "COLOR",
    productOptionDescription1: choices,
    ...more,
  });
  const size = (choices: string) => ({
    productOptionName2: "Size",
    productOptionType2: "",
    productOptionDescription2: choices,
  });
  const of = (first: string, second?: string) => ({
    productOptionDescription1: first,
    ...(second !== undefined && { productOptionDescription2: second }),
  });

  test.each([
    [" Brown ", "Brown"],
    ["#111", "Brown"],
    ["#111:Brown", "Brown"],
    [" #111: Brown", "Brown"],
    ["Night", "Night"],
    ["#222:Night", "Night"],
    ["#222: Dusk ", "Dusk"],
    ["#333", "#333"],
  ])("%j is the choice %s", async (written, name) => {
    const { draft, problems } = await read(color("#111:Brown;#222:Night;#222:Dusk;#333"), of(written));
    expect(problems).toEqual([]);
    expect(draft?.variants).toEqual([{ line: 3, choices: { Color: name } }]);
  });

  test("a colon is a part of other choices", async () => {
    const { draft } = await read(
      { ...color("1:2; 3 "), productOptionType1: "text_choices" },
      of("1:2"),
      of("3"),
    );
    expect(draft?.options).toEqual([
      {
        name: "Color",
        type: "drop_down",
        choices: [
          { value: "1:2", description: "1:2" },
          { value: " 3 ", description: " 3 " },
        ],
      },
    ]);
    expect(draft?.variants.map(({ choices }) => choices)).toEqual([{ Color: "1:2" }, { Color: " 3 " }]);
  });

  test("names of properties are names of options", async () => {
    const { draft, problems } = await read(
      {
        ...size("toString"),
        ...color("__proto__", { productOptionName1: "constructor", productOptionName2: "__proto__" }),
      },
      of("__proto__", "toString"),
    );
    expect(problems).toEqual([]);
    expect(Object.entries(draft?.variants[0]?.choices ?? {})).toEqual([
      ["constructor", "__proto__"],
      ["__proto__", "toString"],
    ]);
  });

  test("the second option alone", async () => {
    const { draft } = await read(
      { ...size("S;L"), productOptionName1: "", productOptionDescription1: "" },
      of("", "L"),
    );
    expect(draft).toMatchObject({
      options: [{ name: "Size", type: "drop_down" }],
      variants: [{ choices: { Size: "L" } }],
    });
    expect(draft?.options?.[0]).not.toHaveProperty("number");
  });

  const red = "2 productOptionDescription1";
  test.each([
    [
      "a color that two choices have",
      [color("#1:A;#1:B"), of("#1")],
      '3 productOptionDescription1: "#1" is not a choice of Color on the product\'s row ("A", "B").',
    ],
    [
      "another name with the color",
      [color("#1:A;#2:B"), of("#1:B")],
      '3 productOptionDescription1: "#1:B" is not a choice of Color on the product\'s row ("A", "B").',
    ],
    [
      "no choice",
      [color("A"), of(" ")],
      '3 productOptionDescription1: " " is not a choice of Color on the product\'s row ("A").',
    ],
    ["an empty choice", [color("A"), of("")], "3 productOptionDescription1: the variant has no Color."],
    ["no choices", [color(" ; ")], `${red}: the option has no choices.`],
    ["a choice twice", [color("#1:A;#2:A")], `${red}: duplicate choice "A".`],
    [
      "an option twice",
      [{ ...color("A"), ...size("S"), productOptionName2: "Color" }],
      '2 productOptionName2: duplicate option "Color".',
    ],
    [
      "choices without a name",
      [{ ...color("A"), ...size("S"), productOptionName2: "" }],
      "2 productOptionName2: the option has choices but no name.",
    ],
    [
      "an unknown type",
      [color("A", { productOptionType1: "constructor" })],
      '2 productOptionType1: unknown type "constructor". Use DROP_DOWN or COLOR.',
    ],
    [
      "variants without options",
      [{ name: "A" }, {}],
      "3 fieldType: the product has variants but no options.",
    ],
    [
      "the same choices twice",
      [color("A;B"), of("A"), of("B"), of("A")],
      "5 fieldType: duplicate choices: same as the variant in line 3.",
    ],
  ] as [string, Record<string, string>[], string][])("%s is an error", async (_, rows, problem) => {
    expect((await read(...rows)).problems).toEqual([problem]);
  });

  test("an error names twelve choices at most", async () => {
    const choices = Array.from({ length: 13 }, (_, index) => `C${index}`);
    const { problems } = await read(color(choices.join(";")), of("X"));
    expect(problems[0]).toContain('"C11").');
  });
});

test.each([
  [{ discountMode: "percent ", discountValue: "5" }, "5%"],
  [{ discountMode: "AMOUNT", discountValue: "5.50" }, "5.5"],
  [{ discountMode: "?", discountValue: "0.00" }, null],
  [{ discountMode: "AMOUNT", discountValue: "" }, null],
  [{ discountMode: "AMOUNT" }, undefined],
])("the discount of %j", async (cells, discount) => {
  const { draft, problems } = await read(cells as Record<string, string>);
  expect(problems).toEqual([]);
  expect(draft?.discount).toEqual(discount);
});

describe("surcharges", () => {
  const product = (price: string) => ({
    price,
    productOptionName1: "Size",
    productOptionDescription1: "S;L",
    surcharge: "",
  });
  const variant = (surcharge: string, size = "S") => ({ surcharge, productOptionDescription1: size });

  test("are added to the price; without one, the variant has the product's price", async () => {
    const { draft } = await read(product("10"), variant("2.50"), variant("", "L"));
    expect(draft?.variants.map(({ price }) => price)).toEqual(["12.5", null]);
  });

  test("need the price of the product", async () => {
    const { price: _, ...row } = product("");
    expect((await read(row, variant("1"))).problems).toEqual([
      "3 surcharge: a surcharge requires the product's price.",
    ]);
    expect((await read(product("x"), variant("1"))).problems).toHaveLength(1);
  });
});

describe("text fields", () => {
  test("have a title, a limit and a flag", async () => {
    const { draft, problems } = await read({
      customTextField1: "Name",
      customTextCharLimit1: "20",
      customTextMandatory1: "TRUE",
      modifierName2: "",
      modifierCharLimit2: "5",
      modifierName10: "Date",
      modifierType10: "",
      modifierCharLimit10: "8",
    });
    expect(problems).toEqual([]);
    expect(draft?.customTextFields).toEqual([
      { title: "Name", maxLength: 20, mandatory: true },
      { title: "Date", maxLength: 8, mandatory: false },
    ]);
  });

  test.each([
    [
      { modifierType1: "SWATCH" },
      "2 modifierType1: modifiers of type SWATCH cannot be imported. Only FREE_TEXT is supported.",
    ],
    [{ modifierCharLimit1: "" }, '2 modifierCharLimit1: the text field "Name" has no character limit.'],
    [{ modifierCharLimit1: "x" }, '2 modifierCharLimit1: "x" is not a whole number.'],
    [
      { modifierMandatory1: "x" },
      '2 modifierMandatory1: "x" is not yes or no. Write true or false, yes or no, or 1 or 0.',
    ],
  ])("%j is an error", async (cells, problem) => {
    const row = { modifierName1: "Name", modifierType1: "FREE_TEXT", modifierCharLimit1: "5", ...cells };
    expect((await read(row)).problems).toEqual([problem]);
  });
});

test("an info section may have a title or a description only", async () => {
  const { draft } = await read({
    additionalInfoTitle1: "Care",
    additionalInfoDescription1: "",
    additionalInfoTitle2: "",
    additionalInfoDescription2: "",
    additionalInfoTitle6: "",
    additionalInfoDescription6: "Keep dry",
  });
  expect(draft?.infoSections).toEqual([
    { title: "Care", description: "" },
    { title: "", description: "Keep dry" },
  ]);
});

test.each([
  [
    [
      "price",
      "surcharge",
      "visible",
      "discountMode",
      "weight",
      "cost",
      "inventory",
      "customTextCharLimit1",
      "customTextMandatory2",
      "fieldType",
    ],
    false,
  ],
  [
    [
      "name",
      "handleId",
      "sku",
      "brand",
      "ribbon",
      "collection",
      "customTextField1",
      "productOptionDescription1",
      "additionalInfoTitle6",
    ],
    true,
  ],
])("%j hold text: %s", (columns, isText) => {
  for (const column of columns) expect([column, dialects.wix.isText(column)]).toEqual([column, isText]);
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
  const none = null;
  const differ = "not imported: strikethrough prices that differ between the variants of a product";

  test.each([
    [["8|"], ["8"], none],
    [["8|10"], ["10"], "2"],
    [["8|10", "8|10", "9|11"], ["10", "10", "11"], "2"],
    [["8|10", "8|10", "16|20"], ["10", "10", "20"], "20%"],
    [["8|10", "|", "8|10"], ["10", null, "10"], "2"],
    [["8|10", "8|10", "9|"], ["8", "8", "9"], none, differ],
  ] as [string[], unknown[], string | null, string?][])("%j", async (rows, prices, discount, ...notices) => {
    expect(await readPrices(rows)).toEqual({ prices, discount, notices });
  });

  test("surcharges are added to the price before the discount", async () => {
    expect(await readPrices(["8|10", "1.5"], [...columns, "surcharge"])).toEqual({
      prices: ["10", "11.5"],
      discount: "2",
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
    expect(drafts).toEqual([{ key: "cup", handle: "cup", line: 2, name: "Cup", variants: [] }]);
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
      [9, "inventory", "some", "stock"],
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
    [{ ...hat, inventory: "1.5" }, "inventory", "stock"],
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
  test.each(["v1", "v3"] as const)(
    "on catalog %s, reads back every draft, except what is named as a loss",
    async (version) => {
      let held = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(shopDraft, { minLength: 1, maxLength: 3, selector: ({ key }) => key }),
          async (drafts) => {
            const columns = dialects.wix.header({ cost: true, version });
            const rows = drafts.flatMap((one) => dialects.wix.toRows(one, columns));
            const text = await written(rows, {
              header: columns,
              isText: dialects.wix.isText,
              format: { delimiter: ",", mark: true, eol: "\r\n" },
            });
            for (const [index, again] of (await loadDrafts(text)).entries()) {
              const draft = drafts[index]!;
              const losses = dialects.wix.losses(draft, columns);
              const isHeld = sameJson(inShop(again), inShop(draft));
              if (isHeld) held += 1;
              if (isHeld !== (losses.length === 0))
                expect({ ...inShop(again), losses }).toEqual(inShop(draft));
            }
          },
        ),
      );
      expect(held).toBeGreaterThan(100);
    },
  );

  test("writes the platform's header, with and without cost", () => {
    expect(dialects.wix.header({ cost: true })).toHaveLength(53);
    expect(header).toHaveLength(52);
    expect([header[0], header[1], header.at(-1)]).toEqual(["handleId", "fieldType", "brand"]);
  });

  test("writes the newer header for catalog v3: pictures in rows of their own, prices to pay, handles, barcodes, units and preorders", async () => {
    const columns = dialects.wix.header({ cost: true, version: "v3" });
    expect(columns).toHaveLength(91);
    const draft: ProductDraft = {
      ...{
        key: "product_1",
        line: 0,
        name: "Cup",
        handle: "cup",
        price: "10",
        discount: "20%",
        visible: true,
      },
      ...{
        media: ["one.png", "two.png"],
        altText: ["One", "Two"],
        stock: { inStock: false },
        preorder: null,
      },
      pricePerUnit: {
        ...{ totalQuantity: 350, totalMeasurementUnit: "ML" },
        ...{ baseQuantity: 1, baseMeasurementUnit: "L" },
      },
      options: [{ name: "Glaze", type: "color", choices: [{ value: "#111111", description: "Ink" }] }],
      customTextFields: [{ title: "Name", maxLength: 20, mandatory: true }],
      variants: [
        {
          ...{ line: 0, choices: { Glaze: "Ink" }, barcode: "4006381333931", price: "5", visible: true },
          preorder: { message: "Ships in May", limit: 10 },
        },
      ],
    };
    const rows = dialects.wix
      .toRows(draft, columns)
      .map((row) =>
        Object.fromEntries(row.flatMap((cell, index) => (cell === "" ? [] : [[columns[index], cell]]))),
      );
    expect(rows).toEqual([
      {
        ...{ handle: "cup", fieldType: "PRODUCT", name: "Cup", visible: "TRUE" },
        ...{ media: "one.png", mediaAltText: "One", price: "8", strikethroughPrice: "10" },
        ...{ baseUnit: "1", baseUnitMeasurement: "L", totalUnits: "350", totalUnitsMeasurement: "ML" },
        ...{
          inventory: "OUT_OF_STOCK",
          preOrderEnabled: "FALSE",
          productOptionName1: "Glaze",
          productOptionType1: "SWATCH_CHOICES",
        },
        ...{ productOptionChoices1: "#111111:Ink", modifierName1: "Name", modifierType1: "FREE_TEXT" },
        ...{ modifierCharLimit1: "20", modifierMandatory1: "TRUE" },
      },
      {
        ...{ handle: "cup", fieldType: "VARIANT", visible: "TRUE", price: "4", strikethroughPrice: "5" },
        ...{ preOrderEnabled: "TRUE", preOrderMessage: "Ships in May", preOrderLimit: "10" },
        ...{ barcode: "4006381333931", productOptionChoices1: "Ink" },
      },
      { handle: "cup", fieldType: "MEDIA", media: "two.png", mediaAltText: "Two" },
    ]);
    expect(dialects.wix.losses(draft, columns)).toEqual([]);
    const text = await written(dialects.wix.toRows(draft, columns), {
      header: columns,
      isText: dialects.wix.isText,
    });
    const [again] = await loadDrafts(text);
    expect(again).toMatchObject({ key: "cup", handle: "cup", pricePerUnit: draft.pricePerUnit });
    expect(again?.variants).toMatchObject([{ preorder: { message: "Ships in May", limit: 10 } }]);
    const more = { ...draft, collections: ["A"], infoSections: [{ title: "A", description: "B" }] };
    expect(dialects.wix.losses(more, columns)).toEqual(["info sections", "collections"]);
    expect(dialects.wix.losses({ ...draft, discount: "12.5%" }, columns)).toEqual([
      "percentage discounts with fractions (become prices)",
    ]);
  });

  test("rejects or reports all data that a Wix file cannot hold", () => {
    const one: ProductDraft = {
      key: "a",
      line: 1,
      name: "A",
      price: "1",
      handle: "a",
      type: "digital",
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
    expect(dialects.wix.losses(one, header)).toEqual(["handles", "digital product types"]);
  });

  const times = <T>(count: number, entry: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => entry(index));
  const option = (index: number, value = "S") => ({
    name: `O${index}`,
    type: "drop_down" as const,
    choices: [{ value, description: "S" }],
  });
  const section = () => ({ title: "A", description: "B" });
  const field = () => ({ title: "A", maxLength: 5, mandatory: false });

  test.each([
    [{}],
    [{ options: times(6, option), infoSections: times(6, section), customTextFields: times(2, field) }],
    [{ remove: true }, "delete markers"],
    [{ options: times(7, option) }, "options after the 6th"],
    [{ infoSections: times(7, section) }, "info sections after the 6th"],
    [{ customTextFields: times(3, field) }, "custom text fields after the second"],
    [{ options: [option(1, "T")] }, "choice values that differ from their names"],
    [{ options: [{ ...option(1, "#111"), type: "color" }] }],
    [{ seoTitle: "A" }, "titles for search engines"],
  ] as [Partial<ProductDraft>, string?][])("the losses of %j", (draft, ...losses) => {
    expect(dialects.wix.losses({ key: "a", line: 1, variants: [], ...draft }, header)).toEqual(losses);
  });
});
