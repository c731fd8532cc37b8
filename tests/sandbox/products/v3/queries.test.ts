import { beforeEach, describe, expect, it } from "vitest";
import { openShopV3Sandbox, price, type ShopV3Sandbox } from "../../support/shop-v3-sandbox.ts";

let shop: ShopV3Sandbox;
beforeEach(() => {
  shop = openShopV3Sandbox();
});
const rejection = (status: number, code: string) => expect.objectContaining({ status, code });
const names = (answer: { products?: { name?: string | null }[] | null }) =>
  answer.products?.map(({ name }) => name);

/** Creates Nine, Ten (with a compare-at price) and a hidden Hundred, oldest first. */
function three() {
  const created = [
    shop.create(
      { name: "Nine", brand: { name: "Acme" } },
      { price: price("9"), sku: "NIN-9", barcode: "4001" },
    ),
    shop.create({ name: "Ten", plainDescription: "<p>Blue <b>glaze</b></p>" }, { price: price("10", "12") }),
    shop.create({ name: "Hundred", visible: false }, { price: price("100") }),
  ];
  shop.createSized([1, 0]);
  return created;
}

describe("queries of products", () => {
  it("support few fields, omit variants and page by cursor", () => {
    const [nine] = three();
    const sort = [{ fieldName: "slug", order: "ASC" }];
    const first = shop.products.query({ query: { sort, cursorPaging: { limit: 3 } } });
    expect(names(first)).toEqual(["Hundred", "Nine", "Tee"]);
    expect(first.products?.[0]).not.toHaveProperty("variantsInfo");
    expect(first.products?.[2]?.variantSummary).toEqual({ variantCount: 2 });
    expect(first.pagingMetadata).toMatchObject({ count: 3, hasNext: true });
    const next = shop.products.query({
      query: { cursorPaging: { cursor: first.pagingMetadata?.cursors?.next } },
    });
    expect(names(next)).toEqual(["Ten"]);
    expect(next.pagingMetadata?.hasNext).toBe(false);
    const filter = { $or: [{ id: nine?.id }, { slug: { $in: ["ten"] } }] };
    expect(names(shop.products.query({ query: { filter, sort } }))).toEqual(["Nine", "Ten"]);
    const optionId = shop.products.search({ search: { filter: { name: "Tee" } } }).products?.[0]?.options?.[0]
      ?.id;
    expect(names(shop.products.query({ query: { filter: { "options.id": optionId } } }))).toEqual(["Tee"]);
    for (const query of [{ filter: { name: "Nine" } }, { sort: [{ fieldName: "name" }] }])
      expect(() => shop.products.query({ query })).toThrow("Field 'name' is not declared as");
  });
});

describe("searches of products", () => {
  const search = (filter: object, more: object = {}) =>
    names(shop.products.search({ search: { filter, sort: [{ fieldName: "name", order: "ASC" }], ...more } }));

  it("compare prices as numbers", () => {
    three();
    expect(search({ "actualPriceRange.minValue.amount": { $gte: "9.5" } })).toEqual([
      "Hundred",
      "Tee",
      "Ten",
    ]);
    expect(search({ "actualPriceRange.minValue.amount": { $lt: 10 } })).toEqual(["Nine"]);
    expect(search({ "compareAtPriceRange.maxValue.amount": "12" })).toEqual(["Ten"]);
    const sort = [{ fieldName: "actualPriceRange.minValue.amount", order: "DESC" }];
    expect(search({}, { sort })?.at(0)).toBe("Hundred");
  });

  it("match brand, stock, options and tags", () => {
    three();
    expect(search({ "brand.name": "Acme" })).toEqual(["Nine"]);
    expect(search({ "inventory.availabilityStatus": "PARTIALLY_OUT_OF_STOCK" })).toEqual(["Tee"]);
    expect(search({ "options.choicesSettings.choices.name": { $hasSome: ["S"] } })).toEqual(["Tee"]);
    expect(search({ "options.name": { $isEmpty: true } })).toEqual(["Hundred", "Nine", "Ten"]);
    shop.products.bulkUpdateTagsByFilter({
      filter: { name: "Ten" },
      assignTags: { publicTags: { tagIds: ["a", "b"] } },
    });
    expect(search({ "tags.publicTags.tagIds": { $hasAll: ["a", "b"] } })).toEqual(["Ten"]);
  });

  it("match text in name, description, SKU and barcode", () => {
    three();
    const words = (expression: string, mode?: string) => search({}, { search: { expression, mode } });
    expect(words("GLAZE")).toEqual(["Ten"]);
    expect(words("nin-9")).toEqual(["Nine"]);
    expect(words("4001 blue")).toEqual(["Nine", "Ten"]);
    expect(words("4001 blue", "AND")).toEqual([]);
    expect(shop.products.count({ search: { expression: "glaze" } }).count).toBe(1);
  });
});

