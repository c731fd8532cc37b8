import type { Context } from "../../context/context.ts";
import { writeSections } from "../../output/table.ts";
import { noCart } from "../../resources/cart/add-once.ts";
import type { CartPort, CartRecord } from "../../resources/cart/cart.ts";
import { openCart } from "../../resources/cart/open.ts";
import { cartSections } from "../../resources/cart/sections.ts";
import { openCatalog } from "../../resources/products/read.ts";

/** Returns the calls for the current cart. Prints a notice if the cart is lost when this command ends. */
export async function openCurrent(context: Context): Promise<CartPort> {
  const { kept, clientId, profile } = await context.identity();
  const isVisitor = clientId !== undefined && !(await context.can("member"));
  if (!kept && isVisitor && profile.secrets.accessToken === undefined && profile.role !== "admin") {
    await context.notice(
      "Your identity comes from the environment and is not stored: this visitor and the cart are lost when the command ends. Add a profile (till profiles create) or set TILL_ACCESS_TOKEN to keep them.",
    );
  }
  return await openCart(context);
}

/** Returns the current cart. Throws TillError 5 if there is none. */
export async function currentCart(port: CartPort): Promise<CartRecord> {
  const cart = await port.read();
  if (cart) return cart;
  throw noCart();
}

/** Prints a cart as tables, or as a record in the other output formats. */
export async function printCart(context: Context, cart: CartRecord): Promise<undefined> {
  const { streams, format, globals } = context;
  if (format === "table" && globals.fields === undefined) {
    if (cart.lineItems.length === 0) await context.notice("The cart is empty.");
    await writeSections(streams.stdout, cartSections(cart));
  } else {
    await context.printRecord(cart, { kind: "cart", fields: {} });
  }
}

/** Returns the currency of the shop: from the profile, else from a product, else USD. */
export async function readShopCurrency(context: Context): Promise<string> {
  const { currency } = await context.profile();
  return currency ?? (await (await openCatalog(context)).currency()) ?? "USD";
}
