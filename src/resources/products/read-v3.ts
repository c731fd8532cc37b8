import type { Call } from "../../api/caller.ts";
import type { FilterField } from "../../api/query/filter.ts";
import { pages, readAll } from "../../api/query/pages.ts";
import { type InventoryItemV3, inventoryItemsV3 } from "../../api/services/inventory.ts";
import {
  type ProductV3,
  productsV3,
  type ReadOnlyVariant,
  type VariantV3,
  variantsV3,
} from "../../api/services/products.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { productFilterFields } from "./fields.ts";
import { inOrder, type WholeProduct } from "./product-v3.ts";

/** The maximum number of values in a filter. */
const maxValues = 100;

/** The ids of the products that need more than what lists have of them. Default: all of them need both. */
export interface Needs {
  variants?: ReadonlySet<string>;
  items?: ReadonlySet<string>;
}

/** Returns the field groups that `productOf` needs. Only admins get costs. */
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

/** Reads products by id or slug, a hundred a call, with the variants and inventory items that are needed. */
export async function readProducts(
  call: Call,
  admin: boolean,
  field: "id" | "slug",
  values: readonly string[],
  needs?: Needs,
): Promise<WholeProduct[]> {
  const found: WholeProduct[] = [];
  for (const batch of batchesOf(values, maxValues)) {
    const products = await readAll<ProductV3>(call, productsV3.query, {
      query: { filter: { [field]: { $in: batch } } },
      fields: productFieldsFor(admin),
    });
    found.push(...(await completeProducts(call, products, admin, needs)));
  }
  return found;
}

/** Returns the ids of the products that have these slugs, a hundred a call. */
export async function productIdsBySlug(call: Call, slugs: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const chunk of batchesOf(slugs, maxValues)) {
    const query = { filter: { slug: { $in: chunk } } };
    for (const { id, slug } of await readAll<ProductV3>(call, productsV3.query, { query }))
      if (id && slug) found.set(slug, id);
  }
  return found;
}

/** Returns the variants of the whole shop that a filter selects, and the products they belong to. */
export async function variantsWith(call: Call, filter: object, limit?: number): Promise<ReadOnlyVariant[]> {
  const search = { filter };
  const options = limit === undefined ? {} : { limit };
  return await Array.fromAsync(pages<ReadOnlyVariant>(call, variantsV3.search, { search }, options));
}

/** Returns listed products with their variants and stock, read for all products together. */
export async function completeProducts(
  call: Call,
  listed: readonly ProductV3[],
  admin: boolean,
  needs: Needs = {},
  fields?: readonly string[],
): Promise<WholeProduct[]> {
  const ids = listed.map(({ id }) => id);
  const [variants, items] = await Promise.all([
    variantsOfProducts(
      call,
      ids.filter((id) => needs.variants?.has(id) ?? true),
      admin,
    ),
    stockOfProducts(
      call,
      ids.filter((id) => needs.items?.has(id) ?? true),
      admin,
    ),
  ]);
  return await Promise.all(
    listed.map(async (product) => {
      const rows = variants.get(product.id) ?? [];
      const own = items.get(product.id) ?? [];
      if (needs.variants?.has(product.id) === false) return { product, variants: [], items: own };
      return assembled(product, rows, own) ?? (await wholeProduct(call, product.id, admin, own, fields));
    }),
  );
}

/**
 * Returns a listed product with listed variants and stock. Undefined if variants are missing or outdated, because their index
 * may lag behind the products.
 */
export function assembled(
  product: ProductV3,
  rows: readonly ReadOnlyVariant[],
  items: InventoryItemV3[],
): WholeProduct | undefined {
  const count = product.variantSummary?.variantCount ?? rows.length;
  const isCurrent =
    rows.length === count && rows.every(({ productData }) => productData?.revision === product.revision);
  return isCurrent ? whole(product, rows.map(asVariant), items) : undefined;
}

/** Reads the current state of a product. */
export async function wholeProduct(
  call: Call,
  productId: string,
  admin: boolean,
  stock?: InventoryItemV3[],
  fields: readonly string[] = productFieldsFor(admin),
): Promise<WholeProduct> {
  const result = await call(productsV3.get, { productId, fields: [...fields] });
  const product = result.product;
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
  const rows = pages<ReadOnlyVariant>(call, variantsV3.query, {
    query: { filter: { "productData.productId": { $in: ids } } },
    fields: admin ? ["MERCHANT_DATA"] : undefined,
  });
  return await grouped(rows, ({ productData }) => productData?.productId);
}