describe("store-wide variants", () => {
  it("are found by product, price, SKU and stock; visitors see visible ones", () => {
    const [, , hundred] = three();
    const skus = (filter: object, role?: "visitor") =>
      shop.variants
        .search({ search: { filter, sort: [{ fieldName: "price.actualPrice.amount", order: "ASC" }] } }, role)
        .variants?.map(({ sku, productData }) => sku ?? productData?.name);
    expect(skus({})).toEqual(["NIN-9", expect.anything(), expect.anything(), "TEE-L", "Hundred"]);
    expect(skus({}, "visitor")).not.toContain("Hundred");
    expect(skus({ "price.actualPrice.amount": { $gt: "10" } })).toEqual(["TEE-L", "Hundred"]);
    expect(skus({ "inventoryStatus.inStock": true })).toEqual(["TEE-S"]);
    expect(skus({ "productData.name": { $startsWith: "T" }, sku: { $exists: true } })).toEqual([
      "TEE-S",
      "TEE-L",
    ]);
    const query = { filter: { "productData.productId": hundred?.id } };
    expect(shop.variants.query({ query }).variants).toMatchObject([
      {
        variantId: hundred?.variantsInfo?.variants?.[0]?.id,
        productData: { name: "Hundred", visible: false },
      },
    ]);
    expect(shop.variants.query({ query }).variants?.[0]?.productData).not.toHaveProperty("currency");
    expect(() => shop.variants.query({ query: { filter: { sku: "x" } } })).toThrow(
      "not declared as filterable",
    );
  });
});

