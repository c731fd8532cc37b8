import { describe, expect, test } from "vitest";
import {
  type DeclaredNumbers,
  type MarkOptions,
  provenMark,
  withCertainNumbers,
} from "../../src/files/numbers.ts";
import { csvRow } from "../../src/files/table.ts";

describe("the decimal mark that a number shows", () => {
  test.each<[string, "." | "," | undefined]>([
    ["12.50", "."],
    ["12,50", ","],
    ["+1.5", "."],
    ["-12,5", ","],
    ["1.2345", "."],
    // Three digits after one sign could be thousands, unless what is before it cannot be.
    ["1.290", undefined],
    ["999,000", undefined],
    ["0.125", "."],
    [".125", "."],
    ["1234.125", "."],
    ["01,125", ","],
    // Between groups, and after them.
    ["1,234.50", "."],
    ["1.234,5", ","],
    ["1'234.5", "."],
    ["1\u2019234,5", ","],
    ["12 345,678", ","],
    ["1\u202f234\u00a0567.8", "."],
    ["1.234.567", ","],
    ["1,234,567", "."],
    ["1,234.567", "."],
    ["1.234,567", ","],
    ["1 234.567", "."],
    ["1'234'567", undefined],
    ["1.234.567.8", undefined],
    // Not numbers with a mark.
    ["12", undefined],
    ["", undefined],
    ["1.2.3", undefined],
    ["1234.567,8", undefined],
    ["12.50 EUR", undefined],
    ["x12.50", undefined],
  ])("of %j is %j", (text, mark) => {
    expect(provenMark(text)).toBe(mark);
  });
});

const header = ["sku", "price", "cost"];
const point: DeclaredNumbers = { decimal: ".", declared: false };

/** Reads rows of a sku, a price and a cost. Returns the notices. */
async function read(
  rows: readonly string[][],
  { sheet, ...options }: Partial<MarkOptions> & { sheet?: string } = {},
  stored?: number,
) {
  const notices: string[] = [];
  const all = async function* () {
    for (const [index, cells] of rows.entries())
      yield { ...csvRow(header, index + 2, cells), ...(stored && { stored: new Set([stored]) }) };
  };
  const lines: number[] = [];
  const checked = withCertainNumbers(
    { name: "prices.csv", sheet, header, rows: all() },
    {
      isNumber: (index) => index > 0,
      numbers: point,
      defined: false,
      hasFlags: true,
      notice: async (text) => void notices.push(text),
      ...options,
    },
  );
  for await (const { line } of checked) lines.push(line);
  expect(lines).toEqual(rows.map((_, index) => index + 2));
  return notices;
}

test("a number that could be read in two ways is refused with its place, the first one of the file", async () => {
  const rows = [
    ["1.290", "4", ""],
    ["MUG", "", "1.290"],
    ["BOWL", "2.500", ""],
  ];
  await expect(read(rows)).rejects.toMatchObject({
    exitCode: 2,
    message: 'prices.csv, line 3, column 3 (cost): "1.290" could be 1.29 or 1290.',
    hint: 'If it is 1.29, pass --decimal ".". If it is 1290, pass --decimal "," --thousands ".".',
    field: "cost",
  });
  await expect(read(rows, { hasFlags: false })).rejects.toMatchObject({ hint: "Write 1.29 or 1290." });
  await expect(read(rows, { numbers: { decimal: ",", declared: false } })).resolves.toEqual([]);
});

test("with a comma as decimal mark, the comma is what is unclear", async () => {
  const numbers: DeclaredNumbers = { decimal: ",", declared: false };
  await expect(read([["MUG", "+2,500", ""]], { numbers, sheet: "May" })).rejects.toMatchObject({
    message: 'prices.csv, sheet May, row 2, column 2 (price): "+2,500" could be 2.5 or 2500.',
    hint: 'If it is 2.5, pass --decimal ",". If it is 2500, pass --decimal "." --thousands ",".',
  });
});

test("another number settles it, before or after, and a notice says so", async () => {
  const notice =
    'prices.csv: "1.290" on line 2 is read as 1.29, because "0.5" on line 3 shows that "." is the decimal mark.';
  expect(
    await read([
      ["A", "1.290", ""],
      ["B", "0.5", ""],
      ["C", "0.7", ""],
    ]),
  ).toEqual([notice]);
  expect(await read([["A", "0.5", "1.290"]])).toEqual([
    'prices.csv: "1.290" on line 2 is read as 1.29, because "0.5" on line 2 shows that "." is the decimal mark.',
  ]);
});

test("numbers of both kinds settle nothing", async () => {
  await expect(
    read([
      ["A", "1.290", "0.5"],
      ["B", "", "0,5"],
    ]),
  ).rejects.toMatchObject({ exitCode: 2 });
  await expect(
    read([
      ["A", "1.290", ""],
      ["B", "0,5", ""],
    ]),
  ).rejects.toMatchObject({ exitCode: 2 });
});

test("what is certain needs no other number", async () => {
  const unclear = [["A", "1.290", ""]];
  // The user said it; the workbook stores it as a number; it is not a number.
  expect(await read(unclear, { numbers: { decimal: ".", declared: true } })).toEqual([]);
  expect(await read(unclear, {}, 1)).toEqual([]);
  expect(await read(unclear, { isNumber: () => false })).toEqual([]);
  await expect(read(unclear, {}, 2)).rejects.toMatchObject({ exitCode: 2 });
  // A format without trailing zeros writes 1.29 or 1290.
  expect(await read([["A", "1.125", ""]], { defined: true })).toEqual([]);
  await expect(read(unclear, { defined: true })).rejects.toMatchObject({ exitCode: 2 });
  await expect(read([["A", "1.125", ""]])).rejects.toMatchObject({ exitCode: 2 });
});

test("a currency beside the number is not a part of it", async () => {
  const numbers: DeclaredNumbers = { ...point, currency: "EUR" };
  await expect(read([["A", " 1.290 € ", ""]], { numbers })).rejects.toThrow('"1.290" could be 1.29 or 1290.');
  expect(await read([["A", "$1.290", ""]], { numbers })).toEqual([]);
});
