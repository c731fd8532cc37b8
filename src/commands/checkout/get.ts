import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { openCheckout, printCheckout } from "./open.ts";

/** Prints a checkout. */
export async function run(context: Context, [reference]: string[]): Promise<ExitCode | undefined> {
  const { checkouts, id } = await openCheckout(context, reference);
  await printCheckout(context, await checkouts.read(id));
  return undefined;
}
