import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogResources } from "../../src/cli/screen/open-resources.ts";
import { inContext } from "../support/context.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterAll(() => world.close());

/** Returns what the STOCK cell of a product on the screen is, and what it becomes. */
async function onScreen(label: string, set: string) {
  let texts: readonly (string | undefined)[] = [];
  await inContext(world, async (context) => {
    const products = (await catalogResources(context)).find(
      ({ browse }) => browse.name === "products",
    )?.browse;
    const rows = (await products?.open({}).read(0, 100))?.rows;
    const row = rows?.find((one) => one.label === label);
    const column = products?.columns.findIndex(({ title }) => title === "STOCK") ?? -1;
    texts = [row?.cells[column], row && products?.changes?.after(set, row)];
  });
  return texts;
}

test.each([
  ["stock=12", "36, 3 variants", ["Oat: stock\t42\t12", "Ink: stock\t17\t12", "Moss: stock\t0\t12"]],
  ["stock=+5", "74, 3 variants", ["Oat: stock\t42\t47", "Ink: stock\t17\t22", "Moss: stock\t0\t5"]],
])(
  "%s of a product with variants says that it is for each of them: the screen the sum, the preview every variant",
  async (set, sum, each) => {
    expect(await onScreen("Stoneware Mug", set)).toEqual(["59, 1 out", sum]);
    const { stdout } = await world.till(["products", "update", "stoneware-mug", "--set", set, "--dry-run"]);
    const lines = stdout.split("\n").filter((line) => line.startsWith("Stoneware Mug"));
    expect(lines).toEqual(each.map((line) => `Stoneware Mug\tvariant ${line}`));
  },
);

test("a job in the history of a product shows the sum, too", async () => {
  await world.till("products update stoneware-mug --set stock=12 --yes");
  let history: readonly { text: string }[] = [];
  await inContext(world, async (context) => {
    const products = (await catalogResources(context)).find(
      ({ browse }) => browse.name === "products",
    )?.browse;
    const rows = (await products?.open({}).read(0, 100))?.rows;
    const { id = "" } = rows?.find(({ label }) => label === "Stoneware Mug") ?? {};
    history = (await products?.detail(id))?.history ?? [];
  });
  expect(history[0]?.text).toContain("59 → 36, 3 variants");
});

test("a product without variants has one stock", async () => {
  const { stdout } = await world.till("products update coffee-scale --set stock=12 --dry-run");
  const [, , before, after] =
    stdout
      .split("\n")
      .find((one) => one.startsWith("Coffee Scale"))
      ?.split("\t") ?? [];
  expect(after).toBe("12");
  expect(await onScreen("Coffee Scale", "stock=12")).toEqual([before, "12"]);
});
