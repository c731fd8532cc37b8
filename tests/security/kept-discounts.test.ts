import { expect, test } from "vitest";
import { createWorld } from "../support/world.ts";

const priced = async (world: ReturnType<typeof createWorld>) => {
  const { stdout } = await world.till("products get gooseneck-kettle --json");
  const { priceData, discount } = JSON.parse(stdout);
  return { price: priceData.price, sold: priceData.discountedPrice, discount };
};

test("on catalog v3, a price that rounding would sell at another discount is refused", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo --catalog v3");
  const before = await priced(world);
  expect(before.discount).toEqual({ type: "PERCENT", value: 10 });
  const refused = await world.till("products update gooseneck-kettle --set price=0.07 --yes");
  expect(refused.code).not.toBe(0);
  expect(refused.stderr + refused.stdout).toContain("too small for the discount of 10%");
  expect(await priced(world)).toEqual(before);
});

test("on catalog v3, a price and its discount come back with undo", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo --catalog v3");
  const before = await priced(world);
  for (const price of ["1.03", "58.4", "99999.99"]) {
    expect(await world.till(`products update gooseneck-kettle --set price=${price} --yes`)).toMatchObject({
      code: 0,
    });
    expect((await priced(world)).discount).toEqual(before.discount);
    expect(await world.till("jobs undo last --yes")).toMatchObject({ code: 0 });
    expect(await priced(world)).toEqual(before);
  }
});
