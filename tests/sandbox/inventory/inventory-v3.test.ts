import { beforeEach, describe, expect, it } from "vitest";
import type { InventoryItemV3 } from "../../../src/api/services/inventory.ts";
import { openShopV3Sandbox, type ShopV3Sandbox } from "../support/shop-v3-sandbox.ts";

let shop: ShopV3Sandbox;
beforeEach(() => {
  shop = openShopV3Sandbox();
});
const rejection = (status: number, code: string) => expect.objectContaining({ status, code });
const otherPlace = "11111111-2222-4333-8444-555555555555";

/** Creates a product in two sizes and returns its inventory items. */
function stocked(units: readonly number[] = [3, 0]) {
  const product = shop.createSized(units);
  const [small, large] = product.variantsInfo?.variants ?? [];
  const filter = { productId: product.id };
  const found = shop.items.query({
    query: { filter, sort: [{ fieldName: "product.variantSku", order: "DESC" }] },
  });
  const [one, other] = found.inventoryItems ?? [];
  shop.events();
  return { product, small: small!, large: large!, one: one!, other: other! };
}

it("is created with the product and shown on it", () => {
  const { product, one, other } = stocked();
  expect(one).toMatchObject({
    quantity: 3,
    trackQuantity: true,
    availabilityStatus: "IN_STOCK",
    revision: "1",
    product: { name: "Tee", variantName: "S", variantSku: "TEE-S", variantVisible: true },
  });
  expect(one).not.toHaveProperty("inStock");
  expect(other).toMatchObject({ quantity: 0, availabilityStatus: "OUT_OF_STOCK" });
  expect(shop.get(product.id)).toMatchObject({
    revision: "1",
    inventory: { availabilityStatus: "PARTIALLY_OUT_OF_STOCK", preorderStatus: "DISABLED" },
    options: [
      {
        choicesSettings: {
          choices: [
            { name: "S", inStock: true },
            { name: "L", inStock: false },
          ],
        },
      },
    ],
    variantsInfo: {
      variants: [{ inventoryStatus: { inStock: true } }, { inventoryStatus: { inStock: false } }],
    },
  });
});

describe("create", () => {
  it("adds an item at a location; other locations do not affect the product's availability", () => {
    const { product, large } = stocked();
    const given = { productId: product.id, variantId: large.id, locationId: otherPlace, quantity: 5 };
    const { inventoryItem } = shop.items.create({ inventoryItem: given });
    expect(inventoryItem).toMatchObject({ locationId: otherPlace, availabilityStatus: "IN_STOCK" });
    expect(shop.get(product.id).inventory?.availabilityStatus).toBe("PARTIALLY_OUT_OF_STOCK");
    expect(shop.events()).toMatchObject([
      ["inventory_item_created", { createdEvent: { entity: { quantity: 5 } } }],
    ]);
    const again = () => shop.items.create({ inventoryItem: given });
    expect(again).toThrow(rejection(409, "ITEM_ALREADY_EXISTS"));
  });

  it("rejects invalid items and stores nothing", () => {
    const { product, one } = stocked();
    const before = shop.everything();
    const create = (given: object) => () =>
      shop.items.create({ inventoryItem: { productId: product.id, ...given } });
    expect(create({ variantId: otherPlace, quantity: 1 })).toThrow(rejection(404, "VARIANT_NOT_FOUND"));
    expect(create({ variantId: one.variantId })).toThrow("inventoryItem.inStock must be set");
    expect(create({ variantId: one.variantId, inStock: true, quantity: 1 })).toThrow(
      "must not be set together",
    );
    expect(create({ variantId: one.variantId, locationId: otherPlace, quantity: -1 })).toThrow(
      "not be negative",
    );
    const limited = {
      variantId: one.variantId,
      locationId: otherPlace,
      inStock: true,
      preorderInfo: { limit: 5 },
    };
    expect(create(limited)).toThrow("preorderInfo.limit requires a tracked quantity");
    expect(shop.everything()).toBe(before);
    expect(shop.events()).toEqual([]);
  });
});

