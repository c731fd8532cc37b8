import { type Pages, pages } from "../../api/query/pages.ts";
import type { Product } from "../../api/services/products.ts";
import type { ProductKey } from "../../files/list-keys.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Catalog, KeyField, RowKeys } from "./catalog.ts";

/** Products whose keys are read: a hundred requests. */
const maxProducts = 10_000;

/** Keys that are held in memory. */
const maxKeys = 100_000;

/** Files with fewer products are looked up faster than a shop is counted and read. */
const minDrafts = 300;

/** The keys of a shop, which are read when they are first needed, once. */
export interface ShopKeys {
  /**
   * The catalog, which looks up only keys that the shop has, if that takes fewer requests: for a file with at least twice as many products as the
   * shop.
   */
  catalog: Catalog;
  /** Returns the keys of the shop that differ from one only by case, blanks or leading zeros. */
  similar(key: ProductKey): (value: string) => Promise<string[]>;
}

/** The texts of each key, by their bare form. */
type KeyIndex = Map<string, string[]>;

/** Returns the keys of a shop for a job that looks up so many products, and creates those that the shop does not have. */
export function shopKeys(catalog: Catalog, drafts: number): ShopKeys {
  let reading: ReturnType<typeof readKeys> | undefined;
  const read = () => (reading ??= readKeys(catalog));
  const readWhole = async () => {
    if (drafts < minDrafts) return undefined;
    const products = await countOf(catalog);
    if (products === undefined || products > maxProducts || drafts < 2 * products) return undefined;
    const keys = await read();
    return keys.products === products ? keys.index : undefined;
  };
  let whole: ReturnType<typeof readWhole> | undefined;
  const present = async (field: KeyField, values: readonly string[]) => {
    if (values.length === 0) return values;
    whole ??= readWhole();
    const index = await whole;
    return index === undefined ? values : values.filter((value) => index.has(indexed(field, value)));
  };
  return {
    catalog: {
      ...catalog,
      async find(field, values) {
        const found = await present(field, values);
        return found.length === 0 ? [] : await catalog.find(field, found);
      },
      async variants(code, options = {}) {
        if (!("$in" in code)) return await catalog.variants(code, options);
        const found = await present(options.field === "barcode" ? "barcode" : "variant", code.$in);
        return found.length === 0 ? [] : await catalog.variants({ $in: found }, options);
      },
    },
    similar(key) {
      const fields: readonly KeyField[] =
        key === "sku" ? ["sku", "variant"] : [key === "handle" ? "slug" : key];
      return async (value) => {
        const { index } = await read();
        const texts = fields.flatMap((field) => index.get(indexed(field, value)) ?? []);
        return [...new Set(texts)].filter((text) => text !== value);
      };
    },
  };
}

/** Returns the number of products; undefined if the platform does not tell. */
async function countOf({ list }: Catalog): Promise<number | undefined> {
  try {
    if (list.count) return await list.count(undefined);
    const one = pages(list.call, list.endpoint, {}, { limit: 1 });
    await Array.fromAsync(one);
    return one.facts.total;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Returns a list with the keys of its rows in their place. */
export function keysOfRows<Row>(rows: Pages<Row>, keysOf: (row: Row) => RowKeys): Pages<RowKeys> {
  return {
    facts: rows.facts,
    async *[Symbol.asyncIterator]() {
      for await (const row of rows) yield keysOf(row);
    },
  };
}

/** Returns the lists with the keys of a shop. */
function keyLists({ list, keys }: Catalog): Pages<RowKeys>[] {
  if (keys) return keys(maxProducts);
  const all = pages<Product>(list.call, list.endpoint, {}, { key: "id", limit: maxProducts });
  return [
    keysOfRows(all, ({ id, slug, name, sku, variants }) => [
      ["id", id],
      ["slug", slug],
      ["name", name],
      ["sku", sku],
      ...(variants ?? []).map(({ variant }) => ["variant", variant?.sku] as const),
    ]),
  ];
}

/** Reads the keys of a shop. `products`: how many have all their keys in the index; undefined if that is unknown. */
async function readKeys(catalog: Catalog): Promise<{ index: KeyIndex; products?: number }> {
  const index: KeyIndex = new Map();
  const lists = keyLists(catalog);
  let size = 0;
  for (const list of lists)
    for await (const keys of list) {
      for (const [field, text] of keys) {
        if (!text) continue;
        const bare = indexed(field, text);
        const texts = index.get(bare);
        if (texts?.includes(text)) continue;
        index.set(bare, [...(texts ?? []), text]);
        if (++size === maxKeys) return { index };
      }
    }
  const hasMoved = lists.some(({ facts }) => facts.moved);
  return { index, ...(!hasMoved && { products: lists[0]?.facts.seen }) };
}

/** Returns a key without case, blanks and leading zeros: platforms do not agree on what makes keys equal. */
function indexed(field: KeyField, text: string): string {
  const bare = text
    .replace(/\s/g, "")
    .replace(/^0+(?=\d)/, "")
    .toLowerCase();
  return `${field} ${bare}`;
}

/** Returns similar keys as a part of a sentence: `"MUG" differs only by case, blanks or leading zeros`. */
export function similarText(keys: readonly string[]): string {
  const shown = keys.slice(0, 3).map((key) => JSON.stringify(key));
  return `${shown.join(", ")} ${shown.length === 1 ? "differs" : "differ"} only by case, blanks or leading zeros`;
}
