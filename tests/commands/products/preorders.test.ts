import { readFileSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

const header =
  "handle,fieldType,name,price,inventory,preOrderEnabled,preOrderMessage,preOrderLimit,sku,productOptionName1,productOptionType1,productOptionChoices1";
/** The rows of a product with two variants: their stock, whether preorders are on, their message and their limit. */
const tee = (small: string, medium = "4,FALSE,,") => [
  "tee,PRODUCT,Tee,20,,FALSE,,,,Size,TEXT_CHOICES,S;M",
  `tee,VARIANT,,20,${small},TEE-S,Size,TEXT_CHOICES,S`,
  `tee,VARIANT,,20,${medium},TEE-M,Size,TEXT_CHOICES,M`,
];
const soap = (cells: string, name = "soap") => `${name},PRODUCT,${name},10,${cells},${name.toUpperCase()},,,`;

async function shop(catalog: "v1" | "v3" = "v3"): Promise<World> {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till(`sandbox seed 1 --catalog ${catalog}`);
  return world;
}

const write = (world: World, rows: readonly string[]) =>
  writeFileSync(world.path("new.csv"), [header, ...rows, ""].join("\n"));

/** Imports rows. Returns the job. */
async function imported(world: World, rows: readonly string[]): Promise<string> {
  write(world, rows);
  const { code, stdout, stderr } = await world.till("products import new.csv --yes");
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("Not imported")]);
  return /Job (\w+)/.exec(stdout)?.[1] ?? "";
}

async function planned(world: World): Promise<string> {
  const { code, stdout, stderr } = await world.till("products import new.csv --dry-run");
  expect([code, stderr]).toEqual([0, expect.anything()]);
  return stdout;
}

/** Returns why rows are refused. */
async function refused(world: World, rows: readonly string[]): Promise<string> {
  write(world, rows);
  const { code, stderr } = await world.till("products import new.csv --yes");
  expect(code).toBe(2);
  return stderr;
}

interface Item {
  id: string;
  revision: string;
  product: { variantSku?: string };
  quantity?: number;
  inStock?: boolean;
  preorderInfo: { enabled: boolean; message?: string; limit?: number };
}

async function itemOf(world: World, sku: string): Promise<Item> {
  const { stdout } = await world.till("api inventoryItemsV3.query");
  const { inventoryItems } = JSON.parse(stdout) as { inventoryItems: Item[] };
  return inventoryItems.find(({ product }) => product.variantSku === sku) as Item;
}

/** Returns the stock of the variants with these SKUs and their preorders. */
async function stockOf(world: World, ...skus: string[]): Promise<unknown[]> {
  const found = [];
  for (const sku of skus) {
    const { quantity, inStock, preorderInfo } = await itemOf(world, sku);
    const { enabled, message, limit } = preorderInfo;
    found.push([quantity ?? inStock, ...(enabled ? ["on", message, limit] : ["off"])]);
  }
  return found;
}

test("a newer Wix file creates products with the preorders of variants and of a product without options, and changes nothing again", async () => {
  const world = await shop();
  await imported(world, [...tee("3,TRUE,Ships in May,10"), soap("IN_STOCK,TRUE,In a week,")]);
  expect(await stockOf(world, "TEE-S", "TEE-M", "SOAP")).toEqual([
    [3, "on", "Ships in May", 10],
    [4, "off"],
    [true, "on", "In a week", undefined],
  ]);
  expect(await planned(world)).toContain("0 to change");
});

test("preorders without a message, a limit or stock in the file are imported, and nothing changes again", async () => {
  const world = await shop();
  const rows = [...tee("3,TRUE,,", ",TRUE,Soon,"), soap(",TRUE,,"), soap("7,TRUE,,0", "balm")];
  await imported(world, rows);
  expect(await planned(world)).toContain("0 to change");
  expect(await stockOf(world, "TEE-M", "SOAP")).toEqual([
    [true, "on", "Soon", undefined],
    [true, "on", undefined, undefined],
  ]);
  const { stdout } = await world.till("products get balm --json --jq .variants[0].stock.preorder");
  expect(JSON.parse(stdout)).toEqual({ limit: 0 });
});

test("a preorder alone changes no stock, is shown before and after, and undo restores what was before", async () => {
  const world = await shop();
  await imported(world, [...tee("3,FALSE,,"), soap("7,TRUE,In a week,5")]);
  write(world, [...tee(",TRUE,Ships in May,10", ",,,"), soap(",FALSE,,")]);
  const preview = await planned(world);
  expect(preview).toContain("variant S: preorder\toff\tShips in May, at most 10");
  expect(preview).toContain("preorder\tIn a week, at most 5\toff");
  const { stdout } = await world.till("products import new.csv --yes");
  const job = /Job (\w+)/.exec(stdout)?.[1];
  expect(await stockOf(world, "TEE-S", "TEE-M", "SOAP")).toEqual([
    [3, "on", "Ships in May", 10],
    [4, "off"],
    [7, "off"],
  ]);
  // The stock is not a part of these changes, so that it may change until they are undone.
  await world.till("products stock set SOAP --quantity 6 --yes");
  expect(await world.till(`jobs undo ${job} --yes`)).toMatchObject({ code: 0 });
  expect(await stockOf(world, "TEE-S", "TEE-M", "SOAP")).toEqual([
    [3, "off"],
    [4, "off"],
    [6, "on", "In a week", 5],
  ]);
});

