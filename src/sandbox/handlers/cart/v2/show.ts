import type { CartItem, CartV2 } from "../../../../api/services/cart/models-v2.ts";
import { guidOf } from "../../../kernel/ids.ts";
import type { Tx } from "../../../kernel/tx.ts";
import { zero } from "../../../pricing/allocate.ts";
import type { PricedDiscount } from "../../../pricing/priced-discount.ts";
import { type Estimate, estimate } from "../../../services/cart/estimate.ts";
import { pairLines } from "../../../services/cart/view/lines.ts";
import { couponOf } from "../../../services/discounts/index.ts";
import { giftCardApp, obfuscated } from "../../../services/gift-cards/index.ts";
import type { DeliveryOption } from "../../../services/shipping/index.ts";
import { moneyWriter, type WriteMoney } from "./money.ts";
import type { StoredCartV2 } from "./tables.ts";

/** Returns the v2 view of a cart at current prices, with delivery but without tax and fees. */
export function showCartV2(
  tx: Tx,
  cart: StoredCartV2,
  estimated: Estimate = estimate(tx, cart, { tax: false, fees: false }),
): CartV2 {
  const { priced, currency, taxIncluded, delivery, deliveryChosen } = estimated;
  const write = moneyWriter(currency);
  const { contactInfo, giftCard, buyerInfo, couponCode } = cart;
  const coupon = couponOf(tx, couponCode);
  return {
    id: cart.id,
    createdDate: cart.createdDate,
    updatedDate: cart.updatedDate,
    revision: cart.revision,
    lineItems: pairLines(estimated).map((pair) => showItem(pair, priced.discounts, write)),
    subtotal: write(priced.summary.subtotal),
    ...(cart.buyerNote && { note: cart.buyerNote }),
    coupons: coupon ? [{ id: coupon.id, code: coupon.code }] : [],
    source: {
      channelType: (cart.channelType ?? "WEB") as "WEB",
      externalReferences: [],
      createdBy: ownerOfCart(cart),
      ...(cart.customContentReference && { customContentReference: cart.customContentReference }),
    },
    businessInfo: {
      ...(cart.businessLocationId && { locationId: cart.businessLocationId }),
      languageCode: "en",
      currencyCode: currency,
    },
    customerInfo: {
      ...ownerOfCart(cart),
      ...contactInfo?.contactDetails,
      ...(buyerInfo.email && { email: buyerInfo.email }),
      ...(buyerInfo.contactId && { contactId: buyerInfo.contactId }),
      languageCode: cart.buyerLanguage ?? "en",
      currencyCode: currency,
    },
    deliveryInfo: {
      ...(cart.shippingAddress && { address: cart.shippingAddress }),
      ...(delivery && deliveryChosen && { method: showMethod(delivery) }),
      weightUnit: "KG",
    },
    taxInfo: {
      pricesIncludeTax: taxIncluded,
      ...(cart.taxExemptGroupId && { taxExemptGroupId: cart.taxExemptGroupId }),
    },
    paymentInfo: {
      giftCards: giftCard
        ? [
            {
              id: giftCardId(giftCard.code),
              obfuscatedCode: obfuscated(giftCard.code),
              appId: giftCardApp,
              externalId: obfuscated(giftCard.code),
              ...(giftCard.amount && {
                requestedRedeemAmount: { amount: giftCard.amount, convertedAmount: giftCard.amount },
              }),
            },
          ]
        : [],
      currencyCode: currency,
      ...(cart.billingAddress && { billingAddress: cart.billingAddress }),
      ...(cart.billingContact && { billingContact: cart.billingContact }),
    },
    orderPlaced: cart.ordered ?? false,
    ...(cart.orderId && { orderId: cart.orderId }),
    purchaseFlowId: cart.purchaseFlowId,
    ...(cart.overrideCheckoutUrl && { customCheckoutUrl: cart.overrideCheckoutUrl }),
    ...(cart.extendedFields && { extendedFields: cart.extendedFields }),
    currentCart: cart.owner !== "",
    demo: cart.demo ?? false,
  };
}

/** Returns the ID of a gift card on a cart, which is derived from its code. */
export const giftCardId = (code: string): string => guidOf("gift card", code, 1);

