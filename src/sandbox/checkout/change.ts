import type { WireInput } from "../../api/endpoint.ts";
import type { currentCart } from "../../api/services/cart.ts";
import type { Checkout, TemplateLineItem } from "../../api/services/checkout.ts";
import type { Address } from "../../api/services/models.ts";
import { parseAmount } from "../../kernel/money.ts";
import {
  checkAddress,
  checkContact,
  ownerOf,
  type Purchase,
  replaceCart,
  replacedLines,
  type StoredCart,
  type WireCustomItem,
} from "../cart/index.ts";
import { usableCoupon } from "../discounts/index.ts";
import { usableGiftCard } from "../gift-cards/index.ts";
import { newEntity } from "../kernel/entities.ts";
import { invalid, PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import {
  checkouts,
  insertCheckout,
  type PricedCheckout,
  pricedCheckout,
  replaceCheckout,
  type StoredCheckout,
} from "./checkouts.ts";

/** The input of a checkout created from a cart. */
type CheckoutRequest = WireInput<(typeof currentCart)["createCheckout"]>;

/**
 * Creates the checkout of a cart, or updates the one it has. The latter keeps what the cart does not have, such as a
 * coupon, unless `replaces` is set. Throws PlatformError for an empty cart and for a delivery option that is not offered.
 */
export function checkoutOfCart(
  tx: StoreTx,
  cart: StoredCart,
  request: CheckoutRequest,
  { replaces = false } = {},
): StoredCheckout {
  if (cart.lines.length === 0)
    throw new PlatformError(400, "EMPTY_CART", "The cart is empty. Add an item first", { cartId: cart.id });
  checkAddress("shippingAddress", request.shippingAddress);
  checkAddress("billingAddress", request.billingAddress);
  const known = cart.checkoutId ? tx.get(checkouts, cart.checkoutId) : undefined;
  const open = known?.completed === false ? known : undefined;
  const base =
    open ?? blankCheckout(tx, { channelType: request.channelType, purchaseFlowId: cart.purchaseFlowId });
  const {
    couponCode,
    giftCard,
    selectedShippingOption,
    buyerNote,
    overrideCheckoutUrl,
    extendedFields,
    ...rest
  } = base;
  const draft = { ...(replaces ? rest : base), ...purchaseOf(cart), cartId: cart.id };
  const priced = pricedCheckout(tx, withRequest({ ...draft, ...fromCart(cart, base) }, request, cart));
  checkDelivery(priced);
  const { checkout: saved } = open ? replaceCheckout(tx, open, priced) : insertCheckout(tx, priced);
  if (cart.checkoutId !== saved.id) replaceCart(tx, cart, { ...cart, checkoutId: saved.id });
  return saved;
}

/** Returns an empty checkout, not stored. */
export function blankCheckout(
  tx: Tx,
  given: { channelType?: string | null | undefined; purchaseFlowId?: string },
): StoredCheckout {
  const { memberId, visitorId } = tx.caller;
  const buyer = memberId ? { memberId } : visitorId ? { visitorId } : {};
  return {
    ...newEntity(tx),
    lines: [],
    merchantDiscounts: [],
    memberships: [],
    channelType: given.channelType ?? "WEB",
    buyerInfo: buyer,
    createdBy: ownerOf(tx.caller).startsWith("user:") ? {} : buyer,
    memberId: memberId || undefined,
    purchaseFlowId: given.purchaseFlowId ?? tx.newId(),
    completed: false,
  };
}

/** Returns the fields that a cart and its checkout share. */
function purchaseOf(cart: StoredCart): Purchase {
  const {
    lines,
    couponCode,
    merchantDiscounts,
    giftCard,
    memberships,
    memberId,
    taxExemptGroupId,
    manualFees,
  } = cart;
  return {
    lines,
    merchantDiscounts,
    memberships,
    ...(couponCode && { couponCode }),
    ...(giftCard && { giftCard }),
    ...(memberId && { memberId }),
    ...(taxExemptGroupId && { taxExemptGroupId }),
    ...(manualFees && { manualFees }),
    ...(cart.selectedShippingOption && { selectedShippingOption: cart.selectedShippingOption }),
  };
}

function fromCart(cart: StoredCart, base: StoredCheckout): Partial<StoredCheckout> {
  const { contactInfo, buyerNote, overrideCheckoutUrl, extendedFields, businessLocationId, buyerLanguage } =
    cart;
  return {
    buyerInfo: { ...base.buyerInfo, ...cart.buyerInfo },
    ...(contactInfo && {
      shippingDestination: { ...base.shippingDestination, ...contactInfo },
      billingInfo: base.billingInfo ?? contactInfo,
    }),
    ...(contactInfo?.address && { shippingAddress: contactInfo.address }),
    ...(buyerNote && { buyerNote }),
    ...(overrideCheckoutUrl && { overrideCheckoutUrl }),
    ...(extendedFields && { extendedFields }),
    ...(businessLocationId && { businessLocationId }),
    ...(buyerLanguage && { buyerLanguage }),
  };
}

function withRequest(
  checkout: StoredCheckout,
  request: CheckoutRequest,
  { contactInfo }: StoredCart,
): StoredCheckout {
  const { shippingAddress, billingAddress, email } = request;
  const { code, carrierId } = request.selectedShippingOption ?? {};
  const { shippingDestination, billingInfo } = checkout;
  const located = (address: Address, before: StoredCheckout["billingInfo"]) => ({
    address,
    contactDetails: (before?.contactDetails ?? contactInfo?.contactDetails) || undefined,
  });
  return {
    ...checkout,
    ...(shippingAddress && {
      shippingAddress,
      shippingDestination: located(shippingAddress, shippingDestination),
    }),
    ...(billingAddress && { billingAddress, billingInfo: located(billingAddress, billingInfo) }),
    ...(code && { selectedShippingOption: { code, ...(carrierId && { carrierId }) } }),
    ...(email && { buyerInfo: { ...checkout.buyerInfo, email } }),
  };
}

/**
 * Throws PlatformError 400 if the selected delivery option is not offered for the items and the address. Without an
 * address there is no check.
 */
function checkDelivery({ checkout, estimated }: PricedCheckout): void {
  if (!checkout.shippingAddress || !checkout.selectedShippingOption) return;
  const { deliveryProblem, options } = estimated();
  if (!deliveryProblem) return;
  const data = { offered: options.map(({ code, title }) => ({ code, title })) };
  throw new PlatformError(400, deliveryProblem.code, deliveryProblem.description, data);
}

/** The input of a new or changed checkout. Lists replace the existing ones. */
export interface CheckoutChange {
  info?: Partial<Checkout> | null | undefined;
  lineItems?: readonly TemplateLineItem[] | null | undefined;
  customLineItems?: readonly WireCustomItem[] | null | undefined;
  couponCode?: string | null | undefined;
  giftCardCode?: string | null | undefined;
  giftCardRedeemAmount?: string | null | undefined;
  overrideCheckoutUrl?: string | null | undefined;
}

const writable = [
  "billingInfo",
  "buyerNote",
  "customFields",
  "customSettings",
  "customContentReference",
  "externalReference",
  "extendedFields",
  "businessLocationId",
  "taxExemptGroupId",
  "cartId",
] as const;

/**
 * Returns a checkout after a change, not stored. Throws PlatformError for unusable codes and delivery options that
 * are not offered.
 */
export function changedCheckout(tx: Tx, before: StoredCheckout, change: CheckoutChange): PricedCheckout {
  const { info, couponCode, giftCardCode, giftCardRedeemAmount, overrideCheckoutUrl } = change;
  const after = withInfo(before, info ?? {});
  if (couponCode) after.couponCode = usableCoupon(tx, couponCode).code;
  if (giftCardCode) {
    const { code } = usableGiftCard(tx, giftCardCode, tx.setting("currency"));
    after.giftCard = { code, ...redeemed(giftCardRedeemAmount) };
  } else if (giftCardRedeemAmount && before.giftCard)
    after.giftCard = { ...before.giftCard, ...redeemed(giftCardRedeemAmount) };
  if (overrideCheckoutUrl) after.overrideCheckoutUrl = overrideCheckoutUrl;
  after.lines = replacedLines(tx, before.lines, change);
  const priced = pricedCheckout(tx, after);
  checkDelivery(priced);
  return priced;
}

function redeemed(amount: string | null | undefined): { amount?: string } {
  if (!amount) return {};
  if (parseAmount(amount) === undefined) throw invalid("giftCardRedeemAmount", "FORMAT", "is not an amount");
  return { amount };
}

function withInfo(before: StoredCheckout, info: Partial<Checkout>): StoredCheckout {
  checkContact("checkout.billingInfo", info.billingInfo);
  checkContact("checkout.shippingInfo.shippingDestination", info.shippingInfo?.shippingDestination);
  const after: StoredCheckout = { ...before };
  for (const key of writable)
    if (info[key] !== undefined) Object.assign(after, { [key]: info[key] ?? undefined });
  if (info.billingInfo?.address) after.billingAddress = info.billingInfo.address;
  const { shippingDestination, selectedCarrierServiceOption: chosen } = info.shippingInfo ?? {};
  if (shippingDestination) {
    after.shippingDestination = shippingDestination;
    if (shippingDestination.address) after.shippingAddress = shippingDestination.address;
  }
  if (chosen?.code)
    after.selectedShippingOption = {
      code: chosen.code,
      ...(chosen.carrierId && { carrierId: chosen.carrierId }),
    };
  if (info.buyerInfo?.email) after.buyerInfo = { ...before.buyerInfo, email: info.buyerInfo.email };
  const memberships = info.membershipOptions?.selectedMemberships?.memberships;
  if (memberships) after.memberships = memberships;
  return after;
}
