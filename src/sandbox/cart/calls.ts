import type { Handlers, WireInput } from "../../api/endpoint.ts";
import type {
  cartsV2 as cartEndpoints,
  currentCartV2 as currentCartEndpoints,
  totals as totalsEndpoints,
} from "../../api/services/cart.ts";
import { moneyText } from "../../kernel/money.ts";
import {
  checkoutOfCart,
  checkoutOfToken,
  checkouts,
  checkoutUrl,
  completeCheckout,
  markCompleted,
  type PaymentOutcome,
  type PlacedOrder,
  paymentOutcome,
  pricedCheckout,
  redirectToCheckout,
  replaceCheckout,
  type StoredCheckout,
} from "../checkout/index.ts";
import { coupons } from "../discounts/index.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { checkAddress, currentCartIfAny, currentCartOf, ownerOf } from "./carts.ts";
import { estimate } from "./estimate.ts";
import { removeLines } from "./lines.ts";
import { carts, type Purchase, type StoredCartV2, type StoredLine } from "./tables.ts";
import * as actions from "./v2-changes.ts";
import {
  changedCartV2,
  emitCalculated,
  emitCartUpdated,
  removeCartV2,
  replaceCartV2,
  savedCartV2,
} from "./v2-changes.ts";
import { checkPrice, showCartV2 } from "./v2-view.ts";
import { priceWriter, showEstimate } from "./view.ts";

/** Returns a cart by ID, even if it was ordered. Throws PlatformError 404 `CART_NOT_FOUND`. */
function cartV2Of(tx: Tx, id: string | null | undefined): StoredCartV2 {
  const cart = tx.get(carts, id ?? "");
  if (cart) return cart;
  const checkout = tx.findBy(checkouts, "cartId", id ?? "");
  if (checkout?.completed) return cartOfCheckout(checkout);
  throw new PlatformError(404, "CART_NOT_FOUND", `There is no cart ${id}`, { cartId: id });
}

/** Returns a cart that can be changed. Throws PlatformError 409 `CART_ALREADY_ORDERED` once it was ordered. */
function openCartV2Of(tx: Tx, id: string | null | undefined): StoredCartV2 {
  const cart = cartV2Of(tx, id);
  if (!cart.ordered) return cart;
  const { orderId } = cart;
  const became = orderId ? `; it became the order ${orderId}` : "";
  throw new PlatformError(409, "CART_ALREADY_ORDERED", `The cart ${id} was ordered${became}`, { orderId });
}

/** Returns the caller's cart. */
const currentCartV2Of = (tx: Tx): StoredCartV2 => currentCartOf(tx);

/** Returns an ordered cart, which is stored as its checkout. */
function cartOfCheckout(checkout: StoredCheckout): StoredCartV2 {
  const { cartId, completed, shippingDestination, billingInfo, orderId, ...known } = checkout;
  const { buyerNote, buyerLanguage, businessLocationId, ...rest } = known;
  return {
    ...rest,
    buyerNote: buyerNote || undefined,
    buyerLanguage: buyerLanguage || undefined,
    businessLocationId: businessLocationId || undefined,
    id: cartId ?? "",
    owner: "",
    contactInfo: shippingDestination || undefined,
    billingContact: billingInfo?.contactDetails || undefined,
    orderId: orderId || undefined,
    ordered: true,
  };
}

/** Returns the checkout of a cart, with the billing data of the cart. */
function checkoutOfCartV2(tx: StoreTx, cart: StoredCartV2): StoredCheckout {
  const checkout = checkoutOfCart(tx, cart, { channelType: cart.channelType }, { replaces: true });
  const { billingAddress: address, billingContact: contactDetails } = cart;
  if (!address && !contactDetails) return checkout;
  const billingInfo = {
    ...checkout.billingInfo,
    address: address ?? checkout.billingInfo?.address,
    contactDetails: contactDetails || checkout.billingInfo?.contactDetails,
  };
  const paid = pricedCheckout(tx, {
    ...checkout,
    billingInfo,
    billingAddress: address ?? checkout.billingAddress,
  });
  return replaceCheckout(tx, checkout, paid).checkout;
}

