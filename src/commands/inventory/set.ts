import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { chooseVariants } from "../../resources/inventory/inventory.ts";
import { catalogClient, findProduct } from "../../resources/products/read.ts";
import { run as get } from "./get.ts";

interface SetOptions {
  option?: string[];
  quantity?: number;
  inStock?: "true" | "false";
}

/** Sets the stock of a product, or of the variants that are chosen, and prints what it is now. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  options: SetOptions,
): Promise<ExitCode | undefined> {
  const { quantity, inStock } = options;
  if ((quantity === undefined) === (inStock === undefined)) {
    throw new UsageError("Say either --quantity or --in-stock.", {
      field: "--quantity",
      hint: "For example: --quantity 40",
    });
  }
  const catalog = await catalogClient(context, "admin");
  const product = await findProduct(catalog, reference);
  const rows = chooseVariants(product, reference, options.option ?? []);
  await announceWriting(context);
  await catalog.client.inventory.updateVariants({
    inventoryItem: {
      id: product.inventoryItemId,
      productId: product.id,
      trackQuantity: quantity !== undefined,
      variants: rows.map(({ variantId }) => ({
        variantId,
        ...(quantity === undefined ? { inStock: inStock === "true" } : { quantity }),
      })),
    },
  });
  return await get(context, [product.id ?? reference]);
}
