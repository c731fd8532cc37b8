import type { ProductWithInventory } from "../../api/services/products/models-v3.ts";
import { day } from "../../kernel/durations.ts";
import { slugOf } from "../kernel/slugs.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { addItemToCategory, productItem } from "../services/collections/categories/placements.ts";
import type { StoredCategory } from "../services/collections/categories/tables.ts";
import { createCategory } from "../services/collections/categories/tree.ts";
import { newItem } from "../services/inventory/items-v3.ts";
import type { Shop } from "../services/products/v1/derive.ts";
import { shopOf } from "../services/products/v1/save.ts";
import { newProduct } from "../services/products/v3/facts.ts";
import { insertProduct } from "../services/products/v3/products.ts";
import { items, products } from "../services/products/v3/tables.ts";
import { demoProducts, makeProduct } from "./catalog-v1.ts";
import { type DemoProduct, demoCollections } from "./demo-collections.ts";
import { generatedName, generateProduct } from "./generated-products.ts";
import { toProductV3 } from "./product-v3.ts";

/**
 * Fills catalog v3 with the demo shop: categories, products, options, brands, ribbons, info sections and stock. The same
 * seed and clock give the same ids. Emits no events. Throws PlatformError 409 if the demo shop exists.
 */
export function seedDemoV3(tx: Tx): { products: number } {
  checkNotSeeded(tx, demoProducts[0]?.slug ?? "");
  const shop = shopOf(tx);
  const now = silentTx(tx, tx.now);
  const categories = new Map(demoCollections.map((one) => [one.slug, createCategory(now, one)]));
  for (const demo of [...demoProducts].reverse()) addProductV3(tx, shop, demo, categories);
  return { products: demoProducts.length };
}

/** Stores a product of catalog v3 and returns its id. `categories` has the categories by slug. */
export function addProductV3(
  tx: Tx,
  shop: Shop,
  demo: DemoProduct,
  categories: ReadonlyMap<string, StoredCategory>,
): string {
  const past = silentTx(tx, new Date(tx.now.getTime() - demo.age * day));
  const product = toProductV3(makeProduct(past, shop, { ...demo, age: 0 }, []));
  return storeProduct(
    past,
    product,
    demo.collections.flatMap((slug) => categories.get(slug) ?? []),
  );
}

/**
 * Adds the generated products `from` to `to` (1-based, inclusive) to catalog v3, the same as in catalog v1. Existing ones
 * stay as they are. Returns the number of added products.
 */
export function seedProductsV3(tx: Tx, from: number, to: number): number {
  const shop = shopOf(tx);
  const silent = silentTx(tx, tx.now);
  let added = 0;
  for (let serial = from; serial <= to; serial++) {
    if (tx.findBy(products, "slug", slugOf(generatedName(serial))) !== undefined) continue;
    storeProduct(silent, toProductV3(generateProduct(silent, shop, serial)), []);
    added += 1;
  }
  return added;
}

/** Stores a product with its categories and stock. These come first so that the product is derived once. */
function storeProduct(tx: Tx, given: ProductWithInventory, categories: readonly StoredCategory[]): string {
  const facts = newProduct(tx, given);
  for (const [index, { id: variantId }] of facts.variantsInfo.variants.entries()) {
    const { quantity, inStock } = given.variantsInfo?.variants?.[index]?.inventoryItem ?? {};
    const stock = typeof quantity === "number" ? { quantity } : { inStock };
    const item = newItem(tx, facts, { variantId, ...stock });
    tx.put(items, item.id, item);
  }
  for (const category of categories) addItemToCategory(tx, category, productItem(facts.id));
  insertProduct(tx, facts);
  return facts.id;
}

/** Returns the transaction at another time, without events. */
const silentTx = (tx: Tx, now: Date): Tx => ({ ...tx, now, emit: () => {} });

function checkNotSeeded(tx: Tx, slug: string): void {
  if (tx.findBy(products, "slug", slug) === undefined) return;
  throw new PlatformError(409, "ALREADY_SEEDED", "This sandbox already contains the demo shop", { slug });
}
