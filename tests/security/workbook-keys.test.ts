import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handmade } from "../files/xlsx/handmade.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("products create --name Short --sku 123 --price 5 --handle short");
  await world.till("products create --name Padded --sku 00123 --price 6 --handle padded");
});
afterAll(() => world.close());

const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** Imports a workbook whose only key is the number 123 in a cell of this format. */
async function imported(
  format: string,
  { number = "123", line = "products import keys.xlsx --key sku" } = {},
) {
  const styles = `<numFmts count="1"><numFmt numFmtId="164" formatCode="${format}"/></numFmts>
    <cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
  const rows = `<row r="1">${text("A1", "sku")}${text("B1", line.startsWith("products stock") ? "quantity" : "price")}</row>
    <row r="2"><c r="A2" s="1"><v>${number}</v></c><c r="B2"><v>9</v></c></row>`;
  writeFileSync(world.path("keys.xlsx"), await handmade([{ name: "Keys", rows }], { styles }));
  return await world.till(`${line} --dry-run`);
}

test.each(["00000", "[$-407]00000", "00000;@"])(
  "a key 123 that Excel shows as 00123 (%s) names the product 00123",
  async (format) => {
    const { code, stdout } = await imported(format);
    expect(stdout).toContain("Padded (00123)\tprice\t6.00\t9.00 USD\n");
    expect(code).toBe(0);
  },
);

test.each(["General", "0", "@"])("a key 123 in the format %s names the product 123", async (format) => {
  expect((await imported(format)).stdout).toContain("Short (123)\tprice\t5.00\t9.00 USD\n");
});

test.each(["#,##0", "0.00", "&quot;A&quot;000", "000-00", "# ?/?", "0E+00"])(
  "a key in the format %s is refused",
  async (format) => {
    const { code, stderr } = await imported(format);
    expect(stderr).toContain(
      "keys.xlsx, sheet Keys, row 2, column 1 (sku): the cell has a number format, so Excel may not show it as 123.",
    );
    expect(code).toBe(2);
  },
);

test("a key with decimals that Excel shows without them is refused", async () => {
  const { code, stderr } = await imported("00000", { number: "122.7" });
  expect(stderr).toContain("Excel may not show it as 122.7");
  expect(code).toBe(2);
});

test("stock lists and lists of orders read keys alike", async () => {
  const stock = await imported("00000", { line: "products stock import keys.xlsx" });
  expect(stock.stdout).toContain("Padded (00123)\tstock\tin stock\t9\n");
  const orders = await imported("#,##0", { line: "orders capture --file keys.xlsx --column sku" });
  expect(orders).toMatchObject({ code: 2, stderr: expect.stringContaining("has a number format") });
});
