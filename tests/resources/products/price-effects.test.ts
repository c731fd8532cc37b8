import { expect, test } from "vitest";
import { priceEffects } from "../../../src/resources/products/price-effects.ts";
import { openCatalog } from "../../../src/resources/products/read.ts";
import { inContext } from "../../support/context.ts";
import { createWorld } from "../../support/world.ts";
import { Site } from "./bulk-jobs.ts";

test("the effects of edits are the sums of what changes, and the margin of what had a cost before", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const effectsOf = async (...edits: (readonly [handle: string, ...sets: string[]])[]) =>
    await inContext(world, async (context) => {
      const { items } = JSON.parse((await world.till("products list --all --json")).stdout);
      const idOf = (handle: string) => items.find((one: { slug: string }) => one.slug === handle).id;
      const planned = edits.map(([handle, ...sets]) => ({
        sets,
        rows: [{ id: idOf(handle), label: handle }],
      }));
      return await priceEffects(await openCatalog(context, "admin"), planned as never, context.signal);
    });
  // Costs are read if an edit reads or sets them. Price 94.50, cost 47.25, stock 12.
  expect(await effectsOf(["hand-grinder", "price = cost + 52.75"])).toEqual([
    "Prices        94.50 → 100.00 USD, 1 product",
    "Stock value   1,134.00 → 1,200.00 USD",
    "Margin        50% → 52.8%",
  ]);
  // Below its cost; the other one has a price of 19.00, a cost of 6.10.
  expect((await effectsOf(["hand-grinder", "price = cost - 7.25"], ["oven-mitt", "price=20"]))[2]).toBe(
    "Margin        53% → 11.1%",
  );
  expect((await effectsOf(["hand-grinder", "price = cost * 0"]))[2]).toBe("Margin        50% → –");
  await world.till("products update hand-grinder --set cost= --yes");
  expect((await effectsOf(["hand-grinder", "price=100", "cost=50"])).join()).not.toContain("Margin");
});

test.each([
  [
    "handle = 'wool-throw'",
    ["price = cost * 2"],
    [
      // Variants of 129, 129 and 139 with 6, 3 and 11 in stock; each costs 61.
      "Prices        397.00 → 366.00 USD, 3 variants of 1 product",
      "Stock value   2,690.00 → 2,440.00 USD",
      "Margin        53.9% → 50%",
      "Variants      the different prices of 1 product become the same",
    ],
  ],
  [
    "handle = 'brewing-at-home'",
    ["price=20", "cost=5"],
    // Its margin was not known before.
    ["Prices        9.99 → 20.00 USD, 1 product"],
  ],
  [
    "handle = 'stoneware-mug'",
    ["price=30"],
    [
      "Prices        74.50 → 90.00 USD, 3 variants of 1 product",
      // 42 and 17 of 24.00; the third is sold out.
      "Stock value   1,416.00 → 1,770.00 USD",
      "Variants      the different prices of 1 product become the same",
    ],
  ],
])("what a change of prices does to %s: %j", async (filter, sets, lines) => {
  const site = new Site("v1");
  await site.seed(0);
  const edits = [{ sets, rows: { filter } }];
  expect(await priceEffects(await site.open(), edits, new AbortController().signal)).toEqual(lines);
});
