import type { Handlers } from "../../../api/endpoint.ts";
import type { cartsV2 as endpoints } from "../../../api/services/cart/carts-v2.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { removeLines } from "../../services/cart/lines.ts";
import {
  checkoutOfToken,
  checkoutUrl,
  markCompleted,
  requestedPayment,
} from "../../services/checkout/index.ts";
import * as actions from "./v2/actions.ts";
import { changedCartV2 } from "./v2/change.ts";
import { emitCalculated, emitUpdated, removeCartV2, replaceCartV2, savedCartV2 } from "./v2/emit.ts";
import { withV2ErrorCodes } from "./v2/error-codes.ts";
import { cartV2Of, openCartV2Of } from "./v2/find.ts";
import { checkoutOfCartV2, placeCart } from "./v2/place.ts";
import { showCartV2 } from "./v2/show.ts";
import type { StoredCartV2 } from "./v2/tables.ts";

type Id = string | null | undefined;

/** Handlers of v2 carts by ID. Until it is ordered, a cart is its own checkout. */
export const cartsV2: Handlers<typeof endpoints, StoreTx> = withV2ErrorCodes({
  create: (tx, request) => ({ cart: actions.createdCart(tx, "", request).shown() }),
  get: (tx, { cartId }) => ({ cart: showCartV2(tx, cartV2Of(tx, cartId)) }),
  update: (tx, { cart }) => changed(tx, cart?.id, (before) => changedCartV2(tx, before, cart ?? {})),
  remove(tx, { cartId }) {
    removeCartV2(tx, openCartV2Of(tx, cartId));
    return {};
  },
  refresh(tx, { cartId }) {
    const cart = openCartV2Of(tx, cartId);
    emitCalculated(tx, cart);
    return { cart: showCartV2(tx, cart) };
  },
  calculate: (tx, { cartId }) => actions.summed(tx, openCartV2Of(tx, cartId), {}, "CHECKOUT_VALIDATIONS"),
  estimate: (tx, { cartId, ...request }) =>
    actions.summed(tx, openCartV2Of(tx, cartId), request, "PRE_CHECKOUT_VALIDATIONS"),
  checkoutUrl: (tx, { cartId }) => ({
    checkoutUrl: checkoutUrl(tx, checkoutOfCartV2(tx, openCartV2Of(tx, cartId))),
  }),
  placeOrder(tx, { cartId, priceVerificationToken, delayCapture }) {
    const outcome = requestedPayment(tx) ?? (delayCapture ? "authorized" : "approved");
    const cart = openCartV2Of(tx, cartId);
    emitCalculated(tx, cart);
    const { order } = placeCart(tx, cart, priceVerificationToken, outcome);
    emitUpdated(tx, savedCartV2(tx, cartV2Of(tx, cartId)));
    return { orderId: order.id, paymentGatewayOrderId: order.id, completed: true };
  },
  markAsCompleted(tx, { cartId, orderId }) {
    const cart = cartV2Of(tx, cartId);
    if (cart.ordered) return { cart: showCartV2(tx, cart) };
    markCompleted(tx, checkoutOfCartV2(tx, cart), orderId ?? undefined);
    const after = savedCartV2(tx, cartV2Of(tx, cartId));
    emitUpdated(tx, after);
    return { cart: after.shown() };
  },
  asyncCompletion(tx, { token }) {
    const cart = cartV2Of(tx, checkoutOfToken(token));
    const checkout = checkoutOfCartV2(tx, cart);
    markCompleted(tx, checkout, undefined);
    emitUpdated(tx, savedCartV2(tx, cartV2Of(tx, cart.id)));
    return { body: "", statusCode: 302, headers: [{ key: "Location", value: checkoutUrl(tx, checkout) }] };
  },
  addLineItems: (tx, { cartId, ...added }) =>
    changed(tx, cartId, (before) => actions.withItems(tx, before, added)),
  removeLineItems: (tx, { cartId, lineItemIds }) =>
    changed(tx, cartId, (before) => ({ ...before, lines: removeLines(before.lines, lineItemIds ?? []) })),
  updateLineItems: (tx, { cartId, lineItems }) =>
    changed(tx, cartId, (before) => actions.withUpdates(tx, before, lineItems ?? [])),
  addCoupon: (tx, { cartId, coupon }) =>
    changed(tx, cartId, (before) => actions.withCoupon(tx, before, coupon?.code)),
  removeCoupon: (tx, { cartId, couponId }) =>
    changed(tx, cartId, (before) => actions.withoutCoupon(tx, before, couponId)),
  setDeliveryMethod: (tx, { cartId, deliveryMethod }) =>
    changed(tx, cartId, (before) => actions.withDelivery(tx, before, deliveryMethod ?? {})),
  removeDeliveryMethod: (tx, { cartId }) =>
    changed(tx, cartId, ({ selectedShippingOption: _, ...after }) => after),
  addGiftCard: (tx, { cartId, giftCard }) =>
    changed(tx, cartId, (before) => actions.withGiftCard(tx, before, giftCard ?? {})),
  removeGiftCard: (tx, { cartId, giftCardId }) =>
    changed(tx, cartId, (before) => actions.withoutGiftCard(before, giftCardId)),
  updateFormSubmissions: (tx, { cartId, formSubmissions }) =>
    changed(tx, cartId, (before) => actions.withForms(before, formSubmissions ?? [])),
});

function changed(tx: StoreTx, id: Id, change: (before: StoredCartV2) => StoredCartV2) {
  const before = openCartV2Of(tx, id);
  return { cart: replaceCartV2(tx, before, change(before)).shown() };
}
