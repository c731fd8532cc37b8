import { describe, expect, test } from "vitest";
import {
  checkListColumns,
  isListNumber,
  type ListColumns,
  listColumn,
  notImportedFrom,
  productList,
  readListRow,
  readStockRow,
  stockList,
} from "../../src/files/list.ts";
import { columnFields } from "../../src/files/product-fields.ts";

const lists = { products: productList, stock: stockList };

describe("a column of a list", () => {
  test.each([
    ["SKU", "sku", "sku"],
    ["price", "price", undefined],
    [" Price ", "price", undefined],
    ["SALE PRICE", "salePrice", undefined],
    ["saleprice", "salePrice", undefined],
    ["title", "name", undefined],
    ["name", "name", "name"],
    ["Meta Title", "seoTitle", undefined],
    ["SEO description", "seoDescription", undefined],
    ["image alt text", "altText", undefined],
    ["tax group", "taxGroup", undefined],
    ["Stock", "stock", "stock"],
    ["Qty", "stock", "stock"],
    ["quantity", "stock", "stock"],
    ["inventory", "stock", "stock"],
    ["in stock", undefined, "inStock"],
    ["instock", undefined, "inStock"],
    ["handle", "handle", "handle"],
    ["tracked", undefined, "tracked"],
    ["option1choices", "option1Choices", undefined],
    ["customTextFields", "customTextFields", undefined],
    ["Command", "command", "command"],
    ["delete", "delete", undefined],
    ["altText", "altText", undefined],
    ["Preis", undefined, undefined],
    ["constructor", undefined, undefined],
    ["__proto__", undefined, undefined],
    ["", undefined, undefined],
  ])("%j", (column, ofProducts, ofStock) => {
    expect([listColumn(productList, column), listColumn(stockList, column)]).toEqual([ofProducts, ofStock]);
  });

  test("has every field of files but those of options, once", () => {
    const names = columnFields.map(({ name }) => name);
    const { fields, ignored } = productList;
    expect(fields[0]).toBe("sku");
    expect([...fields].sort()).toEqual(
      [...names.filter((name) => name !== "customTextFields"), "delete"].sort(),
    );
    expect(new Set([...fields, ...ignored]).size).toBe(fields.length + ignored.length);
    expect(ignored.filter((name) => name.startsWith("option"))).toHaveLength(18);
  });

  test.each([
    ["price", true],
    ["cost", true],
    ["weight", true],
    ["salePrice", true],
    ["discount", true],
    ["stock", true],
    ["sku", false],
    ["name", false],
    ["visible", false],
    ["inStock", false],
  ])("%s holds numbers: %s", (column, holds) => {
    expect(isListNumber(column, productList)).toBe(holds);
    expect(isListNumber(column)).toBe(holds);
  });

  test("holds numbers if the list says so", () => {
    expect(isListNumber("order", { numbers: ["order"] })).toBe(true);
    expect(isListNumber("price", { numbers: [] })).toBe(false);
  });
});

test.each([
  [["sku", "price"], undefined],
  [["customTextFields"], "Not imported: custom text fields (the platform sets them in its dashboard only)."],
  [
    ["option1Name", "price", "option1Choices", "customTextFields"],
    "Not imported: custom text fields (the platform sets them in its dashboard only); option1Name, option1Choices (export all columns to change options).",
  ],
])("%j are imported, except: %s", (columns, message) => {
  expect(notImportedFrom(columns)).toBe(message);
});

