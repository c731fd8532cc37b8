import type { FilterField } from "../../../api/query/filter.ts";
import { productFilterFields } from "../fields.ts";

/** The platform's filter operators for text, for values without an order, and for values with an order. */
export const text = ["$eq", "$ne", "$gt", "$lt", "$gte", "$lte", "$exists", "$in", "$nin", "$startsWith"];
const values = ["$eq", "$ne", "$exists", "$in", "$nin"];
export const order = ["$eq", "$ne", "$gt", "$lt", "$gte", "$lte", "$exists", "$in", "$nin"];

/** The filters that product searches of catalog v3 support, by field name. */
const searchable: Readonly<Record<string, { path: string; operators: readonly string[] }>> = {
  id: { path: "id", operators: text },
  name: { path: "name", operators: text },
  slug: { path: "slug", operators: text },
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
  ({ operators: _, ...field }) => {
    const known = searchable[field.name];
    return known ? { ...field, operators: known.operators } : field;
  },
);

/** The paths that product searches of catalog v3 can sort by, as paths of a v1 product. */
export const productSortPathsV3: readonly string[] = ["name", "createdDate", "lastUpdated"];

const paths = new Map(
  productFilterFields.flatMap(({ name, path = name }): [string, string][] => {
    const known = searchable[name];
    return known ? [[path, known.path]] : [];
  }),
);

/** Converts a path of a v1 product to v3. Returns unknown paths unchanged. */
export function pathInV3(path: string): string {
  return paths.get(path) ?? path;
}

/** Converts a platform filter from v1 paths to v3 paths. */
export function filterInV3(filter: unknown): unknown {
  if (Array.isArray(filter)) return filter.map(filterInV3);
  if (filter === null || typeof filter !== "object") return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([key, operand]) => {
      if (key.startsWith("$")) return [key, filterInV3(operand)];
      if (key === "collectionIds") return ["$and", inCategories(operand as Record<string, string[]>)];
      return [pathInV3(key), key === "productType" ? upperCase(operand) : operand];
    }),
  );
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