async function stockOfProducts(call: Call, ids: readonly string[], admin: boolean) {
  if (!admin || ids.length === 0) return new Map<string, InventoryItemV3[]>();
  const items = pages<InventoryItemV3>(call, inventoryItemsV3.query, {
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

function asVariant({ variantId, id, optionChoices, productData, ...rest }: ReadOnlyVariant): VariantV3 {
  return { ...rest, id: variantId ?? id, choices: optionChoices ?? [] };
}

/** The platform's filter operators for text, for values without an order, and for values with an order. */
export const text = ["$eq", "$ne", "$gt", "$lt", "$gte", "$lte", "$exists", "$in", "$nin", "$startsWith"];
const values = ["$eq", "$ne", "$exists", "$in", "$nin"];
export const order = ["$eq", "$ne", "$gt", "$lt", "$gte", "$lte", "$exists", "$in", "$nin"];

/** The filters that product searches of catalog v3 support, by field name. */
const searchable: Readonly<Record<string, { path: string; operators: readonly string[] }>> = {
  id: { path: "id", operators: text },
  name: { path: "name", operators: text },
  handle: { path: "slug", operators: text },
  visible: { path: "visible", operators: values },
  type: { path: "productType", operators: values },
  brand: { path: "brand.name", operators: text },
  ribbon: { path: "ribbon.name", operators: text },
  createdDate: { path: "createdDate", operators: order },
  lastUpdated: { path: "updatedDate", operators: order },
  collectionIds: { path: "directCategoriesInfo.categories", operators: ["$hasSome", "$hasAll"] },
};

/** The fields of products for `--filter` on a v3 catalog: the same names; what v3 cannot filter is filtered here. */
export const productFilterFieldsV3: readonly FilterField[] = productFilterFields.map(
  ({ operators, ...field }) => {
    const known = searchable[field.name];
    return known ? { ...field, operators: known.operators } : field;
  },
);

/** The paths that product searches of catalog v3 can sort by, as paths of `Product`. */
export const productSortPathsV3: readonly string[] = ["name", "createdDate", "lastUpdated"];

const paths = new Map(
  productFilterFields.flatMap(({ name, path = name }): [string, string][] => {
    const known = searchable[name];
    return known ? [[path, known.path]] : [];
  }),
);

/** Converts a path of `Product` to v3. Returns unknown paths unchanged. */
export function pathInV3(path: string): string {
  return paths.get(path) ?? path;
}

/** Converts the paths and values of a platform filter to v3. */
export function filterInV3(filter: unknown): unknown {
  if (Array.isArray(filter)) return filter.map(filterInV3);
  if (filter === null || typeof filter !== "object") return filter;
  const { collectionIds, ...others } = filter as Record<string, unknown>;
  const converted = Object.fromEntries(
    Object.entries(others).map(([key, operand]) => {
      if (key.startsWith("$")) return [key, filterInV3(operand)];
      return [pathInV3(key), key === "productType" ? upperCase(operand) : operand];
    }),
  );
  if (collectionIds === undefined) return converted;
  const own = Object.keys(others).length > 0 ? [converted] : [];
  return { $and: [...own, ...inCategories(collectionIds as Record<string, string[]>)] };
}

/** Returns conditions on the categories of a product, which v3 stores as objects in a list. */
function inCategories(operand: Record<string, string[]>): object[] {
  const conditions = Object.entries(operand).flatMap(([operator, ids]) =>
    operator === "$hasAll" ? ids.map((id) => ({ $in: [id] })) : [{ $in: ids }],
  );
  return conditions.map((id) => ({ [pathInV3("collectionIds")]: { $matchItems: [{ id }] } }));
}

/** Converts the product types of an operand: `physical` is `PHYSICAL` in v3. */
function upperCase(operand: unknown): unknown {
  if (typeof operand === "string") return operand.toUpperCase();
  if (Array.isArray(operand)) return operand.map(upperCase);
  if (operand === null || typeof operand !== "object") return operand;
  return Object.fromEntries(Object.entries(operand).map(([key, value]) => [key, upperCase(value)]));
}
