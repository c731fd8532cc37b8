import { changeProducts, type ProductChangeOptions } from "../../cli/products/change.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";

/** Changes products given by reference, from stdin, or by filter. */
export async function run(
  context: Context,
  references: string[],
  options: ProductChangeOptions,
): Promise<CommandResult> {
  return await changeProducts(context, references, options);
}
