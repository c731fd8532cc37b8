import { writeFileSync } from "node:fs";
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
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining("2 rows, 2 ok")]);
  expect(first.stderr).toContain(
    "Colors kept: Colour Yellow (#ffff00). On catalog v3, a choice has one color for all products.",
  );
  const again = await world.till("products import wix.csv --dry-run --json");
  expect([JSON.parse(again.stdout).unchanged, again.stderr]).toEqual([
    2,
    expect.stringContaining("Colors kept"),
  ]);
});

test("on catalog v3, a product that is sold out has no variant in stock, and a quantity needs variant rows", async () => {
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
    2,
    expect.stringContaining(
      "new.csv:2, inventory: the stock is that of the product's 2 variants; set it in their rows",
    ),
  ]);
});
