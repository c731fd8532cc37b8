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
