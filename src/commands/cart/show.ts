import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { currentCart, openCurrent, printCart } from "./current.ts";

/** Prints the current cart. */
export async function run(context: Context): Promise<ExitCode | undefined> {
  await printCart(context, await currentCart(await openCurrent(context)));
  return undefined;
}
