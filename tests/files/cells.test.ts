import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CellReader,
  cellReader,
  isSpreadsheetDate,
  joinList,
  splitList,
} from "../../src/files/cells.ts";
import type { Columns } from "../../src/files/columns.ts";
import type { RowProblem } from "../../src/files/dialect.ts";
import { currencyIn, type NumberFormat, withoutCurrency } from "../../src/files/numbers.ts";
import { csvRow } from "../../src/files/table.ts";

const columns: Columns = { carried: new Map([["The Cell", "cell"]]), notCarried: [] };

/** Reads one cell of line 7. Returns its value, or the message of its problem. */
function read<T>(
  text: string,
  reading: (cells: CellReader) => T,
  numbers: NumberFormat = { decimal: "." },
): T | string {
  const problems: RowProblem[] = [];
  const value = reading(cellReader(columns, csvRow(["The Cell"], 7, [text]), numbers, problems));
  const [problem] = problems;
  if (problem === undefined) return value;
  expect(problem).toMatchObject({ line: 7, column: "The Cell", value: text });
  expect([value, problems.length]).toEqual([undefined, 1]);
  return problem.message;
}

describe("an amount", () => {
  test.each<[string, NumberFormat, string | null]>([
    ["1234.50", { decimal: "." }, "1234.5"],
    [" 5 ", { decimal: "." }, "5"],
    ["-0.50", { decimal: "." }, "-0.5"],
    ["", { decimal: "." }, null],
    ["  ", { decimal: "." }, null],
    ["1234,50", { decimal: "," }, "1234.5"],
    ["-,5", { decimal: "," }, "-0.5"],
    ["1,234.50", { decimal: ".", thousands: "," }, "1234.5"],
    ["-1,234,567", { decimal: ".", thousands: "," }, "-1234567"],
    ["234.5", { decimal: ".", thousands: "," }, "234.5"],
    ["1.234,50", { decimal: ",", thousands: "." }, "1234.5"],
    ["12.345.678", { decimal: ",", thousands: "." }, "12345678"],
    ["1'234.50", { decimal: ".", thousands: "'" }, "1234.5"],
    ["1\u2019234.50", { decimal: ".", thousands: "'" }, "1234.5"],
    ["1 234,50", { decimal: ",", thousands: " " }, "1234.5"],
    ["1\u00a0234\u202f567", { decimal: ",", thousands: " " }, "1234567"],
    ["1.234,50 €", { decimal: ",", thousands: ".", currency: "EUR" }, "1234.5"],
    ["EUR 12", { decimal: ".", currency: "EUR" }, "12"],
    ["$5", { decimal: ".", currency: "AUD" }, "5"],
    ["19.989999999999998", { decimal: "." }, "19.99"],
    ["0.1000000000000000055", { decimal: "." }, "0.1"],
    ["0,30000000000000004", { decimal: "," }, "0.3"],
  ])("%j with %j is %j", (text, numbers, amount) => {
    expect(read(text, (cells) => cells.amount("cell"), numbers)).toBe(amount);
  });

  const point = 'is not an amount with "." as decimal sign.';
  const comma = 'is not an amount with "," as decimal sign.';
  test.each<[string, NumberFormat, string]>([
    ["12345678901234567", { decimal: "." }, '"12345678901234567" has more than 15 digits. Round it.'],
    ["ten", { decimal: "." }, `"ten" ${point} Use digits only, without a currency.`],
    ["4 x", { decimal: "." }, `"4 x" ${point} Use digits only, without a currency.`],
    ["€4", { decimal: "." }, `"€4" ${point} If "€" is the currency of the shop, pass --currency EUR.`],
    [
      "$4",
      { decimal: ".", currency: "EUR" },
      `"$4" ${point} If "$" is the currency of the shop, pass --currency USD.`,
    ],
    ["1-2", { decimal: "." }, `"1-2" ${point} Use plain digits, for example 1234.50.`],
    ["1-2", { decimal: "," }, `"1-2" ${comma} Use plain digits, for example 1234,50.`],
    ["1,5", { decimal: "." }, `"1,5" ${point} If the decimal sign is ",", pass --decimal ",".`],
    ["1.5", { decimal: "," }, `"1.5" ${comma} If the decimal sign is ".", pass --decimal ".".`],
    [
      "1,234",
      { decimal: "." },
      `"1,234" ${point} If the decimal sign is ",", pass --decimal ","; if "," separates thousands, pass --thousands ",".`,
    ],
    [
      "1,234,567.50",
      { decimal: "." },
      `"1,234,567.50" ${point} If "," separates thousands, pass --thousands ",".`,
    ],
    [
      "1.234,50",
      { decimal: "." },
      `"1.234,50" ${point} If the file has numbers such as 1.234,50, pass --decimal "," --thousands ".".`,
    ],
    ["1 234", { decimal: "." }, `"1 234" ${point} If " " separates thousands, pass --thousands " ".`],
    [
      "1,23,456",
      { decimal: ".", thousands: "," },
      `"1,23,456" ${point} Use plain digits, for example 1234.50.`,
    ],
    [
      "1234,567",
      { decimal: ".", thousands: "," },
      `"1234,567" ${point} If the decimal sign is ",", pass --decimal ",".`,
    ],
    ["x1,234", { decimal: ".", thousands: "," }, `"x1,234" ${point} Use digits only, without a currency.`],
  ])("%j with %j is a problem", (text, numbers, message) => {
    expect(read(text, (cells) => cells.amount("cell"), numbers)).toBe(message);
  });
});

