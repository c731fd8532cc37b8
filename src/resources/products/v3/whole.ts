import type { Call } from "../../../api/caller.ts";
import { createWireClient } from "../../../api/client.ts";
import { pages } from "../../../api/query/pages.ts";
import { inventoryItemsV3 } from "../../../api/services/inventory/inventory-items-v3.ts";
import type { InventoryItemV3 } from "../../../api/services/inventory/models/inventory-item-v3.ts";
import type { ProductV3 } from "../../../api/services/products/models/product-v3.ts";
import type { ReadOnlyVariant, VariantV3 } from "../../../api/services/products/models/variant-v3.ts";
import { productsV3 } from "../../../api/services/products/products-v3.ts";
import { variantsV3 } from "../../../api/services/products/variants-v3.ts";
import { exitCodes, TillError } from "../../../kernel/errors.ts";
import { inOrder } from "./options.ts";

/** A product of catalog v3 with its variants, sorted by choices, and their stock. */
export interface WholeProduct {
  product: ProductV3;
  variants: VariantV3[];
  /** Empty if the caller may not read stock. */
  items: InventoryItemV3[];
}

/** What lists do with products. */
export interface ListOptions {
  /** Receives the products of each page. */
  keep?(listed: readonly WholeProduct[]): void;
  /** False: leaves out inventory items, which saves a request per page. */
  stock?: boolean | undefined;
}

/** Which products need more than what lists have of them; default: all of them need both. */
export interface Needs {
  variants: ReadonlySet<string>;
  items: ReadonlySet<string>;
}

/** Returns the field groups that a v1 product needs. Only admins get costs. */
export function productFieldsFor(admin: boolean): string[] {
  const fields = [
    "CURRENCY",
    "URL",
    "PLAIN_DESCRIPTION",
    "INFO_SECTION",
    "INFO_SECTION_PLAIN_DESCRIPTION",
    "MEDIA_ITEMS_INFO",
    "THUMBNAIL",
    "PRODUCT_CHOICES_MEDIA_REFERENCES",
    "DIRECT_CATEGORIES_INFO",
  ];
  return admin ? [...fields, "MERCHANT_DATA"] : fields;
}

/** Returns listed products with their variants and stock, read for all products together. */
export async function completeProducts(
  call: Call,
  listed: readonly ProductV3[],
  admin: boolean,
  needs?: Needs,
  fields?: readonly string[],
): Promise<WholeProduct[]> {
  const ids = listed.map(({ id }) => id ?? "");
  const [variants, items] = await Promise.all([
    variantsOfProducts(
      call,
      ids.filter((id) => needs?.variants.has(id) ?? true),
      admin,
    ),
    stockOfProducts(
      call,
      ids.filter((id) => needs?.items.has(id) ?? true),
      admin,
    ),
  ]);
  return await Promise.all(
    listed.map(async (product) => {
      const rows = variants.get(product.id ?? "") ?? [];
      const own = items.get(product.id ?? "") ?? [];
      if (needs?.variants.has(product.id ?? "") === false) return { product, variants: [], items: own };
      // The index of variants may lag behind the products. Products with missing or outdated variants are read again.
      const count = product.variantSummary?.variantCount ?? rows.length;
      const current =
        rows.length === count && rows.every(({ productData }) => productData?.revision === product.revision);
      if (!current) return await wholeProduct(call, product.id ?? "", admin, own, fields);
      return whole(product, rows.map(asVariant), own);
    }),
  );
}

/** Reads the current state of a product. */
export async function wholeProduct(
  call: Call,
  productId: string,
  admin: boolean,
  stock?: InventoryItemV3[],
  fields: readonly string[] = productFieldsFor(admin),
): Promise<WholeProduct> {
  const client = createWireClient({ productsV3 }, call);
  const result = await client.productsV3.get({ productId, fields: [...fields] });
  const product = result.product ?? {};
  const variants = product.variantsInfo?.variants ?? [];
  const count = product.variantSummary?.variantCount ?? variants.length;
  // Variants are written as a whole: those that are missing here would be deleted.
  if (admin && variants.length < count) {
    const message = `The platform returned ${variants.length} of ${count} variants of "${product.name}".`;
    throw new TillError(exitCodes.unavailable, message, { hint: "Run the command again." });
  }
  const items = stock ?? (await stockOfProducts(call, [productId], admin)).get(productId) ?? [];
  return whole(product, variants, items);
}

function whole(product: ProductV3, variants: readonly VariantV3[], items: InventoryItemV3[]): WholeProduct {
  return { product, variants: inOrder(product.options ?? [], variants), items };
}

async function variantsOfProducts(call: Call, ids: readonly string[], admin: boolean) {
  if (ids.length === 0) return new Map<string, ReadOnlyVariant[]>();
  const rows = pages<ReadOnlyVariant>(call, "variantsV3.query", variantsV3.query, {
    query: { filter: { "productData.productId": { $in: ids } } },
    ...(admin && { fields: ["MERCHANT_DATA"] }),
  });
  return await grouped(rows, ({ productData }) => productData?.productId);
}

async function stockOfProducts(call: Call, ids: readonly string[], admin: boolean) {
  if (!admin || ids.length === 0) return new Map<string, InventoryItemV3[]>();
  const items = pages<InventoryItemV3>(call, "inventoryItemsV3.query", inventoryItemsV3.query, {
    query: { filter: { productId: { $in: ids } } },
  });
  return await grouped(items, ({ productId }) => productId);
}

async function grouped<Row>(
  rows: AsyncIterable<Row>,
  keyOf: (row: Row) => string | null | undefined,
): Promise<Map<string, Row[]>> {
  const groups = new Map<string, Row[]>();
  for await (const row of rows) {
    const key = keyOf(row) ?? "";
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

function asVariant({ variantId, id, optionChoices, productData: _, ...rest }: ReadOnlyVariant): VariantV3 {
  return { ...rest, id: variantId ?? id, choices: optionChoices ?? [] };
}