describe("update", () => {
  it("sets the stock, increments the revision, and emits the item, its status and the reason", () => {
    const { product, other } = stocked();
    const update = { inventoryItem: { id: other.id, revision: "1", quantity: 4 }, reason: "MANUAL" };
    expect(shop.items.update(update).inventoryItem).toMatchObject({ quantity: 4, revision: "2" });
    expect(shop.get(product.id).inventory?.availabilityStatus).toBe("IN_STOCK");
    expect(shop.get(product.id).revision).toBe("1");
    expect(shop.events()).toMatchObject([
      ["inventory_item_updated", { updatedEvent: { currentEntity: { quantity: 4 } } }],
      ["inventory_item_stock_status_updated", { actionEvent: { body: { inStock: true } } }],
      ["inventory_item_updated_with_reason", { actionEvent: { body: { reason: "MANUAL" } } }],
    ]);
    expect(() => shop.items.update(update)).toThrow(rejection(409, "REVISION_MISMATCH"));
  });

  it("switches between tracked and untracked stock", () => {
    const { one } = stocked();
    const result = shop.items.update({
      inventoryItem: { id: one.id, revision: "1", inStock: true },
    }).inventoryItem;
    expect(result).toMatchObject({ inStock: true, trackQuantity: false });
    expect(result).not.toHaveProperty("quantity");
    const counted = shop.items.update({
      inventoryItem: { id: one.id, revision: "2", quantity: 0 },
    }).inventoryItem;
    expect(counted).toMatchObject({ quantity: 0, trackQuantity: true, availabilityStatus: "OUT_OF_STOCK" });
  });
});

describe("pre-orders", () => {
  it("make out-of-stock items available, up to their limit", () => {
    const { product, other } = stocked();
    const preorderInfo = { enabled: true, limit: 2, message: "Ships in May" };
    const set = shop.items.update({
      inventoryItem: { id: other.id, revision: "1", preorderInfo },
    }).inventoryItem;
    expect(set).toMatchObject({
      availabilityStatus: "PREORDER",
      preorderInfo: { enabled: true, limit: 2, counter: 0, quantity: 2 },
    });
    expect(shop.get(product.id).inventory).toEqual({
      availabilityStatus: "PARTIALLY_OUT_OF_STOCK",
      preorderStatus: "PARTIALLY_ENABLED",
      preorderAvailability: "SOME_VARIANTS",
    });
    const take = (decrementBy: number) =>
      shop.items.bulkDecrement({
        decrementData: [{ inventoryItemId: other.id, decrementBy, preorderRequest: true }],
        returnEntity: true,
      });
    expect(take(2).results).toMatchObject([
      {
        item: { quantity: 0, availabilityStatus: "OUT_OF_STOCK", preorderInfo: { counter: 2, quantity: 0 } },
      },
    ]);
    expect(take(1).results).toMatchObject([
      { itemMetadata: { success: false, error: { code: "INSUFFICIENT_INVENTORY" } } },
    ]);
  });

  it("have no limit where the quantity is not tracked", () => {
    const { other } = stocked();
    const preorderInfo = { enabled: true, limit: 2 };
    shop.items.update({ inventoryItem: { id: other.id, revision: "1", preorderInfo } });
    const take = (decrementBy: number) =>
      shop.items.bulkDecrement({
        decrementData: [{ inventoryItemId: other.id, decrementBy, preorderRequest: true }],
        returnEntity: true,
      }).results?.[0]?.item;
    expect(take(2)).toMatchObject({ availabilityStatus: "OUT_OF_STOCK", revision: "3" });
    const untracked = { id: other.id, revision: "3", inStock: false };
    expect(shop.items.update({ inventoryItem: untracked }).inventoryItem).toMatchObject({
      availabilityStatus: "PREORDER",
    });
    expect(take(1)).toMatchObject({ availabilityStatus: "PREORDER", preorderInfo: { counter: 3 } });
  });

  it("keep their message and limit until null removes them", () => {
    const { other } = stocked();
    const set = (revision: string, preorderInfo: InventoryItemV3["preorderInfo"]) =>
      shop.items.update({ inventoryItem: { id: other.id, revision, preorderInfo } }).inventoryItem
        ?.preorderInfo;
    set("1", { enabled: true, limit: 2, message: "Ships in May" });
    expect(set("2", { enabled: true })).toMatchObject({ limit: 2, message: "Ships in May" });
    const cleared = set("3", { limit: null, message: null });
    expect(cleared).toMatchObject({ enabled: true, limit: 100_000 });
    expect(cleared).not.toHaveProperty("message");
  });

  it("exclude subscriptions, which digital products cannot have either", () => {
    const subscriptionDetails = {
      allowOneTimePurchases: true,
      subscriptions: [
        { title: "Monthly", description: "Tea", frequency: "MONTH", interval: 1, autoRenewal: true },
      ],
    };
    const before = shop.create();
    const variantId = before.variantsInfo?.variants?.[0]?.id;
    const preordered = { productId: before.id, variantId, quantity: 0, preorderInfo: { enabled: true } };
    const { id, revision } = shop.items.create({ inventoryItem: preordered }).inventoryItem!;
    const subscribe = () =>
      shop.products.update({ product: { id: before.id, revision: before.revision, subscriptionDetails } });
    expect(subscribe).toThrow(rejection(400, "PREORDER_VALIDATION_ERROR"));
    shop.items.update({ inventoryItem: { id, revision, preorderInfo: { enabled: false } } });
    expect(subscribe().product?.subscriptionDetails?.subscriptions).toHaveLength(1);
  });

  it("are rejected for digital products", () => {
    const product = shop.create({ productType: "DIGITAL" });
    const given = {
      productId: product.id,
      variantId: product.variantsInfo?.variants?.[0]?.id,
      inStock: true,
    };
    expect(() => shop.items.create({ inventoryItem: { ...given, preorderInfo: { enabled: true } } })).toThrow(
      rejection(400, "PRE_ORDER_VALIDATION"),
    );
  });
});

