import { maximumOf } from "../../api/schema-fields.ts";
import { Product } from "../../api/services/products.ts";
import type { ProductDraft, Stock } from "../../files/draft.ts";
import { countOf, formatCount } from "../../kernel/text.ts";
import type { CatalogVersion } from "./catalog.ts";
import type { SourcedDraft } from "./import-drafts.ts";

/** How drafts are changed so that the platform takes them. */
export interface FitOptions {
  version: CatalogVersion;
  /** Whether names that are too long are shortened. Default: they are errors. */
  shortens: boolean;
  notice(text: string): Promise<void>;
}

/**
 * Yields drafts with what other shops have and the platform does not: stock below 0 and above its maximum, and on catalog v3 quantities that all
 * variants share. Names are shortened if that is wanted. Prints at the end what was changed.
 */
export async function* fitDrafts(
  drafts: AsyncIterable<SourcedDraft>,
  { version, shortens, notice }: FitOptions,
): AsyncGenerator<SourcedDraft> {
  const maxName = maximumOf(Product, "name");
  const maxStock = maximumOf(Product, "stock.quantity");
  const counts = { names: 0, below: 0, above: 0, shared: 0 };
  const stockOf = (stock: Stock): Stock => {
    if (!("quantity" in stock)) return stock;
    if (stock.quantity < 0) counts.below++;
    if (stock.quantity > maxStock) counts.above++;
    return { quantity: Math.min(Math.max(stock.quantity, 0), maxStock) };
  };
  const fitted = ({ name, stock, variants, ...draft }: ProductDraft): ProductDraft => {
    const isLong = shortens && name !== undefined && name.length > maxName;
    if (isLong) counts.names++;
    const own = stock && stockOf(stock);
    const isShared =
      version === "v3" &&
      own !== undefined &&
      "quantity" in own &&
      variants.length === 0 &&
      Boolean(draft.options?.length);
    if (isShared) counts.shared++;
    return {
      ...draft,
      ...(name !== undefined && { name: isLong ? shortened(name, maxName) : name }),
      ...(own && { stock: isShared ? { inStock: own.quantity > 0 } : own }),
      variants: variants.map((variant) =>
        variant.stock ? { ...variant, stock: stockOf(variant.stock) } : variant,
      ),
    };
  };
  for await (const one of drafts) yield one.draft ? { ...one, draft: fitted(one.draft) } : one;
  const notices = [
    counts.names > 0 && `Shortened ${countOf(counts.names, "name")} to ${maxName} characters.`,
    counts.below > 0 && `Stock below 0 is imported as 0: ${countOf(counts.below, "value")}.`,
    counts.above > 0 &&
      `Stock above ${formatCount(maxStock)}, the most that there is, is imported as ${formatCount(maxStock)}: ${countOf(counts.above, "value")}.`,
    counts.shared > 0 &&
      `Catalog v3 counts the stock of each variant: ${countOf(counts.shared, "product")} with one quantity for all variants ${counts.shared === 1 ? "is" : "are"} imported as in stock or sold out.`,
  ];
  for (const text of notices) if (text !== false) await notice(text);
}

/** Returns the start of a name, of whole words if possible. */
function shortened(name: string, maxName: number): string {
  const start = name.slice(0, maxName).replace(/[\ud800-\udbff]$/, "");
  const words = /\s/.test(name.charAt(start.length)) ? start : start.replace(/\s+\S*$/, "");
  return (words.length > maxName / 2 ? words : start).trimEnd();
}