/** Creates the order of a cart. With a token, the price must be the one that the buyer was shown. */
function placeCart(
  tx: StoreTx,
  cart: StoredCartV2,
  token: string | null | undefined,
  outcome: () => PaymentOutcome,
): PlacedOrder {
  const { priced, currency } = estimate(tx, cart);
  checkPrice(cart, moneyText(priced.summary.total, currency), token);
  return completeCheckout(tx, checkoutOfCartV2(tx, cart), outcome);
}

/** The v2 error codes of v1 errors. */
const v2Codes: Readonly<Record<string, string>> = {
  CHECKOUT_ALREADY_PAID: "CART_ALREADY_ORDERED",
  COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD: "CANNOT_REDEEM_COUPON_WHEN_PURCHASING_GIFT_CARD",
  EMPTY_CHECKOUT: "EMPTY_CART",
  ERROR_COUPON_DOES_NOT_EXIST: "INVALID_COUPON_CODE",
  ERROR_COUPON_HAS_EXPIRED: "INVALID_COUPON_STATUS",
  ERROR_COUPON_IS_NOT_ACTIVE_YET: "INVALID_COUPON_STATUS",
  ERROR_COUPON_NOT_APPLICABLE: "INVALID_COUPON_STATUS",
  ERROR_COUPON_USAGE_EXCEEDED: "INVALID_COUPON_STATUS",
  ERROR_INVALID_SUBTOTAL: "INVALID_COUPON_STATUS",
  FULL_OUT_OF_STOCK: "LINE_ITEMS_OUT_OF_STOCK",
  GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD: "CANNOT_PAY_FOR_GIFT_CARD_WITH_GIFT_CARD",
  GIFT_CARD_CURRENCY_MISMATCH: "INVALID_GIFT_CARD_STATUS",
  GIFT_CARD_DISABLED: "INVALID_GIFT_CARD_STATUS",
  GIFT_CARD_EXPIRED: "INVALID_GIFT_CARD_STATUS",
  GIFT_CARD_IS_EMPTY: "INVALID_GIFT_CARD_STATUS",
  GIFT_CARD_NOT_FOUND: "INVALID_GIFT_CARD_CODE",
  NO_SELECTED_CARRIER_SERVICE_OPTION: "MISSING_DELIVERY_METHOD",
  PARTIAL_OUT_OF_STOCK: "LINE_ITEMS_OUT_OF_STOCK",
  PAYMENT_ERROR: "INVALID_PAYMENT_STATUS",
  REDEEM_GIFT_CARD_ERROR: "GIFT_CARD_REDEEM_ERROR",
  SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND: "DELIVERY_METHOD_NOT_FOUND",
  SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE: "DELIVERY_METHOD_NO_LONGER_AVAILABLE",
  SUBSCRIPTION_WITH_GIFT_CARD: "CANNOT_PAY_FOR_SUBSCRIPTION_WITH_GIFT_CARD",
};

/** Wraps handlers to throw errors with v2 codes. Messages and data stay. */
function withV2ErrorCodes<H extends object>(handlers: H): H {
  const wrapped = Object.entries(handlers).map(([name, handle]) => [
    name,
    (...given: unknown[]) => {
      try {
        return (handle as (...given: unknown[]) => unknown)(...given);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        const { missing } = error.data as { missing?: unknown };
        const code = missing === "shippingAddress" ? "MISSING_DELIVERY_ADDRESS" : v2Codes[error.code];
        throw new PlatformError(error.status, code ?? error.code, error.message, error.data);
      }
    },
  ]);
  return Object.fromEntries(wrapped) as H;
}

/** The input of a call of the caller's cart. That of the same call of carts by ID also has the ID. */
type Request<Call extends keyof typeof currentCartEndpoints> = WireInput<(typeof currentCartEndpoints)[Call]>;