describe("increments and decrements", () => {
  it("go below zero only if unrestricted, each row independently", () => {
    const { one, other } = stocked([3, 1]);
    const decrementData = [
      { inventoryItemId: one.id, decrementBy: 2 },
      { inventoryItemId: other.id, decrementBy: 2 },
      { inventoryItemId: otherPlace, decrementBy: 1 },
    ];
    const answer = shop.items.bulkDecrement({ decrementData, restrictInventory: true, returnEntity: true });
    expect(answer).toMatchObject({
      results: [
        { itemMetadata: { id: one.id, originalIndex: 0, success: true }, item: { quantity: 1 } },
        { itemMetadata: { success: false, error: { code: "INSUFFICIENT_INVENTORY" } } },
        { itemMetadata: { success: false, error: { code: "INVENTORY_ITEM_NOT_FOUND" } } },
      ],
      bulkActionMetadata: { totalSuccesses: 1, totalFailures: 2, undetailedFailures: 0 },
    });
    const free = shop.items.bulkDecrement({ decrementData: decrementData.slice(1, 2), returnEntity: true });
    expect(free.results).toMatchObject([{ item: { quantity: -1 } }]);
  });

  it("find items by variant and location", () => {
    const { small, one } = stocked();
    const answer = shop.items.bulkIncrementByVariant({
      incrementData: [
        { variantId: small.id, incrementBy: 5 },
        { variantId: small.id, locationId: otherPlace, incrementBy: 5 },
      ],
    });
    expect(answer.results).toMatchObject([
      { itemMetadata: { id: one.id, success: true } },
      { itemMetadata: { error: { code: "NOT_FOUND" } } },
    ]);
    expect(shop.items.get({ inventoryItemId: one.id }).inventoryItem?.quantity).toBe(8);
  });

  it("reject parts of a unit", () => {
    const inventoryItemId = stocked().one.id;
    const inventoryCreationData = { quantity: 1.5 };
    for (const call of [
      () => shop.items.bulkIncrement({ incrementData: [{ inventoryItemId, incrementBy: 1.5 }] }),
      () => shop.items.bulkDecrement({ decrementData: [{ inventoryItemId, decrementBy: 1.5 }] }),
      () => shop.items.bulkAdjustByFilter({ filter: {}, adjustment: { incrementBy: 1.5 } }),
      () =>
        shop.items.bulkCreateByVariantFilter({ filter: {}, locationId: otherPlace, inventoryCreationData }),
    ])
      expect(call).toThrow("must be a whole number");
  });

  it("reject untracked items and quantities out of range", () => {
    const { one, other } = stocked();
    shop.items.update({ inventoryItem: { id: other.id, revision: "1", inStock: true } });
    const answer = shop.items.bulkIncrement({
      incrementData: [
        { inventoryItemId: other.id, incrementBy: 1 },
        { inventoryItemId: one.id, incrementBy: 99_999 },
      ],
    });
    expect(answer.results?.map(({ itemMetadata }) => itemMetadata?.error?.code)).toEqual([
      "INVENTORY_QUANTITY_NOT_TRACKED",
      "MAX_QUANTITY_LIMIT_REACHED",
    ]);
  });
});

