import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "happy-dom";
import { openShop } from "till-cli/testing";

const url = "https://www.wixapis.com/stores-reader/v1/products/query";

test("fetch of happy-dom reaches the installed shop, and shop.fetch takes its Request", async () => {
  const shop = await openShop({ seed: { products: [{ name: "Mug", price: 12 }] } });
  const window = new Window({ url: "http://localhost:3000/" });
  const headers = { Authorization: shop.apiKey, "Content-Type": "application/json" };
  shop.installFetch();
  const response = await window.fetch(url, { method: "POST", headers, body: "{}" });
  assert.equal((await response.json()).products.length, 1);
  // As in a test environment, whose classes are those of happy-dom.
  const { Request } = globalThis;
  globalThis.Request = window.Request;
  try {
    const direct = await shop.fetch(url, { method: "POST", headers, body: "{}" });
    assert.equal((await direct.json()).products.length, 1);
  } finally {
    globalThis.Request = Request;
  }
  await shop.close();
  await window.happyDOM.close();
});
