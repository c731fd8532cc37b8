import type { Call } from "../../api/caller.ts";
import { valueAt } from "../../api/endpoint.ts";
import { type Checkout, checkouts } from "../../api/services/checkout.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { CartChange, CheckoutPort } from "./cart.ts";
import { contactOf } from "./estimate.ts";
import { checkoutFromV1 } from "./records-v1.ts";

/** Returns checkouts over the v1 calls, which the platform removes on 2027-02-01. */
export function checkoutV1(call: Call, signal?: AbortSignal): CheckoutPort {
  const options = signal ? { signal } : {};
  const toRecord = ({ checkout }: { checkout: Checkout }) => checkoutFromV1(checkout);
  const read = async (id: string) => toRecord(await call(checkouts.get, { id }, options));
  return {
    generation: "v1",
    read,
    url: async (id) => (await call(checkouts.getUrl, { id }, options)).checkoutUrl ?? "",
    async change(id, change, giftCard) {
      const { shippingAddress, billingAddress, contact } = change;
      const isMerged = shippingAddress || billingAddress || contact;
      const before = isMerged ? (await call(checkouts.get, { id }, options)).checkout : undefined;
      const { code, amount } = giftCard ?? {};
      const card = {
        ...(code !== undefined && { giftCardCode: code }),
        ...(amount !== undefined && { giftCardRedeemAmount: amount }),
      };
      return toRecord(
        await call(checkouts.update, { checkout: { id, ...changeOf(change, before) }, ...card }, options),
      );
    },
    async setCoupon(id, code) {
      if (code === undefined) return toRecord(await call(checkouts.removeCoupon, { id }, options));
      return toRecord(await call(checkouts.update, { checkout: { id }, couponCode: code }, options));
    },
    removeGiftCard: async (id) => toRecord(await call(checkouts.removeGiftCard, { id }, options)),
    async complete(id, { pay, delayCapture }) {
      const headers = pay === undefined ? {} : { headers: { "x-sandbox-payment": pay } };
      const input = { id, delayCapture: delayCapture || undefined };
      const { orderId, subscriptionId } = await call(checkouts.createOrder, input, {
        ...options,
        ...headers,
      });
      return { orderId: orderId ?? "", subscriptionId: subscriptionId || undefined };
    },
    async orderOf(id) {
      const { completed } = await read(id);
      return completed ? await orderOfCheckout(call, id, signal) : undefined;
    },
  };
}

type Located = Checkout["billingInfo"];

/**
 * Returns the update for a change. Sends whole addresses with contacts, because the platform replaces them as a whole. Where
 * one address has no contact, it gets that of the other.
 */
function changeOf(change: CartChange, before: Checkout | undefined): Partial<Checkout> {
  const { note, email, contact, shippingAddress, billingAddress, shippingOption } = change;
  const { shippingInfo, billingInfo } = before ?? {};
  const destination = shippingInfo?.shippingDestination;
  const located = (address: CartChange["shippingAddress"], known: Located, other: Located) => {
    const contactDetails = { ...contactOf(known?.contactDetails ?? other?.contactDetails), ...contact };
    const found = address ?? known?.address;
    return {
      ...(found && { address: found }),
      ...(Object.keys(contactDetails).length > 0 && { contactDetails }),
    };
  };
  return {
    ...(note !== undefined && { buyerNote: note }),
    ...(email !== undefined && { buyerInfo: { email } }),
    ...((billingAddress || contact) && { billingInfo: located(billingAddress, billingInfo, destination) }),
    ...((shippingAddress || contact || shippingOption) && {
      shippingInfo: {
        ...((shippingAddress || contact) && {
          shippingDestination: located(shippingAddress, destination, billingInfo),
        }),
        ...(shippingOption && { selectedCarrierServiceOption: shippingOption }),
      },
    }),
  };
}

/** Returns the id of the order of a completed checkout, or "" for callers who may not read orders. */
async function orderOfCheckout(call: Call, checkoutId: string, signal?: AbortSignal): Promise<string> {
  const { orders } = await import("../../api/services/orders.ts");
  const input = { search: { filter: { checkoutId }, cursorPaging: { limit: 1 } } };
  try {
    const body = await call(orders.search, input, signal ? { signal } : {});
    return String(valueAt(body, "orders.0.id") ?? "");
  } catch (error) {
    if (error instanceof TillError && error.exitCode === exitCodes.auth) return "";
    throw error;
  }
}
