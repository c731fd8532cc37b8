import { moneyText } from "../../../../kernel/money.ts";
import type { StoreTx } from "../../../kernel/store-tx.ts";
import { estimate } from "../../../services/cart/estimate.ts";
import {
  checkoutOfCart,
  completeCheckout,
  type PaymentOutcome,
  type PlacedOrder,
  pricedCheckout,
  replaceCheckout,
  type StoredCheckout,
} from "../../../services/checkout/index.ts";
import type { StoredCartV2 } from "./tables.ts";
import { checkPrice } from "./token.ts";

/** Returns the checkout of a cart, with the billing data of the cart. */
export function checkoutOfCartV2(tx: StoreTx, cart: StoredCartV2): StoredCheckout {
  const checkout = checkoutOfCart(tx, cart, { channelType: cart.channelType });
  const { billingAddress: address, billingContact: contactDetails } = cart;
  if (!address && !contactDetails) return checkout;
  const billingInfo = {
    ...checkout.billingInfo,
    ...(address && { address }),
    ...(contactDetails && { contactDetails }),
  };
  const paid = pricedCheckout(tx, { ...checkout, billingInfo, ...(address && { billingAddress: address }) });
  return replaceCheckout(tx, checkout, paid).checkout;
}

/** Creates the order of a cart. With a token, the price must be the one that the buyer was shown. */
export function placeCart(
  tx: StoreTx,
  cart: StoredCartV2,
  token: string | null | undefined,
  outcome: PaymentOutcome,
): PlacedOrder {
  const { priced, currency } = estimate(tx, cart);
  checkPrice(cart, moneyText(priced.summary.total, currency), token);
  return completeCheckout(tx, checkoutOfCartV2(tx, cart), outcome);
}