/** Returns the calls that carts by ID and the caller's cart share. `cartOf` finds the cart of a request. */
function sharedCalls<Input extends object>(cartOf: (tx: StoreTx, input: Input) => StoredCartV2) {
  const changing =
    <Given>(change: (tx: StoreTx, before: StoredCartV2, input: Given) => StoredCartV2) =>
    (tx: StoreTx, input: Given & Input) => {
      const before = cartOf(tx, input);
      return { cart: replaceCartV2(tx, before, change(tx, before, input)).shown() };
    };
  return {
    remove(tx: StoreTx, input: Input) {
      removeCartV2(tx, cartOf(tx, input));
      return {};
    },
    refresh(tx: StoreTx, input: Input) {
      const cart = cartOf(tx, input);
      emitCalculated(tx, cart);
      return { cart: showCartV2(tx, cart) };
    },
    calculate: (tx: StoreTx, input: Input) =>
      actions.summed(tx, cartOf(tx, input), {}, "CHECKOUT_VALIDATIONS"),
    estimate: (tx: StoreTx, input: Input & Request<"estimate">) =>
      actions.summed(tx, cartOf(tx, input), input, "PRE_CHECKOUT_VALIDATIONS"),
    addLineItems: changing<actions.AddedV2>(actions.withItems),
    removeLineItems: changing((_, before, { lineItemIds }: Request<"removeLineItems">) => ({
      ...before,
      lines: removeLines(before.lines, lineItemIds),
    })),
    updateLineItems: changing((tx, before, { lineItems }: Request<"updateLineItems">) =>
      actions.withUpdates(tx, before, lineItems),
    ),
    addCoupon: changing((tx, before, { coupon }: Request<"addCoupon">) =>
      actions.withCoupon(tx, before, coupon.code),
    ),
    removeCoupon: changing((tx, before, { couponId }: Request<"removeCoupon">) =>
      actions.withoutCoupon(tx, before, couponId),
    ),
    setDeliveryMethod: changing((tx, before, { deliveryMethod }: Request<"setDeliveryMethod">) =>
      actions.withDelivery(tx, before, deliveryMethod),
    ),
    removeDeliveryMethod: changing((_, { selectedShippingOption, ...after }) => after),
    addGiftCard: changing((tx, before, { giftCard }: Request<"addGiftCard">) =>
      actions.withGiftCard(tx, before, giftCard),
    ),
    removeGiftCard: changing((_, before, { giftCardId }: Request<"removeGiftCard">) =>
      actions.withoutGiftCard(before, giftCardId),
    ),
    updateFormSubmissions: changing((_, before, { formSubmissions }: Request<"updateFormSubmissions">) =>
      actions.withForms(before, formSubmissions ?? []),
    ),
  };
}

/** Handlers of v2 carts by ID. Until it is ordered, a cart is its own checkout. */
export const cartsV2: Handlers<typeof cartEndpoints, StoreTx> = withV2ErrorCodes({
  ...sharedCalls((tx, { cartId }: { cartId: string }) => openCartV2Of(tx, cartId)),
  create: (tx, request) => ({ cart: actions.createdCart(tx, "", request).shown() }),
  get: (tx, { cartId }) => ({ cart: showCartV2(tx, cartV2Of(tx, cartId)) }),
  update(tx, { cart }) {
    const before = openCartV2Of(tx, cart.id);
    return { cart: replaceCartV2(tx, before, changedCartV2(tx, before, cart)).shown() };
  },
  checkoutUrl: (tx, { cartId }) => ({
    checkoutUrl: checkoutUrl(tx, checkoutOfCartV2(tx, openCartV2Of(tx, cartId))),
  }),
  placeOrder(tx, { cartId, priceVerificationToken, delayCapture }) {
    const cart = openCartV2Of(tx, cartId);
    emitCalculated(tx, cart);
    const { order } = placeCart(tx, cart, priceVerificationToken, () => paymentOutcome(tx, delayCapture));
    emitCartUpdated(tx, savedCartV2(tx, cartV2Of(tx, cartId)));
    return { orderId: order.id, paymentGatewayOrderId: order.id, completed: true };
  },
  markAsCompleted(tx, { cartId, orderId }) {
    const cart = cartV2Of(tx, cartId);
    if (cart.ordered) return { cart: showCartV2(tx, cart) };
    markCompleted(tx, checkoutOfCartV2(tx, cart), orderId ?? undefined);
    const after = savedCartV2(tx, cartV2Of(tx, cartId));
    emitCartUpdated(tx, after);
    return { cart: after.shown() };
  },
  asyncCompletion(tx, { token }) {
    const cart = cartV2Of(tx, checkoutOfToken(token));
    const done = cart.ordered ? tx.findBy(checkouts, "cartId", cart.id) : undefined;
    const checkout = done ?? checkoutOfCartV2(tx, cart);
    if (!done) {
      markCompleted(tx, checkout, undefined);
      emitCartUpdated(tx, savedCartV2(tx, cartV2Of(tx, cart.id)));
    }
    return redirectToCheckout(tx, checkout);
  },
});

