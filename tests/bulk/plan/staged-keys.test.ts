import { expect, test } from "vitest";
import { StagedKeys } from "../../../src/bulk/plan/stage.ts";
import { planned, Shop, shopWork } from "../shop.ts";

test("keeps keys and numbers per table", async () => {
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
});

test("finds keys again after others were loaded, with the number that was set last", async () => {
  const { journal } = await planned([], shopWork(new Shop()));
  const skus = new StagedKeys(journal, "skus");
  const names = Array.from({ length: 1234 }, (_, index) => `SKU-${index}`);
  skus.load(names);
  for (const [index, name] of names.entries()) skus.set(name, index + 1);
  skus.set("SKU-7", -7);
  skus.load(["SKU-7", "SKU-8", "none"]);
  expect([skus.get("SKU-7"), skus.get("SKU-8"), skus.get("none")]).toEqual([-7, 9, undefined]);
  expect([skus.get("SKU-1233"), skus.get("SKU-1234")]).toEqual([1234, undefined]);
});
