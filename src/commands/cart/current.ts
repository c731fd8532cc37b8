import type { Context } from "../../context/context.ts";
import { renderRecord } from "../../output/render.ts";
import { writeSections } from "../../output/sections.ts";
import type { CartPort, CartRecord } from "../../resources/cart/cart.ts";
import { openCart } from "../../resources/cart/open.ts";
import { cartSections } from "../../resources/cart/sections.ts";
import { noCart } from "../../resources/cart/settle.ts";

/** The current cart's calls. Says so where the cart ends with this command. */
export async function openCurrent(context: Context): Promise<CartPort> {
  const { kept, clientId, profile } = await context.identity();
  const isVisitor = clientId !== undefined && !(await context.can("member"));
  if (!kept && isVisitor && profile.secrets.accessToken === undefined && profile.role !== "admin") {
    await context.notice(
      "Who you are comes from the environment, so nothing of it is kept: this visitor, and the cart, end with this command. Name a profile (till profiles add) or set TILL_ACCESS_TOKEN to keep them.",
    );
  }
  return await openCart(context);
}

/** The current cart, or TillError 5 that says how to start one. */
export async function currentCart(port: CartPort): Promise<CartRecord> {
  const cart = await port.read();
  if (cart) return cart;
  throw noCart();
}

/** Prints a cart: as a statement, or as a record under the other formats. */
export async function printCart(context: Context, cart: CartRecord): Promise<void> {
  const { streams, format, globals } = context;
  if (format === "table" && globals.fields === undefined) {
    if (cart.lineItems.length === 0) await context.notice("The cart is empty.");
    return await writeSections(streams.stdout, cartSections(cart));
  }
  await renderRecord({ streams, format, kind: "cart", fields: globals.fields, columns: [], record: cart });
}
