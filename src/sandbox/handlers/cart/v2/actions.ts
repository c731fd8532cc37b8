import type * as z from "zod/mini";
import type { WireInput } from "../../../../api/endpoint.ts";
import type { currentCartV2 } from "../../../../api/services/cart/carts-v2.ts";
import type { GiftCardInput } from "../../../../api/services/cart/models-v2.ts";
import { invalid } from "../../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { blankCart } from "../../../services/cart/carts.ts";
import { estimate } from "../../../services/cart/estimate.ts";
import { addLines, setQuantities } from "../../../services/cart/lines.ts";
import { couponOf, usableCoupon } from "../../../services/discounts/index.ts";
import { usableGiftCard } from "../../../services/gift-cards/index.ts";
import { changedCartV2 } from "./change.ts";
import { insertCartV2 } from "./emit.ts";
import { type AddedV2, addedOf } from "./items.ts";
import { giftCardId, showCartV2 } from "./show.ts";
import { showSummary } from "./summary.ts";
import type { StoredCartV2 } from "./tables.ts";
import type { Strictness } from "./violations.ts";

type Request<Call extends keyof typeof currentCartV2> = WireInput<(typeof currentCartV2)[Call]>;

// The changes that v2 calls make to a cart. Only `createdCart` stores it.

/** Creates and stores a cart. An empty `owner` means that it is nobody's current cart. */
export function createdCart(tx: Tx, owner: string, request: Request<"create">) {
  const { revision: _, ...given } = request.cart ?? {};
  let cart: StoredCartV2 = changedCartV2(tx, blankCart(tx, owner), given);
  cart = { ...cart, lines: addLines(tx, cart.lines, addedOf(request)) };
  for (const coupon of request.coupons ?? []) cart = withCoupon(tx, cart, coupon.code);
  for (const card of request.giftCards ?? []) cart = withGiftCard(tx, cart, card);
  if (request.deliveryMethod) cart = withDelivery(tx, cart, request.deliveryMethod);
  return insertCartV2(tx, cart);
}

/** Returns a cart with items added. */
export function withItems(tx: Tx, cart: StoredCartV2, added: AddedV2): StoredCartV2 {
  if (!added.catalogItems?.length && !added.customItems?.length)
    throw new PlatformError(400, "NO_LINE_ITEMS_TO_ADD", "There are no line items to add", {});
  return { ...cart, lines: addLines(tx, cart.lines, addedOf(added)) };
}

/** Returns a cart with changed quantities and memberships of items. */
export function withUpdates(
  tx: Tx,
  cart: StoredCartV2,
  updates: NonNullable<Request<"updateLineItems">["lineItems"]>,
): StoredCartV2 {
  const ids = updates.map(({ lineItemId }) => lineItemId ?? "");
  if (new Set(ids).size < ids.length)
    throw new PlatformError(400, "DUPLICATE_LINE_ITEM_UPDATES", "The same line item is updated twice", {});
  const quantities = updates.flatMap(({ lineItemId, quantity }) =>
    quantity ? [{ id: lineItemId ?? "", quantity: quantity.newQuantity ?? null }] : [],
  );
  const lines = setQuantities(tx, cart.lines, quantities).map((line) => {
    const update = updates.find(({ lineItemId }) => lineItemId === line.id);
    const { existingMembership } = update?.membershipPayment ?? {};
    const chosen = update?.selectedMembership?.newMembership;
    const id = existingMembership?.membershipId ?? chosen?.id;
    const appId = existingMembership?.appId ?? chosen?.appId;
    return id && appId ? { ...line, selectedMembership: { id, appId } } : line;
  });
  return { ...cart, lines };
}

/** Returns a cart with a coupon. A cart takes one. */
export function withCoupon(tx: Tx, cart: StoredCartV2, code: string | null | undefined): StoredCartV2 {
  const coupon = usableCoupon(tx, code ?? "");
  if (cart.couponCode === coupon.code)
    throw new PlatformError(
      409,
      "COUPON_ALREADY_EXISTS",
      `The coupon ${coupon.code} is on the cart already`,
      {},
    );
  if (cart.couponCode)
    throw new PlatformError(
      409,
      "MAX_COUPONS_PER_CART_EXCEEDED",
      `The cart has the coupon ${cart.couponCode}`,
      {
        max: 1,
      },
    );
  return { ...cart, couponCode: coupon.code };
}

