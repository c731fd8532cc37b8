import type { Product, Variant } from "../../../../api/services/products/products.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { productOf } from "./save.ts";
import type { StoredProduct, StoredVariant } from "./tables.ts";

/** Returns a query filter for the products that the caller may see. */
export function visibleTo(tx: Tx): { visible: true } | undefined {
  return tx.caller.role === "admin" ? undefined : { visible: true };
}

/** Returns a product that the caller may see. Throws PlatformError 404 otherwise. */
export function visibleProduct(tx: Tx, id: string): StoredProduct {
  const product = productOf(tx, id);
  if (product.visible || tx.caller.role === "admin") return product;
  throw new PlatformError(404, "PRODUCT_NOT_FOUND", `There is no product ${id}`, { productId: id });
}

/** Returns whether merchant data is requested. Throws PlatformError 403 if the caller is not an admin. */
export function merchantView(tx: Tx, requested: boolean | null | undefined): boolean {
  if (!requested) return false;
  if (tx.caller.role === "admin") return true;
  const field = "includeMerchantSpecificData";
  throw new PlatformError(403, "FORBIDDEN", `${field} requires permission to manage products`, { field });
}

/** Returns a product in API form, with its variants; costs and profits are `merchant` data. */
export function showProduct(product: StoredProduct, merchant: boolean): Product {
  const { internal: _, costAndProfitData, costRange, variants, ...rest } = product;
  return {
    ...rest,
    ...(merchant && { costRange, ...(costAndProfitData && { costAndProfitData }) }),
    variants: variants.map((variant) => showVariant(variant, merchant)),
  };
}

/** Returns a variant in API form. */
export function showVariant(variant: StoredVariant, merchant: boolean): Variant {
  if (merchant) return variant;
  const { costAndProfitData: _, ...data } = variant.variant;
  return { ...variant, variant: data };
}
