import type { Product } from "../../api/services/products.ts";
import { day } from "../../kernel/durations.ts";
import { amountToJson, decimal } from "../../kernel/money.ts";
import {
  allProductsId,
  countProducts,
  putCollection,
  type StoredCollection,
} from "../collections/collections.ts";
import { slugOf } from "../kernel/entities.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { blankProduct, changeFacts } from "../products/v1/facts.ts";
import { mediaFacts, storedMedia } from "../products/v1/media.ts";
import { deriveProduct, type Shop, shopOf } from "../products/v1/products.ts";
import {
  defaultVariantId,
  products,
  type StoredProduct,
  type VariantOwn,
  type WireOption,
} from "../products/v1/tables.ts";
import { storedStock } from "../products/v1/variants.ts";
import { products as productsV3 } from "../products/v3/tables.ts";
import demoShop from "./demo-shop.json" with { type: "json" };

type MerchantField =
  | "additionalInfoSections"
  | "brand"
  | "customTextFields"
  | "description"
  | "digitalFile"
  | "discount"
  | "pricePerUnitData"
  | "productType"
  | "ribbon"
  | "sku"
  | "visible"
  | "weight";

/** A product of the demo shop. Amounts are in the shop's currency. */
export interface DemoProduct extends Pick<Product, MerchantField> {
  name: string;
  slug: string;
  amount: number;
  cost?: number;
  /** Slugs of collections. */
  collections: readonly string[];
  /** File names of pictures; the first is the main picture. */
  pictures: readonly string[];
  /** Units per variant in the order of the choices; a boolean means untracked stock, in stock or not. */
  units: number | boolean | readonly number[];
  /** Choices by option name. Colors are written `#hex name`. */
  options?: Readonly<Record<string, readonly string[]>>;
  /** Overrides per variant, in the order of the choices. */
  variants?: readonly VariantOwn[];
  /** Days since it was created. */
  age: number;
}

/** A collection of the demo shop. */
export type DemoCollection = { name: string; slug: string; description: string };

/** The products of the demo shop, newest first. */
export const demoProducts = demoShop.products as readonly DemoProduct[];

/**
 * Fills catalog v1 with a small shop: ceramics, textiles and coffee. The same seed and clock give the same ids. Emits no
 * events. Throws PlatformError 409 if the demo shop exists.
 */
export function seedDemoV1(tx: Tx): { products: number; collections: number } {
  rejectSecondDemo(tx);
  const shop = shopOf(tx);
  const idOf = new Map(
    demoShop.collections.map((collection) => [collection.slug, createCollection(tx, collection)]),
  );
  for (const demo of [...demoProducts].reverse()) addProduct(tx, shop, demo, idOf);
  return { products: demoProducts.length, collections: demoShop.collections.length };
}

/** Throws PlatformError 409 if the demo shop exists, on any catalog: both share its orders, events and members. */
export function rejectSecondDemo(tx: Tx): void {
  const slug = demoProducts[0]?.slug ?? "";
  const version = tx.findBy(products, "slug", slug) ? "v1" : tx.findBy(productsV3, "slug", slug) && "v3";
  if (version === undefined) return;
  const message = `This sandbox already contains the demo shop, on catalog ${version}`;
  throw new PlatformError(409, "ALREADY_SEEDED", message, { slug });
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
    collections,
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
  facts.media = mediaFacts(
    pictures.map((name) => storedMedia({ mediaId: `till_${name.replace(".", "~mv2.")}` })),
  );
  if (customTextFields) facts.customTextFields = customTextFields;
  const aligned = deriveProduct(facts, shop);
  const variants = aligned.variants.map((variant, index) => ({ ...variant, stock: unitsOf(units, index) }));
  const entries = aligned.variants.map((variant, index) => [variant.id, overrides?.[index] ?? {}] as const);
  return deriveProduct({ ...aligned, variants, internal: { own: Object.fromEntries(entries) } }, shop);
}