test.each<[string, number | undefined | string]>([
  ["12", 12],
  ["-3", -3],
  ["4.0", 4],
  [" 5 ", 5],
  ["", undefined],
  ["1.5", '"1.5" is not a whole number.'],
  ["many", '"many" is not a whole number.'],
  ["9007199254740991", 9007199254740991],
  // The nearest number that JSON can hold is another one.
  ["9007199254740993", '"9007199254740993" is not a whole number.'],
])("as a whole number, %j is %j", (text, whole) => {
  expect(read(text, (cells) => cells.whole("cell"))).toBe(whole);
});

test.each<[string, boolean | undefined | string]>([
  ["true", true],
  ["YES", true],
  [" False ", false],
  ["no", false],
  ["", undefined],
  ["1", true],
  ["0", false],
  ["WAHR", true],
  ["FAUX", false],
  ["Nein", false],
  ["ИСТИНА", true],
  ["2", '"2" is not yes or no. Write true or false, yes or no, or 1 or 0.'],
  ["constructor", '"constructor" is not yes or no. Write true or false, yes or no, or 1 or 0.'],
  ["__proto__", '"__proto__" is not yes or no. Write true or false, yes or no, or 1 or 0.'],
])("as true or false, %j is %j", (text, flag) => {
  expect(read(text, (cells) => cells.flag("cell"))).toBe(flag);
});

test.each<[string, object | undefined | string]>([
  ["12", { quantity: 12 }],
  ["0", { quantity: 0 }],
  ["InStock", { inStock: true }],
  ["in_stock", { inStock: true }],
  ["Out of Stock", { inStock: false }],
  ["", undefined],
  ["few", '"few" is not a whole number, InStock or OutOfStock.'],
  ["1.5", '"1.5" is not a whole number, InStock or OutOfStock.'],
  ["constructor", '"constructor" is not a whole number, InStock or OutOfStock.'],
])("as an inventory, %j is %j", (text, inventory) => {
  expect(read(text, (cells) => cells.stock("cell"))).toEqual(inventory);
});

test("an empty cell clears a field, and an absent column leaves it unchanged", () => {
  const cells = (text: string, name: string) =>
    read(text, (reader) => [
      reader.has(name),
      reader.text(name),
      reader.clearable(name),
      reader.amount(name),
    ]);
  expect(cells("", "cell")).toEqual([true, "", null, null]);
  expect(cells(" ", "cell")).toEqual([true, " ", " ", null]);
  expect(cells("x", "other")).toEqual([false, undefined, undefined, undefined]);
  expect(read("x", (reader) => [reader.whole("other"), reader.flag("other"), reader.stock("other")])).toEqual(
    [undefined, undefined, undefined],
  );
});

test("a problem of a column that the file does not have names the field", () => {
  const problems: RowProblem[] = [];
  const cells = cellReader(columns, csvRow(["The Cell"], 7, ["x"]), { decimal: "." }, problems);
  cells.problem("price", "required", "A product needs a price.");
  expect([cells.line, ...problems]).toEqual([
    7,
    { line: 7, column: "price", value: "", rule: "required", message: "A product needs a price." },
  ]);
});

test.each<[string, string | undefined, string?]>([
  ["26,50 €", "EUR", "26,50"],
  ["€26.50", "EUR", "26.50"],
  ["EUR 5", "EUR", "5"],
  [" -5 USD ", "USD", "-5"],
  ["R$ 1.234,50", "BRL", "1.234,50"],
  ["A$.50", undefined],
  ["$.50", "USD", ".50"],
  ["1'234.50 CHF", "CHF", "1'234.50"],
  ["12.50 Fr.", "CHF", "12.50"],
  ["Fr. 12.50", "CHF", "12.50"],
  ["Fr.12.50", "CHF", "12.50"],
  ["100 kr", "SEK", "100"],
  ["100 kr.", "SEK", "100"],
  // 50 kroner, not 0.50.
  ["kr.50", "SEK", "50"],
  ["EUR.50", undefined],
  ["12.50", undefined],
  ["€", undefined],
  ["€ 5 €", undefined],
  ["5 pieces", undefined],
  ["5 eur", undefined],
  ["constructor 5", undefined],
  ["", undefined],
])("the currency of %j is %s", (cell, code, number) => {
  const found = currencyIn(cell);
  expect([found?.code, found?.number]).toEqual([code, number]);
  if (code !== undefined) expect(withoutCurrency(cell, code)).toBe(number);
  expect(withoutCurrency(cell, undefined)).toBe(cell);
  expect(withoutCurrency(cell, "JPY")).toBe(cell);
});

describe("a list in a cell", () => {
  test("has its entries without empty ones, with their spaces", () => {
    expect(splitList("a; b ;;c ;")).toEqual(["a", " b ", "c "]);
    expect(splitList(" ")).toEqual([]);
  });

  test("is the same after it was written and read", () => {
    const entry = fc.stringMatching(/^[ab "',]{0,4}$/).filter((text) => text.trim() !== "");
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), (entries) => {
        expect(splitList(joinList(entries, "tags"))).toEqual(entries);
      }),
    );
  });

  test.each(["a;b", "", "  "])("cannot hold %j", (entry) => {
    expect(() => joinList(["a", entry], "tags of MUG")).toThrow(
      `${JSON.stringify(entry)} (tags of MUG) contains a semicolon or is empty, which this format cannot hold.`,
    );
  });
});

test.each(["08. Okt", "8-Oct", "Oct-08", "10/mars", "1-set", "Okt 08", "02.Mrz"])(
  "%j is a date of a spreadsheet",
  (text) => {
    expect(isSpreadsheetDate(text)).toBe(true);
  },
);

test.each(["8-10", "Set 12", "12 set", "March", "M", "Oct", "8 October", "2. Wahl", "Mai", "May 12"])(
  "%j is a choice",
  (text) => {
    expect(isSpreadsheetDate(text)).toBe(false);
  },
);
