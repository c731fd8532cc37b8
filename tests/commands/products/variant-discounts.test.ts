import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("an export names the products of catalog v3 whose variants have different discounts, which files cannot hold", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed demo --catalog v3");
  const path = `/stores/v3/products/${JSON.parse((await world.till("products get wool-throw --json")).stdout).id}`;
  const { product } = JSON.parse((await world.till(`api GET ${path}`)).stdout);
  const prices = [["100", "129"], ["129"], ["120", "139"]];
  const variants = product.variantsInfo.variants.map((variant: object, index: number) => {
    const [actual, full] = prices[index] ?? [];
    return {
      ...variant,
      price: { actualPrice: { amount: actual }, ...(full && { compareAtPrice: { amount: full } }) },
    };
  });
  const { id, revision, options } = product;
  const body = JSON.stringify({ product: { id, revision, options, variantsInfo: { variants } } });
  expect((await world.till(["api", "PATCH", path, "--input", "-"], { stdin: body })).code).toBe(0);
  const notice =
    "Not exported: the discounts of Wool Throw, which its variants do not share; the file has the prices before discount.";
  for (const format of ["till", "wix", "shopify"]) {
    const { code, stderr } = await world.till(`products export ${format}.csv --format ${format}`);
    expect([code, stderr.split("\n").filter((line) => line.includes("Throw"))]).toEqual([0, [notice]]);
  }
  expect((await world.till("products export names.csv --fields handle,name")).stderr).not.toContain("Throw");
  expect((await world.till("copy pull snapshot --only products")).code).toBe(0);
  expect((await world.sh("grep -rho variantDiscounts snapshot")).stdout.trim()).toBe("variantDiscounts");
});