/** Returns a cart without its coupon. */
export function withoutCoupon(tx: Tx, cart: StoredCartV2, couponId: string | null | undefined): StoredCartV2 {
  const { couponCode, ...after } = cart;
  if (couponOf(tx, couponCode)?.id === couponId) return after;
  throw new PlatformError(404, "COUPON_NOT_FOUND_IN_CART", `The cart has no coupon ${couponId}`, {
    couponId,
  });
}

/** Returns a cart with a gift card that can pay. A cart takes one. */
export function withGiftCard(tx: Tx, cart: StoredCartV2, card: z.input<typeof GiftCardInput>): StoredCartV2 {
  const { code } = usableGiftCard(tx, card.code ?? "", tx.setting("currency") ?? "USD");
  if (cart.giftCard?.code === code)
    throw new PlatformError(409, "GIFT_CARD_ALREADY_EXISTS", "The gift card is already on the cart", {});
  if (cart.giftCard)
    throw new PlatformError(409, "MAX_GIFT_CARDS_PER_CART_EXCEEDED", "The cart already has a gift card", {
      max: 1,
    });
  const amount = card.redeemAmount?.amount;
  return { ...cart, giftCard: { code, ...(amount && { amount }) } };
}

/** Returns a cart without its gift card. */
export function withoutGiftCard(cart: StoredCartV2, id: string | null | undefined): StoredCartV2 {
  const { giftCard, ...after } = cart;
  if (giftCard && giftCardId(giftCard.code) === id) return after;
  throw new PlatformError(404, "GIFT_CARD_NOT_FOUND_IN_CART", `The cart has no gift card ${id}`, {
    giftCardId: id,
  });
}

/** Returns a cart with a delivery option. Throws PlatformError if it is not offered. */
export function withDelivery(
  tx: Tx,
  cart: StoredCartV2,
  { code, appId }: NonNullable<Request<"setDeliveryMethod">["deliveryMethod"]>,
): StoredCartV2 {
  if (cart.lines.length === 0)
    throw new PlatformError(400, "DELIVERY_METHOD_MISSING_LINE_ITEMS", "The cart is empty", {});
  if (!cart.shippingAddress)
    throw new PlatformError(400, "DELIVERY_METHOD_MISSING_ADDRESS", "The delivery address is missing", {});
  if (!code) throw invalid("deliveryMethod.code", "REQUIRED_FIELD", "must not be empty");
  const after = { ...cart, selectedShippingOption: { code, ...(appId && { carrierId: appId }) } };
  const { deliveryProblem, options } = estimate(tx, after);
  if (!deliveryProblem) return after;
  const offered = options.map(({ code, title, carrierId }) => ({ code, title, appId: carrierId }));
  throw new PlatformError(404, "DELIVERY_METHOD_NOT_FOUND", deliveryProblem.description, { offered });
}

/** Returns a cart and its price summary. */
export function summed(tx: Tx, cart: StoredCartV2, request: Request<"estimate">, usual: Strictness) {
  const { calculateTax, calculateDelivery, calculateAdditionalFees, calculateGiftCards } = request;
  const { giftCard: _, ...unpaid } = cart;
  const purchase = calculateGiftCards === false ? unpaid : cart;
  const estimated = estimate(tx, purchase, {
    tax: calculateTax ?? true,
    delivery: calculateDelivery ?? true,
    fees: calculateAdditionalFees ?? true,
  });
  const strictness = (request.validationConfig ?? usual) as Strictness;
  return { cart: showCartV2(tx, cart), summary: showSummary(purchase, estimated, strictness) };
}

/** Returns a cart with form submissions. */
export function withForms(
  cart: StoredCartV2,
  forms: readonly { id?: string | null; formSubmissionId?: string | null }[],
): StoredCartV2 {
  const formSubmissions = forms.map(({ id, formSubmissionId }) => ({
    ...(id && { id }),
    ...(formSubmissionId && { formSubmissionId }),
  }));
  return { ...cart, formSubmissions };
}