const currentCalls = sharedCalls<object>(currentCartV2Of);

/** Handlers of the caller's v2 cart. */
export const currentCartV2: Handlers<typeof currentCartEndpoints, StoreTx> = withV2ErrorCodes({
  ...currentCalls,
  create(tx, request) {
    const before = currentCartIfAny(tx);
    // A buyer has one current cart. The previous one loses its owner.
    if (before) replaceCartV2(tx, before, { ...before, owner: "" });
    return { cart: actions.createdCart(tx, ownerOf(tx.caller), request).shown() };
  },
  get: (tx) => ({ cart: showCartV2(tx, currentCartV2Of(tx)) }),
  update(tx, { cart }) {
    const before = currentCartV2Of(tx);
    return { cart: replaceCartV2(tx, before, changedCartV2(tx, before, cart)).shown() };
  },
  addLineItems: (tx, added) =>
    currentCartIfAny(tx)
      ? currentCalls.addLineItems(tx, added)
      : { cart: actions.createdCart(tx, ownerOf(tx.caller), added).shown() },
});

type CalculateInput = WireInput<(typeof totalsEndpoints)["calculate"]>;
type RequestedLine = NonNullable<CalculateInput["lineItems"]>[number];

/** Handlers of price calculations for any items, whether the shop sells them or not. */
export const totals: Handlers<typeof totalsEndpoints, StoreTx> = {
  calculate(tx, request) {
    checkAddress("shippingAddress", request.shippingAddress);
    checkAddress("billingAddress", request.billingAddress);
    const purchase = requestedPurchase(tx, request);
    const estimated = estimate(tx, purchase, {
      tax: request.calculateTax ?? true,
      delivery: request.calculateShipping ?? true,
    });
    const write = priceWriter(tx);
    const { violations, ...shown } = showEstimate(purchase, estimated, write);
    return {
      ...shown,
      conversionCurrency: estimated.currency,
      taxIncludedInPrice: estimated.taxIncluded,
      checkoutConversionRate: "1",
      payNowTotalAfterGiftCard: write(estimated.priced.payNowAfterGiftCard),
      totalAfterGiftCard: write(estimated.priced.totalAfterGiftCard),
    };
  },
};

function requestedPurchase(tx: StoreTx, request: CalculateInput): Purchase {
  const { code, carrierId } = request.selectedShippingOption ?? {};
  const couponCode = request.couponId
    ? (tx.get(coupons, request.couponId)?.code ?? request.couponId)
    : request.couponCode;
  const { giftCardCode, giftCardRedeemAmount, shippingAddress, billingAddress, memberId } = request;
  return {
    lines: (request.lineItems ?? []).map(requestedLine),
    merchantDiscounts: [],
    memberships: request.selectedMemberships?.memberships ?? [],
    couponCode: couponCode || undefined,
    giftCard: giftCardCode ? { code: giftCardCode, amount: giftCardRedeemAmount || undefined } : undefined,
    selectedShippingOption: code ? { code, carrierId: carrierId || undefined } : undefined,
    shippingAddress: shippingAddress || undefined,
    billingAddress: billingAddress || undefined,
    memberId: memberId || undefined,
    purchaseFlowId: request.purchaseFlowId || undefined,
    taxExemptGroupId: request.taxExemptGroupId || undefined,
    manualFees: (request.additionalFees ?? []).map((fee) => ({
      code: fee.code ?? "fee",
      name: fee.name ?? "Fee",
      price: fee.price ?? "0",
      lineItemIds: fee.lineItemIds ?? [],
    })),
  };
}

function requestedLine({
  id,
  quantity,
  catalogReference,
  productName,
  price,
  ...rest
}: RequestedLine): StoredLine {
  const name = productName ?? "";
  const itemType = rest.itemType ?? { preset: "PHYSICAL" };
  return {
    id: id ?? "",
    quantity: quantity ?? 1,
    catalogReference: catalogReference || undefined,
    taxableAddress: rest.taxableAddress || undefined,
    custom: { ...rest, itemType, price: price ?? "0", productName: { original: name } },
    seen: { name, price: price ?? "0" },
  };
}
