import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readTable } from "../../../src/files/table.ts";
import { type HandmadeSheet, handmade } from "../../files/xlsx/handmade.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterEach(() => world.close());

/** The second style is a date. */
const styles = '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const head = `<row r="1">${text("A1", "Artikelnr")}${text("B1", "VK brutto")}${text("C1", "Stand")}</row>`;
const line = 'products import list.xlsx --key sku --map "Artikelnr=sku,VK brutto=price,Stand=-" --dry-run';

async function imported(row: string, sheet: Partial<HandmadeSheet> = {}) {
  const rows = `${head}<row r="2">${row}</row>`;
  writeFileSync(world.path("list.xlsx"), await handmade([{ name: "Preise", rows, ...sheet }], { styles }));
  return await world.till(line);
}

test("saved results of formulas and dates in ignored columns are read", async () => {
  const row = `${text("A2", "MUG-OAT")}<c r="B2"><f>25*1.1</f><v>27.500000000000004</v></c><c r="C2" s="1"><v>46000</v></c>`;
  const { stdout, code } = await imported(row);
  expect(code).toBe(0);
  expect(stdout).toContain("24.00\t27.50");
});

test.each([
  [
    "a date for an SKU",
    `<c r="A2" s="1"><v>46000</v></c><c r="B2"><v>5</v></c>`,
    "row 2, column 1 (Artikelnr): the cell is a date",
  ],
  [
    "a formula without a result",
    `${text("A2", "MUG")}<c r="B2"><f>1+1</f></c>`,
    "row 2, column 2 (VK brutto): the formula has no result",
  ],
  [
    "an error value",
    `${text("A2", "MUG")}<c r="B2" t="e"><v>#N/A</v></c>`,
    "row 2, column 2 (VK brutto): the cell contains #N/A",
  ],
])("%s is an error that names the column of the file", async (_, row, message) => {
  const { stderr, code } = await imported(row);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
  expect((await world.till("jobs list --json")).stdout).toContain('"items":[]');
});

test("merged cells are an error", async () => {
  const row = `${text("A2", "MUG-OAT")}<c r="B2"><v>5</v></c>`;
  const { stderr, code } = await imported(row, {
    after: '<mergeCells><mergeCell ref="A2:B2"/></mergeCells>',
  });
  expect(stderr).toContain("the cells A2:B2 are merged");
  expect(code).toBe(2);
});

test("a rejects file keeps texts as texts and numbers as numbers, so that the same flags read them again", async () => {
  const rows = [
    `${text("A2", "MUG-OAT")}<c r="B2"><v>24.5</v></c>`,
    `${text("A3", "NEW-1")}${text("B3", "1.291")}`,
    `${text("A4", "NEW-2")}<c r="B4"><v>1.291</v></c>`,
  ].map((cells, index) => `<row r="${index + 2}">${cells}</row>`);
  const sheet = { name: "Preise", rows: head + rows.join("") };
  writeFileSync(world.path("list.xlsx"), await handmade([sheet], { styles }));
  const flags = '--key sku --map "Artikelnr=sku,VK brutto=price,Stand=-" --decimal , --thousands .';
  const result = "--yes --report result.xlsx";
  expect((await world.till(`products import list.xlsx ${flags} ${result}`)).code).toBe(9);
  const tables = ["list.rejects.xlsx", "result.xlsx"].map(async (name) => {
    const bytes = [readFileSync(world.path(name))];
    const table = await readTable(bytes as never, { name, decimal: "," });
    return (await Array.fromAsync(table.rows)).map(({ source, stored }) => [
      ...source.slice(0, 2),
      stored?.has(1),
    ]);
  });
  const rejected = [
    ["NEW-1", "1.291", false],
    ["NEW-2", "1,291", true],
  ];
  expect(await Promise.all(tables)).toEqual([rejected, rejected]);
});
