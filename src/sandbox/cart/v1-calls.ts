import type { Handlers } from "../../api/endpoint.ts";
import type {
  CartEstimate,
  carts as cartEndpoints,
  currentCart as currentCartEndpoints,
  SelectedMemberships,
} from "../../api/services/cart.ts";
import type { Address } from "../../api/services/models.ts";
import { checkoutOfCart } from "../checkout/index.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import {
  adoptCart,
  blankCart,
  cartOf,
  currentCartOf as cartOfCaller,
  changedCart,
  checkAddress,
  currentCartIfAny,
  insertCart,
  ownerOf,
  removeCart,
  replaceCart,
} from "./carts.ts";
import { estimate } from "./estimate.ts";
import { addLines, rejectNothing, removeLines, sellable, setQuantities, withinStock } from "./lines.ts";
import { carts as cartTable, type StoredCart } from "./tables.ts";
import { priceWriter, showCart, showEstimate } from "./view.ts";

/** Handlers of the caller's cart v1, which the platform removes on 2027-02-01. */
export const currentCart: Handlers<typeof currentCartEndpoints, StoreTx> = {
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
      lines: addLines(tx, cart.lines, sellable(tx, added), "reported"),
      businessLocationId: businessLocationId || cart.businessLocationId,
    };
    return { cart: (before ? replaceCart(tx, before, after) : insertCart(tx, after)).shown() };
  },
  removeLineItems: (tx, { lineItemIds }) => withLines(tx, (cart) => removeLines(cart.lines, lineItemIds)),
  createCheckout: (tx, request) => ({ checkoutId: checkoutOfCart(tx, cartOfCaller(tx), request).id }),
  removeCoupon(tx) {
    const cart = cartOfCaller(tx);
    const { couponCode, ...after } = cart;
    return { cart: replaceCart(tx, cart, after).shown() };
  },
  updateLineItemsQuantity: (tx, { lineItems }) =>
    withLines(tx, ({ lines }) => setQuantities(tx, lines, withinStock(tx, lines, lineItems), "reported")),
  estimateTotals: (tx, request) => estimateCart(tx, cartOfCaller(tx), request),
};

/** A login schedules `adopt` with `<visitor> <member>`, so that the members service does not import carts. */
export const due = {
  adopt: (tx: StoreTx, ref: string) => adoptCart(tx, ...(ref.split(" ") as [string, string])),
};

function withLines(tx: Tx, change: (cart: StoredCart) => StoredCart["lines"]) {
  const cart = cartOfCaller(tx);
  return { cart: replaceCart(tx, cart, { ...cart, lines: change(cart) }).shown() };
}

/** The input of an estimate besides the cart. */
export interface EstimateInput {
  selectedShippingOption?: { carrierId?: string | null; code?: string | null } | null | undefined;
  shippingAddress?: Address | null | undefined;
  billingAddress?: Address | null | undefined;
  selectedMemberships?: SelectedMemberships | null | undefined;
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
    shippingAddress: shippingAddress ?? cart.shippingAddress,
    billingAddress: billingAddress ?? cart.billingAddress,
    ...(code && { selectedShippingOption: { code, carrierId: carrierId || undefined } }),
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

/** Handlers of carts v1 by id, which the platform removes on 2027-02-01. They find carts of all owners. */
export const carts: Handlers<typeof cartEndpoints, StoreTx> = {
  create(tx, change) {
    if (!change.lineItems?.length && !change.customLineItems?.length)
      throw new PlatformError(
        400,
        "CANT_CREATE_CART_WITHOUT_ITEMS",
        "A cart begins with at least one item",
        {},
      );
    const { revision, ...cartInfo } = change.cartInfo ?? {};
    return {
      cart: insertCart(tx, changedCart(tx, blankCart(tx, ""), { ...change, cartInfo })).shown(),
    };
  },
  update: (tx, change) => changeOf(tx, change.cartInfo.id, (cart) => changedCart(tx, cart, change)),
  get: (tx, { id }) => ({ cart: showCart(tx, cartOf(tx, id)) }),
  getByCheckoutId(tx, { id }) {
    const cart = tx.findBy(cartTable, "checkoutId", id);
    if (cart) return { cart: showCart(tx, cart) };
    throw new PlatformError(404, "CART_NOT_FOUND", `The checkout ${id} has no cart`, {
      checkoutId: id,
    });
  },
  addToCart(tx, { id, businessLocationId, ...added }) {
    rejectNothing(added);
    return changeOf(tx, id, (cart) => {
      rejectOtherPlace(cart, businessLocationId);
      return {
        ...cart,
        lines: addLines(tx, cart.lines, sellable(tx, added), "reported"),
        businessLocationId: businessLocationId || cart.businessLocationId,
      };
    });
  },
  removeLineItems: (tx, { id, lineItemIds }) =>
    changeOf(tx, id, (cart) => ({ ...cart, lines: removeLines(cart.lines, lineItemIds) })),
  createCheckout: (tx, { id, ...request }) => ({
    checkoutId: checkoutOfCart(tx, cartOf(tx, id), request).id,
  }),
  removeCoupon: (tx, { id }) => changeOf(tx, id, ({ couponCode, ...after }) => after),
  updateLineItemsQuantity: (tx, { id, lineItems }) =>
    changeOf(tx, id, (cart) => ({
      ...cart,
      lines: setQuantities(tx, cart.lines, withinStock(tx, cart.lines, lineItems), "reported"),
    })),
  estimateTotals: (tx, { id, ...request }) => estimateCart(tx, cartOf(tx, id), request),
  remove(tx, { id }) {
    removeCart(tx, cartOf(tx, id));
    return {};
  },
  removeBusinessLocation: (tx, { id }) => changeOf(tx, id, ({ businessLocationId, ...after }) => after),
};

function changeOf(tx: StoreTx, id: string | null | undefined, change: (cart: StoredCart) => StoredCart) {
  const before = cartOf(tx, id);
  return { cart: replaceCart(tx, before, change(before)).shown() };
}

function rejectOtherPlace(cart: StoredCart, businessLocationId: string | null | undefined): void {
  if (!businessLocationId || !cart.businessLocationId || cart.businessLocationId === businessLocationId)
    return;
  const message = `The cart belongs to the business location ${cart.businessLocationId}`;
  throw new PlatformError(409, "CART_IS_ALREADY_ASSOCIATED_WITH_DIFFERENT_LOCATION", message, {
    businessLocationId: cart.businessLocationId,
  });
}
