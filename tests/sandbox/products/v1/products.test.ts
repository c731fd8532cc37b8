import { beforeEach, describe, expect, it } from "vitest";
import { mismatchIn } from "../../../../src/api/decode.ts";
import { Product } from "../../../../src/api/services/products.ts";
import {
  allProducts,
  defaultVariant,
  openShopSandbox,
  type ShopSandbox,
  sizes,
} from "../../support/shop-sandbox.ts";

let shop: ShopSandbox;
beforeEach(() => {
  shop = openShopSandbox();
});

describe("create", () => {
  it("creates a complete document from name and price", () => {
    const created = shop.create({ amount: 12.5 });
    expect(shop.get(created.id)).toEqual(created);
    expect(created).toMatchObject({
      name: "Mug",
      slug: "mug",
      visible: true,
      productType: "physical",
      sku: "",
      weight: 0,
      numericId: "1700000000000001",
      manageVariants: false,
      productOptions: [],
      discount: { type: "NONE", value: 0 },
      ribbons: [],
      media: { items: [] },
      collectionIds: [allProducts],
      priceData: {
        currency: "USD",
        price: 12.5,
        discountedPrice: 12.5,
        formatted: { price: "$12.50", discountedPrice: "$12.50" },
      },
      priceRange: { minValue: 12.5, maxValue: 12.5 },
      stock: { trackInventory: false, inStock: true, inventoryStatus: "IN_STOCK" },
      productPageUrl: { path: "/product-page/mug" },
      exportProductId: `product_${created.id}`,
      createdDate: "2026-03-01T08:00:00.000Z",
      lastUpdated: "2026-03-01T08:00:00.000Z",
    });
    expect(created.price).toEqual(created.priceData);
    expect(created.convertedPriceData).toEqual(created.priceData);
    expect(created.variants).toMatchObject([
      { id: defaultVariant, choices: {}, variant: { visible: true, sku: "" } },
    ]);
    expect(created).not.toHaveProperty("internal");
    expect(mismatchIn(Product, created)).toBeUndefined();
  });

  it("derives the inventory item id by inverting the bits of the product id", () => {
    const { id, inventoryItemId } = shop.create();
    const bits = (guid: string) => BigInt(`0x${guid.replaceAll("-", "")}`);
    expect(bits(id) ^ bits(inventoryItemId ?? "")).toBe(2n ** 128n - 1n);
  });

  it("derives the documented example: amount discount, cost, options", () => {
    const created = shop.create({
      name: "T-shirt",
      amount: 10.5,
      costAndProfitData: { itemCost: 7 },
      sku: "123df",
      weight: 0.2,
      discount: { type: "AMOUNT", value: 1 },
      ribbon: "Sale",
      brand: "Nice",
      manageVariants: true,
      productOptions: [sizes],
    });
    expect(created).toMatchObject({
      priceData: {
        price: 10.5,
        discountedPrice: 9.5,
        formatted: { price: "$10.50", discountedPrice: "$9.50" },
      },
      priceRange: { minValue: 10.5, maxValue: 10.5 },
      costRange: { minValue: 7, maxValue: 7 },
      costAndProfitData: { itemCost: 7, formattedItemCost: "$7.00", profit: 2.5, profitMargin: 0.2632 },
      ribbons: [{ text: "Sale" }],
      productOptions: [
        {
          optionType: "drop_down",
          name: "Size",
          choices: [
            { value: "S", description: "S", inStock: true, visible: true },
            { value: "L", description: "Large", inStock: true, visible: true },
          ],
        },
      ],
    });
    expect(created.variants).toMatchObject([
      { choices: { Size: "S" }, variant: { sku: "123df", weight: 0.2, priceData: { discountedPrice: 9.5 } } },
      { choices: { Size: "Large" }, variant: { sku: "123df", costAndProfitData: { profit: 2.5 } } },
    ]);
  });

  it("generates slugs of letters, digits and dashes, with a number if taken", () => {
    const slugs = [
      "Süße Tasse, groß!",
      "Süße Tasse, groß!",
      "Süße Tasse, groß!",
      "Café № 5",
      "抹茶碗",
      "抹茶碗",
    ];
    expect(slugs.map((name) => shop.create({ name }).slug)).toEqual([
      "susse-tasse-gross",
      "susse-tasse-gross-1",
      "susse-tasse-gross-2",
      "cafe-no-5",
      "product",
      "product-1",
    ]);
  });

  it("rejects a duplicate slug, a missing name or price and negative amounts", () => {
    shop.create({ slug: "mine" });
    shop.events();
    expect(() => shop.create({ slug: "mine" })).toThrow(
      expect.objectContaining({ status: 409, code: "SLUG_ALREADY_IN_USE" }),
    );
    expect(() => shop.products.create({ product: { priceData: { price: 1 } } })).toThrow("product.name");
    expect(() => shop.products.create({ product: { name: "x" } })).toThrow("product.priceData.price");
    expect(() => shop.create({ amount: -1 })).toThrow("must be 0 or more");
    expect(() => shop.create({ discount: { type: "PERCENT", value: 101 } })).toThrow(
      "product.discount.value must be 100 or less",
    );
    expect(shop.products.query({}).metadata?.total).toBe(1);
    expect(shop.events()).toEqual([]);
  });

  it("rejects more than 1000 variants", () => {
    const option = (name: string) => ({
      name,
      choices: Array.from({ length: 11 }, (_, n) => ({ value: `${n}` })),
    });
    const productOptions = [option("A"), option("B"), option("C")];
    expect(() => shop.create({ manageVariants: true, productOptions })).toThrow(
      expect.objectContaining({ status: 400, code: "TOO_MANY_VARIANTS" }),
    );
    expect(shop.create({ manageVariants: false, productOptions }).variants).toHaveLength(1);
  });

  it("ignores read-only fields", () => {
    const created = shop.create({
      id: "x",
      numericId: "7",
      collectionIds: ["y"],
      lastUpdated: "1999-01-01T00:00:00.000Z",
    });
    expect(created.id).not.toBe("x");
    expect(created).toMatchObject({ numericId: "1700000000000001", collectionIds: [allProducts] });
    expect(created.lastUpdated).toBe("2026-03-01T08:00:00.000Z");
  });

  it("emits an event", () => {
    const { id } = shop.create({ brand: "Acme" });
    expect(shop.events()).toMatchObject([
      [
        "ProductCreated",
        { productId: id, name: "Mug", slug: "mug", brand: "Acme", price: { price: 10 }, visible: true },
      ],
    ]);
  });
});