test("a preorder keeps the stock of its variant, whether it is counted or not, next to variants that differ", async () => {
  const world = await shop();
  await imported(world, tee("3,FALSE,,"));
  const { id, revision } = await itemOf(world, "TEE-M");
  const input = JSON.stringify({ inventoryItem: { id, revision, inStock: false } });
  expect(await world.till(["api", "inventoryItemsV3.update", "--input", input, "--yes"])).toMatchObject({
    code: 0,
  });
  await imported(world, tee(",TRUE,Ships in May,10", ",TRUE,Soon,"));
  expect(await stockOf(world, "TEE-S", "TEE-M")).toEqual([
    [3, "on", "Ships in May", 10],
    [false, "on", "Soon", undefined],
  ]);
});

test("stock and preorders of a product change together, and a file without a column leaves its part unchanged", async () => {
  const world = await shop();
  await imported(world, tee("3,TRUE,Ships in May,10"));
  write(world, tee("5,TRUE,Ships in June,12", "6,FALSE,,"));
  const preview = await planned(world);
  expect(preview).toContain("variant M: stock\t4\t6");
  expect(preview).toContain("preorder\tShips in May, at most 10\tShips in June, at most 12");
  expect(await world.till("products import new.csv --yes")).toMatchObject({ code: 0 });
  expect(await stockOf(world, "TEE-S", "TEE-M")).toEqual([
    [5, "on", "Ships in June", 12],
    [6, "off"],
  ]);
  const columns = header.replace("preOrderMessage,", "");
  const rows = tee("5,TRUE,11", "6,FALSE,").map((row, at) =>
    at === 0 ? row.replace("FALSE,,", "FALSE,") : row,
  );
  writeFileSync(world.path("new.csv"), [columns, ...rows, ""].join("\n"));
  expect(await planned(world)).toContain("preorder\tShips in June, at most 12\tShips in June, at most 11");
});

test("a preorder that someone else has changed since is not undone", async () => {
  const world = await shop();
  await imported(world, [soap("7,FALSE,,")]);
  const job = await imported(world, [soap("7,TRUE,In a week,5")]);
  const { id, revision } = await itemOf(world, "SOAP");
  const input = JSON.stringify({ inventoryItem: { id, revision, preorderInfo: { message: "Next year" } } });
  await world.till(["api", "inventoryItemsV3.update", "--input", input, "--yes"]);
  const { stderr } = await world.till(`jobs undo ${job} --yes`);
  expect(stderr).toContain("changed by someone else");
  expect(await stockOf(world, "SOAP")).toEqual([[7, "on", "Next year", 5]]);
});

test("a deleted product is restored with its preorder", async () => {
  const world = await shop();
  await imported(world, [...tee("3,TRUE,Ships in May,10"), soap("7,TRUE,In a week,5")]);
  const { stdout } = await world.till("products delete tee soap --yes");
  expect(await world.till(`jobs undo ${/Job (\w+)/.exec(stdout)?.[1]} --yes`)).toMatchObject({ code: 0 });
  expect(await stockOf(world, "TEE-S", "SOAP")).toEqual([
    [3, "on", "Ships in May", 10],
    [7, "on", "In a week", 5],
  ]);
});

test("variants that an import adds to a product get their preorders", async () => {
  const world = await shop();
  await imported(world, tee("3,FALSE,,"));
  const larger = [
    ...tee("3,FALSE,,").map((row) => row.replace("S;M", "S;M;L")),
    "tee,VARIANT,,20,0,TRUE,Ships in May,10,TEE-L,Size,TEXT_CHOICES,L",
  ];
  await imported(world, larger);
  expect(await stockOf(world, "TEE-S", "TEE-L")).toEqual([
    [3, "off"],
    [0, "on", "Ships in May", 10],
  ]);
  expect(await planned(world)).toContain("0 to change");
});

