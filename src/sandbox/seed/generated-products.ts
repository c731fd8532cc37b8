import { amountToJson, decimal } from "../../kernel/money.ts";
import { slugOf } from "../kernel/slugs.ts";
import type { Tx } from "../kernel/tx.ts";
import { countProducts } from "../services/collections/collections.ts";
import { allProductsId } from "../services/collections/tables.ts";
import { deriveProduct, type Shop } from "../services/products/v1/derive.ts";
import { blankProduct, changeFacts } from "../services/products/v1/facts.ts";
import { shopOf } from "../services/products/v1/save.ts";
import { defaultVariantId, products, type StoredProduct } from "../services/products/v1/tables.ts";
import { stockOf } from "../services/products/v1/variants.ts";

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
  const stock = serial % 13 === 0 ? stockOf(false, 0, true) : stockOf(true, (serial * 17) % 120, false);
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