describe("bulk calls", () => {
  it("create, update and delete with a result for each item", () => {
    const product = shop.createSized([]);
    const [small, large] = product.variantsInfo?.variants ?? [];
    const row = (variantId: string | null | undefined, quantity: number) => ({
      productId: product.id,
      variantId,
      quantity,
    });
    const result = shop.items.bulkCreate({
      inventoryItems: [row(small?.id, 1), row(large?.id, 2), row(small?.id, 9)],
      returnEntity: true,
    });
    expect(result.bulkActionMetadata).toMatchObject({ totalSuccesses: 2, totalFailures: 1 });
    expect(result.results?.[2]?.itemMetadata?.error?.code).toBe("ITEM_ALREADY_EXISTS");
    const upserted = shop.items.bulkUpsert({
      inventoryItems: [
        { inventoryItem: row(small?.id, 7) },
        { inventoryItem: { ...row(large?.id, 8), locationId: otherPlace } },
        { inventoryItem: { ...row(large?.id, 8), revision: "5" } },
      ],
      returnEntity: true,
    });
    expect(upserted.results).toMatchObject([
      { item: { quantity: 7, revision: "2" } },
      { item: { quantity: 8, revision: "1" } },
      { itemMetadata: { error: { code: "REVISION_MISMATCH" } } },
    ]);
    const ids = result.results?.slice(0, 2).map(({ itemMetadata }) => itemMetadata?.id ?? "") ?? [];
    expect(shop.items.bulkRemove({ inventoryItemIds: ids }).bulkActionMetadata).toMatchObject({
      totalSuccesses: 2,
    });
    expect(shop.items.count({}).count).toBe(1);
    expect(shop.get(product.id).inventory?.availabilityStatus).toBe("OUT_OF_STOCK");
  });

  it("update items by filter", () => {
    const { product, other } = stocked([3, 0]);
    const { jobId } = shop.items.bulkAdjustByFilter({
      filter: { productId: product.id },
      adjustment: { decrementBy: 1 },
    });
    expect(jobId).toMatch(/^[0-9a-f-]{36}$/);
    const quantities = () =>
      shop.items
        .query({})
        .inventoryItems?.map(({ quantity }) => quantity)
        .sort();
    // The untracked item stays unchanged.
    expect(quantities()).toEqual([0, 2]);
    shop.items.bulkUpdateByFilter({ filter: { quantity: { $lt: 1 } }, inventoryItem: { quantity: 6 } });
    expect(quantities()).toEqual([2, 6]);
    shop.items.bulkRemoveByFilter({ filter: { id: other.id } });
    expect(quantities()).toEqual([2]);
    shop.items.bulkCreateByVariantFilter({
      filter: { "productData.productId": product.id },
      locationId: otherPlace,
      inventoryCreationData: { quantity: 1 },
    });
    expect(shop.items.count({ filter: { locationId: otherPlace } }).count).toBe(2);
  });
});

describe("lists", () => {
  it("filter and sort by declared fields and search text", () => {
    stocked([3, 0]);
    const skus = (filter: object, search?: { expression: string }) =>
      shop.items
        .search({
          search: { filter, ...(search && { search }), sort: [{ fieldName: "quantity", order: "ASC" }] },
        })
        .inventoryItems?.map(({ product }) => product?.variantSku);
    expect(skus({})).toEqual(["TEE-L", "TEE-S"]);
    expect(skus({ inStock: true })).toEqual(["TEE-S"]);
    expect(skus({ trackQuantity: true, quantity: { $lt: 3 } })).toEqual(["TEE-L"]);
    expect(skus({ "product.variantSku": { $startsWith: "TEE" } })).toHaveLength(2);
    expect(skus({}, { expression: "tee-l" })).toEqual(["TEE-L"]);
    expect(() => skus({ color: "red" })).toThrow("Field 'color' is not declared as filterable");
  });

  it("page by cursor", () => {
    stocked();
    const first = shop.items.query({ query: { cursorPaging: { limit: 1 } } });
    expect(first.pagingMetadata).toMatchObject({ count: 1, hasNext: true });
    const cursor = first.pagingMetadata?.cursors?.next;
    const second = shop.items.query({ query: { cursorPaging: { limit: 1, cursor } } });
    expect(second.pagingMetadata).toMatchObject({ count: 1, hasNext: false });
    expect(second.inventoryItems?.[0]?.id).not.toBe(first.inventoryItems?.[0]?.id);
  });
});
