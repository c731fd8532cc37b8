import type { Call } from "../../api/caller.ts";
import { type CartV2, currentCartV2 } from "../../api/services/cart.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { CartPort, CartRecord, ShippingChoice } from "./cart.ts";
import { additionToV2, cartFromV2, changeToV2, estimateFromV2, withTotalsCalculator } from "./records-v2.ts";

/** Returns the current cart over the v2 calls, where a cart is its own checkout. */
export function cartV2(call: Call, signal?: AbortSignal): CartPort {
  const options = signal ? { signal } : {};
  const toRecord = ({ cart }: { cart: CartV2 }): CartRecord => cartFromV2(cart);
  const deliver = ({ code, carrierId }: ShippingChoice) =>
    call(
      currentCartV2.setDeliveryMethod,
      { deliveryMethod: { code, appId: carrierId || undefined } },
      options,
    );
  const read = async () => {
    try {
      return toRecord(await call(currentCartV2.get, {}, options));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  };
  const change: CartPort["change"] = async ({ shippingOption, ...rest }, cart) => {
    const changes = changeToV2(rest);
    let after = cart;
    if (Object.keys(changes).length > 0)
      after = toRecord(await call(currentCartV2.update, { cart: changes }, options));
    return shippingOption ? toRecord(await deliver(shippingOption)) : after;
  };
  return {
    generation: "v2",
    read,
    async add(addition, before) {
      const items = additionToV2(addition);
      return toRecord(
        await (before
          ? call(currentCartV2.addLineItems, items, options)
          : call(currentCartV2.create, items, options)),
      );
    },
    setQuantities: async (items) =>
      toRecord(
        await call(
          currentCartV2.updateLineItems,
          {
            lineItems: items.map(({ id, quantity }) => ({
              lineItemId: id,
              quantity: { newQuantity: quantity },
            })),
          },
          options,
        ),
      ),
    remove: async (ids) =>
      toRecord(await call(currentCartV2.removeLineItems, { lineItemIds: [...ids] }, options)),
    clear: async () => void (await call(currentCartV2.remove, {}, options)),
    change,
    async addCoupon(code, { coupon }) {
      if (coupon?.id && coupon.code.toLowerCase() !== code.trim().toLowerCase())
        await call(currentCartV2.removeCoupon, { couponId: coupon.id }, options);
      else if (coupon) return toRecord(await call(currentCartV2.get, {}, options));
      return toRecord(await call(currentCartV2.addCoupon, { coupon: { code } }, options));
    },
    removeCoupon: async ({ coupon }) =>
      toRecord(
        coupon?.id
          ? await call(currentCartV2.removeCoupon, { couponId: coupon.id }, options)
          : await call(currentCartV2.get, {}, options),
      ),
    async estimate({ fees, ...request }) {
      const { tax: calculateTax, shipping: calculateDelivery } = request;
      const input = { calculateTax, calculateDelivery, calculateAdditionalFees: fees };
      const { cart, summary } = await call(currentCartV2.estimate, input, options);
      return await withTotalsCalculator(call, cart, estimateFromV2(cart, summary ?? {}), request, options);
    },
    async checkout({ channelType, email, shippingAddress, billingAddress, shippingOption }, cart) {
      const rest = {
        ...(email !== undefined && { email }),
        ...(shippingAddress && { shippingAddress }),
        ...(billingAddress && { billingAddress }),
      };
      const source = { source: { channelType: channelType as "WEB" } };
      await call(currentCartV2.update, { cart: { ...source, ...changeToV2(rest) } }, options);
      if (shippingOption) await deliver(shippingOption);
      return cart.id;
    },
  };
}
