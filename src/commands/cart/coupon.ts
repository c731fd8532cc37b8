import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { currentCart, openCurrent, printCart } from "./current.ts";

/** Puts a coupon on the current cart, and prints it. */
export async function run(context: Context, [code = ""]: string[]): Promise<ExitCode | undefined> {
  const port = await openCurrent(context);
  const cart = await currentCart(port);
  await announceWriting(context);
  await printCart(context, await port.addCoupon(code, cart));
  return undefined;
}

/** Takes the coupon off; a cart without one is left as it is, and that is said. */
export async function uncoupon(context: Context): Promise<ExitCode | undefined> {
  const port = await openCurrent(context);
  const cart = await currentCart(port);
  if (cart.coupon === undefined) {
    await context.notice("The cart has no coupon.");
    await printCart(context, cart);
    return undefined;
  }
  await announceWriting(context);
  await printCart(context, await port.removeCoupon(cart));
  return undefined;
}
