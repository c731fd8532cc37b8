import type { Handlers, WireInput } from "../../api/endpoint.ts";
import type {
  CartEstimate,
  carts as cartEndpoints,
  currentCart as currentCartEndpoints,
} from "../../api/services/cart.ts";
import { checkoutOfCart } from "../checkout/index.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
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

type Request<Call extends keyof typeof currentCartEndpoints> = WireInput<(typeof currentCartEndpoints)[Call]>;

/** Returns the calls that carts by ID and the caller's cart share. `find` returns the cart of a request. */
function sharedCalls<Input extends object>(find: (tx: StoreTx, input: Input) => StoredCart) {
  const changing =
    <Given>(change: (tx: StoreTx, before: StoredCart, input: Given) => StoredCart) =>
    (tx: StoreTx, input: Given & Input) => {
      const before = find(tx, input);
      return { cart: replaceCart(tx, before, change(tx, before, input)).shown() };
    };
  return {
    get: (tx: StoreTx, input: Input) => ({ cart: showCart(tx, find(tx, input)) }),
    remove(tx: StoreTx, input: Input) {
      removeCart(tx, find(tx, input));
      return {};
    },
    removeLineItems: changing((_, cart, { lineItemIds }: Request<"removeLineItems">) => ({
      ...cart,
      lines: removeLines(cart.lines, lineItemIds),
    })),
    createCheckout: (tx: StoreTx, input: Input & Request<"createCheckout">) => ({
      checkoutId: checkoutOfCart(tx, find(tx, input), input).id,
    }),
    removeCoupon: changing((_, { couponCode, ...after }) => after),
    updateLineItemsQuantity: changing((tx, cart, { lineItems }: Request<"updateLineItemsQuantity">) => ({
      ...cart,
      lines: setQuantities(tx, cart.lines, withinStock(tx, cart.lines, lineItems), "reported"),
    })),
    estimateTotals: (tx: StoreTx, input: Input & Request<"estimateTotals">) =>
      estimateCart(tx, find(tx, input), input),
  };
}

/** Returns a cart with items added, not stored. */
function withAdded(
  tx: StoreTx,
  cart: StoredCart,
  { businessLocationId, ...added }: Request<"addToCart">,
): StoredCart {
  return {
    ...cart,
    lines: addLines(tx, cart.lines, sellable(tx, added), "reported"),
    businessLocationId: businessLocationId || cart.businessLocationId,
  };
}

/** Handlers of the caller's cart v1, which the platform removes on 2027-02-01. */
export const currentCart: Handlers<typeof currentCartEndpoints, StoreTx> = {
  ...sharedCalls<object>(cartOfCaller),
  update(tx, change) {
    const cart = cartOfCaller(tx);
    return { cart: replaceCart(tx, cart, changedCart(tx, cart, change)).shown() };
  },
  addToCart(tx, added) {
    rejectNothing(added);
    const before = currentCartIfAny(tx);
    const after = withAdded(tx, before ?? blankCart(tx, ownerOf(tx.caller)), added);
    return { cart: (before ? replaceCart(tx, before, after) : insertCart(tx, after)).shown() };
  },
};

/** A login schedules `adopt` with `<visitor> <member>`, so that the members service does not import carts. */
export const due = {
  adopt: (tx: StoreTx, ref: string) => adoptCart(tx, ...(ref.split(" ") as [string, string])),
};

/** Returns the price of a cart with the given delivery and addresses. Nothing is stored. */
export function estimateCart(tx: Tx, cart: StoredCart, request: Request<"estimateTotals">): CartEstimate {
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
  ...sharedCalls((tx, { id }: { id: string }) => cartOf(tx, id)),
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
  update(tx, change) {
    const cart = cartOf(tx, change.cartInfo.id);
    return { cart: replaceCart(tx, cart, changedCart(tx, cart, change)).shown() };
  },
  getByCheckoutId(tx, { id }) {
    const cart = tx.findBy(cartTable, "checkoutId", id);
    if (cart) return { cart: showCart(tx, cart) };
    throw new PlatformError(404, "CART_NOT_FOUND", `The checkout ${id} has no cart`, {
      checkoutId: id,
    });
  },
  addToCart(tx, { id, ...added }) {
    rejectNothing(added);
    const cart = cartOf(tx, id);
    rejectOtherPlace(cart, added.businessLocationId);
    return { cart: replaceCart(tx, cart, withAdded(tx, cart, added)).shown() };
  },
  removeBusinessLocation(tx, { id }) {
    const cart = cartOf(tx, id);
    const { businessLocationId, ...after } = cart;
    return { cart: replaceCart(tx, cart, after).shown() };
  },
};

function rejectOtherPlace(cart: StoredCart, businessLocationId: string | null | undefined): void {
  if (!businessLocationId || !cart.businessLocationId || cart.businessLocationId === businessLocationId)
    return;
  const message = `The cart belongs to the business location ${cart.businessLocationId}`;
  throw new PlatformError(409, "CART_IS_ALREADY_ASSOCIATED_WITH_DIFFERENT_LOCATION", message, {
    businessLocationId: cart.businessLocationId,
  });
}
