import type { Product } from "../../../api/services/products/products.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import type { ProductKey } from "../../../files/list/keys.ts";
import { formatCount } from "../../../kernel/text.ts";
import type { Catalog } from "../catalog.ts";
import { listProducts } from "../read.ts";
import { managedVariants, variantKey } from "../snapshot.ts";

/** The blanks that were removed from the drafts of a file. */
export interface RemovedBlanks {
  count: number;
  /** The first text, and its line. */
  first?: { text: string; line: number };
}

/**
 * Removes the blanks around the names and SKUs of drafts, by which nobody would find them again. A text that its product has
 * with the same blanks stays, so that an export is imported without changes.
 */
export function removeBlanks(
  drafts: readonly ProductDraft[],
  productOf: (draft: ProductDraft) => Product | undefined,
  removed: RemovedBlanks,
): void {
  const trimmed = <T extends string | null | undefined>(text: T, present: unknown, line: number): T => {
    if (typeof text !== "string" || text === present || text === text.trim()) return text;
    removed.count++;
    removed.first ??= { text, line };
    return text.trim() as T;
  };
  for (const draft of drafts) {
    const product = productOf(draft);
    const variants = product && managedVariants(product);
    const { name, sku, line } = draft;
    if (name !== undefined) draft.name = trimmed(name, product?.name, line);
    if (sku !== undefined) draft.sku = trimmed(sku, product?.sku, line);
    for (const variant of draft.variants)
      if (variant.sku !== undefined) {
        const present = variants?.get(variantKey(variant.choices))?.variant?.sku;
        variant.sku = trimmed(variant.sku, present, variant.line);
      }
  }
}

/** Returns the notice about removed blanks; undefined if there were none. */
export function blanksNotice({ count, first }: RemovedBlanks): string | undefined {
  if (first === undefined) return undefined;
  const texts = count === 1 ? "1 name or SKU" : `${formatCount(count)} names and SKUs`;
  return `Removed the blanks around ${texts}; the first is ${JSON.stringify(first.text)} on line ${first.line}.`;
}

/** Products that are searched for similar keys: a hundred requests. */
const mostProducts = 10_000;

/**
 * Returns a function that finds the keys of the shop that differ from one only by case or blanks. The shop is read when it is
 * first called.
 */
export function similarKeys(catalog: Catalog, key: ProductKey): (value: string) => Promise<string[]> {
  let index: Promise<ReadonlyMap<string, ReadonlySet<string>>> | undefined;
  const bare = (text: string) => text.replace(/\s/g, "").toLowerCase();
  const read = async () => {
    const found = new Map<string, Set<string>>();
    let products = 0;
    for await (const product of listProducts(catalog, { all: true }).rows) {
      for (const text of keysIn(product, key))
        found.set(bare(text), (found.get(bare(text)) ?? new Set()).add(text));
      if (++products === mostProducts) break;
    }
    return found;
  };
  return async (value) => {
    index ??= read();
    return [...((await index).get(bare(value)) ?? [])].filter((text) => text !== value);
  };
}

/** Returns similar keys as a part of a sentence: `"MUG" differs only by case or blanks`. */
export function similarText(keys: readonly string[]): string {
  const shown = keys.slice(0, 3).map((key) => JSON.stringify(key));
  return `${shown.join(", ")} ${shown.length === 1 ? "differs" : "differ"} only by case or blanks`;
}

function keysIn(product: Product, key: ProductKey): string[] {
  const own = key === "handle" ? product.slug : product[key];
  const skus = key === "sku" ? [...managedVariants(product).values()].map(({ variant }) => variant?.sku) : [];
  return [...new Set([own, ...skus])].filter((text) => typeof text === "string" && text !== "") as string[];
}
