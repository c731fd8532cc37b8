import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base, expect } from "@playwright/test";
import { shopFixture } from "till-cli/testing/playwright";

const test = base.extend(shopFixture({ seed: { products: [{ name: "Mug", price: 12 }] } }));

test("the request fixture reaches a shop that listens", async ({ shop, request }) => {
  const { url } = await shop.listen();
  const response = await request.post(`${url}/stores-reader/v1/products/query`, {
    headers: { authorization: shop.apiKey },
    data: {},
  });
  expect(await response.json()).toMatchObject({ products: [{ name: "Mug" }] });
});

test("a storefront in a browser reaches a shop that listens", async ({ shop, page }) => {
  const { url } = await shop.listen();
  const storefront = createServer((_, response) => response.end("Mugs")).listen(0, "127.0.0.1");
  await once(storefront, "listening");
  await page.goto(`http://127.0.0.1:${(storefront.address() as AddressInfo).port}/`);
  const names = await page.evaluate(
    async ({ url, authorization }) => {
      const headers = { authorization, "content-type": "application/json" };
      const response = await fetch(`${url}/stores-reader/v1/products/query`, {
        method: "POST",
        headers,
        body: "{}",
      });
      const { products } = (await response.json()) as { products: { name: string }[] };
      return products.map(({ name }) => name);
    },
    { url, authorization: shop.apiKey },
  );
  expect(names).toEqual(["Mug"]);
  expect(shop.requests.last()?.path).toBe("/stores-reader/v1/products/query");
  storefront.close();
});
