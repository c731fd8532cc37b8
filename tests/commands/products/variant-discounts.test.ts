import { writeFileSync } from "node:fs";
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

test.each(["v1", "v3"])(
  "a price below its discount is refused before anything is sent (catalog %s)",
  async (catalog) => {
    const world = createWorld();
    await world.till(`sandbox seed demo --catalog ${catalog}`);
    expect((await world.till("products update oven-mitt --set discount=10 --yes")).code).toBe(0);
    expect((await world.till("products update stoneware-mug --set discount=10 --yes")).code).toBe(0);
    const before = (await world.till("products list --all --output csv")).stdout;
    for (const [line, message] of [
      ["update oven-mitt --set discount=30", "is an amount larger than the price of 19"],
      ["update oven-mitt --set price=5", "is below the discount of 10"],
      ["update oven-mitt --set price=5 --set discount=6", "is an amount larger than the price of 5"],
      ["update MUG-MOSS --set price=5", "Moss: is below the discount of 10"],
      ["update stoneware-mug --set discount=25", "is an amount larger than the price of 24"],
    ])
      expect([line, await world.till(`products ${line} --yes`)]).toEqual([
        line,
        { code: 2, stdout: "", stderr: expect.stringContaining(String(message)) },
      ]);
    for (const [rows, message] of [
      ["handle,price\noven-mitt,5", "p.csv:2, price: is below the discount of 10"],
      ["handle,discount\noven-mitt,20", "p.csv:2, discount: is an amount larger than the price of 19"],
      ["handle,price,discount\noven-mitt,5,20", "p.csv:2, discount: is an amount larger than the price of 5"],
      ["sku,price\nMUG-MOSS,5", "p.csv:2, price: is below the discount of 10"],
    ] as const) {
      writeFileSync(world.path("p.csv"), rows);
      const { code, stderr } = await world.till("products import p.csv --yes");
      expect([rows, code, stderr.match(/p.csv:2, .*/)?.[0]]).toEqual([rows, 2, message]);
    }
    expect((await world.till("products list --all --output csv")).stdout).toBe(before);
    // An amount as large as the price is a gift that was asked for.
    expect((await world.till("products update oven-mitt --set price=10 --yes")).code).toBe(0);
  },
);
