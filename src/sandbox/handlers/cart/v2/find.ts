import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { currentCart } from "../../../services/cart/carts.ts";
import { carts } from "../../../services/cart/tables.ts";
import { checkouts, type StoredCheckout } from "../../../services/checkout/index.ts";
import type { StoredCartV2 } from "./tables.ts";

/** Returns a cart by ID, also if it was ordered. Throws PlatformError 404 `CART_NOT_FOUND`. */
export function cartV2Of(tx: Tx, id: string | null | undefined): StoredCartV2 {
  const cart = tx.get(carts, id ?? "");
  if (cart) return cart;
  const checkout = tx.findBy(checkouts, "cartId", id ?? "");
  if (checkout?.completed) return cartOfCheckout(checkout);
  throw new PlatformError(404, "CART_NOT_FOUND", `There is no cart ${id}`, { cartId: id });
}

/** Returns a cart that can be changed. Throws PlatformError 409 `CART_ALREADY_ORDERED` once it was ordered. */
export function openCartV2Of(tx: Tx, id: string | null | undefined): StoredCartV2 {
  const cart = cartV2Of(tx, id);
  if (!cart.ordered) return cart;
  const { orderId } = cart;
  const became = orderId ? `; it became the order ${orderId}` : "";
  throw new PlatformError(409, "CART_ALREADY_ORDERED", `The cart ${id} was ordered${became}`, { orderId });
}

/** Returns the caller's cart. */
export const currentCartV2Of = (tx: Tx): StoredCartV2 => currentCart(tx);

/** Returns an ordered cart, which is stored as its checkout. */
function cartOfCheckout(checkout: StoredCheckout): StoredCartV2 {
  const { cartId, completed: _, shippingDestination, billingInfo, orderId, ...known } = checkout;
  const { buyerNote, buyerLanguage, businessLocationId, ...rest } = known;
  return {
    ...rest,
    ...(buyerNote && { buyerNote }),
    ...(buyerLanguage && { buyerLanguage }),
    ...(businessLocationId && { businessLocationId }),
    id: cartId ?? "",
    owner: "",
    ...(shippingDestination && { contactInfo: shippingDestination }),
    ...(billingInfo?.contactDetails && { billingContact: billingInfo.contactDetails }),
    ...(orderId && { orderId }),
    ordered: true,
  };
}
