import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { findLines } from "../../resources/cart/lines.ts";
import { currentCart, openCurrent, printCart } from "./current.ts";

/** Sets how many there are of an item, and prints the cart. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { quantity }: { quantity?: number },
): Promise<ExitCode | undefined> {
  if (quantity === undefined)
    throw new UsageError("Say how many.", {
      field: "--quantity",
      hint: "For example: --quantity 2 (none at all: till cart remove)",
    });
  const port = await openCurrent(context);
  const [line] = findLines(await currentCart(port), [reference]);
  await announceWriting(context);
  await printCart(context, await port.setQuantities([{ id: line?.id ?? "", quantity }]));
  return undefined;
}
