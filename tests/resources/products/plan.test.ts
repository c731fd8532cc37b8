import { describe, expect, it } from "vitest";
import type { Product, Variant } from "../../../src/api/services/products.ts";
import { parseChanges } from "../../../src/bulk/language/change.ts";
import { parseFloor } from "../../../src/bulk/plan/guards.ts";
import { changeSteps, type Target } from "../../../src/resources/products/change.ts";
import { productChangeFields } from "../../../src/resources/products/fields.ts";

const prices = (price: number, discountedPrice = price) => ({ currency: "USD", price, discountedPrice });
const variant = (
  size: string,
  price: number,
  { sale = price, quantity = 1, tracked = true } = {},
): Variant => ({
  choices: { Size: size },
  variant: { priceData: prices(price, sale), sku: `TEE-${size}`, visible: true },
  stock: { trackQuantity: tracked, quantity, inStock: true },
});
const tee = (more: Partial<Product> = {}): Product => ({
  id: "1",
  name: "Tee",
  slug: "tee",
  priceData: prices(20),
  manageVariants: true,
  stock: { trackInventory: true, inStock: true },
  variants: [variant("S", 20), variant("L", 30)],
  ...more,
});
const plan = (target: Target, ...sets: string[]) =>
  changeSteps(target, {
    changes: parseChanges(sets, productChangeFields),
    guards: { field: "price" },
    variants: "move",
    version: "v1",
  });
const changed = (target: Target, ...sets: string[]) => {
  const planned = plan(target, ...sets);
  return "steps" in planned
    ? planned.steps.map(({ kind, after }) => [kind, after])
    : { problem: planned.message };
};
const large = '{"Size":"L"}';

describe("changes of variants", () => {
  const variants = new Set([large]);

  it("leave the product and other variants alone", () => {
    expect(changed({ product: tee(), variants }, "price=+10%", "visible=false")).toEqual([
      ["variants.update", { [large]: { price: "33", visible: false } }],
    ]);
  });

  it("are calculated from the values of the variant", () => {
    const product = tee({ variants: [variant("S", 20), variant("L", 30, { quantity: 7 })] });
    expect(changed({ product, variants }, "price = stock + price", "stock=-2")).toEqual([
      ["variants.update", { [large]: { price: "37" } }],
      ["inventory.set", { tracked: true, variants: { [large]: 5 } }],
    ]);
  });

  it("apply to the product if they set its fields, unless a variant was named by its SKU", () => {
    expect(changed({ product: tee(), variants }, "ribbon=New")).toEqual([
      ["product.update", { ribbon: "New" }],
    ]);
    expect(changed({ product: tee(), variants, sku: "TEE-L" }, "ribbon=New")).toEqual({
      problem:
        'TEE-L is a variant of "Tee", and ribbon is a field of the product: name it by its handle, tee',
    });
  });

  it("start or stop tracking for all variants only", () => {
    const stock = { trackInventory: false, inStock: true };
    expect(changed({ product: tee({ stock }), variants }, "stock=5")).toEqual({
      problem:
        'the stock of "Tee" is not tracked; change that for all of its variants: till products stock set tee',
    });
    expect(changed({ product: tee(), variants }, "inStock=false")).toEqual({
      problem: expect.stringMatching("is tracked"),
    });
    expect(changed({ product: tee() }, "inStock=false")).toEqual([
      ["inventory.set", { tracked: false, variants: { '{"Size":"S"}': false, [large]: false } }],
    ]);
  });
});

describe("a base price of 0", () => {
  const free = { priceData: prices(0), variants: [variant("S", 20), variant("L", 30)] };

  it("stays if a relative change applies to the prices of variants", () => {
    const planned = plan({ product: tee(free) }, "price=+5");
    expect(planned).toMatchObject({ skipsBase: true });
    expect(changed({ product: tee(free) }, "price=+5")).toEqual([
      ["variants.update", { '{"Size":"S"}': { price: "25" }, [large]: { price: "35" } }],
    ]);
  });

  it("changes if the change is absolute, or if no variant has a price", () => {
    expect(changed({ product: tee(free) }, "price=5")).toContainEqual(["product.update", { price: "5" }]);
    const product = tee({ priceData: prices(0), variants: [variant("S", 0)] });
    expect(changed({ product }, "price=+5")).toEqual([["product.update", { price: "5" }]]);
  });
});

