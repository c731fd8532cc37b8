import type { Product } from "../../api/services/products/products.ts";
import { selectProducts } from "../../cli/products/select.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { Catalog } from "../../resources/products/catalog.ts";
import { mostObjects } from "./kind.ts";
import type { Chosen } from "./run.ts";

/** Reads the chosen products. Throws UsageError if there are more than an editor should open. */
export async function openProducts(
  context: Context,
  catalog: Catalog,
  { args, options }: Chosen,
  { costs, plural }: { costs: boolean; plural: string },
): Promise<Product[]> {
  // --all needs no count: only what is typed changes.
  const selection = { ...options, dryRun: true };
  const products: Product[] = [];
  const { rows } = await selectProducts(context, catalog, [...args], selection, { costs });
  for await (const { product } of rows) {
    products.push(product);
    if (products.length > mostObjects) throw tooMany("products", `till ${plural} import FILE`);
  }
  return products;
}

/** Returns the error for more objects than an editor should open. */
export function tooMany(plural: string, instead: string): UsageError {
  return new UsageError(
    `These are more than ${mostObjects} ${plural}, the most that can be edited at once.`,
    {
      code: "TOO_MANY",
      hint: `Choose fewer with --filter, or change them in a file: ${instead}`,
    },
  );
}

/** Throws UsageError for --fields of a kind whose documents are short. */
export function checkFields({ globals }: Context, plural: string): void {
  if (globals.fields === undefined) return;
  throw new UsageError(`--fields chooses fields of products; ${plural} are shown with all of theirs.`, {
    field: "--fields",
  });
}
