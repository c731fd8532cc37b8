import { expect, it } from "vitest";
import { mismatchIn } from "../../../src/api/decode.ts";
import { Collection } from "../../../src/api/services/collections.ts";
import { Product } from "../../../src/api/services/products.ts";
import { seedDemoV1, seedProducts } from "../../../src/sandbox/seed/index.ts";
import { allProducts, openShopSandbox, type ShopSandbox } from "../support/shop-sandbox.ts";

const everything = (shop: ShopSandbox) =>
  shop.products
    .query({ query: { paging: { limit: 100 }, sort: [{ fieldName: "numericId" }] } })
    .products!.map(({ id }) => shop.get(id!));

function seeded(work: (shop: ShopSandbox) => void): ShopSandbox {
  const shop = openShopSandbox();
  work(shop);
  return shop;
}
const demo = () => seeded((shop) => shop.write((tx) => seedDemoV1(tx)));
const generated = (from: number, to: number) =>
  seeded((shop) => shop.write((tx) => seedProducts(tx, from, to)));

it("creates the same demo shop with the same ids each time, without events", () => {
  const [one, two] = [demo(), demo()];
  expect(everything(one)).toEqual(everything(two));
  expect(one.collections.query({})).toEqual(two.collections.query({}));
  expect(one.events()).toEqual([]);
});

it("covers every kind of product", () => {
  const shop = demo();
  const products = everything(shop);
  expect(products).toHaveLength(24);
  expect(products.flatMap((product) => (!mismatchIn(Product, product) ? [] : [product.slug]))).toEqual([]);
  expect(products.every(({ name, sku, brand }) => name && sku && brand)).toBe(true);
  const skus = products.flatMap(({ variants }) => variants!.map(({ variant }) => variant?.sku));
  expect(skus.length).toBeGreaterThan(50);
  const having = (test: (product: Product) => unknown) => products.filter(test).length;
  expect({
    hidden: having(({ visible }) => !visible),
    digital: having(({ productType }) => productType === "digital"),
    out: having(({ stock }) => stock?.inventoryStatus === "OUT_OF_STOCK"),
    partly: having(({ stock }) => stock?.inventoryStatus === "PARTIALLY_OUT_OF_STOCK"),
    untracked: having(({ stock }) => !stock?.trackInventory),
    percent: having(({ discount }) => discount?.type === "PERCENT"),
    amount: having(({ discount }) => discount?.type === "AMOUNT"),
    colors: having(({ productOptions }) => productOptions?.some((option) => option.optionType === "color")),
    surcharged: having(({ priceRange }) => priceRange!.minValue !== priceRange!.maxValue),
    perUnit: having(({ priceData }) => priceData?.pricePerUnit),
    lines: having(({ description }) => description?.includes("\n")) > 2,
    letters: having(({ name }) => /[^ -~]/.test(name!)) > 2,
  }).toEqual({
    hidden: 1,
    digital: 1,
    out: 3,
    partly: 5,
    untracked: 5,
    percent: 2,
    amount: 1,
    colors: 5,
    surcharged: 8,
    perUnit: 2,
    lines: true,
    letters: true,
  });
});

it("counts the products of each collection", () => {
  const shop = demo();
  const collections = shop.collections.query({ query: { paging: { limit: 100 } } }).collections!;
  expect(collections).toHaveLength(6);
  for (const collection of collections) {
    expect(!mismatchIn(Collection, collection)).toBe(true);
    const filter = { collectionIds: { $hasSome: [collection.id] } };
    const { metadata } = shop.products.query({ query: { filter, paging: { limit: 0 } } });
    expect([collection.slug, metadata?.total]).toEqual([collection.slug, collection.numberOfProducts]);
    expect(collection.numberOfProducts).toBeGreaterThan(4);
  }
});

it("derives products as the handlers do: saving one unchanged changes nothing", () => {
  const shop = demo();
  for (const product of everything(shop)) {
    shop.products.update({ product });
    expect(shop.get(product.id!)).toEqual(product);
  }
  expect(shop.events()).toEqual([]);
});

it("rejects a second demo shop and adds only missing generated products", () => {
  const shop = demo();
  const rejection = expect.objectContaining({ status: 409, code: "ALREADY_SEEDED" });
  expect(() => shop.write((tx) => seedDemoV1(tx))).toThrow(rejection);
  shop.write((tx) => seedProducts(tx, 1, 5));
  expect(shop.write((tx) => seedProducts(tx, 4, 9))).toBe(4);
  expect(shop.write((tx) => seedProducts(tx, 1, 9))).toBe(0);
  expect(everything(shop)).toHaveLength(33);
});

it("generates the same products in one range or several", () => {
  const whole = everything(generated(1, 40));
  const pieces = seeded((shop) => {
    shop.write((tx) => seedProducts(tx, 1, 13));
    shop.write((tx) => seedProducts(tx, 14, 40));
  });
  expect(everything(pieces)).toEqual(whole);
  expect(whole).toHaveLength(40);
  expect(whole.flatMap((product) => (!mismatchIn(Product, product) ? [] : [product.slug]))).toEqual([]);
  expect(new Set(whole.map(({ brand }) => brand)).size).toBe(20);
  expect(whole.map(({ sku }) => sku).slice(0, 2)).toEqual(["GEN-000001", "GEN-000002"]);
  expect(whole[9]?.variants).toHaveLength(3);
  expect(whole[6]?.discount).toEqual({ type: "PERCENT", value: 10 });
  expect(pieces.collections.get({ id: allProducts }).collection?.numberOfProducts).toBe(40);
  expect(pieces.events()).toEqual([]);
});
