import { beforeEach, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

let sandbox: TestShop;
beforeEach(() => {
  sandbox = openTestShop({ seed: "empty" });
});

async function query(text: string, variables?: object, headers?: Record<string, string>) {
  return await sandbox.ask("POST", "/graphql/alpha", { query: text, variables }, headers);
}

async function seeded(catalog: "v1" | "v3" = "v1") {
  sandbox = openTestShop({ catalog });
  return await sandbox.newVisitor();
}

test("an empty shop has no products and its built-in collection", async () => {
  const { status, body } = await query("{ products { total items { id } } collections { items { slug } } }");
  expect(status).toBe(200);
  expect(body).toEqual({
    data: { products: { total: 0, items: [] }, collections: { items: [{ slug: "all-products" }] } },
  });
});

test("a visitor sees the same as with REST calls", async () => {
  const visitor = await seeded();
  const all = await query("{ products { total } }");
  const shown = await query("{ products { total } }", undefined, visitor);
  expect(all.body.data.products.total).toBe(24);
  expect(shown.body.data.products.total).toBe(23);
  const { items } = (await query("{ products(limit: 100) { items { slug visible } } }")).body.data.products;
  const { slug } = items.find((one: { visible: boolean }) => !one.visible);
  const request = await query("query ($slug: String) { product(slug: $slug) { id } }", { slug }, visitor);
  expect(request.body).toMatchObject({
    data: { product: null },
    errors: [{ extensions: { code: "PRODUCT_NOT_FOUND" } }],
  });
});

test("supports ids, slugs, variables, filters and the products of collections", async () => {
  await seeded();
  const bySlug = await query(
    '{ product(slug: "stoneware-mug") { id name variants { choices variant { sku } } } }',
  );
  const { product } = bySlug.body.data;
  expect(product.variants.length).toBeGreaterThan(1);
  const byId = await query(
    "query ($id: ID) { product(id: $id) { id name variants { choices variant { sku } } } }",
    {
      id: product.id,
    },
  );
  expect(byId.body.data.product).toEqual(product);
  const either = "query ($id: ID, $slug: String) { product(id: $id, slug: $slug) { name } }";
  for (const variables of [
    { id: product.id, slug: null },
    { id: null, slug: "stoneware-mug" },
  ])
    expect((await query(either, variables)).body).toEqual({ data: { product: { name: product.name } } });
  const filtered = await query("query ($f: JSON) { products(filter: $f) { items { name } } }", {
    f: { slug: { $startsWith: "stoneware-m" } },
  });
  expect(filtered.body.data.products.items).toEqual([{ name: "Stoneware Mug" }]);
  const collection = await query('{ collection(slug: "coffee") { numberOfProducts products { total } } }');
  expect(collection.body.data.collection).toEqual({ numberOfProducts: 6, products: { total: 6 } });
});

test("supports the same queries on catalog v3", async () => {
  const { authorization } = await seeded("v3");
  const { body } = await query(`{
    product(slug: "stoneware-mug") {
      name brand description priceData { currency price formatted { price } } priceRange { minValue maxValue }
      stock { quantity inStock } productOptions { name optionType choices { description inStock } }
      variants { choices variant { sku priceData { price } } stock { quantity } } media { items { id } }
    }
    collection(slug: "coffee") { numberOfProducts products(limit: 1) { total items { slug } } }
    products(filter: { productType: "DIGITAL" }) { total items { slug } }
    collections(sort: { fieldName: "name" }) { total items { name } }
  }`);
  expect(body.errors).toBeUndefined();
  expect(body.data.product).toMatchObject({
    name: "Stoneware Mug",
    brand: "Studio Müller",
    priceData: { currency: "USD", price: 24, formatted: { price: "$24.00" } },
    priceRange: { minValue: 24, maxValue: 26.5 },
    stock: { quantity: 59, inStock: true },
    productOptions: [{ name: "Colour", optionType: "color", choices: [{}, {}, { inStock: false }] }],
    variants: [{ choices: { Colour: "Oat" }, variant: { sku: "MUG-OAT" }, stock: { quantity: 42 } }, {}, {}],
  });
  expect(body.data.collection).toMatchObject({ numberOfProducts: 6, products: { total: 6, items: [{}] } });
  expect(body.data.products).toEqual({ total: 1, items: [{ slug: "brewing-at-home" }] });
  expect(body.data.collections.items.slice(0, 2)).toEqual([
    { name: "All Products" },
    { name: "Brewing gear" },
  ]);
  const shown = await query("{ products { total } }", undefined, { authorization });
  expect(shown.body.data.products.total).toBe(23);
  const wrong = await query("{ products(filter: { nothing: 1 }) { total } }");
  expect(wrong.body.errors).toMatchObject([{ extensions: { code: "INVALID_ARGUMENT" } }]);
  const none = await query('{ product(id: "none") { id } collection(slug: "none") { id } }');
  expect(none.body.errors).toMatchObject([
    { extensions: { code: "PRODUCT_NOT_FOUND" } },
    { extensions: { code: "CATEGORY_NOT_FOUND" } },
  ]);
});

test.each([
  ["{ products(limit: 101) { total } }", "limit must be between 0 and 100"],
  ["{ products(offset: -1) { total } }", "offset must be 0 or more"],
  ['{ collection(id: "a", slug: "b") { id } }', "Specify either an id or a slug"],
  ["{ products { total }", "Syntax Error: Expected Name, found <EOF>."],
  ["{ nothing }", 'Cannot query field "nothing" on type "Query".'],
])("%s returns an error with status 200", async (text, message) => {
  const { status, body } = await query(text);
  expect(status).toBe(200);
  expect(body.errors).toMatchObject([{ message }]);
});

test("rejects other versions and a missing query", async () => {
  const { ask } = sandbox;
  expect(await ask("POST", "/graphql/beta", { query: "{ products { total } }" })).toMatchObject({
    status: 404,
  });
  expect(await ask("POST", "/graphql/alpha", {})).toMatchObject({
    status: 400,
    body: { message: 'INVALID_ARGUMENT: "query" must not be empty' },
  });
});
