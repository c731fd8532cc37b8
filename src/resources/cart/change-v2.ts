import type { CartV2 } from "../../api/services/cart/models/cart-v2.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { Addition, CartChange } from "./cart.ts";

/** A change in the words of the second generation. UsageError for what it does not know. */
export function changeInV2(change: CartChange): CartV2 {
  const { note, email, contact, shippingAddress, billingAddress, merchantDiscounts, language } = change;
  if (merchantDiscounts !== undefined)
    throw new UsageError("Carts of the second generation take no discounts by hand.", {
      field: "--discount",
      hint: "Make a coupon or a rule (till discounts create), or set cartApi to v1: till config set cartApi v1",
    });
  if (language !== undefined)
    throw new UsageError("The language of a cart of the second generation is the site's.", {
      field: "--language",
    });
  return {
    ...(note !== undefined && { note }),
    ...((email !== undefined || contact) && {
      customerInfo: { ...contact, ...(email !== undefined && { email }) },
    }),
    ...(shippingAddress && { deliveryInfo: { address: shippingAddress } }),
    ...(billingAddress && { paymentInfo: { billingAddress } }),
  };
}

/** Items in the words of the second generation. */
export function additionInV2({ products, custom }: Addition) {
  if (products.some(({ service }) => service))
    throw new UsageError("In carts of the second generation only items that no catalog knows have a time.", {
      field: "--on",
    });
  return {
    ...(products.length > 0 && {
      catalogItems: products.map(({ catalogReference, quantity }) => ({ catalogReference, quantity })),
    }),
    ...(custom.length > 0 && {
      customItems: custom.map(({ name, price, quantity, type, deposit, service }) => ({
        name: { original: name },
        quantityInfo: { requestedQuantity: quantity },
        pricing: { price: { amount: price } },
        attributes: { itemType: { preset: type }, ...(service && { serviceProperties: service }) },
        ...(deposit && {
          paymentConfig: { depositAmount: { amount: deposit }, paymentOption: "DEPOSIT_ONLINE" as const },
        }),
      })),
    }),
  };
}
