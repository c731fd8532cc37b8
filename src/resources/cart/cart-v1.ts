import type { Call } from "../../api/caller.ts";
import { type Cart, currentCart } from "../../api/services/cart.ts";
import type { Address } from "../../api/services/models.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Addition, CartChange, CartPort, CartRecord, Contact, Service } from "./cart.ts";
import { estimateOfCartV1 } from "./estimate.ts";
import { cartFromV1 } from "./records-v1.ts";

/** Returns the current cart over the v1 calls, which the platform removes on 2027-02-01. */
export function cartV1(call: Call, signal?: AbortSignal): CartPort {
  const options = signal ? { signal } : {};
  const toRecord = ({ cart }: { cart: Cart }): CartRecord => cartFromV1(cart);
  return {
    generation: "v1",
    async read() {
      try {
        return toRecord(await call(currentCart.get, {}, options));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      }
    },
    add: async ({ products, custom }) =>
      toRecord(
        await call(
          currentCart.addToCart,
          {
            lineItems: products.length > 0 ? products.map(itemOf) : undefined,
            customLineItems: custom.length > 0 ? custom.map(toCustomLine) : undefined,
          },
          options,
        ),
      ),
    setQuantities: async (items) =>
      toRecord(
        await call(
          currentCart.updateLineItemsQuantity,
          { lineItems: items.map(({ id, quantity }) => ({ id, quantity })) },
          options,
        ),
      ),
    remove: async (ids) =>
      toRecord(await call(currentCart.removeLineItems, { lineItemIds: [...ids] }, options)),
    clear: async () => void (await call(currentCart.remove, {}, options)),
    change: async (change, cart) => toRecord(await call(currentCart.update, updateOf(change, cart), options)),
    addCoupon: async (couponCode) => toRecord(await call(currentCart.update, { couponCode }, options)),
    removeCoupon: async () => toRecord(await call(currentCart.removeCoupon, {}, options)),
    async estimate({ tax, shipping, fees, ...request }) {
      const { shippingAddress, billingAddress, shippingOption, memberships } = request;
      const input = {
        shippingAddress,
        billingAddress,
        selectedShippingOption: shippingOption,
        selectedMemberships: memberships ? { memberships: [...memberships] } : undefined,
        calculateTax: tax,
        calculateShipping: shipping,
        calculateAdditionalFees: fees,
      };
      return estimateOfCartV1(await call(currentCart.estimateTotals, input, options));
    },
    async checkout({ shippingOption, channelType, ...request }) {
      const selected = shippingOption && { selectedShippingOption: shippingOption };
      const channel = { channelType: channelType as "WEB" };
      const { checkoutId } = await call(
        currentCart.createCheckout,
        { ...channel, ...request, ...selected },
        options,
      );
      return checkoutId ?? "";
    },
  };
}

function itemOf({ catalogReference, quantity, service }: Addition["products"][number]) {
  return { catalogReference, quantity, serviceProperties: service };
}

function toCustomLine({ name, price, quantity, type, deposit, service }: Addition["custom"][number]) {
  return {
    productName: { original: name },
    price,
    quantity,
    itemType: { preset: type },
    ...(deposit && { depositAmount: deposit, paymentOption: "DEPOSIT_ONLINE" as const }),
    serviceProperties: service ? (service satisfies Service) : undefined,
  };
}

/** Returns the update for a change. Sends the whole contact, because the platform replaces it as a whole. */
function updateOf(change: CartChange, cart: CartRecord) {
  const { note, email, shippingOption, merchantDiscounts, language } = change;
  const contactInfo = contactInfoOf(change, cart);
  const cartInfo = {
    ...(note !== undefined && { buyerNote: note }),
    ...(email !== undefined && { buyerInfo: { email } }),
    ...(contactInfo && { contactInfo }),
    ...(shippingOption && { selectedShippingOption: shippingOption }),
    ...(language !== undefined && { buyerLanguage: language }),
  };
  return {
    cartInfo,
    merchantDiscounts: merchantDiscounts?.map((discount) =>
      "amount" in discount ? { amount: { amount: discount.amount } } : discount,
    ),
  };
}

function contactInfoOf(
  { contact, shippingAddress }: CartChange,
  cart: CartRecord,
): { address?: Address; contactDetails?: Contact } | undefined {
  if (!contact && !shippingAddress) return undefined;
  const address = shippingAddress ?? cart.shippingAddress;
  const contactDetails = contact || cart.contact ? { ...cart.contact, ...contact } : undefined;
  return { ...(address && { address }), ...(contactDetails && { contactDetails }) };
}
