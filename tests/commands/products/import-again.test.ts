import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../../support/world.ts";

const header =
  "handleId,fieldType,name,price,visible,inventory,productOptionName1,productOptionType1,productOptionDescription1";
const lamp = (inventory: string) => `product_1,Product,Lamp,20,true,${inventory},Size,DROP_DOWN,Small;Large`;

test.each(["v1", "v3"])(
  "on catalog %s, a product with options and no variant rows is imported again without changes",
  async (version) => {
    const world = createWorld();
    onTestFinished(() => world.close());
    await world.till(`sandbox seed 1 --catalog ${version}`);
    writeFileSync(world.path("wix.csv"), `${header}\n${lamp("InStock")}\n`);
    expect((await world.till("products import wix.csv --yes")).stdout).toContain("1 ok");
    const again = await world.till("products import wix.csv --dry-run --json");
    expect(JSON.parse(again.stdout)).toMatchObject({ rows: 1, unchanged: 1 });
  },
);

test("on catalog v3, products of a file share the colors of their choices, and a second import changes nothing", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed 1 --catalog v3");
  const hat = (name: string, choices: string) =>
    `product_${name},Product,${name},20,true,InStock,Colour,COLOR,${choices}`;
  const rows = [
    hat("Aurora", "#ffff00:Yellow;#000000:Black"),
    hat("Yonaguni", "#f0e68c:Yellow;#ffffff:White"),
  ];
  writeFileSync(world.path("wix.csv"), [header, ...rows, ""].join("\n"));
  const first = await world.till("products import wix.csv --yes");
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining("2 products, 2 ok")]);
  expect(first.stderr).toContain(
    "Colors kept: Colour Yellow (#ffff00). On catalog v3, a choice has one color for all products.",
  );
  const again = await world.till("products import wix.csv --dry-run --json");
  expect([JSON.parse(again.stdout).unchanged, again.stderr]).toEqual([
    2,
    expect.stringContaining("Colors kept"),
  ]);
});

test("on catalog v3, a product that is sold out has no variant in stock, and a quantity says that they are", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed 1 --catalog v3");
  writeFileSync(world.path("wix.csv"), `${header}\n${lamp("OutOfStock")}\n`);
  expect((await world.till("products import wix.csv --yes")).stdout).toContain("1 ok");
  const variants = await world.till("products variants list lamp");
  expect(variants.stdout.match(/sold out/g)).toHaveLength(2);
  const again = await world.till("products import wix.csv --dry-run --json");
  expect(JSON.parse(again.stdout)).toMatchObject({ rows: 1, unchanged: 1 });
  writeFileSync(
    world.path("new.csv"),
    `${header}\n${lamp("7").replace("Lamp", "Cup").replace("_1", "_2")}\n`,
  );
  const counted = await world.till("products import new.csv --yes");
  expect([counted.code, counted.stderr]).toEqual([
    0,
    expect.stringContaining(
      "1 product with one quantity for all variants is imported as in stock or sold out.",
    ),
  ]);
  const unchanged = await world.till("products import new.csv --dry-run");
  expect(unchanged.stdout).toContain("0 to change");
});

test("on catalog v3, the SKU in the row of the only variant stays the SKU of the product", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed 1 --catalog v3");
  const columns = header.replace("inventory", "sku,inventory");
  const rows = ["p1,Product,Jumpsuit,160,true,,,Size,DROP_DOWN,XXL", "p1,Variant,,,true,B21,2,,,XXL"];
  writeFileSync(world.path("wix.csv"), [columns, ...rows, ""].join("\n"));
  expect((await world.till("products import wix.csv --yes")).stdout).toContain("1 ok");
  expect((await world.till("products get jumpsuit --fields sku --output csv")).stdout).toBe("sku\nB21\n");
  const again = await world.till("products import wix.csv --dry-run --json");
  expect(JSON.parse(again.stdout)).toMatchObject({ rows: 1, unchanged: 1 });
});

