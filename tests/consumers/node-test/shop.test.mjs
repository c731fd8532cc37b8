import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { openShop } from "till-cli/testing";
import { useShop } from "till-cli/testing/jest";

const shop = useShop({ seed: { products: [{ name: "Mug", price: 12 }] } }, { afterEach, beforeEach });
const url = "https://www.wixapis.com/stores-reader/v1/products/query";

/** Returns the names of the products that the code under test sees. */
async function names(authorization) {
  const headers = { authorization, "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: "{}" });
  return (await response.json()).products.map(({ name }) => name);
}

test("a shop for each test", async () => {
  shop().installFetch();
  assert.deepEqual(await names(shop().apiKey), ["Mug"]);
});

describe("tests at the same time", { concurrency: true }, () => {
  for (const name of ["Cup", "Bowl", "Jug", "Plate"])
    test(`see their own shop: ${name}`, async () => {
      const own = await openShop({ seed: { products: [{ name, price: 1 }] }, name });
      own.installFetch();
      for (let time = 0; time < 5; time += 1) assert.deepEqual(await names(own.apiKey), [name]);
      await own.close();
      await assert.rejects(names(own.apiKey), ({ cause }) => cause.message.includes(`"${name}" is closed`));
    });
});
