import { inventory } from "../../api/endpoints/inventory.ts";
import type { Context } from "../../context.ts";
import { type ExitCode, UsageError } from "../../errors.ts";
import { chooseVariants } from "../../resources/inventory.ts";
import { catalogClient, findProduct } from "../../resources/products/read.ts";
import { announceWriting } from "../writing.ts";
import { run as get } from "./get.ts";

interface AdjustOptions {
  option?: string[];
  by?: number;
}

/** Adds to the stock and prints what it is now. A lost answer is never sent again. */
export async function increment(
  context: Context,
  [reference = ""]: string[],
  options: AdjustOptions,
): Promise<ExitCode | undefined> {
  const { productId, variantIds } = await counted(context, reference, options);
  const client = await context.client({ inventory }, "admin");
  await announceWriting(context);
  const incrementBy = options.by ?? 1;
  await client.inventory.increment({
    incrementData: variantIds.map((variantId) => ({ productId, variantId, incrementBy })),
  });
  return await get(context, [productId]);
}

/** Takes from the stock and prints what it is now. A lost answer is never sent again. */
export async function decrement(
  context: Context,
  [reference = ""]: string[],
  options: AdjustOptions,
): Promise<ExitCode | undefined> {
  const { productId, variantIds } = await counted(context, reference, options);
  const client = await context.client({ inventory }, "admin");
  await announceWriting(context);
  const decrementBy = options.by ?? 1;
  await client.inventory.decrement({
    decrementData: variantIds.map((variantId) => ({ productId, variantId, decrementBy })),
  });
  return await get(context, [productId]);
}

async function counted(context: Context, reference: string, { option = [] }: AdjustOptions) {
  const product = await findProduct(await catalogClient(context, "admin"), reference);
  if (!product.stock?.trackInventory) {
    throw new UsageError(`The stock of "${product.name}" is not counted.`, {
      hint: `Start to count it with: till inventory set ${product.slug} --quantity N`,
    });
  }
  return {
    productId: product.id ?? "",
    variantIds: chooseVariants(product, reference, option).map(({ variantId }) => variantId),
  };
}
