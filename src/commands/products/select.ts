import type { Product } from "../../api/services/products/models/product.ts";
import { readReferences } from "../../cli/references.ts";
import { readSelection, type SelectionOptions } from "../../cli/selection.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/guid.ts";
import { productsById } from "../../resources/products/catalog.ts";
import { productFilterFields } from "../../resources/products/fields.ts";
import { type Catalog, findProduct, listProducts } from "../../resources/products/read.ts";

/**
 * Returns the products of a bulk command: by reference, from stdin, or by filter. Throws UsageError if none of the three
 * is given, so that a command never changes all products by accident.
 */
export async function selectProducts(
  context: Context,
  catalog: Catalog,
  args: readonly string[],
  options: SelectionOptions,
  { costs }: { costs: boolean },
): Promise<AsyncIterable<Product>> {
  if (args.length > 0 && (options.filter !== undefined || options.all)) {
    const field = options.all ? "--all" : "--filter";
    throw new UsageError(`Give products or ${field}, not both.`, { field });
  }
  if (args.length > 0) return byReference(catalog, await readReferences(context, args, "product"), costs);
  const filter = readSelection(context, options, {
    plural: "products",
    fields: productFilterFields,
    hint: `Give ids, slugs or SKUs, pipe in records with -, or add --filter 'brand = "Flax & Fjord"'`,
  });
  return listProducts(catalog, {
    ...(filter !== undefined && { filter }),
    all: true,
    costs,
    signal: context.signal,
  }).rows;
}

/** Yields each product once. Reads ids in batches of 100, and slugs and SKUs one at a time. */
async function* byReference(
  catalog: Catalog,
  references: readonly string[],
  costs: boolean,
): AsyncGenerator<Product> {
  const unique = [...new Set(references)];
  const seen = new Set<string>();
  for (let start = 0; start < unique.length; start += 100) {
    const chunk = unique.slice(start, start + 100);
    const ids = chunk.filter((one) => isGuid(one));
    const known = await productsById(catalog.client, ids, costs ? { costs: new Set(ids) } : {});
    for (const reference of chunk) {
      const product = known.get(reference) ?? (await findProduct(catalog, reference, { costs }));
      if (product.id && seen.has(product.id)) continue;
      seen.add(product.id ?? "");
      yield product;
    }
  }
}
