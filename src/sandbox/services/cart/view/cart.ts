import type { Cart } from "../../../../api/services/cart/models.ts";
import { weightUnitOf } from "../../../kernel/settings.ts";
import type { Tx } from "../../../kernel/tx.ts";
import { type Estimate, estimate } from "../estimate.ts";
import type { StoredCart } from "../tables.ts";
import { showCartDiscounts } from "./discounts.ts";
import { pairLines, showCartLine } from "./lines.ts";
import { priceWriter } from "./prices.ts";

/** Returns the public view of a cart at current prices, without delivery, tax and fees. */
export function showCart(tx: Tx, cart: StoredCart, estimated: Estimate = bareEstimate(tx, cart)): Cart {
  const write = priceWriter(tx);
  const { priced, currency, taxIncluded } = estimated;
  const discount = priced.discounts
    .filter(({ scope }) => scope !== "SHIPPING")
    .reduce((all, { amount }) => all.plus(amount), priced.summary.subtotal.minus(priced.summary.subtotal));
  return {
    id: cart.id,
    revision: cart.revision,
    lineItems: pairLines(estimated).map((pair) => showCartLine(pair, currency, write)),
    ...(cart.buyerNote && { buyerNote: cart.buyerNote }),
    buyerInfo: cart.buyerInfo,
    currency,
    conversionCurrency: currency,
    paymentCurrency: currency,
    buyerLanguage: cart.buyerLanguage ?? "en",
    siteLanguage: "en",
    taxIncludedInPrices: taxIncluded,
    weightUnit: weightUnitOf(tx),
    subtotal: write(priced.summary.subtotal),
    subtotalAfterDiscounts: write(priced.summary.subtotal.minus(discount)),
    discount: write(discount),
    ...(cart.checkoutId && { checkoutId: cart.checkoutId }),
    appliedDiscounts: showCartDiscounts(priced, cart.couponCode, write),
    createdDate: cart.createdDate,
    updatedDate: cart.updatedDate,
    ...(cart.contactInfo && { contactInfo: cart.contactInfo }),
    ...(cart.overrideCheckoutUrl && { overrideCheckoutUrl: cart.overrideCheckoutUrl }),
    purchaseFlowId: cart.purchaseFlowId,
    ...(cart.selectedShippingOption && { selectedShippingOption: cart.selectedShippingOption }),
    ...(cart.extendedFields && { extendedFields: cart.extendedFields }),
    ...(cart.businessLocationId && { businessLocationId: cart.businessLocationId }),
  };
}

function bareEstimate(tx: Tx, cart: StoredCart): Estimate {
  return estimate(tx, cart, { tax: false, delivery: false, fees: false });
}
