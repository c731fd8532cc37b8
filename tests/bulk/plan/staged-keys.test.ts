import { expect, test } from "vitest";
import { StagedKeys } from "../../../src/bulk/plan/stage.ts";
import { planned, Shop, shopWork } from "../shop.ts";

test("keeps keys and numbers per table, until the journal is closed", async () => {
  const { journal } = await planned([], shopWork(new Shop()));
  const slugs = new StagedKeys(journal, "slugs");
  const products = new StagedKeys(journal, "products");
  expect(slugs.has("mug")).toBe(false);
  slugs.add("mug");
  products.set("id-1", 12);
  expect([slugs.has("mug"), slugs.has("id-1"), products.get("id-1"), products.get("mug")]).toEqual([
    true,
    false,
    12,
    undefined,
  ]);
  expect(new StagedKeys(journal, "slugs").has("mug")).toBe(true);
});
