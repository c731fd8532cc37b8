/** @jest-environment jsdom */
const { useShop } = require("till-cli/testing/jest");

const shop = useShop({ seed: { products: [{ name: "Mug", price: 12 }] }, name: "a page" });

const send = () =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "https://www.wixapis.com/stores-reader/v1/products/query");
    request.setRequestHeader("authorization", shop().apiKey);
    request.setRequestHeader("content-type", "application/json");
    request.onload = () => resolve(JSON.parse(request.responseText));
    request.onerror = () => reject(new Error("The request failed."));
    request.send("{}");
  });

test("XMLHttpRequest of jsdom reaches the installed shop, with a preflight", async () => {
  shop().installFetch();
  expect((await send()).products).toHaveLength(1);
});
