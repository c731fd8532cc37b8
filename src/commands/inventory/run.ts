import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { chooseVariants, describeOptions, stockRows } from "../../resources/inventory/inventory.ts";
import { checkFlags } from "../../resources/products/bounds.ts";
import { findProduct, openCatalog } from "../../resources/products/read.ts";
import { sendOnce } from "../../resources/send-once.ts";
import { run as get } from "./get.ts";

interface SetOptions {
  option?: string[];
  quantity?: number;
  inStock?: "true" | "false";
}

interface AdjustOptions {
  option?: string[];
  by?: number;
}

/** Sets the stock of a product, or of the selected variants, and prints it. */
export async function set(
  context: Context,
  [reference = ""]: string[],
  options: SetOptions,
): Promise<ExitCode | undefined> {
  const { quantity, inStock } = options;
  if ((quantity === undefined) === (inStock === undefined)) {
    throw new UsageError("Give either --quantity or --in-stock.", {
      field: "--quantity",
      hint: "For example: --quantity 40",
    });
  }
  const catalog = await openCatalog(context, "admin");
  const product = await findProduct(catalog, reference);
  const rows = chooseVariants(product, reference, options.option ?? []);
  checkFlags({ stock: quantity }, { version: catalog.version });
  await catalog.stock.set(product, {
    trackQuantity: quantity !== undefined,
    variants: rows.map(({ variantId }) => ({
      variantId,
      ...(quantity === undefined ? { inStock: inStock === "true" } : { quantity }),
    })),
  });
  return await get(context, [product.id]);
}

/** Returns the command that adds to the stock, or subtracts from it, and prints it. Whether an answer that does not tell has changed it, the stock says. */
export function adjust(direction: "increment" | "decrement") {
  return async (
    context: Context,
    [reference = ""]: string[],
    { option = [], by = 1 }: AdjustOptions,
  ): Promise<ExitCode | undefined> => {
    const { catalog, productId, rows } = await trackedVariants(context, reference, option);
    const change = direction === "increment" ? by : -by;
    const variantIds = rows.map(({ variantId }) => variantId);
    await sendOnce({
      send: async () => (await catalog.stock.adjust(productId, variantIds, change)) ?? {},
      async look() {
        const now = new Map(
          stockRows(await findProduct(catalog, productId)).map((row) => [row.variantId, row.stock]),
        );
        const shows = (added: number) =>
          rows.every(({ variantId, stock }) => now.get(variantId) === (stock ?? 0) + added);
        return shows(change) ? { done: {} } : shows(0) ? "absent" : "unclear";
      },
      check: `till products stock get ${reference}`,
      sleep: context.sleep,
    });
    return await get(context, [productId]);
  };
}

/** Returns the variants to adjust. Throws UsageError if stock is not tracked, or if several match without --option. */
async function trackedVariants(context: Context, reference: string, option: readonly string[]) {
  const catalog = await openCatalog(context, "admin");
  const product = await findProduct(catalog, reference);
  if (!product.stock?.trackInventory) {
    throw new UsageError(`The stock of "${product.name}" is not tracked.`, {
      hint: `Turn on tracking: till products stock set ${product.slug} --quantity N`,
    });
  }
  const rows = chooseVariants(product, reference, option);
  if (rows.length > 1 && option.length === 0) {
    throw new UsageError(`"${product.name}" has ${rows.length} variants.`, {
      field: "--option",
      hint: `Select variants by SKU or with --option: ${describeOptions(product)}`,
    });
  }
  return { catalog, productId: product.id, rows };
}
