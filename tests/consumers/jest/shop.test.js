const axios = require("axios");
const { ApiError, useShop } = require("till-cli/testing/jest");

const shop = useShop({ seed: { products: [{ name: "Mug", price: 12 }] } });
const url = "https://www.wixapis.com/stores-reader/v1/products/query";
const headers = () => ({ authorization: shop().apiKey, "content-type": "application/json" });

test("the typed client, and the library's own errors", async () => {
  const visitor = shop().client.asVisitor();
  const { products } = await visitor.products.query({});
  expect(products.map(({ name }) => name)).toEqual(["Mug"]);
  const id = "00000000-0000-4000-8000-000000000001";
  await expect(visitor.products.get({ id })).rejects.toBeInstanceOf(ApiError);
});

test("fetch reaches the installed shop", async () => {
  shop().installFetch();
  const response = await fetch(url, { method: "POST", headers: headers(), body: "{}" });
  expect((await response.json()).products).toHaveLength(1);
});

test("axios reaches the installed shop", async () => {
  shop().installFetch();
  const { data } = await axios.post(url, {}, { headers: headers(), timeout: 20_000 });
  expect(data.products).toHaveLength(1);
});
