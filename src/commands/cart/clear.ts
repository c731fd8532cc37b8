import { confirm } from "../../cli/ask.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { currentCart, openCurrent } from "./current.ts";

/** Deletes the current cart, after a question. */
export async function run(
  context: Context,
  _args: string[],
  { yes }: { yes?: boolean },
): Promise<ExitCode | undefined> {
  const port = await openCurrent(context);
  const { lineItems } = await currentCart(port);
  const items = lineItems.length === 1 ? "1 item" : `${lineItems.length} items`;
  await confirm(context, `Delete the cart with its ${items}?`, yes);
  await announceWriting(context);
  await port.clear();
  await context.notice("The cart is gone.");
  return undefined;
}
