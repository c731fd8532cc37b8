import { maximumOf } from "../../api/schema-fields.ts";
import { Cart } from "../../api/services/cart.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { findLines } from "../../resources/cart/cart.ts";
import { currentCart, openCurrent, printCart } from "./current.ts";

const maxNoteLength = () => maximumOf(Cart, "buyerNote");

/** Prints the current cart. */
export async function show(context: Context): Promise<undefined> {
  await printCart(context, await currentCart(await openCurrent(context)));
}

/** Sets the quantity of an item, and prints the cart. The platform reduces a quantity that is not in stock. */
export async function set(
  context: Context,
  [reference = ""]: string[],
  { quantity }: { quantity?: number },
): Promise<undefined> {
  if (quantity === undefined)
    throw new UsageError("--quantity is required.", {
      field: "--quantity",
      hint: "For example: --quantity 2. To remove an item: till cart remove",
    });
  const port = await openCurrent(context);
  const [line] = findLines(await currentCart(port), [reference]);
  const cart = await port.setQuantities([{ id: line?.id ?? "", quantity }]);
  const actual = cart.lineItems.find(({ id }) => id === line?.id)?.quantity ?? 0;
  if (actual < quantity)
    await context.notice(`"${line?.name}" has only ${actual} in stock: set to ${actual}, not ${quantity}.`);
  await printCart(context, cart);
}

/** Removes items from the current cart, and prints it. */
export async function remove(context: Context, references: string[]): Promise<undefined> {
  const port = await openCurrent(context);
  const lines = findLines(await currentCart(port), references);
  await printCart(context, await port.remove([...new Set(lines.map(({ id }) => id))]));
}

/** Deletes the current cart, after confirmation. */
export async function clear(
  context: Context,
  _args: string[],
  { yes }: { yes?: boolean },
): Promise<undefined> {
  const port = await openCurrent(context);
  const { lineItems } = await currentCart(port);
  const items = lineItems.length === 1 ? "1 item" : `${lineItems.length} items`;
  await context.asks({ text: `Delete the cart with its ${items}?`, yes });
  await port.clear();
  await context.notice("Deleted the cart.");
}

/** Applies a coupon to the current cart, and prints it. */
export async function addCoupon(context: Context, [code = ""]: string[]): Promise<undefined> {
  const port = await openCurrent(context);
  const cart = await currentCart(port);
  await printCart(context, await port.addCoupon(code, cart));
}

/** Removes the coupon from the current cart, and prints it. */
export async function removeCoupon(context: Context): Promise<undefined> {
  const port = await openCurrent(context);
  const cart = await currentCart(port);
  if (cart.coupon === undefined) {
    await context.notice("The cart has no coupon.");
    return await printCart(context, cart);
  }
  await printCart(context, await port.removeCoupon(cart));
}

/** Sets the buyer's note on the current cart, and prints it. */
export async function setNote(context: Context, [note = ""]: string[]): Promise<undefined> {
  if (note.length > maxNoteLength())
    throw new UsageError(`The note has ${note.length} characters; the limit is ${maxNoteLength()}.`);
  const port = await openCurrent(context);
  const cart = await currentCart(port);
  await printCart(context, await port.change({ note }, cart));
}
