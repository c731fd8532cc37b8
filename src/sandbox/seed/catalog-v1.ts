import { day } from "../../kernel/durations.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { countProducts, putCollection } from "../services/collections/collections.ts";
import { allProductsId, type StoredCollection } from "../services/collections/tables.ts";
import { deriveProduct, type Shop } from "../services/products/v1/derive.ts";
import { blankProduct, changeFacts } from "../services/products/v1/facts.ts";
import { mediaItem, mediaOf } from "../services/products/v1/media.ts";
import { shopOf } from "../services/products/v1/save.ts";
import { products, type StoredProduct, type WireOption } from "../services/products/v1/tables.ts";
import { stockOf } from "../services/products/v1/variants.ts";
import { demoCoffee } from "./demo-coffee.ts";
import { type DemoCollection, type DemoProduct, demoCollections } from "./demo-collections.ts";
import { demoHome } from "./demo-home.ts";

/** The products of the demo shop, newest first. */
export const demoProducts = [...demoHome, ...demoCoffee];

/**
 * Fills catalog v1 with a small shop: ceramics, textiles and coffee. The same seed and clock give the same ids. Emits no
 * events. Throws PlatformError 409 if the demo shop exists.
 */
export function seedDemoV1(tx: Tx): { products: number; collections: number } {
  const [first] = demoProducts;
  if (first !== undefined && tx.findBy(products, "slug", first.slug) !== undefined) {
    throw new PlatformError(409, "ALREADY_SEEDED", "This sandbox already contains the demo shop", {
      slug: first.slug,
    });
  }
  const shop = shopOf(tx);
  const idOf = new Map(
    demoCollections.map((collection) => [collection.slug, createCollection(tx, collection)]),
  );
  for (const demo of [...demoProducts].reverse()) addProduct(tx, shop, demo, idOf);
  return { products: demoProducts.length, collections: demoCollections.length };
}

/** Stores a product of catalog v1. `collectionIds` has the ids of collections by slug. */
export function addProduct(
  tx: Tx,
  shop: Shop,
  demo: DemoProduct,
  collectionIds: ReadonlyMap<string, string>,
): string {
  const product = makeProduct(
    tx,
    shop,
    demo,
    demo.collections.map((slug) => collectionIds.get(slug) ?? slug),
  );
  tx.put(products, product.id, product);
  countProducts(tx, product.collectionIds, 1);
  return product.id;
}

/** Stores a collection of catalog v1 and returns its id. */
export function createCollection(tx: Tx, { name, slug, description }: DemoCollection): string {
  const id = tx.newId();
  const collection: StoredCollection = {
    id,
    name,
    slug,
    description,
    visible: true,
    media: { items: [] },
    numberOfProducts: 0,
    lastUpdated: tx.now.toISOString(),
  };
  putCollection(tx, collection);
  return id;
}

/** Returns a catalog v1 product of the demo shop without storing it. */
export function makeProduct(
  tx: Tx,
  shop: Shop,
  demo: DemoProduct,
  collectionIds: readonly string[],
): StoredProduct {
  const {
    amount,
    cost,
    collections: _,
    pictures,
    units,
    options,
    variants: overrides,
    age,
    customTextFields,
    ...plain
  } = demo;
  const blank = blankProduct(
    tx.newId(),
    tx.next("catalog-v1-product"),
    new Date(tx.now.getTime() - age * day),
  );
  const facts = changeFacts(blank, {
    ...plain,
    priceData: { price: amount },
    ...(cost !== undefined && { costAndProfitData: { itemCost: cost } }),
    manageVariants: options !== undefined,
    productOptions: Object.entries(options ?? {}).map(wireOption),
  });
  facts.collectionIds = [allProductsId, ...collectionIds];
  facts.media = mediaOf(pictures.map((name) => mediaItem({ mediaId: `till_${name.replace(".", "~mv2.")}` })));
  if (customTextFields) facts.customTextFields = customTextFields;
  const aligned = deriveProduct(facts, shop);
  const variants = aligned.variants.map((variant, index) => ({ ...variant, stock: unitsOf(units, index) }));
  const entries = aligned.variants.map((variant, index) => [variant.id, overrides?.[index] ?? {}] as const);
  return deriveProduct({ ...aligned, variants, internal: { own: Object.fromEntries(entries) } }, shop);
}

function unitsOf(units: DemoProduct["units"], index: number) {
  if (typeof units === "boolean") return stockOf(false, 0, units);
  return stockOf(true, typeof units === "number" ? units : (units[index] ?? 0), false);
}

/** Returns an option: a colour option if its choices are written `#f4efe6 Oat`, otherwise a drop-down list. */
function wireOption([name, choices]: [string, readonly string[]]): WireOption {
  const isColour = choices.every((choice) => choice.startsWith("#"));
  return {
    name,
    optionType: isColour ? "color" : "drop_down",
    choices: choices.map((choice) => {
      const [, value, description] = /^(#\S+) (.+)$/.exec(choice) ?? [choice, choice, choice];
      return { value, description };
    }),
  };
}