test.each(["v1", "v3"])(
  "on catalog %s, variants of a Shopify file whose option gets another name keep their prices",
  async (version) => {
    const world = createWorld();
    onTestFinished(() => world.close());
    await world.till(`sandbox seed demo --catalog ${version}`);
    await world.till("products export shop.csv --format shopify --filter 'handle = stoneware-mug' --quiet");
    const file = readFileSync(world.path("shop.csv"), "utf8");
    writeFileSync(world.path("shop.csv"), file.replaceAll(",Colour,", ",Glaze,"));
    const prices = async () =>
      (await world.till("products get stoneware-mug --json --jq .variants[].variant.priceData.price")).stdout;
    const before = await prices();
    expect(await world.till("products import shop.csv --yes")).toMatchObject({ code: 0 });
    expect(await prices()).toBe(before);
    const again = await world.till("products import shop.csv --dry-run --json");
    expect(JSON.parse(again.stdout)).toMatchObject({ rows: 1, unchanged: 1 });
  },
);

const newerFile = [
  "handle,fieldType,name,visible,plainDescription,media,mediaAltText,price,strikethroughPrice,baseUnit,baseUnitMeasurement,totalUnits,totalUnitsMeasurement,inventory,preOrderEnabled,sku,barcode,weight,productOptionName1,productOptionType1,productOptionChoices1",
  "soap-bar,PRODUCT,Soap Bar,TRUE,Nice,,,10,12,100,G,350,G,12,FALSE,SOAP-1,4006381333931,0.1,,,",
  "soap-bar,MEDIA,,,,https://example.com/soap.jpg,Soap on a table,,,,,,,,,,,,,,",
  "tee-x,PRODUCT,Tee,TRUE,,,,20,,,,,,,FALSE,,,,Size,TEXT_CHOICES,S;M",
  "tee-x,VARIANT,,TRUE,,,,20,,,,,,3,,TEE-S,4006381333948,0.2,Size,TEXT_CHOICES,S",
  "tee-x,VARIANT,,TRUE,,,,22,,,,,,4,,TEE-M,0012345678905,0.2,Size,TEXT_CHOICES,M",
  "",
].join("\n");

test("on catalog v3, a newer Wix file brings handles, alternative texts, barcodes and units, and changes nothing again, on any computer", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed 1 --catalog v3");
  writeFileSync(world.path("new.csv"), newerFile);
  const first = await world.till("products import new.csv --yes");
  expect([first.code, first.stderr]).toEqual([0, expect.not.stringContaining("Not imported")]);
  const { stdout } = await world.till(
    'products get soap-bar --json --jq "[.media.items[0].image.altText, .catalogV3.barcode, .pricePerUnitData.totalQuantity]"',
  );
  expect(JSON.parse(stdout)).toEqual(["Soap on a table", "4006381333931", 350]);
  const unchanged = async () =>
    (await world.till("products import new.csv --dry-run")).stdout.match(/(\d+) to change/)?.[1];
  expect(await unchanged()).toBe("0");
  // What this computer remembers of the handles of files.
  for (const end of ["", "-wal", "-shm"])
    rmSync(world.path(`till/state/handles.sqlite${end}`), { force: true });
  await world.till("products update soap-bar --set media= --yes");
  writeFileSync(
    world.path("new.csv"),
    newerFile.replaceAll("https://example.com/soap.jpg,Soap on a table", ","),
  );
  expect(await unchanged()).toBe("0");
});

test("a newer Wix file that is matched by SKU leaves the addresses of pages alone", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed demo --catalog v3");
  writeFileSync(
    world.path("new.csv"),
    "handle,fieldType,name,price,sku\nother-page,PRODUCT,Gooseneck Kettle,99,KETTLE-09\n",
  );
  const { stdout } = await world.till("products import new.csv --key sku --dry-run");
  expect(stdout).toContain("price\t119.00\t99.00");
  expect(stdout).not.toContain("other-page");
});

test("an export of a shop with catalog v3 is imported into another one, whose products have no subscriptions either", async () => {
  const [world, other] = [createWorld(), createWorld()];
  for (const one of [world, other]) onTestFinished(() => one.close());
  await world.till("sandbox seed 30 --catalog v3");
  await other.till("sandbox seed 1 --catalog v3");
  await world.till("products export shop.csv --quiet");
  writeFileSync(other.path("shop.csv"), readFileSync(world.path("shop.csv")));
  const first = await other.till("products import shop.csv --create --yes");
  expect([first.code, first.stderr]).toEqual([0, expect.anything()]);
  expect((await other.till("products import shop.csv --create --dry-run")).stdout).toContain("0 to change");
});