describe("the header of a list", () => {
  const check = (header: string[], { columns = header, ...options } = {}, list: ListColumns = productList) =>
    checkListColumns(list, header, { file: "a.csv", key: "sku", ignoreUnknown: false, columns, ...options });

  test.each([[["sku", "price", "variant"]], [["sku", "command"]], [["price", "sku", "\u0000Bild"]]])(
    "%j is fine",
    (header) => {
      check(header);
    },
  );

  test("a key that is no column of lists is fine", () => {
    check(["order", "tags"], { key: "order" } as object, { fields: ["tags"], ignored: [], aliases: {} });
  });

  test.each([
    [["sku", "prise"], 'a.csv, line 1, column 2 (prise): unknown column: "prise" (did you mean price?).'],
    [["sku", "Variant Price"], '"Variant Price" (did you mean price?)'],
    [["sku", "New Qty"], '"New Qty" (did you mean stock?)'],
    [["sku", "Farbe", "price", "Größe"], 'column 2 (Farbe): unknown columns: "Farbe", "Größe".'],
    [["sku", "toString"], 'unknown column: "toString".'],
    [["MUG-1", "3"], 'unknown columns: "MUG-1", "3". The first line has to name the columns.'],
    [["price"], 'a.csv, line 1: the column "sku" is missing.'],
    [
      ["barcode", "stock"],
      'which product or variant a row is. To match rows by "barcode", add: --key barcode',
    ],
    [["sku"], 'a.csv, line 1: there is nothing to import besides the column "sku".'],
    [["sku", "id", "\u0000Bild"], "there is nothing to import"],
  ])("%j is an error", (header, message) => {
    expect(() => check(header)).toThrow(message);
  });

  test("errors name the columns of the file", () => {
    const columns = ["Artikel", "VK"];
    expect(() => check(["sku", "prise"], { columns })).toThrow(
      'a.csv, line 1, column 2 (VK): unknown column: "prise" for the column "VK" (did you mean price?).',
    );
    expect(() => check(["artikel", "price"], { columns, ignoreUnknown: true } as object)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("The columns: Artikel, VK") }),
    );
  });

  test("unknown columns are ignored on request", () => {
    const ignoreUnknown = { ignoreUnknown: true } as object;
    check(["sku", "price", "Farbe"], ignoreUnknown);
    expect(() => check(["sku", "Farbe"], ignoreUnknown)).toThrow("there is nothing to import");
  });
});

const row = (cells: Record<string, string>) => ({ line: 7, cells, source: [] });

describe("a row of products", () => {
  test.each([
    [
      { sku: "A", price: "5.50" },
      { sku: "A", price: "5.5" },
    ],
    [{ sku: "A", price: " ", name: "", cost: "" }, { sku: "A" }],
    [
      { sku: "A", stock: "-3" },
      { sku: "A", stock: { quantity: -3 } },
    ],
    [
      { sku: "A", stock: "OutOfStock" },
      { sku: "A", stock: { inStock: false } },
    ],
    [
      { sku: "A", collections: "a;b", visible: "no" },
      { sku: "A", collections: ["a", "b"], visible: false },
    ],
    [
      { sku: "A", delete: "yes" },
      { sku: "A", remove: true },
    ],
    [{ sku: "A", delete: "no" }, { sku: "A" }],
    [
      { sku: "A", id: "1", option1Name: "Size", handle: "h" },
      { sku: "A", handle: "h" },
    ],
    [
      { sku: "A", discount: "15 %" },
      { sku: "A", discount: "15%" },
    ],
  ])("%j sets %j", (cells, fields) => {
    expect(readListRow(row(cells), "sku", { decimal: "." })).toEqual({
      line: 7,
      key: "A",
      command: undefined,
      variant: undefined,
      fields,
      problems: [],
    });
  });

  test.each([
    [{ sku: "A", price: "5,50" }, "price", "amount"],
    [{ sku: "A", discount: "5 off" }, "discount", "amount"],
    [{ sku: "A", delete: "x" }, "delete", "flag"],
    [{ sku: "A", command: "DROP" }, "command", "command"],
  ] as [Record<string, string>, string, string][])("%j is an error", (cells, column, rule) => {
    const { problems } = readListRow(row(cells), "sku", { decimal: "." });
    expect(problems).toMatchObject([{ line: 7, column, rule, value: cells[column] ?? "" }]);
  });

  test("its key, its variant and its command have no blanks around them", () => {
    const cells = { handle: " mug ", variant: " Oat / L ", command: " Delete ", price: "5,5" };
    expect(readListRow(row(cells), "handle", { decimal: "," })).toMatchObject({
      key: "mug",
      variant: "Oat / L",
      command: "delete",
      fields: { price: "5.5" },
    });
    expect(
      readListRow(row({ ...cells, handle: " ", variant: " " }), "handle", { decimal: "," }),
    ).toMatchObject({
      key: "",
      variant: undefined,
    });
    expect(readListRow(row({ price: "1" }), "sku", { decimal: "." }).key).toBe("");
  });
});

