import type { ProductWithInventory } from "../../api/services/products/models/product-v3.ts";
import { slugOf } from "../kernel/slugs.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { placeItem, productItem } from "../services/collections/categories/placements.ts";
import type { StoredCategory } from "../services/collections/categories/tables.ts";
import { createCategory } from "../services/collections/categories/tree.ts";
import { newItem } from "../services/inventory/items-v3.ts";
import { shopOf } from "../services/products/v1/save.ts";
import { newProduct } from "../services/products/v3/facts.ts";
import { insertProduct } from "../services/products/v3/products.ts";
import { items, products } from "../services/products/v3/tables.ts";
import { asProductV3 } from "./as-v3.ts";
import { demoProducts, makeProduct } from "./demo.ts";
import { demoCollections } from "./demo-data.ts";
import { generateProduct, nameOfGenerated } from "./generated.ts";

const day = 86_400_000;

/**
 * Fills catalog v3 with the demo shop: its categories, products, options, brands, ribbons, info
 * sections and stock. The same seed and clock give the same ids. No events are written. PlatformError 409 where it is
 * there already.
 */
export function seedDemoV3(tx: Tx): { products: number } {
  refuseSecond(tx, demoProducts[0]?.slug ?? "");
  const shop = shopOf(tx);
  const still = silent(tx, tx.now);
  const categories = new Map(demoCollections.map((one) => [one.slug, createCategory(still, one)]));
  for (const demo of [...demoProducts].reverse()) {
    const quiet = silent(tx, new Date(tx.now.getTime() - demo.age * day));
    const product = asProductV3(makeProduct(quiet, shop, { ...demo, age: 0 }, []));
    plant(
      quiet,
      product,
      demo.in.flatMap((slug) => categories.get(slug) ?? []),
    );
  }
  return { products: demoProducts.length };
}

/**
 * Fills catalog v3 with generated products number `from` to `to` (1-based, both included), the same as catalog v1 gets.
 * Those that are there already stay as they are. The number of those that were added.
 */
export function seedProductsV3(tx: Tx, from: number, to: number): number {
  const shop = shopOf(tx);
  const quiet = silent(tx, tx.now);
  let added = 0;
  for (let serial = from; serial <= to; serial++) {
    if (tx.findBy(products, "slug", slugOf(nameOfGenerated(serial))) !== undefined) continue;
    plant(quiet, asProductV3(generateProduct(quiet, shop, serial)), []);
    added += 1;
  }
  return added;
}

/** Stores a product, its categories and its stock; these first, so that the product is derived once. */
function plant(tx: Tx, given: ProductWithInventory, categories: readonly StoredCategory[]): void {
  const facts = newProduct(tx, given);
  for (const [index, { id: variantId }] of facts.variantsInfo.variants.entries()) {
    const { quantity, inStock } = given.variantsInfo?.variants?.[index]?.inventoryItem ?? {};
    const stock = typeof quantity === "number" ? { quantity } : { inStock };
    const item = newItem(tx, facts, { variantId, ...stock });
    tx.put(items, item.id, item);
  }
  for (const category of categories) placeItem(tx, category, productItem(facts.id));
  insertProduct(tx, facts);
}

/** The transaction as of another time, without events. */
const silent = (tx: Tx, now: Date): Tx => ({ ...tx, now, emit: () => {} });

function refuseSecond(tx: Tx, slug: string): void {
  if (tx.findBy(products, "slug", slug) === undefined) return;
  throw new PlatformError(409, "ALREADY_SEEDED", "The demo shop is in this sandbox already", { slug });
}
