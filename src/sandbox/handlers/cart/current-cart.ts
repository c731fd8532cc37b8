import type * as z from "zod/mini";
import type { Handlers } from "../../../api/endpoint.ts";
import type { Address } from "../../../api/models/values.ts";
import type { currentCart as endpoints } from "../../../api/services/cart/carts-v1.ts";
import type { CartEstimate, SelectedMemberships } from "../../../api/services/cart/models.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import {
  adoptCart,
  blankCart,
  currentCart as cartOfCaller,
  currentCartIfAny,
  insertCart,
  ownerOf,
  removeCart,
  replaceCart,
} from "../../services/cart/carts.ts";
import { changedCart } from "../../services/cart/change.ts";
import { checkAddress } from "../../services/cart/contacts.ts";
import { estimate } from "../../services/cart/estimate.ts";
import {
  type Added,
  addLines,
  removeLines,
  setQuantities,
  withinStock,
  withVariants,
} from "../../services/cart/lines.ts";
import type { StoredCart } from "../../services/cart/tables.ts";
import { showCart } from "../../services/cart/view/cart.ts";
import { showEstimate } from "../../services/cart/view/estimate.ts";
import { priceWriter } from "../../services/cart/view/prices.ts";
import { checkoutOfCart } from "../../services/checkout/index.ts";

/** Handlers of the caller's cart. */
export const currentCart: Handlers<typeof endpoints, StoreTx> = {
  get: (tx) => ({ cart: showCart(tx, cartOfCaller(tx)) }),
  update(tx, change) {
    const cart = cartOfCaller(tx);
    return { cart: replaceCart(tx, cart, changedCart(tx, cart, change)).shown() };
  },
  remove(tx) {
    removeCart(tx, cartOfCaller(tx));
    return {};
  },
  addToCart(tx, { businessLocationId, ...added }) {
    rejectNothing(added);
    const before = currentCartIfAny(tx);
    const cart = before ?? blankCart(tx, ownerOf(tx.caller));
    const after = {
      ...cart,
      lines: addLines(tx, cart.lines, withVariants(tx, added), "reported"),
      ...(businessLocationId && { businessLocationId }),
    };
    return { cart: (before ? replaceCart(tx, before, after) : insertCart(tx, after)).shown() };
  },
  removeLineItems: (tx, { lineItemIds }) =>
    withLines(tx, (cart) => removeLines(cart.lines, lineItemIds ?? [])),
  createCheckout: (tx, request) => ({ checkoutId: checkoutOfCart(tx, cartOfCaller(tx), request).id }),
  removeCoupon(tx) {
    const cart = cartOfCaller(tx);
    const { couponCode: _, ...after } = cart;
    return { cart: replaceCart(tx, cart, after).shown() };
  },
  updateLineItemsQuantity: (tx, { lineItems }) =>
    withLines(tx, ({ lines }) =>
      setQuantities(tx, lines, withinStock(tx, lines, lineItems ?? []), "reported"),
    ),
  estimateTotals: (tx, request) => estimateCart(tx, cartOfCaller(tx), request),
};

/** A login schedules `adopt` with `<visitor> <member>`, so that the members service does not import carts. */
export const due = {
  adopt: (tx: StoreTx, ref: string) => adoptCart(tx, ...(ref.split(" ") as [string, string])),
};

/** Throws PlatformError 400 if there are no line items to add. */
export function rejectNothing({ lineItems, customLineItems }: Added): void {
  if (lineItems?.length || customLineItems?.length) return;
  throw new PlatformError(400, "NO_LINE_ITEMS_TO_ADD", "There are no line items to add", {});
}

function withLines(tx: Tx, change: (cart: StoredCart) => StoredCart["lines"]) {
  const cart = cartOfCaller(tx);
  return { cart: replaceCart(tx, cart, { ...cart, lines: change(cart) }).shown() };
}

/** The input of an estimate besides the cart. */
export interface EstimateInput {
  selectedShippingOption?: { carrierId?: string | null; code?: string | null } | null | undefined;
  shippingAddress?: Address | null | undefined;
  billingAddress?: Address | null | undefined;
  selectedMemberships?: z.input<typeof SelectedMemberships> | null | undefined;
  calculateTax?: boolean | null | undefined;
  calculateShipping?: boolean | null | undefined;
  calculateAdditionalFees?: boolean | null | undefined;
}

/** Returns the price of a cart with the given delivery and addresses. Nothing is stored. */
export function estimateCart(tx: Tx, cart: StoredCart, request: EstimateInput): CartEstimate {
  const { shippingAddress, billingAddress, selectedMemberships } = request;
  checkAddress("shippingAddress", shippingAddress);
  checkAddress("billingAddress", billingAddress);
  const { code, carrierId } = request.selectedShippingOption ?? {};
  const purchase = {
    ...cart,
    ...(shippingAddress && { shippingAddress }),
    ...(billingAddress && { billingAddress }),
    ...(code && { selectedShippingOption: { code, ...(carrierId && { carrierId }) } }),
    ...(selectedMemberships && { memberships: selectedMemberships.memberships ?? [] }),
  };
  const estimated = estimate(tx, purchase, {
    tax: request.calculateTax ?? true,
    delivery: request.calculateShipping ?? true,
    fees: request.calculateAdditionalFees ?? true,
  });
  return {
    cart: showCart(tx, cart),
    ...showEstimate(purchase, estimated, priceWriter(tx)),
  };
}
