import type { Product } from "../../../api/services/products.ts";
import { allProductsId } from "../../collections/index.ts";
import { copied } from "../../kernel/copied.ts";
import type { StoreTx } from "../../kernel/tx.ts";
import { blankProduct } from "./facts.ts";
import { deriveProduct, shopOf } from "./products.ts";
import {
  defaultVariantId,
  type ProductFacts,
  products,
  type StoredOption,
  type VariantOwn,
  type WireVariantData,
} from "./tables.ts";
import { storedStock } from "./variants.ts";

/** The facts of a product that follow from others; the sandbox derives them again. */
const derived = ["price", "convertedPriceData", "priceRange", "weightRange", "costRange", "ribbons", "stock"];

/** Products of another shop with their ids, dates, prices and stock. */
export const copiedProduct = copied({ table: products, document: productOf });

function productOf(tx: StoreTx, given: Product) {
  const left = new Set([...derived, "productPageUrl", "inventoryItemId", "exportProductId"]);
  const present = Object.entries(given).filter(
    ([name, value]) => value !== null && value !== undefined && !left.has(name),
  );
  const blank = blankProduct(given.id, tx.next("catalog-v1-product"), tx.now);
  const product: ProductFacts = { ...blank, ...Object.fromEntries(present) };
  const cost = given.costAndProfitData?.itemCost;
  const { mainMedia, items } = product.media;
  const managed = product.manageVariants && product.productOptions.length > 0;
  const facts: ProductFacts = {
    ...product,
    priceData: { price: given.priceData?.price ?? given.price?.price ?? 0 },
    collectionIds: [...new Set([...product.collectionIds, allProductsId])],
    media: { mainMedia, items: items ?? [] },
    productOptions: product.productOptions.map(({ choices, ...option }) => ({
      ...option,
      choices: (choices ?? []).map(
        ({ inStock, visible, ...choice }) => choice as StoredOption["choices"][number],
      ),
    })),
    variants: (given.variants ?? []).map((variant) => ({
      id: variant.id ?? defaultVariantId,
      choices: (managed ? variant.choices : undefined) ?? {},
      stock: storedStock(
        variant.stock?.trackQuantity ?? given.stock?.trackInventory ?? false,
        variant.stock?.quantity ?? 0,
        variant.stock?.inStock ?? true,
      ),
    })),
    internal: {
      own: managed
        ? Object.fromEntries(
            (given.variants ?? []).map(({ id, variant }) => [
              id ?? "",
              variantValues(variant ?? {}, product),
            ]),
          )
        : {},
    },
  };
  if (typeof cost === "number") facts.costAndProfitData = { itemCost: cost };
  else delete facts.costAndProfitData;
  const stored = deriveProduct(facts, shopOf(tx));
  const { inventoryItemId = stored.inventoryItemId, exportProductId = stored.exportProductId } = given;
  return {
    ...stored,
    inventoryItemId: inventoryItemId ?? stored.inventoryItemId,
    exportProductId: exportProductId || stored.exportProductId,
  };
}

/** Returns what a variant has instead of the values of its product. */
function variantValues(variant: WireVariantData, product: ProductFacts): VariantOwn {
  const { weight, sku, visible, productDimensions, packageDimensions } = variant;
  const price = variant.priceData?.price;
  const cost = variant.costAndProfitData?.itemCost;
  return {
    ...(typeof price === "number" && price !== product.priceData.price && { price }),
    ...(typeof cost === "number" && cost !== product.costAndProfitData?.itemCost && { cost }),
    ...(typeof weight === "number" && weight !== (product.weight ?? 0) && { weight }),
    ...(typeof sku === "string" && sku !== (product.sku ?? "") && { sku }),
    ...(visible === false && { visible }),
    ...(productDimensions && { productDimensions }),
    ...(packageDimensions && { packageDimensions }),
  };
}
