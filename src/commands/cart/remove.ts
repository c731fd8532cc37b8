import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { findLines } from "../../resources/cart/lines.ts";
import { currentCart, openCurrent, printCart } from "./current.ts";

/** Takes items out of the current cart, all of each, and prints what is left. */
export async function run(context: Context, references: string[]): Promise<ExitCode | undefined> {
  const port = await openCurrent(context);
  const lines = findLines(await currentCart(port), references);
  await announceWriting(context);
  await printCart(context, await port.remove([...new Set(lines.map(({ id }) => id))]));
  return undefined;
}
