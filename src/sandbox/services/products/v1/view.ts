import type { Product, Variant } from "../../../../api/services/products/models/product.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { productOf } from "./save.ts";
import type { StoredProduct, StoredVariant } from "./tables.ts";

/** What of a product a caller gets to see. */
export interface View {
  /** Costs and profits. */
  merchant: boolean;
  variants: boolean;
}

/** Admins see everything, all others what is visible; as a filter for queries. */
export function visibleTo(tx: Tx): { visible: true } | undefined {
  return tx.caller.role === "admin" ? undefined : { visible: true };
}

/** The product, if the caller may see it; PlatformError 404 otherwise. */
export function visibleProduct(tx: Tx, id: string): StoredProduct {
  const product = productOf(tx, id);
  if (product.visible || tx.caller.role === "admin") return product;
  throw new PlatformError(404, "PRODUCT_NOT_FOUND", `There is no product ${id}`, { productId: id });
}

/** True where an admin asks for merchant data; PlatformError 403 where someone else does. */
export function merchantView(
  tx: Tx,
  asked: boolean | null | undefined,
  field = "includeMerchantSpecificData",
): boolean {
  if (!asked) return false;
  if (tx.caller.role === "admin") return true;
  throw new PlatformError(403, "FORBIDDEN", `${field} needs permission to manage products`, { field });
}

/** The wire document of a product. */
export function showProduct(product: StoredProduct, view: View): Product {
  const { internal: _, costAndProfitData, costRange, variants, ...rest } = product;
  return {
    ...rest,
    ...(view.merchant && { costRange, ...(costAndProfitData && { costAndProfitData }) }),
    variants: view.variants ? variants.map((variant) => showVariant(variant, view.merchant)) : [],
  };
}

/** The wire form of a variant. */
export function showVariant(variant: StoredVariant, merchant: boolean): Variant {
  if (merchant) return variant;
  const { costAndProfitData: _, ...data } = variant.variant;
  return { ...variant, variant: data };
}