it("a weight of 0 is no weight", () => {
  const plain = (weight?: number) => tee({ weight, variants: [], manageVariants: false });
  expect(changed({ product: plain() }, "weight=0")).toEqual([]);
  expect(changed({ product: plain(2) }, "weight=0")).toEqual([["product.update", { weight: null }]]);
  const heavy = variant("L", 30);
  const product = tee({ variants: [{ ...heavy, variant: { ...heavy.variant, weight: 2 } }] });
  expect(changed({ product, variants: new Set([large]) }, "weight = weight - 2")).toEqual([
    ["variants.update", { [large]: { weight: null } }],
  ]);
});

describe("salePrice", () => {
  it.each<[string, Partial<Product>, unknown]>([
    ["salePrice = price * 0.8", {}, "20%"],
    ["salePrice = price - 3", {}, "3"],
    ["salePrice = 17.77", { variants: [], manageVariants: false }, "2.23"],
    ["discount=15 %", {}, "15%"],
    ['discount = if(price > 50, "20%", "2.50")', {}, "2.5"],
    ["salePrice = price", { discount: { type: "AMOUNT", value: 3 } }, null],
    ["salePrice=", { discount: { type: "AMOUNT", value: 3 } }, null],
    ["discount=", { discount: { type: "AMOUNT", value: 3 } }, null],
  ])("%s", (set, more, discount) => {
    expect(changed({ product: tee(more) }, set)).toEqual([["product.update", { discount }]]);
  });

  it("applies to the new price", () => {
    const product = tee({ variants: [], manageVariants: false });
    expect(changed({ product }, "price=40", "salePrice = 30")).toEqual([
      ["product.update", { price: "40", discount: "25%" }],
    ]);
  });

  it.each([
    ["salePrice=18", {}, /no discount gives all variants \(20, 30 …\) their sale price/],
    ["salePrice=21", {}, "salePrice would become 21, above the price of 20"],
    ["salePrice=-5", {}, "salePrice is empty, so -5 cannot be applied"],
    [
      "salePrice = if(price > 20, price * 0.8, null)",
      {},
      "salePrice would be empty for some of its prices only, and its discount applies to all of them",
    ],
    [
      "salePrice = price * 0.8",
      { variants: [variant("S", 20, { sale: 15 }), variant("L", 30, { sale: 29 })] },
      'the variants of "Tee" have different discounts, which could not be restored',
    ],
  ])("%s is rejected", (set, more, problem) => {
    expect(changed({ product: tee(more) }, set)).toEqual({
      problem: problem instanceof RegExp ? expect.stringMatching(problem) : problem,
    });
  });

  it("respects the floor and the largest change", () => {
    const changes = parseChanges(["salePrice = price * 0.5"], productChangeFields);
    const guards = { field: "price", floor: parseFloor("price * 0.6", productChangeFields) };
    expect(
      changeSteps({ product: tee() }, { changes, guards, variants: "move", version: "v1" }),
    ).toMatchObject({
      message: "salePrice would become 10, below the floor of 12",
    });
  });
});

describe("lists and search engines", () => {
  it("keeps info sections that stay as they are", () => {
    const additionalInfoSections = [
      { title: "Note: care", description: "Cold: 30°" },
      { title: "Size", description: "Runs small" },
    ];
    const sets = ["infoSections -= Size", 'infoSections += "Origin: Portugal"'];
    expect(changed({ product: tee({ additionalInfoSections }) }, ...sets)).toEqual([
      [
        "product.update",
        { infoSections: [additionalInfoSections[0], { title: "Origin", description: "Portugal" }] },
      ],
    ]);
  });

  it("keeps the other tags", () => {
    const robots = { type: "meta", props: { name: "robots", content: "noindex" } };
    const seoData = { tags: [robots, { type: "title", children: "Old" }] };
    expect(changed({ product: tee({ seoData }) }, "seoTitle = upper(seoTitle)", "seoDescription=x")).toEqual([
      ["product.update", { seo: { title: "OLD", others: [robots], description: "x" } }],
    ]);
  });

  it("joins and leaves collections, and orders media", () => {
    const product = tee({ media: { items: [{ id: "a.jpg" }, { id: "b.jpg" }] } });
    const sets = ["collections -= Sale", "collections += New", "media -= a.jpg"];
    const collections = ["Sale", "Tees"].map((name) => ({ id: `id of ${name}`, name, key: name }));
    expect(changed({ product, collections }, ...sets)).toEqual([
      ["media.remove", []],
      ["media.add", ["b.jpg"]],
      ["collection.member", { collection: "New", member: true }],
      ["collection.member", { collection: "Sale", member: false }],
    ]);
  });
});
