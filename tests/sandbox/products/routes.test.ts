import { afterEach, beforeEach, expect, it } from "vitest";
import type { Request } from "../../../src/api/transport/transport.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { type OpenSandbox, openSandbox } from "../../../src/sandbox/server/router.ts";
import { allProducts } from "../support/shop-sandbox.ts";

let sandbox: OpenSandbox;
beforeEach(() => {
  sandbox = openSandbox({ file: ":memory:" });
});
afterEach(() => sandbox.close());

async function call(method: Request["method"], path: string, body?: object) {
  const response = await sandbox.send({
    method,
    url: `https://www.wixapis.com${path}`,
    headers: { authorization: defaults.apiKey, "content-type": "application/json" },
    effect: "read",
    name: "test",
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(response.body) };
}
const r = (query: object) => `.r=${Buffer.from(JSON.stringify(query)).toString("base64url")}`;

it("serves catalog calls: create, query, update, count, delete", async () => {
  const product = { name: "Mug", priceData: { price: 12.5 }, discount: { type: "PERCENT", value: 10 } };
  const created = await call("POST", "/stores/v1/products", { product });
  expect(created).toMatchObject({
    status: 200,
    body: { product: { priceData: { discountedPrice: 11.25 } } },
  });
  const { id } = created.body.product;

  const query = { filter: { price: { $gte: 12 } }, sort: [{ fieldName: "price", order: "ASC" }] };
  const found = await call("GET", `/stores-reader/v1/products/query-platformized?${r({ query })}`);
  expect(found.body).toMatchObject({ products: [{ id }], metadata: { count: 1, offset: 0, total: 1 } });
  const posted = await call("POST", "/stores-reader/v1/products/query-platformized", { query });
  expect(posted.body).toEqual(found.body);

  const patch = { product: { id, brand: "Acme" } };
  expect(await call("PATCH", `/stores/v1/products/${id}`, patch)).toMatchObject({ status: 200 });
  const inventoryItem = {
    productId: id,
    trackQuantity: true,
    variants: [{ variantId: created.body.product.variants[0].id, quantity: 3 }],
  };
  await call("PATCH", `/stores/v2/inventoryItems/product/${id}`, { inventoryItem });
  const read = await call("GET", `/stores-reader/v1/products/${id}?includeMerchantSpecificData=true`);
  expect(read.body.product).toMatchObject({
    brand: "Acme",
    stock: { quantity: 3 },
    costRange: { minValue: 0 },
  });
  expect((await call("GET", `/v2/collections/${allProducts}`)).body.collection.numberOfProducts).toBe(1);
  expect(await call("DELETE", `/stores/v1/products/${id}?id=${id}`)).toEqual({ status: 200, body: {} });
});

it("returns errors in the platform's format", async () => {
  await call("POST", "/stores/v1/products", {
    product: { name: "Mug", slug: "mug", priceData: { price: 1 } },
  });
  const again = await call("POST", "/stores/v1/products", {
    product: { name: "Cup", slug: "mug", priceData: { price: 1 } },
  });
  expect(again).toMatchObject({
    status: 409,
    body: { details: { applicationError: { code: "SLUG_ALREADY_IN_USE" } } },
  });
  const nameless = await call("POST", "/stores/v1/products", {
    product: { name: "", priceData: { price: -1 } },
  });
  expect(nameless.status).toBe(400);
  expect(nameless.body.details.validationError.fieldViolations[0]).toMatchObject({ field: "product.name" });
  expect(await call("GET", "/stores-reader/v1/products/nobody")).toMatchObject({
    status: 404,
    body: { details: { applicationError: { code: "PRODUCT_NOT_FOUND" } } },
  });
});
