import type { CartV2 } from "../../api/services/cart/models-v2.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { Addition, CartChange } from "./cart.ts";

/** Converts a change to the v2 model. Throws UsageError for changes that v2 does not support. */
export function changeToV2(change: CartChange): Partial<CartV2> {
  const { note, email, contact, shippingAddress, billingAddress, merchantDiscounts, language } = change;
  if (merchantDiscounts !== undefined)
    throw new UsageError("Carts v2 do not support merchant discounts.", {
      field: "--discount",
      hint: "Create a coupon or a discount rule (till discounts create), or switch to v1: till config set cartApi v1",
    });
  if (language !== undefined)
    throw new UsageError("Carts v2 always use the language of the site.", {
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

/** Converts an addition to the v2 model. Throws UsageError for times of catalog items. */
export function additionToV2({ products, custom }: Addition) {
  if (products.some(({ service }) => service))
    throw new UsageError("Carts v2 support service times only for custom items.", {
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
