import type { Call } from "../../api/caller.ts";
import { cartsV2 } from "../../api/services/cart.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { CheckoutPort, GiftCardPayment } from "./cart.ts";
import { changeToV2, checkoutFromV2, withTotalsCalculator } from "./records-v2.ts";

/** The codes of errors for a gift card that could pay, on a cart which has that card or another one. */
const occupied = new Set(["GIFT_CARD_ALREADY_EXISTS", "MAX_GIFT_CARDS_PER_CART_EXCEEDED"]);

/** Returns checkouts over the v2 calls, where a cart is its own checkout. */
export function checkoutV2(call: Call, signal?: AbortSignal): CheckoutPort {
  const options = signal ? { signal } : {};
  const get = async (cartId: string) => (await call(cartsV2.get, { cartId }, options)).cart;
  const read = async (cartId: string) => {
    const cart = await get(cartId);
    // An ordered cart cannot be calculated.
    if (cart.orderPlaced) return checkoutFromV2(cart, {});
    const { cart: open, summary } = await call(cartsV2.calculate, { cartId }, options);
    const known = open ?? cart;
    const checkout = checkoutFromV2(known, summary ?? {});
    return {
      ...checkout,
      ...(await withTotalsCalculator(call, known, checkout, { tax: true, shipping: true }, options)),
    };
  };
  const cardsOf = async (cartId: string) =>
    ((await get(cartId)).paymentInfo?.giftCards ?? []).flatMap(({ id }) => id ?? []);
  const removeCard = async (cartId: string, giftCardId: string) =>
    void (await call(cartsV2.removeGiftCard, { cartId, giftCardId }, options));
  /** Adds a gift card. Returns false if the card is good, but the cart has to lose its `old` one first. */
  const addCard = async (cartId: string, { code, amount }: GiftCardPayment, old?: string) => {
    const redeemed = amount === undefined ? {} : { redeemAmount: { amount } };
    try {
      await call(cartsV2.addGiftCard, { cartId, giftCard: { code, ...redeemed } }, options);
      return true;
    } catch (error) {
      if (old !== undefined && error instanceof ApiError && occupied.has(error.code)) return false;
      throw error;
    }
  };
  return {
    generation: "v2",
    read,
    url: async (cartId) => (await call(cartsV2.checkoutUrl, { cartId }, options)).checkoutUrl ?? "",
    async change(id, { shippingOption, ...change }, giftCard) {
      const changes = changeToV2(change);
      const [old] = giftCard ? await cardsOf(id) : [];
      // The gift card goes first because an unknown code is the most likely error. Its code cannot be read, so the old
      // one stays until the rest is done.
      const isAdded = giftCard && (await addCard(id, giftCard, old));
      try {
        if (Object.keys(changes).length > 0)
          await call(cartsV2.update, { cart: { id, ...changes } }, options);
        if (shippingOption) {
          const { code, carrierId } = shippingOption;
          const deliveryMethod = { code, appId: carrierId || undefined };
          await call(cartsV2.setDeliveryMethod, { cartId: id, deliveryMethod }, options);
        }
      } catch (error) {
        const added = isAdded ? (await cardsOf(id)).find((card) => card !== old) : undefined;
        if (added) await removeCard(id, added);
        throw error;
      }
      if (giftCard && old) {
        await removeCard(id, old);
        if (!isAdded) await addCard(id, giftCard);
      }
      return await read(id);
    },
    async setCoupon(cartId, code) {
      const [before] = (await get(cartId)).coupons ?? [];
      if (before?.id && before.code?.toLowerCase() !== code?.toLowerCase())
        await call(cartsV2.removeCoupon, { cartId, couponId: before.id }, options);
      if (code !== undefined && before?.code?.toLowerCase() !== code.toLowerCase())
        await call(cartsV2.addCoupon, { cartId, coupon: { code } }, options);
      return await read(cartId);
    },
    async removeGiftCard(cartId) {
      const [card] = await cardsOf(cartId);
      if (card) await removeCard(cartId, card);
      return await read(cartId);
    },
    async complete(cartId, { pay, delayCapture }) {
      const headers = pay === undefined ? {} : { headers: { "x-sandbox-payment": pay } };
      const input = { cartId, delayCapture: delayCapture || undefined };
      const { orderId } = await call(cartsV2.placeOrder, input, { ...options, ...headers });
      return { orderId: orderId ?? "" };
    },
    async orderOf(cartId) {
      const { orderPlaced, orderId } = await get(cartId);
      return orderPlaced ? (orderId ?? "") : undefined;
    },
  };
}
