import { describe, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../support/test-shop.ts";

const queryPaths = {
  products: "/stores-reader/v1/products/query",
  orders: "/ecom/v1/orders/search",
} as const;

/** Queries products of catalog v1 on the REST path, where the filter is JSON in a text. */
const productsOf = async (shop: TestShop, filter: object): Promise<{ id: string }[]> => {
  const query = { filter: JSON.stringify(filter), paging: { limit: 100 } };
  return (await shop.ok("POST", queryPaths.products, { query })).products;
};
const countOf = async (shop: TestShop, filter: object) => (await productsOf(shop, filter)).length;

describe("products of catalog v1", () => {
  test("are found by a collection with every operator for lists, and not by its opposite", async () => {
    const shop = openTestShop();
    const { collections } = await shop.ok("POST", "/stores-reader/v2/collections/query", { query: {} });
    const { id } = collections.find(({ name }: { name: string }) => name === "Gifts under 25");
    const all = await countOf(shop, {});
    const found = await countOf(shop, { collectionIds: { $hasSome: [id] } });
    expect(found).toBeGreaterThan(0);
    for (const operand of [id, { $eq: id }, { $in: [id] }, { $hasAll: [id] }])
      expect(await countOf(shop, { collectionIds: operand })).toBe(found);
    for (const operand of [{ $ne: id }, { $nin: [id] }])
      expect(await countOf(shop, { collectionIds: operand })).toBe(all - found);
    expect(await countOf(shop, { "collections.id": { $hasSome: [id] } })).toBe(found);
  });

  test("a single value that is compared with a list is any of it, or none", async () => {
    const shop = openTestShop();
    const all = await countOf(shop, {});
    expect(await countOf(shop, { name: { $eq: ["Stoneware Mug"] } })).toBe(1);
    expect(await countOf(shop, { name: { $ne: ["Stoneware Mug"] } })).toBe(all - 1);
  });

  test("compare a price that is text as a number, and refuse one that is not", async () => {
    const shop = openTestShop();
    const all = await countOf(shop, {});
    const [above, others] = [
      await countOf(shop, { "priceData.price": { $gt: 10 } }),
      await countOf(shop, { "priceData.price": { $lte: 10 } }),
    ];
    expect(above + others).toBe(all);
    expect(await countOf(shop, { "priceData.price": { $gt: "10" } })).toBe(above);
    expect(await countOf(shop, { "priceData.price": { $lte: " 10 " } })).toBe(others);
    const query = { filter: '{"priceData.price":{"$gt":"cheap"}}' };
    const refused = await shop.ask("POST", queryPaths.products, { query });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("needs a number for priceData.price");
  });

  test("are found by the fields that only the page of the REST path has", async () => {
    const shop = openTestShop();
    const all = await shop.ok("POST", queryPaths.products, { query: { paging: { limit: 100 } } });
    const having = (test: (product: never) => boolean) => all.products.filter(test).length;
    const soldOut = having(
      ({ stock }: { stock: { inventoryStatus: string } }) => stock.inventoryStatus === "OUT_OF_STOCK",
    );
    expect(soldOut).toBeGreaterThan(0);
    expect(await countOf(shop, { inventoryStatus: "OUT_OF_STOCK" })).toBe(soldOut);
    type Option = { name: string; choices: { value: string; description: string }[] };
    const options: Option[] = all.products.flatMap(
      ({ productOptions }: { productOptions: Option[] }) => productOptions,
    );
    const { name, choices } = options.find((option) => option.choices.length > 1) as Option;
    const { description } = choices[0] as Option["choices"][number];
    const found = having(({ productOptions }: { productOptions: Option[] }) =>
      productOptions.some(
        (option) =>
          option.name === name && option.choices.some((choice) => choice.description === description),
      ),
    );
    expect(found).toBeGreaterThan(0);
    expect(await countOf(shop, { [`options.${name}`]: { $hasSome: [description] } })).toBe(found);
    expect(await countOf(shop, { [`options.${name}`]: { $ne: description } })).toBe(
      all.products.length - found,
    );
  });
});

test("orders are found by a product in their lines, and the others by its opposite", async () => {
  const shop = openTestShop();
  const { orders } = await shop.ok("POST", queryPaths.orders, { search: { cursorPaging: { limit: 100 } } });
  const countOrders = async (filter: object) =>
    (await shop.ok("POST", queryPaths.orders, { search: { filter, cursorPaging: { limit: 100 } } })).orders
      .length;
  const path = "lineItems.catalogReference.catalogItemId";
  const id = orders[0].lineItems[0].catalogReference.catalogItemId;
  const equal = await countOrders({ [path]: { $eq: id } });
  expect(equal).toBeGreaterThan(0);
  expect(equal).toBeLessThan(orders.length);
  expect(await countOrders({ [path]: { $hasSome: [id] } })).toBe(equal);
  expect(await countOrders({ [path]: { $ne: id } })).toBe(orders.length - equal);
  expect(await countOrders({ $not: { [path]: { $eq: id } } })).toBe(orders.length - equal);
});

test("categories of catalog v3 can be filtered by whether they are visible", async () => {
  const shop = openTestShop({ catalog: "v3" });
  const query = { filter: { visible: true } };
  const treeReference = { appNamespace: "@wix/stores", treeKey: null };
  const headers = await shop.newVisitor();
  for (const visible of [true, "true"]) {
    const body = { query: { ...query, filter: { visible } }, treeReference };
    const found = await shop.ok("POST", "/categories/v1/categories/query", body, headers);
    expect(found.categories.length).toBeGreaterThan(0);
  }
});

test.each([
  ["an operator that the field does not have", { fulfillmentStatus: { $startsWith: "F" } }, "'$startsWith'"],
  ["an order of values that have none", { archived: { $gt: true } }, "'$gt'"],
  ["an operator that does not exist", { number: { $like: "1" } }, "unknown operator $like"],
  ["a truth value that is none", { archived: "maybe" }, "needs true or false for archived"],
  ["a time that is none", { createdDate: { $gt: "yesterday" } }, "needs a time such as"],
  ["a truth value for a text", { number: true }, "needs text for number"],
])("refuses %s", async (_, filter, message) => {
  const refused = await openTestShop().ask("POST", queryPaths.orders, { search: { filter } });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain(message);
});

test("a number for a text field finds the text, and a day is its start in UTC", async () => {
  const shop = openTestShop();
  const find = async (filter: object) =>
    (await shop.ok("POST", queryPaths.orders, { search: { filter } })).orders as { number: string }[];
  const [first] = await find({});
  expect(await find({ number: Number(first?.number) })).toEqual([first]);
  expect(await find({ createdDate: { $gt: "2020-01-01" } })).toEqual(
    await find({ createdDate: { $gt: "2020-01-01T00:00:00.000Z" } }),
  );
});
