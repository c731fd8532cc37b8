import type { Handlers } from "../../api/endpoint.ts";
import type { checkouts as endpoints } from "../../api/services/checkout.ts";
import { addLines, rejectNothing, removeLines, setQuantities } from "../cart/index.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import { blankCheckout, changedCheckout } from "./change.ts";
import {
  checkoutOf,
  checkoutOfToken,
  checkoutUrl,
  hostedUrl,
  insertCheckout,
  openCheckoutOf,
  type PricedCheckout,
  pricedCheckout,
  redirectToCheckout,
  replaceCheckout,
  type StoredCheckout,
  checkouts as table,
} from "./checkouts.ts";
import { completeCheckout, markCompleted, paymentOutcome } from "./place.ts";

/** Handlers of checkouts v1, which the platform removes on 2027-02-01. */
export const checkouts: Handlers<typeof endpoints, StoreTx> = {
  create(tx, { checkoutInfo, channelType, ...change }) {
    rejectNothing(change);
    const blank = blankCheckout(tx, { channelType });
    const priced = changedCheckout(tx, blank, { info: checkoutInfo, ...change });
    return { checkout: insertCheckout(tx, priced).shown() };
  },
  get: (tx, { id }) => ({ checkout: pricedCheckout(tx, checkoutOf(tx, id)).shown() }),
  getByCartId(tx, { id }) {
    const checkout = tx.findBy(table, "cartId", id);
    if (checkout) return { checkout: pricedCheckout(tx, checkout).shown() };
    throw new PlatformError(404, "CHECKOUT_NOT_FOUND", `The cart ${id} has no checkout`, { cartId: id });
  },
  getUrl: (tx, { id }) => ({ checkoutUrl: checkoutUrl(tx, checkoutOf(tx, id)) }),
  getPlatformUrl: (tx, { id }) => ({ checkoutUrl: hostedUrl(tx, checkoutOf(tx, id)) }),
  update(tx, { checkout, ...change }) {
    const before = openCheckoutOf(tx, checkout.id);
    return save(tx, before, changedCheckout(tx, before, { info: checkout, ...change }));
  },
  removeCoupon: (tx, { id }) => changeOf(tx, id, ({ couponCode, ...after }) => after),
  removeGiftCard: (tx, { id }) => changeOf(tx, id, ({ giftCard, ...after }) => after),
  removeOverrideUrl: (tx, { id }) => changeOf(tx, id, ({ overrideCheckoutUrl, ...after }) => after),
  addToCheckout(tx, { id, ...added }) {
    rejectNothing(added);
    return changeOf(tx, id, (before) => ({ ...before, lines: addLines(tx, before.lines, added) }));
  },
  removeLineItems: (tx, { id, lineItemIds }) =>
    changeOf(tx, id, (before) => ({ ...before, lines: removeLines(before.lines, lineItemIds) })),
  updateLineItemsQuantity: (tx, { id, lineItems }) =>
    changeOf(tx, id, (before) => ({ ...before, lines: setQuantities(tx, before.lines, lineItems) })),
  createOrder: (tx, { id, delayCapture }) => placed(tx, id, delayCapture),
  createOrderAndCharge: (tx, { id, delayCapture }) => ({
    ...placed(tx, id, delayCapture),
    checkoutCompleted: true,
  }),
  markAsCompletedAndRedirect(tx, { token }) {
    const checkout = checkoutOf(tx, checkoutOfToken(token));
    if (!checkout.completed) markCompleted(tx, checkout, undefined);
    return redirectToCheckout(tx, checkout);
  },
  markAsCompleted(tx, { id, orderId }) {
    const checkout = checkoutOf(tx, id);
    if (!checkout.completed) markCompleted(tx, checkout, orderId ?? undefined);
    return {};
  },
};

function changeOf(tx: StoreTx, id: string, change: (before: StoredCheckout) => StoredCheckout) {
  const before = openCheckoutOf(tx, id);
  return save(tx, before, pricedCheckout(tx, change(before)));
}

const save = (tx: StoreTx, before: StoredCheckout, changed: PricedCheckout) => ({
  checkout: replaceCheckout(tx, before, changed).shown(),
});

function placed(tx: StoreTx, id: string, delayCapture: boolean | null | undefined) {
  const outcome = () => paymentOutcome(tx, delayCapture);
  const { order, subscriptionId } = completeCheckout(tx, checkoutOf(tx, id), outcome);
  return { orderId: order.id, subscriptionId: subscriptionId || undefined, paymentGatewayOrderId: order.id };
}
