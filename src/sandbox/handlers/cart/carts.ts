import type { Handlers } from "../../../api/endpoint.ts";
import type { carts as endpoints } from "../../../api/services/cart/carts-v1.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { blankCart, cartOf, insertCart, removeCart, replaceCart } from "../../services/cart/carts.ts";
import { changedCart } from "../../services/cart/change.ts";
import {
  addLines,
  removeLines,
  setQuantities,
  withinStock,
  withVariants,
} from "../../services/cart/lines.ts";
import { type StoredCart, carts as table } from "../../services/cart/tables.ts";
import { showCart } from "../../services/cart/view/cart.ts";
import { checkoutOfCart } from "../../services/checkout/index.ts";
import { estimateCart, rejectNothing } from "./current-cart.ts";

/** Handlers of carts by ID, whoever owns them. */
export const carts: Handlers<typeof endpoints, StoreTx> = {
  create(tx, change) {
    if (!change.lineItems?.length && !change.customLineItems?.length)
      throw new PlatformError(
        400,
        "CANT_CREATE_CART_WITHOUT_ITEMS",
        "A cart begins with at least one item",
        {},
      );
    const { revision: _, ...cartInfo } = change.cartInfo ?? {};
    return {
      cart: insertCart(tx, changedCart(tx, blankCart(tx, ""), { ...change, cartInfo })).shown(),
    };
  },
  update: (tx, change) => changeOf(tx, change.cartInfo?.id, (cart) => changedCart(tx, cart, change)),
  get: (tx, { id }) => ({ cart: showCart(tx, cartOf(tx, id)) }),
  getByCheckoutId(tx, { id }) {
    const cart = tx.findBy(table, "checkoutId", id ?? "");
    if (cart) return { cart: showCart(tx, cart) };
    throw new PlatformError(404, "CART_NOT_FOUND", `The checkout ${id} has no cart`, {
      checkoutId: id,
    });
  },
  addToCart(tx, { id, businessLocationId, ...added }) {
    rejectNothing(added);
    return changeOf(tx, id, (cart) => {
      rejectOtherPlace(cart, businessLocationId);
      return {
        ...cart,
        lines: addLines(tx, cart.lines, withVariants(tx, added), "reported"),
        ...(businessLocationId && { businessLocationId }),
      };
    });
  },
  removeLineItems: (tx, { id, lineItemIds }) =>
    changeOf(tx, id, (cart) => ({ ...cart, lines: removeLines(cart.lines, lineItemIds ?? []) })),
  createCheckout: (tx, { id, ...request }) => ({
    checkoutId: checkoutOfCart(tx, cartOf(tx, id), request).id,
  }),
  removeCoupon: (tx, { id }) => changeOf(tx, id, ({ couponCode: _, ...after }) => after),
  updateLineItemsQuantity: (tx, { id, lineItems }) =>
    changeOf(tx, id, (cart) => ({
      ...cart,
      lines: setQuantities(tx, cart.lines, withinStock(tx, cart.lines, lineItems ?? []), "reported"),
    })),
  estimateTotals: (tx, { id, ...request }) => estimateCart(tx, cartOf(tx, id), request),
  remove(tx, { id }) {
    removeCart(tx, cartOf(tx, id));
    return {};
  },
  removeBusinessLocation: (tx, { id }) => changeOf(tx, id, ({ businessLocationId: _, ...after }) => after),
};

function changeOf(tx: StoreTx, id: string | null | undefined, change: (cart: StoredCart) => StoredCart) {
  const before = cartOf(tx, id);
  return { cart: replaceCart(tx, before, change(before)).shown() };
}

function rejectOtherPlace(cart: StoredCart, businessLocationId: string | null | undefined): void {
  if (!businessLocationId || !cart.businessLocationId || cart.businessLocationId === businessLocationId)
    return;
  const message = `The cart belongs to the business location ${cart.businessLocationId}`;
  throw new PlatformError(409, "CART_IS_ALREADY_ASSOCIATED_WITH_DIFFERENT_LOCATION", message, {
    businessLocationId: cart.businessLocationId,
  });
}
