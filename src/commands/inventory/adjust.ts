import type { WireClient } from "../../api/endpoint.ts";
import type { inventory } from "../../api/services/inventory/inventory.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UnknownOutcomeError, UsageError } from "../../kernel/errors.ts";
import { chooseVariants, optionWords } from "../../resources/inventory/inventory.ts";
import { catalogClient, findProduct } from "../../resources/products/read.ts";
import { run as get } from "./get.ts";

interface AdjustOptions {
  option?: string[];
  by?: number;
}

type Inventory = WireClient<{ inventory: typeof inventory }>["inventory"];
type Adjust = (
  calls: Inventory,
  rows: { productId: string; variantId: string }[],
  by: number,
) => Promise<unknown>;

/** Adds to the stock and prints what it is now. A lost answer is never sent again. */
export const increment = adjusting((calls, rows, incrementBy) =>
  calls.increment({ incrementData: rows.map((row) => ({ ...row, incrementBy })) }),
);

/** Takes from the stock and prints what it is now. A lost answer is never sent again. */
export const decrement = adjusting((calls, rows, decrementBy) =>
  calls.decrement({ decrementData: rows.map((row) => ({ ...row, decrementBy })) }),
);

function adjusting(adjust: Adjust) {
  return async (
    context: Context,
    [reference = ""]: string[],
    options: AdjustOptions,
  ): Promise<ExitCode | undefined> => {
    const { client, productId, variantIds } = await counted(context, reference, options);
    await announceWriting(context);
    const rows = variantIds.map((variantId) => ({ productId, variantId }));
    await adjust(client.inventory, rows, options.by ?? 1).catch(unknownStock(reference));
    return await get(context, [productId]);
  };
}

/** Adding is never sent twice and leaves no mark of its own: only a look at the stock can tell. */
function unknownStock(reference: string) {
  return (error: unknown): never => {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    throw new UnknownOutcomeError(error.message, {
      hint: `Look before you run it again: till inventory get ${reference}`,
      cause: error.cause,
    });
  };
}

async function counted(context: Context, reference: string, { option = [] }: AdjustOptions) {
  const catalog = await catalogClient(context, "admin");
  const product = await findProduct(catalog, reference);
  if (!product.stock?.trackInventory) {
    throw new UsageError(`The stock of "${product.name}" is not counted.`, {
      hint: `Start to count it with: till inventory set ${product.slug} --quantity N`,
    });
  }
  const rows = chooseVariants(product, reference, option);
  if (rows.length > 1 && option.length === 0) {
    throw new UsageError(`"${product.name}" has ${rows.length} variants.`, {
      field: "--option",
      hint: `Say which, by SKU or with --option: ${optionWords(product)}`,
    });
  }
  return {
    client: catalog.client,
    productId: product.id ?? "",
    variantIds: rows.map(({ variantId }) => variantId),
  };
}
