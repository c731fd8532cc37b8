import { beforeEach, expect, it } from "vitest";
import { defaultVariant, openShopSandbox, type ShopSandbox, sizes } from "../support/shop-sandbox.ts";

let shop: ShopSandbox;
beforeEach(() => {
  shop = openShopSandbox();
});

const itemOf = (productId: string) => shop.inventory.getVariants({ productId }).inventoryItem!;
const counted = (productId: string, quantity: number) =>
  shop.inventory.updateVariants({
    inventoryItem: { productId, trackQuantity: true, variants: [{ variantId: defaultVariant, quantity }] },
  });
const quantities = (productId: string) => itemOf(productId).variants?.map(({ quantity }) => quantity);

/** Creates a tracked product in two sizes, with 5 small and 0 large. */
function sized(): [id: string, small: string, large: string] {
  const { id, variants } = shop.create({ manageVariants: true, productOptions: [sizes] });
  const [small, large] = variants!.map((variant) => variant.id!) as [string, string];
  const entries = [
    { variantId: small, quantity: 5 },
    { variantId: large, quantity: 0 },
  ];
  shop.inventory.updateVariants({ inventoryItem: { productId: id, trackQuantity: true, variants: entries } });
  return [id, small, large];
}

it("has one untracked item in stock per new product", () => {
  const { id, inventoryItemId, numericId } = shop.create();
  expect(itemOf(id)).toEqual({
    id: inventoryItemId,
    externalId: id,
    productId: id,
    trackQuantity: false,
    variants: [{ variantId: defaultVariant, inStock: true, availableForPreorder: false }],
    lastUpdated: "2026-03-01T08:00:00.000Z",
    numericId,
  });
  expect(shop.inventory.getVariants({ inventoryId: inventoryItemId }).inventoryItem).toEqual(itemOf(id));
  expect(() => shop.inventory.getVariants({ inventoryId: "nothing" })).toThrow(
    expect.objectContaining({ status: 404, code: "INVENTORY_ITEM_NOT_FOUND" }),
  );
});

it("uses inStock only if untracked", () => {
  const { id, inventoryItemId } = shop.create();
  shop.events();
  shop.inventory.updateVariants({
    inventoryItem: { productId: id, variants: [{ variantId: defaultVariant, inStock: false, quantity: 9 }] },
  });
  expect(itemOf(id).variants).toEqual([
    { variantId: defaultVariant, inStock: false, availableForPreorder: false },
  ]);
  expect(shop.get(id).stock).toEqual({
    trackInventory: false,
    inStock: false,
    inventoryStatus: "OUT_OF_STOCK",
  });
  expect(shop.events()).toEqual([
    [
      "InventoryVariantsChanged",
      {
        inventoryItemId,
        externalId: id,
        productId: id,
        variants: [{ id: defaultVariant, oldValue: { inStock: true }, newValue: { inStock: false } }],
        updatedDate: "2026-03-01T08:00:00.000Z",
      },
    ],
  ]);
});

it("tracks variants and updates the product's stock", () => {
  const [id, small, large] = sized();
  const product = shop.get(id);
  expect(product.stock).toEqual({
    trackInventory: true,
    quantity: 5,
    inStock: true,
    inventoryStatus: "PARTIALLY_OUT_OF_STOCK",
  });
  expect(product.variants?.map(({ stock }) => stock)).toEqual([
    { trackQuantity: true, quantity: 5, inStock: true },
    { trackQuantity: true, quantity: 0, inStock: false },
  ]);
  expect(product.productOptions?.[0]?.choices).toMatchObject([{ inStock: true }, { inStock: false }]);
  const status = () => shop.get(id).stock?.inventoryStatus;
  shop.inventory.increment({ incrementData: [{ productId: id, variantId: large, incrementBy: 2 }] });
  expect(status()).toBe("IN_STOCK");
  shop.products.updateVariants({ id, variants: [{ variantIds: [large], visible: false }] });
  shop.inventory.decrement({ decrementData: [{ productId: id, variantId: small, decrementBy: 5 }] });
  expect([status(), shop.get(id).stock?.inStock, shop.get(id).stock?.quantity]).toEqual([
    "OUT_OF_STOCK",
    false,
    2,
  ]);
});

it("emits an event when tracking starts and ends", () => {
  const { id } = shop.create();
  shop.events();
  counted(id, 3);
  expect(shop.events()).toMatchObject([
    ["InventoryItemChanged", { productId: id, trackInventory: true, fieldMask: ["trackInventory"] }],
    [
      "InventoryVariantsChanged",
      { variants: [{ oldValue: { inStock: true }, newValue: { quantity: 3, inStock: true } }] },
    ],
  ]);
  counted(id, 3);
  expect(shop.events()).toEqual([]);
  shop.inventory.updateVariants({ inventoryItem: { productId: id, trackQuantity: false } });
  expect(itemOf(id)).toMatchObject({ trackQuantity: false, variants: [{ inStock: true }] });
  expect(quantities(id)).toEqual([undefined]);
});

