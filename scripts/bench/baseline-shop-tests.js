// node baseline-shop-tests.js COUNT: tests that each open a shop, list its products as a visitor, and close it.
import { openShop } from "../../dist/library/testing.js";

for (let left = Number(process.argv[2]); left > 0; left--) {
  const shop = await openShop();
  const { products } = await shop.client.asVisitor().products.query({});
  if (products.length === 0) throw new Error("no products");
  await shop.close();
}