describe("update", () => {
  it("changes the given fields, clears null fields and derives the rest", () => {
    const { id } = shop.create({
      brand: "Acme",
      ribbon: "New",
      description: "old",
      costAndProfitData: { itemCost: 4 },
    });
    shop.events();
    shop.tick(60_000);
    const { product } = shop.products.update({
      product: { id, priceData: { price: 20 }, brand: null, description: null, ribbon: "Sale" },
    });
    expect(product).toMatchObject({
      name: "Mug",
      description: "",
      ribbons: [{ text: "Sale" }],
      price: { price: 20 },
      priceRange: { minValue: 20, maxValue: 20 },
      costAndProfitData: { profit: 16, profitMargin: 0.8 },
      lastUpdated: "2026-03-01T08:01:00.000Z",
    });
    expect(product).not.toHaveProperty("brand");
    expect(shop.get(id)).toEqual(product);
    const events = shop.events();
    expect(events.map(([type]) => type)).toEqual(["ProductChanged", "VariantsChanged"]);
    expect((events[0]![1].changedFields as string[]).toSorted()).toEqual([
      "brand",
      "costAndProfitData",
      "description",
      "priceData",
      "ribbon",
    ]);
    expect(events[1]?.[1]).toMatchObject({ variants: [{ variantId: defaultVariant }] });
  });

  it("keeps the cost unless it is sent", () => {
    const { id } = shop.create({ costAndProfitData: { itemCost: 4 } });
    const costAfter = (costAndProfitData: Product["costAndProfitData"]) =>
      shop.products.update({ product: { id, costAndProfitData } }).product?.costAndProfitData?.itemCost;
    expect([costAfter({}), costAfter({ profit: 3 }), costAfter({ itemCost: 5 })]).toEqual([4, 4, 5]);
    expect(costAfter({ itemCost: null })).toBeUndefined();
    costAfter({ itemCost: 5 });
    expect(costAfter(null)).toBeUndefined();
  });

  it("stores and emits nothing without changes", () => {
    const created = shop.create({ discount: { type: "PERCENT", value: 5 } });
    shop.events();
    shop.tick(60_000);
    const { product } = shop.products.update({
      product: {
        id: created.id,
        name: "Mug",
        priceData: { price: 10 },
        discount: { value: 5, type: "PERCENT" },
      },
    });
    expect(product).toEqual(created);
    expect(shop.events()).toEqual([]);
  });

  it("changes the price of variants without an override only", () => {
    const { id } = shop.create({ manageVariants: true, productOptions: [sizes] });
    shop.products.updateVariants({ id, variants: [{ choices: { Size: "Large" }, price: 15 }] });
    shop.products.update({ product: { id, priceData: { price: 12 } } });
    expect(shop.variantsOf(id)).toEqual([
      [{ Size: "S" }, 12],
      [{ Size: "Large" }, 15],
    ]);
    expect(shop.get(id).priceRange).toEqual({ minValue: 12, maxValue: 15 });
  });

  it("keeps variants whose choices persist", () => {
    const { id, variants } = shop.create({ manageVariants: true, productOptions: [sizes] });
    shop.products.updateVariants({ id, variants: [{ choices: { Size: "Large" }, price: 15 }] });
    const productOptions = [{ ...sizes, choices: [{ value: "XL" }, sizes.choices[1]!] }];
    const after = shop.products.update({ product: { id, productOptions } }).product!;
    expect(shop.variantsOf(id)).toEqual([
      [{ Size: "XL" }, 10],
      [{ Size: "Large" }, 15],
    ]);
    expect(after.variants![1]!.id).toBe(variants![1]!.id);
    expect(variants!.map((variant) => variant.id)).not.toContain(after.variants![0]!.id);
  });

  it("has one variant without options or managed variants", () => {
    const { id } = shop.create({ manageVariants: true, productOptions: [sizes] });
    shop.products.update({ product: { id, manageVariants: false } });
    expect(shop.get(id).variants).toMatchObject([{ id: defaultVariant, choices: {} }]);
    expect(shop.get(id).productOptions).toHaveLength(1);
  });

  it("rejects a duplicate slug, an unknown product and a duplicate option", () => {
    shop.create({ slug: "mine" });
    const created = shop.create({ slug: "other" });
    shop.events();
    const update = (change: Partial<Product>) => () =>
      shop.products.update({ product: { id: created.id, ...change } });
    expect(update({ slug: "mine" })).toThrow(expect.objectContaining({ status: 409 }));
    expect(update({ name: "" })).toThrow("product.name");
    expect(update({ productOptions: [sizes, sizes] })).toThrow('"Size" twice');
    expect(() => shop.products.update({ product: { id: "nobody", name: "x" } })).toThrow(
      expect.objectContaining({ status: 404, code: "PRODUCT_NOT_FOUND" }),
    );
    expect(shop.get(created.id)).toEqual(created);
    expect(shop.events()).toEqual([]);
    expect(
      shop.products.update({ product: { id: created.id, slug: "free" } }).product?.productPageUrl?.path,
    ).toBe("/product-page/free");
  });
});

