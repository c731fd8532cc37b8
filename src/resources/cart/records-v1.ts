import type { Cart, LineItem } from "../../api/services/cart.ts";
import type { Checkout } from "../../api/services/checkout.ts";
import type { CartLine, CartRecord, CheckoutRecord, ItemReference } from "./cart.ts";
import {
  cartDiscount,
  contactOf,
  estimateFromV1,
  lineItemName,
  lineItemOptions,
  omitAbsent,
  priceText,
  shownText,
} from "./estimate.ts";

/** Converts a cart of the v1 calls, which the platform removes on 2027-02-01. */
export function cartFromV1(cart: Cart): CartRecord {
  const { contactInfo, selectedShippingOption: chosen } = cart;
  const coupon = (cart.appliedDiscounts ?? []).find((appliedDiscount) => appliedDiscount.coupon)?.coupon;
  return omitAbsent({
    id: cart.id,
    generation: "v1" as const,
    revision: cart.revision,
    currency: cart.currency ?? "",
    lineItems: (cart.lineItems ?? []).map(lineFromV1),
    subtotal: priceText(cart.subtotal),
    discount: priceText(cart.discount),
    subtotalAfterDiscounts: priceText(cart.subtotalAfterDiscounts),
    discounts: (cart.appliedDiscounts ?? []).map(cartDiscount),
    coupon: coupon?.code ? omitAbsent({ code: coupon.code, id: coupon.id }) : undefined,
    note: cart.buyerNote || undefined,
    email: cart.buyerInfo?.email,
    contact: contactOf(contactInfo?.contactDetails),
    shippingAddress: contactInfo?.address,
    shippingOption: chosen?.code ? omitAbsent({ code: chosen.code, carrierId: chosen.carrierId }) : undefined,
    checkoutId: cart.checkoutId,
    createdDate: cart.createdDate,
    updatedDate: cart.updatedDate,
  });
}

function lineFromV1(line: LineItem): CartLine {
  const { catalogReference, serviceProperties } = line;
  const path = line.url?.relativePath ?? line.url?.url ?? "";
  return omitAbsent({
    id: line.id,
    name: shownText(line.productName),
    quantity: line.quantity ?? 1,
    price: priceText(line.price),
    total: priceText(line.lineItemPrice),
    options: lineItemOptions(line.descriptionLines),
    sku: line.physicalProperties?.sku,
    slug: path.split("/").at(-1) || undefined,
    catalogReference: catalogReference as ItemReference | undefined,
    custom: line.customLineItem ?? false,
    availability: line.availability?.status ?? "AVAILABLE",
    quantityAvailable: line.availability?.quantityAvailable,
    subscription: subscriptionOf(line),
    scheduledDate: serviceProperties?.scheduledDate,
    deposit: line.depositAmount?.amount,
  });
}

function subscriptionOf({ subscriptionOptionInfo: info }: LineItem): string | undefined {
  const { interval, frequency } = info?.subscriptionSettings ?? {};
  return frequency ? `every ${interval ?? 1} ${frequency}` : undefined;
}

/** Converts a v1 checkout. */
export function checkoutFromV1(checkout: Checkout): CheckoutRecord {
  const { shippingInfo, billingInfo } = checkout;
  const coupon = (checkout.appliedDiscounts ?? []).find((appliedDiscount) => appliedDiscount.coupon)?.coupon;
  const lines = (checkout.lineItems ?? []).map((line) => ({
    id: line.id,
    name: lineItemName(line),
    quantity: line.quantity ?? 1,
    price: priceText(line.price),
    tax: priceText(line.taxDetails?.totalTax),
    total: priceText(line.lineItemPrice),
  }));
  const { shippingDestination, ...shipping } = shippingInfo ?? {};
  const { membershipOptions: memberships } = checkout;
  const selectedMemberships = memberships?.selectedMemberships?.memberships ?? [];
  const from = {
    ...checkout,
    shippingInfo: shipping,
    membershipOptions: { ...memberships, selectedMemberships },
  };
  return omitAbsent({
    id: checkout.id,
    generation: "v1" as const,
    completed: checkout.completed ?? false,
    channelType: checkout.channelType,
    cartId: checkout.cartId,
    email: checkout.buyerInfo?.email,
    note: checkout.buyerNote || undefined,
    contact: contactOf((shippingDestination ?? billingInfo)?.contactDetails),
    shippingAddress: shippingDestination?.address,
    billingAddress: billingInfo?.address,
    coupon: coupon?.code,
    ...estimateFromV1(from, lines, checkout.taxIncludedInPrice ?? false),
  });
}
