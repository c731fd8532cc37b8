import type { Product } from "../../../api/services/products/products.ts";
import { unknownRule } from "../../../bulk/plan/plan.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import type { ProductKey } from "../../../files/list/keys.ts";
import { batchesOf } from "../../../kernel/batches.ts";
import { isGuid } from "../../../kernel/guid.ts";
import { type Catalog, productsById, productsBySlug, skuOwners } from "../catalog.ts";
import type { Handles, KnownHandle } from "../handles.ts";
import { listProducts } from "../read.ts";
import { managedVariants } from "../snapshot.ts";
import type { Found, Rejection } from "./matches.ts";

/** How keys of a file are looked up. */
export interface KeyLookup {
  catalog: Catalog;
  handles: Handles;
  key: ProductKey;
}

/** The product that a key names: its id, or the names of several. */
export type KeyedProduct = { id: string } | { several: string[] };

/** Finds the products that keys name, a hundred a request. Keys of no product are absent. */
export async function findKeys(
  { catalog, handles, key }: KeyLookup,
  values: readonly string[],
): Promise<Map<string, KeyedProduct>> {
  switch (key) {
    case "sku": {
      const owners = await skuOwners(catalog, values);
      return oneEach(owners, ({ productId, product }) => [productId, product]);
    }
    case "name": {
      const byName = new Map<string, Product[]>();
      for (const batch of batchesOf(values, 100)) {
        const filter = JSON.stringify({ name: { $in: batch } });
        for await (const product of listProducts(catalog, { filter, all: true }).rows)
          byName.set(product.name ?? "", [...(byName.get(product.name ?? "") ?? []), product]);
      }
      return oneEach(byName, ({ id, slug = "" }) => [id, slug ?? ""]);
    }
    case "id": {
      const found = await productsById(
        catalog,
        values.filter((value) => isGuid(value)),
      );
      return idsOf(found);
    }
    default: {
      const known = key === "handle" ? handles.find(values) : new Map<string, KnownHandle>();
      const slugs = values.map((value) => known.get(value)?.slug || value);
      const bySlug = await productsBySlug(catalog, [...new Set(slugs)]);
      return idsOf(
        new Map(
          values.flatMap((value, index): [string, Product][] => {
            const product = bySlug.get(slugs[index] ?? "");
            return product ? [[value, product]] : [];
          }),
        ),
      );
    }
  }
}

function idsOf(products: ReadonlyMap<string, Product>): Map<string, KeyedProduct> {
  return new Map([...products].map(([value, { id }]) => [value, { id }]));
}

function oneEach<Row>(
  rows: ReadonlyMap<string, readonly Row[]>,
  idAndName: (row: Row) => [id: string, name: string],
): Map<string, KeyedProduct> {
  return new Map(
    [...rows].map(([value, found]): [string, KeyedProduct] => {
      const products = new Map(found.map(idAndName));
      const [[id = ""] = []] = products;
      return [value, products.size === 1 ? { id } : { several: [...products.values()] }];
    }),
  );
}

/** Returns why a key names no single product. */
export function severalProducts(key: ProductKey, value: string, several: readonly string[]): Rejection {
  const message = `${several.length} products have the ${keyName(key)} "${value}": ${several.slice(0, 5).join(", ")}`;
  return { is: "rejected", column: key, value, rule: "ambiguous", message };
}

/** Returns a key as it is called in sentences. */
export const keyName = (key: ProductKey): string => (key === "sku" || key === "id" ? key.toUpperCase() : key);

/** Finds the products of a file's drafts by one key. A draft without an own SKU is found by those of its variants. */
export async function findByKey(lookup: KeyLookup, drafts: readonly ProductDraft[]): Promise<Found> {
  const { key, catalog } = lookup;
  const values = new Map(drafts.map((draft) => [draft, keysOf(draft, key)]));
  const keys = await findKeys(lookup, [...new Set([...values.values()].flat())]);
  const ids = [...keys.values()].flatMap((one) => ("id" in one ? [one.id] : []));
  const byId = await productsById(catalog, [...new Set(ids)]);
  const products: Found["products"] = new Map();
  for (const [draft, own] of values) {
    const found = productOf(draft, own, key, keys, byId);
    if (found) products.set(draft, found);
  }
  return { products };
}

/** Returns the values by which a draft is found: for SKUs without an own one, those of its variants. */
export function keysOf(draft: ProductDraft, key: ProductKey): string[] {
  const value = draft[key]?.trim();
  if (value) return [value];
  return key === "sku" ? [...new Set(draft.variants.flatMap(({ sku }) => sku?.trim() || []))] : [];
}

function productOf(
  draft: ProductDraft,
  own: readonly string[],
  key: ProductKey,
  keys: ReadonlyMap<string, KeyedProduct>,
  byId: ReadonlyMap<string, Product>,
): Product | Rejection | undefined {
  const [value] = own;
  if (value === undefined) {
    const message = `the row has no ${keyName(key)}, by which rows are matched`;
    return { is: "rejected", column: key, value: "", rule: unknownRule, message };
  }
  const found = own.flatMap((one) => keys.get(one) ?? []);
  const several = found.flatMap((one) => ("several" in one ? one.several : []));
  const ids = [...new Set(found.flatMap((one) => ("id" in one ? [one.id] : [])))];
  const products = ids.map((id) => byId.get(id)).filter((product) => product !== undefined);
  if (several.length > 0 || products.length > 1)
    return severalProducts(key, value, [...several, ...products.map(({ name }) => name ?? "")]);
  const [product] = products;
  if (key !== "sku" || product === undefined || product.sku?.trim() === value || draft.variants.length > 0)
    return product;
  if (managedVariants(product).size < 2) return product;
  const message = `"${value}" is a variant of "${product.name}", not the whole product. In a list without the column kind, it matches the variant`;
  return { is: "rejected", column: key, value, rule: "variant", message };
}
