import { beforeEach, expect, it } from "vitest";
import { mismatchIn } from "../../../src/api/decode.ts";
import { Collection } from "../../../src/api/services/collections.ts";
import { copiedProduct } from "../../../src/sandbox/products/v1/copied.ts";
import { allProducts, openShopSandbox, type ShopSandbox } from "../support/shop-sandbox.ts";

let shop: ShopSandbox;
beforeEach(() => {
  shop = openShopSandbox();
});

const create = (collection: Partial<Collection>) =>
  shop.collections.create({ collection }).collection as Collection & { id: string };
const get = (id: string) => shop.collections.get({ id }).collection!;

it("creates, reads by id and slug, updates and deletes", () => {
  const created = create({ name: "Süßes & Salziges" });
  expect(created).toMatchObject({
    slug: "susses-salziges",
    visible: true,
    numberOfProducts: 0,
    description: "",
    media: { items: [] },
    lastUpdated: "2026-03-01T08:00:00.000Z",
  });
  expect(mismatchIn(Collection, created)).toBeUndefined();
  expect(get(created.id)).toEqual(created);
  expect(shop.collections.getBySlug({ slug: "susses-salziges" }).collection).toEqual(created);
  expect(shop.collections.getBySlugV1({ slug: "susses-salziges" }).collection).toEqual(created);
  shop.tick(1000);
  const change = { id: created.id, description: "Both", slug: "both" };
  const { collection } = shop.collections.update({ collection: change });
  expect(collection).toEqual({ ...created, ...change, lastUpdated: "2026-03-01T08:00:01.000Z" });
  expect(shop.collections.remove({ id: created.id })).toEqual({});
  expect(() => get(created.id)).toThrow(expect.objectContaining({ status: 404, code: 404 }));
  expect(shop.events()).toMatchObject([
    [
      "CollectionCreated",
      { collectionId: created.id, name: "Süßes & Salziges", slug: "susses-salziges", visible: true },
    ],
    ["CollectionChanged", { collectionId: created.id, changedFields: ["slug", "description"] }],
    ["CollectionDeleted", { collectionId: created.id, collection_Id: created.id }],
  ]);
});

it("has the slug of the built-in collection from the start", () => {
  const taken = expect.objectContaining({ status: 409, code: "SLUG_ALREADY_IN_USE" });
  expect(() => create({ name: "All", slug: "all-products" })).toThrow(taken);
  expect(create({ name: "All Products" }).slug).toBe("all-products-1");
});

it("keeps slugs unique and rejects invalid collections", () => {
  const created = create({ name: "Mugs" });
  expect(create({ name: "Mugs" }).slug).toBe("mugs-1");
  shop.events();
  const taken = expect.objectContaining({ status: 409, code: "SLUG_ALREADY_IN_USE" });
  expect(() => create({ name: "More", slug: "mugs-1" })).toThrow(taken);
  expect(() => shop.collections.update({ collection: { id: created.id, slug: "mugs-1" } })).toThrow(taken);
  expect(() => shop.collections.update({ collection: { id: created.id, name: null } })).toThrow(
    "collection.name",
  );
  expect(() => create({})).toThrow("collection.name");
  expect(() => create({ name: "All", slug: "all-products" })).toThrow(taken);
  expect(get(created.id)).toEqual(created);
  shop.collections.update({ collection: { id: created.id, name: "Mugs" } });
  expect(shop.events()).toEqual([]);
});

