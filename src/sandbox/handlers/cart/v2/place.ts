import { moneyText } from "../../../../kernel/money.ts";
import type { StoreTx } from "../../../kernel/store-tx.ts";
import { estimate } from "../../../services/cart/estimate.ts";
import {
  checkoutOfCart,
  completeCheckout,
  type PaymentOutcome,
  type Placed,
  pricedCheckout,
  replaceCheckout,
  type StoredCheckout,
} from "../../../services/checkout/index.ts";
import type { StoredCartV2 } from "./tables.ts";
import { checkPrice } from "./token.ts";

/** The checkout that a cart stands for: the same purchase, with who pays. */
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

/** Makes an order of a cart, at the price that the buyer was shown where a token says it. */
export function placeCart(
  tx: StoreTx,
  cart: StoredCartV2,
  token: string | null | undefined,
  outcome: PaymentOutcome,
): Placed {
  const { priced, currency } = estimate(tx, cart);
  checkPrice(cart, moneyText(priced.summary.total, currency), token);
  return completeCheckout(tx, checkoutOfCartV2(tx, cart), outcome);
}