function unitsOf(units: DemoProduct["units"], index: number) {
  if (typeof units === "boolean") return storedStock(false, 0, units);
  return storedStock(true, typeof units === "number" ? units : (units[index] ?? 0), false);
}

/** Returns an option: a color option if its choices are written `#f4efe6 Oat`, otherwise a drop-down list. */
function wireOption([name, choices]: [string, readonly string[]]): WireOption {
  const isColor = choices.every((choice) => choice.startsWith("#"));
  return {
    name,
    optionType: isColor ? "color" : "drop_down",
    choices: choices.map((choice) => {
      const [, value, description] = /^(#\S+) (.+)$/.exec(choice) ?? [choice, choice, choice];
      return { value, description };
    }),
  };
}

const cellText = (text: string) => text.split(" ");
const adjectives = cellText(
  "Amber Birch Calm Dusty Early Fine Golden Harbour Indigo Jade Late Mellow Nordic Oak Plain Quiet",
);
const nouns = cellText("Bowl Cup Jug Lamp Mug Plate Pot Rug Service Spoon Stool Tray Vase");
const brands = cellText(
  "Acme Bergmann Calder Dalgaard Elmwood Fjell Granite Halden Ivo Juniper Kestrel Lund Marlow Nimbus Orrin Pell Quill Rowan Sable Tarn",
);
const sizes = ["S", "M", "L"];

/**
 * Adds the generated products `from` to `to` (1-based, inclusive) to catalog v1: 20 brands, SKUs `GEN-000001` …, prices
 * from 1.00 to 200.99, every tenth in three sizes. Only their ids vary. Existing ones stay as they are. Emits no events.
 * Returns the number of added products.
 */
export function seedProducts(tx: Tx, from: number, to: number): number {
  const shop = shopOf(tx);
  let added = 0;
  for (let serial = from; serial <= to; serial++) {
    if (tx.findBy(products, "slug", slugOf(generatedName(serial))) !== undefined) continue;
    const product = generateProduct(tx, shop, serial);
    tx.put(products, product.id, product);
    added += 1;
  }
  countProducts(tx, [allProductsId], added);
  return added;
}

/** Returns the generated catalog v1 product with a serial number without storing it. */
export function generateProduct(tx: Tx, shop: Shop, serial: number): StoredProduct {
  const name = generatedName(serial);
  // The factor and the modulus are coprime, so that every price occurs before one repeats.
  const cents = ((serial * 7919) % 20_000) + 100;
  const facts = changeFacts(blankProduct(tx.newId(), tx.next("catalog-v1-product"), tx.now), {
    name,
    slug: slugOf(name),
    sku: `GEN-${digits(serial)}`,
    brand: pick(brands, serial),
    description: `<p>${name}, for trying things out.</p>`,
    priceData: { price: hundredths(cents) },
    costAndProfitData: { itemCost: hundredths(Math.floor(cents / 2)) },
    weight: hundredths((serial * 37) % 500),
    ...(serial % 7 === 0 && { discount: { type: "PERCENT", value: 10 } }),
    ...(serial % 10 === 0 && {
      manageVariants: true,
      productOptions: [{ name: "Size", choices: sizes.map((size) => ({ value: size, description: size })) }],
    }),
  });
  const stock =
    serial % 13 === 0 ? storedStock(false, 0, true) : storedStock(true, (serial * 17) % 120, false);
  const single = deriveProduct({ ...facts, variants: [{ id: defaultVariantId, choices: {}, stock }] }, shop);
  if (!single.manageVariants) return single;
  return deriveProduct(
    { ...single, variants: single.variants.map((variant) => ({ ...variant, stock })) },
    shop,
  );
}

/** Returns the name of the generated product with a serial number. */
export function generatedName(serial: number): string {
  return `${pick(adjectives, serial)} ${pick(nouns, serial)} ${digits(serial)}`;
}

function pick(list: readonly string[], serial: number): string {
  return list[serial % list.length] ?? "";
}

function digits(serial: number): string {
  return String(serial).padStart(6, "0");
}

function hundredths(count: number): number {
  return amountToJson(decimal(String(count)).div(decimal("100")));
}
