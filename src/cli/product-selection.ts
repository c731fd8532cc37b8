import { parseFilter } from "../api/query/filter.ts";
import type { Context } from "../context/context.ts";
import { UsageError } from "../kernel/errors.ts";
import type { Catalog } from "../resources/products/catalog.ts";
import { findTargets, type Target } from "../resources/products/change.ts";
import { productFilterFields } from "../resources/products/fields.ts";
import { checkCodes, isOnVariants, matchingVariants } from "../resources/products/filter.ts";
import { listProducts, resolveFilter } from "../resources/products/read.ts";
import { readReferences, readSelection, type SelectionOptions } from "./selection.ts";

/** The products of a bulk command, and how many there are, once the platform has said so. */
export interface SelectedProducts {
  rows: AsyncIterable<Target>;
  total?(): number | undefined;
}

/**
 * Returns the products of a bulk command: by reference, from stdin, or by filter. The SKU of a variant, and a filter with
 * conditions on variants, select those variants of their products. Throws UsageError if none of the three is given, so that
 * a command never changes all products by accident.
 */
export async function selectProducts(
  context: Context,
  catalog: Catalog,
  args: readonly string[],
  options: SelectionOptions,
  { costs }: { costs: boolean },
): Promise<SelectedProducts> {
  if (args.length > 0 && (options.filter !== undefined || options.all)) {
    const field = options.all ? "--all" : "--filter";
    throw new UsageError(`Give products or ${field}, not both.`, { field });
  }
  if (args.length > 0) {
    const references = await readReferences(context, args, "product");
    return { rows: findTargets(catalog, references, { costs }) };
  }
  const filter = readSelection(context, options, {
    plural: "products",
    fields: productFilterFields,
    hint: `Give ids, handles or SKUs, pipe in records with -, or add --filter "brand = 'Flax & Fjord'"`,
  });
  return byFilter(catalog, filter, { costs, signal: context.signal });
}

async function byFilter(
  catalog: Catalog,
  filter: string | undefined,
  query: { costs: boolean; signal: AbortSignal },
): Promise<SelectedProducts> {
  const parsed = filter === undefined ? undefined : parseFilter(filter, catalog.list.fields);
  const isOfVariants = parsed !== undefined && parsed.kind !== "platform" && isOnVariants(parsed);
  const resolved = isOfVariants ? await resolveFilter(catalog, parsed, filter ?? "") : undefined;
  const { rows, total } = listProducts(catalog, {
    filter,
    all: true,
    ...query,
  });
  const targets = async function* (): AsyncGenerator<Target> {
    let isEmpty = true;
    for await (const product of rows) {
      isEmpty = false;
      const variants = resolved && matchingVariants(resolved, product);
      yield { product, variants };
    }
    if (isEmpty && parsed !== undefined && parsed.kind !== "platform") await checkCodes(catalog, parsed);
  };
  return { rows: targets(), total };
}