it("increments and decrements all rows or none", () => {
  const [id, small, large] = sized();
  const plain = shop.create({ name: "Plain" }).id;
  counted(plain, 10);
  shop.events();
  shop.inventory.decrement({
    decrementData: [
      { productId: id, variantId: small, decrementBy: 2 },
      { inventoryId: itemOf(plain).id, variantId: defaultVariant, decrementBy: 4 },
      { productId: id, variantId: small, decrementBy: 3 },
    ],
    reason: "ORDER",
  });
  expect([quantities(id), quantities(plain)]).toEqual([[0, 0], [6]]);
  expect(shop.events()).toMatchObject([
    [
      "InventoryVariantsChanged",
      { productId: id, reason: "ORDER", variants: [{ newValue: { quantity: 0 } }] },
    ],
    ["InventoryVariantsChanged", { productId: plain, reason: "ORDER" }],
  ]);
  const rows = [
    { productId: plain, variantId: defaultVariant, decrementBy: 6 },
    { productId: id, variantId: large, decrementBy: 1 },
  ];
  expect(() => shop.inventory.decrement({ decrementData: rows })).toThrow(
    expect.objectContaining({
      status: 409,
      code: "INSUFFICIENT_INVENTORY",
      data: { productId: id, variantId: large, available: 0, requested: 1 },
    }),
  );
  expect([quantities(id), quantities(plain)]).toEqual([[0, 0], [6]]);
  expect(shop.events()).toEqual([]);
});

it("rejects invalid quantities and untracked stock", () => {
  const { id } = shop.create();
  const move = (variantId: string, decrementBy: number) => () =>
    shop.inventory.decrement({ decrementData: [{ productId: id, variantId, decrementBy }] });
  expect(move(defaultVariant, 1)).toThrow(
    expect.objectContaining({ code: "INVENTORY_QUANTITY_NOT_TRACKED" }),
  );
  counted(id, 2);
  const before = shop.get(id);
  expect(move("no-variant", 1)).toThrow(expect.objectContaining({ status: 404, code: "VARIANT_NOT_FOUND" }));
  expect(move(defaultVariant, -1)).toThrow("1 or more");
  for (const quantity of [-1, 1.5, 100_000])
    expect(() => counted(id, quantity)).toThrow(/whole number|0 or more|99999 or less/);
  const unknown = { productId: id, variants: [{ variantId: "no-variant", quantity: 1 }] };
  expect(() => shop.inventory.updateVariants({ inventoryItem: unknown })).toThrow(
    expect.objectContaining({ status: 404 }),
  );
  expect(shop.get(id)).toEqual(before);
});

it("accepts pre-orders without stock", () => {
  const { id } = shop.create();
  counted(id, 0);
  shop.events();
  const preorderInfo = { enabled: true, message: "In May", limit: 10 };
  shop.inventory.updateVariants({ inventoryItem: { productId: id, preorderInfo } });
  expect(itemOf(id)).toMatchObject({
    preorderInfo,
    variants: [{ availableForPreorder: true, inStock: false }],
  });
  expect(shop.events()).toMatchObject([
    ["InventoryItemChanged", { preorderInfo, fieldMask: ["preorderInfo"] }],
  ]);
  const row = { productId: id, variantId: defaultVariant, decrementBy: 1 };
  expect(shop.inventory.decrement({ decrementData: [{ ...row, preorderRequest: true }] })).toEqual({});
  expect(() => shop.inventory.decrement({ decrementData: [row] })).toThrow(
    expect.objectContaining({ status: 409 }),
  );
  shop.inventory.updateVariants({ inventoryItem: { productId: id, preorderInfo: null } });
  expect(itemOf(id)).not.toHaveProperty("preorderInfo");
});

it("accepts filter and sort as JSON text", () => {
  const [one, two, three] = ["One", "Two", "Three"].map((name) => shop.create({ name })) as [
    ...ReturnType<ShopSandbox["create"]>[],
  ] as [
    ReturnType<ShopSandbox["create"]>,
    ReturnType<ShopSandbox["create"]>,
    ReturnType<ShopSandbox["create"]>,
  ];
  counted(two.id, 7);
  const find = (filter: unknown, sort: unknown = { numericId: "asc" }) =>
    shop.inventory
      .query({ query: { filter: JSON.stringify(filter), sort: JSON.stringify(sort) } })
      .inventoryItems?.map(({ productId }) => productId);
  expect(find({})).toEqual([one.id, two.id, three.id]);
  expect(find({}, [{ numericId: "desc" }])).toEqual([three.id, two.id, one.id]);
  expect(find({}, [{ fieldName: "numericId", order: "DESC" }])).toEqual([three.id, two.id, one.id]);
  expect(find({ numericId: { $gt: one.numericId } })).toEqual([two.id, three.id]);
  expect(find({ productId: { $in: [three.id, "x"] } })).toEqual([three.id]);
  expect(find({ id: one.inventoryItemId })).toEqual([one.id]);
  expect(find({ trackQuantity: true })).toEqual([two.id]);
  expect(find({ "variants.quantity": { $gte: 7 } })).toEqual([two.id]);
  expect(find({ $and: [{ "variants.inStock": true }, { trackQuantity: false }] })).toEqual([
    one.id,
    three.id,
  ]);
  const page = shop.inventory.query({ query: { paging: { limit: 2, offset: 2 } } });
  expect(page).toMatchObject({ metadata: { items: 2, offset: 2 }, totalResults: 3 });
  expect(page.inventoryItems).toHaveLength(1);
  expect(() => shop.inventory.query({ query: { filter: "{" } })).toThrow("query.filter is not valid JSON");
});
