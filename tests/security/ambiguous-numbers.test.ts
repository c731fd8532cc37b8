import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handmade, row } from "../files/xlsx/handmade.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterAll(() => world.close());

/** Imports a file as a dry run. */
async function dryRun(name: string, content: string | Buffer, line = `products import ${name} --key sku`) {
  writeFileSync(world.path(name), content);
  return await world.till(`${line} --dry-run`);
}

const list = (...cells: string[]) => `sku;price\n${cells.map((cell) => `WRAP;${cell}`).join("\n")}\n`;

test.each([
  ["1.290", "", '--decimal ".". If it is 1290, pass --decimal "," --thousands "."', "1.29"],
  ["2.000", "", '--decimal ".". If it is 2000', "2"],
  ["2,000", "--excel de", '--decimal ",". If it is 2000, pass --decimal "." --thousands ","', "2"],
  ["1.250", "--excel ch", '--decimal ".". If it is 1250', "1.25"],
])(
  "a price %s in a list (%s) is refused with line, column and the flag that settles it",
  async (cell, flags, hint, value) => {
    const { code, stderr } = await dryRun(
      "prices.csv",
      list(cell),
      `products import prices.csv --key sku ${flags}`,
    );
    expect(stderr).toContain(`prices.csv, line 2, column 2 (price): "${cell}" could be ${value} or`);
    expect(stderr).toContain(hint);
    expect(code).toBe(2);
  },
);

test.each([
  ["1.290", "--decimal .", "4.50\t1.29 USD\n"],
  ["1.290", "--decimal , --thousands .", "4.50\t1290.00 USD\n"],
  ["1.290", "--excel de", "4.50\t1290.00 USD\n"],
  ["2,000", "--excel de --decimal ,", "4.50\t2.00 USD\n"],
  ["0.500", "", "4.50\t0.50 USD\n"],
  ["1290.000", "", "4.50\t1290.00 USD\n"],
])("a price %s is read with %s", async (cell, flags, change) => {
  const { stdout } = await dryRun("sure.csv", list(cell), `products import sure.csv --key sku ${flags}`);
  expect(stdout).toContain(change);
});

test("another number of the file settles the decimal mark, and the preview says so", async () => {
  const content = "sku;price\nWRAP;1.290\nBOWL-S;55.5\n";
  const { code, stdout, stderr } = await dryRun("proof.csv", content);
  expect(code).toBe(0);
  expect(stdout).toContain("4.50\t1.29 USD\n");
  expect(stderr).toContain(
    'proof.csv: "1.290" on line 2 is read as 1.29, because "55.5" on line 3 shows that "." is the decimal mark.',
  );
});

test("numbers with both decimal marks settle nothing", async () => {
  const { code, stderr } = await dryRun("both.csv", "sku;price\nWRAP;1.290\nBOWL-S;55.5\nPLATE;3,5\n");
  expect(stderr).toContain('"1.290" could be 1.29 or 1290');
  expect(code).toBe(2);
});

test.each([
  ["a stock list", "products stock import stock.csv", "sku,quantity\nWRAP,1.000\n", "column 2 (quantity)"],
  [
    "an adjustment",
    "products stock import stock.csv --adjust",
    "sku,quantity\nWRAP,+1.000\n",
    "column 2 (quantity)",
  ],
  [
    "a list of products",
    "products import stock.csv --key sku",
    "sku,stock\nWRAP,1.000\n",
    "column 2 (stock)",
  ],
  [
    "a till file",
    "products import stock.csv",
    "handle,kind,stock\ngift-wrapping,product,1.000\n",
    "column 3 (stock)",
  ],
  [
    "a Shopify file",
    "products import stock.csv",
    "Handle,Title,Variant Inventory Qty\nx,X,1.000\n",
    "column 3 (Variant Inventory Qty)",
  ],
  [
    "an events file",
    "events import stock.csv",
    "title,ticketsPerOrder\nSpring,1.000\n",
    "column 2 (ticketsPerOrder)",
  ],
])("a quantity 1.000 in %s is refused", async (_, line, content, place) => {
  const { code, stderr } = await dryRun("stock.csv", content, line);
  expect(stderr).toContain(
    `stock.csv, line 2, ${place}: "${content.includes("+") ? "+" : ""}1.000" could be 1 or`,
  );
  expect(code).toBe(2);
});

test("a workbook's own numbers have one meaning; its texts do not", async () => {
  const head = row(1, ["sku", "weight"]);
  const number = await dryRun(
    "own.xlsx",
    await handmade([{ name: "A", rows: head + row(2, ["WRAP", 1.125]) }]),
  );
  expect(number).toMatchObject({ code: 0 });
  expect(number.stdout).toContain("1.125");
  const text = await dryRun(
    "own.xlsx",
    await handmade([{ name: "A", rows: head + row(2, ["WRAP", "1.125"]) }]),
  );
  expect(text.stderr).toContain(
    'own.xlsx, sheet A, row 2, column 2 (weight): "1.125" could be 1.125 or 1125.',
  );
});

test.each(["till", "wix"])(
  "a %s export with three decimals is imported again with an empty plan",
  async (format) => {
    await world.till("products update gift-wrapping --set weight=1.125 --yes");
    await world.till(`products export own-${format}.csv --format ${format}`);
    expect(await world.till(`products import own-${format}.csv --dry-run`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("0 to change, 24 unchanged."),
    });
  },
);

test("a number of NDJSON has one meaning", async () => {
  const { code, stdout } = await dryRun(
    "one.ndjson",
    '{"sku":"WRAP","price":1.29}\n{"sku":"BOWL-S","weight":1.125}\n',
  );
  expect(code).toBe(0);
  expect(stdout).toContain("1.125");
});