describe("a row of stock", () => {
  const read = (cells: Record<string, string>, adjust = false) => {
    const { fields, problems } = readStockRow(row({ sku: "A", ...cells }), "sku", { decimal: ".", adjust });
    return [fields.stock, ...problems.map(({ column, value, message }) => `${column} ${value}: ${message}`)];
  };
  const quantities = "is not a whole number, InStock or OutOfStock.";

  test.each([
    [{ stock: "12" }, { quantity: 12 }],
    [{ stock: "0" }, { quantity: 0 }],
    [{ stock: "1000.0" }, { quantity: 1000 }],
    [{ stock: "in stock" }, { inStock: true }],
    [{ stock: "OUT_OF_STOCK" }, { inStock: false }],
    [{ inStock: "yes" }, { inStock: true }],
    [{ inStock: "FALSE", stock: " " }, { inStock: false }],
    [{ inStock: "no", stock: "4" }, { quantity: 4 }],
    [{ stock: "" }, undefined],
    [{ name: "Mug" }, undefined],
  ])("%j sets %j", (cells, inventory) => {
    expect(read(cells as Record<string, string>)).toEqual([inventory]);
  });

  test.each([
    [{ stock: "12" }, 12],
    [{ stock: "+12" }, 12],
    [{ stock: " +12 " }, 12],
    [{ stock: "-3" }, -3],
    [{ stock: "0", inStock: "no" }, 0],
  ])("%j adds %d", (cells, quantity) => {
    expect(read(cells, true)).toEqual([{ quantity }]);
  });

  test("an empty quantity adds nothing", () => {
    expect(read({ stock: "", inStock: "yes" }, true)).toEqual([undefined]);
  });

  test.each([
    [{ stock: "-1" }, false, "stock -1: stock cannot be negative. To subtract, use --adjust."],
    [{ stock: "+1" }, false, `stock +1: "+1" ${quantities}`],
    [{ stock: "1.5" }, false, `stock 1.5: "1.5" ${quantities}`],
    [{ stock: "+-1" }, true, `stock +-1: "+-1" ${quantities}`],
    [{ stock: "InStock" }, true, "stock InStock: --adjust needs a difference such as 12 or -3."],
    [{ inStock: "yes" }, true, "inStock yes: --adjust needs a quantity, a difference such as 12 or -3."],
    [
      { inStock: "maybe" },
      false,
      'inStock maybe: "maybe" is not yes or no. Write true or false, yes or no, or 1 or 0.',
    ],
    [
      { command: "New", stock: "1" },
      false,
      "command New: stock is set for products that exist. Use UPDATE or SKIP.",
    ],
    [
      { command: "delete" },
      false,
      "command delete: stock is set for products that exist. Use UPDATE or SKIP.",
    ],
  ])("%j with --adjust %j is an error", (cells, adjust, problem) => {
    const [, ...problems] = read(cells as Record<string, string>, adjust);
    expect(problems).toEqual([problem]);
  });

  test("commands of rows", () => {
    const command = (text: string) =>
      readStockRow(row({ sku: "A", command: text }), "sku", { decimal: ".", adjust: false }).command;
    expect(["update", "skip", "merge", "create", "delete"].map(command)).toEqual([
      "update",
      "skip",
      "merge",
      undefined,
      undefined,
    ]);
  });

  test("numbers are read as the file writes them", () => {
    const numbers = { decimal: ",", thousands: ".", adjust: true } as const;
    expect(readStockRow(row({ sku: "A", stock: "+1.200" }), "sku", numbers).fields).toEqual({
      stock: { quantity: 1200 },
    });
  });
});

test.each(Object.entries(lists))(
  "the aliases of a list of %s are fields, and no names of their own",
  (_, list) => {
    for (const [alias, field] of Object.entries(list.aliases)) {
      expect([...list.fields, ...list.ignored]).toContain(field);
      expect(alias).toBe(alias.toLowerCase());
      expect(listColumn(list, alias)).toBe(field);
    }
  },
);
