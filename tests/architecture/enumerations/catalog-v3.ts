import type { RecordedShop } from "./recorder.ts";

type Json = ReturnType<JSON["parse"]>;

/** Reads and adjusts a shop of catalog v3: pre-orders and rounding. */
export async function exerciseCatalogV3({ call, took }: RecordedShop): Promise<void> {
  await call("catalogVersioning.get");
  const { products } = await call("productsV3.query", { query: {} });
  const { inventoryItems } = await call("inventoryItemsV3.query", {
    query: { cursorPaging: { limit: 100 } },
  });
  const itemsOf = (productId: string): Json[] =>
    inventoryItems.filter((one: Json) => one.productId === productId);
  const sets = products.map((one: Json) => ({ id: one.id, items: itemsOf(one.id) }));
  const several = sets.find(({ items }: Json) => items.length > 1);
  for (const { id, revision } of several.items) {
    const preorderInfo = { enabled: true, limit: 2, message: "Ships in May" };
    const inventoryItem = { id, revision, trackQuantity: true, quantity: 0, preorderInfo };
    await call("inventoryItemsV3.update", { inventoryItem });
    await call("productsV3.get", { productId: several.id });
  }
  await call("variantsV3.query", { query: {} });

  for (const [rounding, price] of [
    ["NO_ROUNDING", "10.989"],
    ["CURRENCY_PRECISION", "10.99"],
    ["NEAREST_WHOLE_NUMBER", "11"],
  ] as const) {
    const { product } = await call("productsV3.create", {
      product: {
        name: rounding,
        productType: "PHYSICAL",
        physicalProperties: {},
        variantsInfo: { variants: [{ price: { actualPrice: { amount: "9.99" } } }] },
      },
    });
    const filter = { id: product.id };
    await call("productsV3.bulkAdjustVariantsByFilter", {
      filter,
      actualPrice: { percentage: 10 },
      rounding,
    });
    const { product: after } = await call("productsV3.get", { productId: product.id });
    const isRounded = after.variantsInfo.variants[0].price.actualPrice.amount === price;
    took("Rounding strategy", rounding, isRounded && rounding);
  }
}