/** Returns the v2 view of a delivery option. */
export function showMethod({ code, carrierId, title, pickup }: DeliveryOption) {
  return { code, appId: carrierId, title: { original: title, translated: title }, pickup: Boolean(pickup) };
}

function ownerOfCart({ buyerInfo: { visitorId, memberId, userId } }: StoredCartV2) {
  if (memberId) return { memberId };
  if (visitorId) return { visitorId };
  return userId ? { userId } : {};
}

const statuses = {
  AVAILABLE: "IN_STOCK",
  PARTIALLY_AVAILABLE: "PARTIALLY_IN_STOCK",
  NOT_AVAILABLE: "OUT_OF_STOCK",
  NOT_FOUND: "REMOVED_FROM_CATALOG",
} as const;

function showItem(
  [{ line, catalogItem, availability }, { item, gross }]: ReturnType<typeof pairLines>[number],
  discounts: readonly PricedDiscount[],
  write: WriteMoney,
): CartItem {
  const { custom, catalogReference } = line;
  const unit = item.covered ? zero : item.price;
  const left = availability.quantityAvailable;
  return {
    id: line.id,
    name: { original: catalogItem.name, translated: catalogItem.name },
    quantityInfo: {
      confirmedQuantity: left === undefined ? line.quantity : Math.min(line.quantity, left),
      requestedQuantity: line.quantity,
      ...(left !== undefined && { availableQuantity: left }),
      fixedQuantity: custom?.fixedQuantity ?? false,
    },
    pricing: {
      unitPrice: write(unit),
      totalPrice: write(gross),
      ...(custom?.priceDescription && { priceDescription: custom.priceDescription }),
      priceUndetermined: custom?.priceUndetermined ?? false,
      breakdown: { fullPrice: write(catalogItem.fullPrice ?? unit), salePrice: write(unit) },
    },
    source: {
      ...(catalogReference && { catalogReference }),
      rootCatalogItemId: custom?.rootCatalogItemId ?? catalogReference?.catalogItemId ?? line.id,
    },
    attributes: {
      descriptionLines: catalogItem.descriptionLines,
      ...(catalogItem.image && { image: catalogItem.image }),
      ...(catalogItem.url && { url: catalogItem.url }),
      itemType: catalogItem.isCustomKind
        ? { custom: catalogItem.kind }
        : { preset: catalogItem.kind as "PHYSICAL" },
      physicalProperties: {
        ...(catalogItem.weight !== undefined && { weight: catalogItem.weight }),
        ...(catalogItem.sku && { sku: catalogItem.sku }),
        shippable: catalogItem.kind === "PHYSICAL",
      },
      ...(catalogItem.subscription && { subscriptionInfo: catalogItem.subscription }),
      ...((line.serviceProperties ?? custom?.serviceProperties) && {
        serviceProperties: line.serviceProperties ?? custom?.serviceProperties,
      }),
      membersOnly: catalogItem.membersOnly ?? false,
    },
    taxConfig: {
      taxableAddress: { addressType: item.taxedAt },
      ...(catalogItem.taxGroupId && { taxGroupId: catalogItem.taxGroupId }),
    },
    paymentConfig: {
      paymentOption: item.covered ? "MEMBERSHIP" : (catalogItem.paymentOption ?? "FULL_PAYMENT_ONLINE"),
      ...(catalogItem.deposit && { depositAmount: write(catalogItem.deposit) }),
      ...(line.selectedMembership && { selectedMembership: line.selectedMembership }),
    },
    status: statuses[availability.status],
    ...(line.extendedFields && { extendedFields: line.extendedFields }),
    discounts: discounts.flatMap((given) => {
      const off = given.lines.get(line.id);
      return off?.gt(zero) ? [{ ...sourceOf(given), amountOff: write(off) }] : [];
    }),
    customLineItem: custom !== undefined,
  };
}

/** Returns the v2 source of a discount: a rule or a coupon. */
export function sourceOf({ source }: PricedDiscount) {
  const named = (name: string) => ({ original: name, translated: name });
  if ("coupon" in source) {
    const { code } = source.coupon;
    return { name: named(code), source: { sourceType: "COUPON" as const, couponCode: code } };
  }
  const name = "rule" in source ? (source.rule.name ?? "Discount") : "Merchant's discount";
  return { name: named(name), source: { sourceType: "AUTOMATIC_RULE" as const } };
}
