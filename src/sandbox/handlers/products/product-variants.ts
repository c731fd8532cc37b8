import type * as z from "zod/mini";
import type { Handlers } from "../../../api/endpoint.ts";
import type { products as endpoints, VariantOverride } from "../../../api/services/products/products.ts";
import { checkFields } from "../../kernel/documents/lists.ts";
import { scanPage } from "../../kernel/documents/pages.ts";
import { invalid } from "../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { optionsAvailability } from "../../services/products/v1/availability.ts";
import { checkedAmount } from "../../services/products/v1/prices.ts";
import { productOf, saveProduct } from "../../services/products/v1/save.ts";
import {
  storeVariant,
  storeVariants,
  storeVariantsBySku,
} from "../../services/products/v1/store-variants.ts";
import type { StoredProduct, StoredVariant, VariantOwn } from "../../services/products/v1/tables.ts";
import { checkChoices, isManaged, matchVariants } from "../../services/products/v1/variants.ts";
import { merchantView, showVariant, visibleProduct, visibleTo } from "../../services/products/v1/view.ts";

type Variants = Pick<
  typeof endpoints,
  | "updateVariants"
  | "resetVariants"
  | "queryVariants"
  | "queryStoreVariants"
  | "getStoreVariant"
  | "optionsAvailability"
>;
type Override = z.input<typeof VariantOverride>;

const storeFields = ["id", "variantId", "productId", "productName", "variantName", "sku"];

/** Product variants. */
export const productVariants: Handlers<Variants, Tx> = {
  updateVariants(tx, { id, variants }) {
    const product = productOf(tx, id ?? "");
    rejectUnmanaged(product);
    const own = { ...product.internal.own };
    for (const override of variants ?? []) {
      for (const variant of overridden(product, override))
        own[variant.id] = withOverride(product, own[variant.id], override);
    }
    const after = saveProduct(tx, product, { ...product, internal: { ...product.internal, own } });
    return { variants: after.variants.map((variant) => showVariant(variant, true)) };
  },
  resetVariants(tx, { id }) {
    const product = productOf(tx, id ?? "");
    saveProduct(tx, product, { ...product, internal: { ...product.internal, own: {} } });
    return {};
  },
  queryVariants(tx, { id, choices, variantIds, paging, includeMerchantSpecificData }) {
    const merchant = merchantView(tx, includeMerchantSpecificData);
    const product = visibleProduct(tx, id ?? "");
    checkChoices(product.productOptions, choices ?? {});
    const found = matchVariants(shownVariants(tx, product), { choices, variantIds });
    const [limit, offset] = [paging?.limit ?? 50, paging?.offset ?? 0];
    return {
      variants: found.slice(offset, offset + limit).map((variant) => showVariant(variant, merchant)),
      metadata: { items: limit, offset },
      totalResults: found.length,
    };
  },
  queryStoreVariants(tx, { query }) {
    checkFields(query ?? {}, { filterable: storeFields, sortable: storeFields });
    const skus = skusOf(query?.filter);
    const rows = skus ? storeVariantsBySku(tx, visibleTo(tx), skus) : storeVariants(tx, visibleTo(tx));
    const page = scanPage(rows, query);
    return { variants: page.items, metadata: page.metadata };
  },
  getStoreVariant(tx, { id }) {
    // Two GUIDs joined by a dash.
    const [productId, variantId] = [(id ?? "").slice(0, 36), (id ?? "").slice(37)];
    const product = visibleProduct(tx, productId);
    const variant = shownVariants(tx, product).find((one) => one.id === variantId);
    if (variant === undefined)
      throw new PlatformError(404, "VARIANT_NOT_FOUND", `There is no variant ${id}`, { id });
    return { variant: storeVariant(product, variant) };
  },
  optionsAvailability(tx, { id, options }) {
    const product = visibleProduct(tx, id ?? "");
    checkChoices(product.productOptions, options ?? {});
    return optionsAvailability(product, options ?? {});
  },
};

/** Returns the SKUs of a filter by SKU alone, `{ sku: … }`; undefined for others. */
function skusOf(filter: unknown): string[] | undefined {
  const { sku, ...others } = (filter ?? {}) as { sku?: unknown };
  const { $in: skus = [sku] } = (typeof sku === "object" && sku !== null ? sku : {}) as { $in?: unknown };
  const isList = Array.isArray(skus) && skus.every((one) => typeof one === "string" && one !== "");
  return isList && Object.keys(others).length === 0 ? skus : undefined;
}

function shownVariants(tx: Tx, product: StoredProduct): StoredVariant[] {
  return product.variants.filter((variant) => variant.variant.visible || tx.caller.role === "admin");
}

function rejectUnmanaged(product: StoredProduct): void {
  if (isManaged(product)) return;
  const message = `The variants of "${product.name}" are not managed; set manageVariants first`;
  throw new PlatformError(400, "VARIANTS_NOT_MANAGED", message, { productId: product.id });
}

function overridden(product: StoredProduct, { choices, variantIds }: Override): StoredVariant[] {
  checkChoices(product.productOptions, choices ?? {});
  const unknown = (variantIds ?? []).find((id) => !product.variants.some((variant) => variant.id === id));
  if (unknown !== undefined) {
    throw new PlatformError(404, "VARIANT_NOT_FOUND", `The product has no variant ${unknown}`, {
      variantId: unknown,
    });
  }
  if (variantIds?.length || Object.keys(choices ?? {}).length > 0) {
    return matchVariants(product.variants, { choices, variantIds });
  }
  throw invalid("variants", "REQUIRED_ONE_OF_FIELD", "must contain choices or variantIds in each entry");
}

/** Returns the overrides after a change. Null or the product's value removes an override. */
function withOverride(
  product: StoredProduct,
  before: VariantOwn | undefined,
  override: Override,
): VariantOwn {
  const { price, cost, weight, sku, visible, productDimensions, packageDimensions } = override;
  const values = { price, cost, weight, sku, visible, productDimensions, packageDimensions };
  const inherited: Partial<typeof values> = {
    price: product.priceData.price,
    cost: product.costAndProfitData?.itemCost,
    weight: product.weight,
    sku: product.sku,
    visible: true,
  };
  const own: Record<string, unknown> = { ...before };
  for (const key of Object.keys(values) as (keyof typeof values)[]) {
    const value = values[key];
    if (value === undefined) continue;
    if (typeof value === "number") checkedAmount(key, value);
    if (value === null || value === inherited[key]) delete own[key];
    else own[key] = value;
  }
  return own;
}
