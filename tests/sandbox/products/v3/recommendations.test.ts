import { expect, test } from "vitest";
import { codeOf, openTestShop } from "../../../support/test-shop.ts";

const appId = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
const get = "/v1/recommendations/get";

test.each(["v1", "v3"] as const)(
  "products of the same categories are recommended in catalog %s",
  async (catalog) => {
    const { ok, ask } = openTestShop({ catalog });
    const path =
      catalog === "v3" ? "/stores/v3/products/query" : "/stores-reader/v1/products/query-platformized";
    const [mug] = (await ok("POST", path, { query: { filter: { slug: "stoneware-mug" } } })).products;
    const { availableAlgorithms } = await ok("GET", "/v1/recommendations/algorithms");
    const [related, , , best] = availableAlgorithms.map((one: { config: { algorithmId: string } }) => ({
      id: one.config.algorithmId,
      appId,
    }));
    const items = [{ catalogItemId: mug.id, appId }];
    const { recommendation } = await ok("POST", get, { items, algorithms: [related] });
    expect(recommendation.algorithm).toEqual(related);
    expect(recommendation.items.length).toBeGreaterThan(1);
    expect(recommendation.items).not.toContainEqual(expect.objectContaining({ catalogItemId: mug.id }));
    const bestOnly = await ok("POST", get, { algorithms: [related, best], minimumRecommendedItems: 2 });
    expect(bestOnly.recommendation.algorithm).toEqual(best);
    const foreign = [{ catalogItemId: mug.id, appId: "13d21c63-b5ec-5912-8397-c3a5ddb27a97" }];
    expect(codeOf(await ask("POST", get, { items: foreign, algorithms: [related] }))).toBe(
      "ITEM_APP_ID_NOT_SUPPORTED",
    );
  },
);

test("an algorithm that the site does not have is skipped", async () => {
  const { ok } = openTestShop({});
  const unknown = { id: "00000000-0000-4000-8000-000000000000", appId };
  const best = { id: "ba491fd2-b172-4552-9ea6-7202e01d1d3c", appId };
  const found = await ok("POST", get, { algorithms: [unknown, best] });
  expect(found.recommendation.algorithm).toEqual(best);
  const none = await ok("POST", get, { algorithms: [unknown] });
  expect(none).toEqual({ recommendation: { items: [] } });
});

test("products are recommended that were bought, or only put into a cart, with the given one", async () => {
  const { ok } = openTestShop({});
  const path = "/stores-reader/v1/products/query-platformized";
  const { products } = await ok("POST", path, { query: { paging: { limit: 100 } } });
  const simple = products.filter((one: { manageVariants?: boolean }) => !one.manageVariants);
  const refer = ({ id }: { id: string }) => ({
    catalogReference: { appId, catalogItemId: id },
    quantity: 1,
  });
  const name = "A lamp without orders";
  const lamp = { name, productType: "physical", visible: true, priceData: { price: 5 } };
  const { product } = await ok("POST", "/stores/v1/products", { product: lamp });
  const [bought, inCart] = simple;
  const price = { amount: "5" };
  await ok("POST", "/ecom/v1/orders", {
    order: {
      lineItems: [product, bought].map((one) => ({
        ...refer(one),
        productName: { original: "A thing" },
        itemType: { preset: "PHYSICAL" },
        price,
      })),
      priceSummary: { subtotal: { amount: "10" }, total: { amount: "10" } },
      channelInfo: { type: "WEB" },
      status: "APPROVED",
    },
  });
  await ok("POST", "/ecom/v1/carts", { lineItems: [product, inCart].map(refer) });
  const found = async (id: string) => {
    const asked = { items: [{ appId, catalogItemId: product.id }], algorithms: [{ id, appId }] };
    const { recommendation } = await ok("POST", get, asked);
    return recommendation.items.map((one: { catalogItemId: string }) => one.catalogItemId).sort();
  };
  expect(await found("d5aac1e1-2e53-4d11-85f7-7172710b4783")).toEqual([bought.id]);
  expect(await found("5dd69f67-9ab9-478e-ba7c-10c6c6e7285f")).toEqual([bought.id, inCart.id].sort());
});

test("all products that match a filter join and leave categories", async () => {
  const { ok, ask } = openTestShop({ catalog: "v3" });
  const treeReference = { appNamespace: "@wix/stores" };
  const { category } = await ok("POST", "/categories/v1/categories", {
    category: { name: "Small things" },
    treeReference,
  });
  const itemsOf = async () => {
    const path = `/categories/v1/categories/${category.id}/list-items`;
    return (await ok("POST", path, { treeReference })).items.length;
  };
  const change = (what: string, categoryIds: string[]) =>
    ask("POST", `/stores/v3/bulk/products/${what}-categories-by-filter`, {
      filter: { "actualPriceRange.minValue.amount": { $lt: 20 } },
      categoryIds,
    });
  const { body, status } = await change("add-to", [category.id]);
  expect([status, body.jobId]).toEqual([200, expect.any(String)]);
  const search = { filter: { "directCategoriesInfo.categories": { $matchItems: [{ id: category.id }] } } };
  const { products } = await ok("POST", "/stores/v3/products/search", { search });
  expect(products.length).toBeGreaterThan(2);
  expect(await itemsOf()).toBe(products.length);
  expect((await change("remove-from", [category.id])).status).toBe(200);
  expect(await itemsOf()).toBe(0);
  expect((await change("add-to", ["00000000-0000-4000-8000-000000000000"])).status).toBe(404);
});

test("stock locations are those of the inventory items", async () => {
  const { ok, ask } = openTestShop({ catalog: "v3" });
  const { storesLocation } = await ok("GET", "/stores/v3/locations/default");
  expect(storesLocation).toMatchObject({ defaultLocation: true, locationType: "PHYSICAL" });
  const { storesLocations, pagingMetadata } = await ok("POST", "/stores/v3/locations/query", { query: {} });
  expect(storesLocations).toEqual([storesLocation]);
  expect(pagingMetadata).toMatchObject({ count: 1, hasNext: false });
  const { inventoryItems } = await ok("POST", "/stores/v3/inventory-items/query", { query: {} });
  expect(inventoryItems[0].locationId).toBe(storesLocation.id);
  const unknown = await ask("GET", "/stores/v3/locations/00000000-0000-4000-8000-000000000000");
  expect(unknown.status).toBe(404);
});