describe("visibility", () => {
  it("shows hidden products to admins only", () => {
    const { id } = shop.create({ visible: false });
    shop.create({ name: "Cup" });
    expect(shop.products.query({}).products).toHaveLength(2);
    expect(shop.products.query({}, "visitor").products?.map(({ name }) => name)).toEqual(["Cup"]);
    expect(shop.products.query({ query: { filter: { id } } }, "visitor").metadata?.total).toBe(0);
    expect(() => shop.products.get({ id }, "visitor")).toThrow(expect.objectContaining({ status: 404 }));
    expect(shop.products.get({ id }).product?.id).toBe(id);
  });

  it("shows costs to admins on request only", () => {
    const { id } = shop.create({ costAndProfitData: { itemCost: 4 } });
    const request = { id, includeMerchantSpecificData: true };
    for (const [role, input] of [
      ["admin", { id }],
      ["visitor", { id }],
    ] as const) {
      const { product } = shop.products.get(input, role);
      expect(JSON.stringify(product)).not.toMatch(/cost|profit/i);
    }
    expect(JSON.stringify(shop.products.query({}).products)).not.toMatch(/cost|profit/i);
    expect(JSON.stringify(shop.products.get(request).product).match(/itemCost/g)).toHaveLength(2);
    for (const role of ["visitor", "member"] as const) {
      expect(() => shop.products.get(request, role)).toThrow(expect.objectContaining({ status: 403 }));
    }
  });
});