describe("bulk calls", () => {
  it("create with inventory, with results for both", () => {
    const product = (name: string, quantity: number) => ({
      name,
      productType: "PHYSICAL",
      physicalProperties: {},
      variantsInfo: { variants: [{ price: price("5"), inventoryItem: { quantity } }] },
    });
    const answer = shop.products.bulkCreateWithInventory({
      products: [product("A", 1), { ...product("B", 2), name: " " }, product("C", -3)],
      returnEntity: true,
    });
    expect(answer.productResults).toMatchObject({
      results: [
        { item: { name: "A", inventory: { availabilityStatus: "IN_STOCK" } } },
        { itemMetadata: { error: { code: "ONLY_SPACES_STRING_ERROR" } } },
        { item: { name: "C", inventory: { availabilityStatus: "OUT_OF_STOCK" } } },
      ],
      bulkActionMetadata: { totalSuccesses: 2, totalFailures: 1 },
    });
    expect(answer.inventoryResults?.results).toMatchObject([
      { item: { quantity: 1 } },
      { itemMetadata: { error: { code: "REQUESTED_QUANTITY_MUST_BE_NON_NEGATIVE" } } },
    ]);
  });

  it("update and delete by revision, leaving rejected products unchanged", () => {
    const [nine, ten] = three();
    const changes = [
      { product: { id: nine?.id, revision: "1", name: "Neun" } },
      { product: { id: ten?.id, revision: "8", name: "Zehn" } },
    ];
    expect(shop.products.bulkUpdate({ products: changes }).bulkActionMetadata).toMatchObject({
      totalFailures: 1,
    });
    expect([shop.get(nine!.id).name, shop.get(ten!.id).name]).toEqual(["Neun", "Ten"]);
    const removed = shop.products.bulkRemove({ productIds: [nine!.id, "nobody"] });
    expect(removed.results).toMatchObject([
      { itemMetadata: { id: nine?.id, success: true } },
      { itemMetadata: { originalIndex: 1, error: { code: "PRODUCT_NOT_FOUND" } } },
    ]);
    shop.products.bulkRemoveByFilter({ filter: { visible: false } });
    expect(shop.products.count({ returnNonVisibleProducts: true }).count).toBe(2);
  });

  it("set, adjust and round the prices of variants by filter", () => {
    const [nine, ten] = three();
    const priceOf = (id: string | undefined) => shop.get(id ?? "").variantsInfo?.variants?.[0]?.price;
    const prices = (id: string | undefined) => [
      priceOf(id)?.actualPrice?.amount,
      priceOf(id)?.compareAtPrice?.amount,
    ];
    shop.products.bulkUpdateVariantsByFilter({
      filter: { "brand.name": "Acme" },
      variant: { price: price("19.99"), revenueDetails: { cost: { amount: "8" } } },
    });
    expect(prices(nine?.id)).toEqual(["19.99", undefined]);
    const costOf = (id: string | undefined) => shop.get(id ?? "").variantsInfo?.variants?.[0]?.revenueDetails;
    expect(costOf(nine?.id)).toMatchObject({ cost: { amount: "8" }, profit: { amount: "11.99" } });
    shop.products.bulkUpdateVariantsByFilter({
      filter: { "brand.name": "Acme" },
      variant: { revenueDetails: { cost: null } },
    });
    expect(costOf(nine?.id)).toBeUndefined();
    const withoutPrice = { filter: { "brand.name": "Acme" }, variant: { price: { actualPrice: null } } };
    expect(() => shop.products.bulkUpdateVariantsByFilter(withoutPrice)).toThrow("must not be removed");
    const adjust = (more: object) =>
      shop.products.bulkAdjustVariantsByFilter({ filter: { name: { $in: ["Nine", "Ten"] } }, ...more });
    adjust({ actualPrice: { percentage: 10 }, rounding: "CURRENCY_PRECISION" });
    expect(prices(nine?.id)).toEqual(["21.99", undefined]);
    expect(prices(ten?.id)).toEqual(["11", "12"]);
    adjust({ actualPrice: { amount: "0.5" }, rounding: "NEAREST_WHOLE_NUMBER" });
    // 11.5 would be rounded to 12, which is not below the compare-at price: this product stays as it is.
    expect([prices(nine?.id), prices(ten?.id)]).toEqual([
      ["22", undefined],
      ["11", "12"],
    ]);
    adjust({ compareAtPriceDiscount: { percentage: 25 } });
    expect([prices(nine?.id), prices(ten?.id)]).toEqual([
      ["16.5", "22"],
      ["9", "12"],
    ]);
    adjust({ compareAtPriceDiscount: { percentage: 20 }, rounding: "NEAREST_WHOLE_NUMBER" });
    expect([prices(nine?.id), prices(ten?.id)]).toEqual([
      ["18", "22"],
      ["10", "12"],
    ]);
    adjust({ compareAtPriceDiscount: { percentage: 25 } });
    // A price above the compare-at price is rejected for Ten only.
    adjust({ actualPrice: { amount: "5" } });
    expect([prices(nine?.id), prices(ten?.id)]).toEqual([
      ["21.5", "22"],
      ["9", "12"],
    ]);
    expect(() => adjust({})).toThrow("or another adjustment must be set");
  });

  it("by filter refuse what cannot be the same for many products or variants", () => {
    const refused = rejection(428, "FIELD_MASK_VALUE_NOT_SUPPORTED");
    for (const product of [{ slug: "same" }, { name: "Same", options: [] }])
      expect(() => shop.products.bulkUpdateByFilter({ filter: {}, product })).toThrow(refused);
    for (const variant of [{ sku: "SAME" }, { visible: true, barcode: "1" }])
      expect(() => shop.products.bulkUpdateVariantsByFilter({ filter: {}, variant })).toThrow(refused);
  });

  it("by filter check subscriptions as other changes do", () => {
    const subscriptions = [{ title: "Monthly", frequency: "MONTH" }];
    const product = { subscriptionDetails: { subscriptions } };
    expect(() => shop.products.bulkUpdateByFilter({ filter: {}, product })).toThrow(
      "product.subscriptionDetails.allowOneTimePurchases must not be empty",
    );
  });

  it("add and remove tags; a tag in both lists is added", () => {
    const [nine] = three();
    const productIds = [nine!.id];
    const tags = (...tagIds: string[]) => ({ privateTags: { tagIds } });
    shop.products.bulkUpdateTags({ productIds, assignTags: tags("a", "b") });
    shop.products.bulkUpdateTags({ productIds, assignTags: tags("b", "c"), unassignTags: tags("a", "b") });
    expect(shop.get(nine!.id).tags?.privateTags?.tagIds).toEqual(["b", "c"]);
    expect(() => shop.products.bulkUpdateTags({ productIds })).toThrow(
      rejection(400, "EMPTY_ASSIGN_AND_UNASSIGN_LISTS"),
    );
  });

  it("reject duplicate barcodes", () => {
    three();
    expect(() => shop.create({}, { barcode: "4001" })).toThrow(rejection(409, "BARCODE_ALREADY_EXIST_ERROR"));
  });
});
