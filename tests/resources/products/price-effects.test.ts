import { expect, test } from "vitest";
import { priceEffects } from "../../../src/resources/products/price-effects.ts";
import { Site } from "./bulk-jobs.ts";

test.each([
  [
    "handle = 'wool-throw'",
    ["price = cost * 2"],
    [
      // Variants of 129, 129 and 139 with 6, 3 and 11 in stock; each costs 61.
      "Prices        397.00 → 366.00 USD, 3 prices of 1 product",
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
      "Prices        74.50 → 90.00 USD, 3 prices of 1 product",
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
