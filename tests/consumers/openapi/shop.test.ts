import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import createClient from "openapi-fetch";
import { openShop } from "till-cli/testing";
import type { paths } from "./schema.ts";

const baseUrl = "https://www.wixapis.com";

test("a client that is generated from the description buys a mug", async () => {
  const shop = await openShop({ seed: { products: [{ name: "Mug", price: 12, stock: 3 }] } });
  const client = (authorization: string) =>
    createClient<paths>({ baseUrl, fetch: shop.fetch, headers: { authorization } });
  const { data: token } = await client("").POST("/oauth2/token", {
    body: { clientId: shop.clientId, grantType: "anonymous" },
  });
  const visitor = client(String(token?.access_token));
  const { data: found } = await visitor.POST("/stores-reader/v1/products/query", { body: {} });
  const [mug] = found?.products ?? [];
  assert.equal(mug?.name, "Mug");
  const catalogReference = { catalogItemId: mug.id, appId: "215238eb-22a5-4c36-9e7b-e7c08025e04e" };
  const { data: added } = await visitor.POST("/ecom/v1/carts/current/add-to-cart", {
    body: { lineItems: [{ catalogReference, quantity: 2 }] },
  });
  assert.equal(added?.cart?.lineItems?.[0]?.quantity, 2);
  const { data: created } = await visitor.POST("/ecom/v1/carts/current/create-checkout", {
    body: { channelType: "WEB", email: "ada@example.com" },
  });
  const id = String(created?.checkoutId);
  const { data: placed, error } = await visitor.POST("/ecom/v1/checkouts/{id}/create-order", {
    params: { path: { id } },
    body: { id },
  });
  assert.ok(placed?.orderId, JSON.stringify(error));
  const { data: order } = await client(shop.apiKey).GET("/ecom/v1/orders/{id}", {
    params: { path: { id: placed.orderId } },
  });
  assert.equal(order?.order?.priceSummary?.subtotal?.amount, "24.00");
  const { error: refused } = await client(shop.apiKey).POST("/stores/v1/products", {
    body: { product: { name: "" } },
  });
  assert.match(String(refused?.message), /^INVALID_ARGUMENT: "product.name" must not be empty/);
  await shop.close();
});

test("a mock server answers as the description says", async () => {
  const server = spawn("npx", ["prism", "mock", "openapi.json", "--port", "0"], { detached: true });
  try {
    let text = "";
    for await (const chunk of server.stdout) {
      text += chunk;
      if (text.includes("Prism is listening on")) break;
    }
    const [, url] = /listening on (http:\/\/\S+)/.exec(text.replaceAll(/\u001b\[\d*m/g, "")) ?? [];
    const response = await fetch(`${url}/stores-reader/v1/products/query`, {
      method: "POST",
      headers: { authorization: "token", "content-type": "application/json" },
      body: "{}",
    });
    const body = (await response.json()) as { products: { name: unknown }[] };
    assert.equal(response.status, 200);
    assert.equal(typeof body.products[0]?.name, "string");
  } finally {
    process.kill(-Number(server.pid));
  }
});