it("adds and removes products on both sides", () => {
  const { id } = create({ name: "Mugs" });
  const [one, two] = [shop.create({ name: "One" }).id, shop.create({ name: "Two" }).id];
  shop.events();
  shop.collections.addProducts({ id, productIds: [one, two, one] });
  expect(get(id).numberOfProducts).toBe(2);
  expect(shop.get(one).collectionIds).toEqual([allProducts, id]);
  expect(
    shop.products.query({ query: { filter: { collectionIds: { $hasSome: [id] } } } }).products,
  ).toHaveLength(2);
  expect(shop.events()).toMatchObject([
    ["ProductChanged", { productId: one, changedFields: ["collectionIds"] }],
    ["ProductChanged", { productId: two, changedFields: ["collectionIds"] }],
    ["CollectionChanged", { collectionId: id, changedFields: ["productIds"] }],
  ]);
  shop.collections.addProducts({ id, productIds: [one] });
  expect(shop.events()).toEqual([]);
  shop.collections.removeProducts({ id, productIds: [one] });
  expect(get(id).numberOfProducts).toBe(1);
  expect(shop.get(one).collectionIds).toEqual([allProducts]);
  shop.collections.remove({ id });
  expect(shop.get(two).collectionIds).toEqual([allProducts]);
});

it("rejects an unknown product and changes nothing", () => {
  const { id } = create({ name: "Mugs" });
  const one = shop.create().id;
  shop.events();
  expect(() => shop.collections.addProducts({ id, productIds: [one, "nobody"] })).toThrow(
    expect.objectContaining({ status: 404, message: expect.stringContaining("nobody") }),
  );
  expect(() => shop.collections.addProducts({ id: "nowhere", productIds: [one] })).toThrow(
    expect.objectContaining({ status: 404, code: 404 }),
  );
  expect(get(id).numberOfProducts).toBe(0);
  expect(shop.get(one).collectionIds).toEqual([allProducts]);
  expect(shop.events()).toEqual([]);
});

it("has a built-in collection of all products that cannot be changed", () => {
  const empty = shop.collections.query({});
  expect(empty).toMatchObject({
    collections: [{ id: allProducts, name: "All Products" }],
    metadata: { total: 1 },
  });
  expect(shop.collections.query({ query: { filter: { id: { $ne: allProducts } } } }).collections).toEqual([]);
  expect(get(allProducts).numberOfProducts).toBe(0);
  const { id } = shop.create();
  expect(get(allProducts).numberOfProducts).toBe(1);
  expect(shop.collections.getBySlug({ slug: "all-products" }).collection?.id).toBe(allProducts);
  const rejection = expect.objectContaining({ status: 400, code: "BUILT_IN_COLLECTION" });
  expect(() => shop.collections.remove({ id: allProducts })).toThrow(rejection);
  expect(() => shop.collections.update({ collection: { id: allProducts, name: "x" } })).toThrow(rejection);
  expect(() => shop.collections.removeProducts({ id: allProducts, productIds: [id] })).toThrow(rejection);
  expect(() => shop.collections.addProducts({ id: allProducts, productIds: [id] })).toThrow(rejection);
  create({ name: "Mugs" });
  const { collections } = shop.collections.query({ query: { filter: { id: { $ne: allProducts } } } });
  expect(collections?.map(({ name }) => name)).toEqual(["Mugs"]);
});

it("shows hidden collections to admins only", () => {
  const { id, slug } = create({ name: "Secret", visible: false });
  expect(shop.collections.query({}).metadata?.total).toBe(2);
  expect(shop.collections.query({}, "visitor").collections?.map((one) => one.id)).toEqual([allProducts]);
  const missing = expect.objectContaining({ status: 404 });
  expect(() => shop.collections.get({ id }, "visitor")).toThrow(missing);
  expect(() => shop.collections.getBySlug({ slug: slug! }, "member")).toThrow(missing);
});

it("can be missing for a product of another shop, which can be deleted nevertheless", () => {
  const [id, lost] = [crypto.randomUUID(), crypto.randomUUID()];
  const given = { id, name: "Mug", slug: "mug", priceData: { price: 1 }, collectionIds: [lost] };
  shop.store.write({ caller: { role: "admin" } }, (tx) => copiedProduct(tx, given));
  expect(shop.get(id).collectionIds).toContain(lost);
  expect(shop.products.remove({ id })).toEqual({});
  expect(() => shop.get(id)).toThrow(expect.objectContaining({ status: 404, code: "PRODUCT_NOT_FOUND" }));
});