test("a limit without a quantity, long messages and other limits are refused with their cells", async () => {
  const world = await shop();
  await imported(world, [soap("IN_STOCK,FALSE,,")]);
  const wrong = await refused(world, [
    ...tee("3,TRUE,Ships in May,1.5", "4,TRUE,Ships in May,100001"),
    soap(",TRUE,In a week,5"),
    soap("IN_STOCK,TRUE,In a week,5", "balm"),
  ]);
  expect(wrong).toContain('new.csv:3, preOrderLimit: "1.5" is not a whole number.');
  expect(wrong).toContain("new.csv:5, preOrderLimit: counts beyond a quantity of stock");
  expect(wrong).toContain("new.csv:6, preOrderLimit: counts beyond a quantity of stock");
  const bounds = await refused(world, [
    ...tee(`3,TRUE,${"x".repeat(251)},10`, "4,TRUE,Ships in May,100001"),
    soap("3,TRUE,In a week,-1"),
  ]);
  expect(bounds).toMatch(/new.csv:3, preOrderMessage: .*250/);
  expect(bounds).toMatch(/new.csv:4, preOrderLimit: .*100,?000/);
  expect(bounds).toMatch(/new.csv:5, preOrderLimit: .*0/);
  const cells = await refused(world, [
    soap("3,,In a week,"),
    tee("3,FALSE,,")[0]?.replace("FALSE", "TRUE") ?? "",
  ]);
  expect(cells).toContain("new.csv:2, preOrderEnabled: the row has a message or a limit");
  expect(cells).toContain("new.csv:3, preOrderEnabled: is that of a variant; the product has options");
});

test("a digital product and one that is sold by subscription cannot be preordered", async () => {
  const world = await shop();
  const monthly = {
    ...{ title: "Monthly", description: "Soap", visible: true },
    ...{ frequency: "MONTH", interval: 1, autoRenewal: true },
  };
  const cell = JSON.stringify([monthly]).replaceAll('"', '""');
  const rows = ["guide,guide,5,digital,(keep)", `soap,soap,10,physical,"${cell}"`];
  writeFileSync(world.path("till.csv"), ["handle,name,price,type,subscriptions", ...rows, ""].join("\n"));
  expect(await world.till("products import till.csv --create --yes")).toMatchObject({ code: 0 });
  const wrong = await refused(world, [soap(",TRUE,Soon,", "guide"), soap("7,TRUE,Soon,5")]);
  for (const line of [2, 3])
    expect(wrong).toContain(
      `new.csv:${line}, preOrderEnabled: cannot be on for a product that is digital or sold by subscription`,
    );
});

test("a limit needs no quantity in the file if the shop has one", async () => {
  const world = await shop();
  await imported(world, [soap("7,FALSE,,")]);
  await imported(world, [soap(",TRUE,In a week,5")]);
  expect(await stockOf(world, "SOAP")).toEqual([[7, "on", "In a week", 5]]);
  expect(await refused(world, [soap("IN_STOCK,TRUE,In a week,5")])).toContain("preOrderLimit");
});

test("catalog v1 has no preorders: a file with some is imported without them and says so once, others say nothing", async () => {
  const world = await shop("v1");
  write(world, [...tee("3,TRUE,Ships in May,10"), soap("IN_STOCK,TRUE,In a week,")]);
  const { code, stderr } = await world.till("products import new.csv --yes");
  expect(code).toBe(0);
  expect(stderr.match(/Not imported: .*/g)).toEqual([
    "Not imported: preorders. This shop runs catalog v1, whose products have none.",
  ]);
  await imported(world, [...tee("3,FALSE,,", "4,,,"), soap("IN_STOCK,FALSE,,")]);
});

test("an export to the format wix has the preorders, and its import plans no changes", async () => {
  const world = await shop();
  await imported(world, [...tee("3,TRUE,Ships in May,10"), soap("IN_STOCK,TRUE,In a week,")]);
  await world.till("products export shop.csv --format wix --quiet");
  const file = readFileSync(world.path("shop.csv"), "utf8");
  expect(file).toMatch(/^tee,PRODUCT,Tee,.*,,FALSE,,,,/m);
  expect(file).toContain(",3,TRUE,Ships in May,10,TEE-S,");
  expect(file).toContain(",4,FALSE,,,TEE-M,");
  expect(file).toContain(",IN_STOCK,TRUE,In a week,,SOAP,");
  expect((await world.till("products import shop.csv --dry-run")).stdout).toContain("0 to change");
});

test("an export to NDJSON has the preorders, and its import brings them back and ends others", async () => {
  const world = await shop();
  const rows = [...tee("3,TRUE,Ships in May,10"), soap("7,TRUE,In a week,")];
  await imported(world, rows);
  await world.till("products export shop.ndjson --quiet");
  await imported(world, [...tee("3,FALSE,,", "4,TRUE,Soon,"), soap("7,FALSE,,")]);
  const { stdout } = await world.till("products import shop.ndjson --yes");
  expect(stdout).toContain("2 ok");
  write(world, rows);
  expect(await planned(world)).toContain("0 to change");
  expect(await stockOf(world, "TEE-M")).toEqual([[4, "off"]]);
});

test.each(["till", "shopify"])("an export to the format %s says that it has no preorders", async (format) => {
  const world = await shop();
  const args = `products export shop.csv --format ${format}`;
  expect((await world.till(args)).stderr).not.toContain("preorders");
  await imported(world, tee("3,TRUE,Ships in May,10"));
  expect((await world.till(args)).stderr).toContain("Not exported: preorders.");
  const chosen = await world.till("products export few.csv --fields handle,price");
  expect(chosen.stderr).not.toContain("preorders");
});
