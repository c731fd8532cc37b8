import type { Handlers } from "../../../api/endpoint.ts";
import type { currentCartV2 as endpoints } from "../../../api/services/cart/carts-v2.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { currentCartIfAny, ownerOf } from "../../services/cart/carts.ts";
import { removeLines } from "../../services/cart/lines.ts";
import * as actions from "./v2/actions.ts";
import { changedCartV2 } from "./v2/change.ts";
import { emitCalculated, removeCartV2, replaceCartV2 } from "./v2/emit.ts";
import { withV2ErrorCodes } from "./v2/error-codes.ts";
import { currentCartV2Of } from "./v2/find.ts";
import { showCartV2 } from "./v2/show.ts";
import type { StoredCartV2 } from "./v2/tables.ts";

/** Handlers of the caller's v2 cart. */
export const currentCartV2: Handlers<typeof endpoints, StoreTx> = withV2ErrorCodes({
  create(tx, request) {
    const before = currentCartIfAny(tx);
    // A buyer has one current cart. The previous one loses its owner.
    if (before) replaceCartV2(tx, before, { ...before, owner: "" });
    return { cart: actions.createdCart(tx, ownerOf(tx.caller), request).shown() };
  },
  get: (tx) => ({ cart: showCartV2(tx, currentCartV2Of(tx)) }),
  update: (tx, { cart }) => changed(tx, (before) => changedCartV2(tx, before, cart ?? {})),
  remove(tx) {
    removeCartV2(tx, currentCartV2Of(tx));
    return {};
  },
  refresh(tx) {
    const cart = currentCartV2Of(tx);
    emitCalculated(tx, cart);
    return { cart: showCartV2(tx, cart) };
  },
  calculate: (tx) => actions.summed(tx, currentCartV2Of(tx), {}, "CHECKOUT_VALIDATIONS"),
  estimate: (tx, request) => actions.summed(tx, currentCartV2Of(tx), request, "PRE_CHECKOUT_VALIDATIONS"),
  addLineItems(tx, added) {
    if (currentCartIfAny(tx)) return changed(tx, (before) => actions.withItems(tx, before, added));
    return { cart: actions.createdCart(tx, ownerOf(tx.caller), added).shown() };
  },
  removeLineItems: (tx, { lineItemIds }) =>
    changed(tx, (before) => ({ ...before, lines: removeLines(before.lines, lineItemIds ?? []) })),
  updateLineItems: (tx, { lineItems }) =>
    changed(tx, (before) => actions.withUpdates(tx, before, lineItems ?? [])),
  addCoupon: (tx, { coupon }) => changed(tx, (before) => actions.withCoupon(tx, before, coupon?.code)),
  removeCoupon: (tx, { couponId }) => changed(tx, (before) => actions.withoutCoupon(tx, before, couponId)),
  setDeliveryMethod: (tx, { deliveryMethod }) =>
    changed(tx, (before) => actions.withDelivery(tx, before, deliveryMethod ?? {})),
  removeDeliveryMethod: (tx) => changed(tx, ({ selectedShippingOption: _, ...after }) => after),
  addGiftCard: (tx, { giftCard }) =>
    changed(tx, (before) => actions.withGiftCard(tx, before, giftCard ?? {})),
  removeGiftCard: (tx, { giftCardId }) =>
    changed(tx, (before) => actions.withoutGiftCard(before, giftCardId)),
  updateFormSubmissions: (tx, { formSubmissions }) =>
    changed(tx, (before) => actions.withForms(before, formSubmissions ?? [])),
});

function changed(tx: StoreTx, change: (before: StoredCartV2) => StoredCartV2) {
  const before = currentCartV2Of(tx);
  return { cart: replaceCartV2(tx, before, change(before)).shown() };
}
