import { giftCardsAppId } from "../../api/models/app-ids.ts";
import type { CartItem, CartSummary, CartV2, ConvertedMoney } from "../../api/services/cart.ts";
import { amountText, type Decimal, moneyText } from "../../kernel/money.ts";
import { couponOf } from "../discounts/index.ts";
import { obfuscated } from "../gift-cards/index.ts";
import { guidOf } from "../kernel/ids.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { zero } from "../pricing/allocate.ts";
import type { PricedDiscount } from "../pricing/input.ts";
import { taxesByRate } from "../pricing/tax.ts";
import { allTaxes } from "../pricing/totals.ts";
import type { DeliveryOption } from "../shipping/index.ts";
import { itemTypeOf, paymentOptionOf, physicalOf } from "./catalog-item.ts";
import { type Estimate, estimate } from "./estimate.ts";
import type { StoredCartV2 } from "./tables.ts";
import { pairLines, showErrors } from "./view.ts";

/** Returns the v2 view of a cart at current prices, with delivery but without tax and fees. */
export function showCartV2(
  tx: Tx,
  cart: StoredCartV2,
  estimated: Estimate = estimate(tx, cart, { tax: false, fees: false }),
): CartV2 {
  const { priced, currency, taxIncluded, delivery, deliveryChosen, weightUnit } = estimated;
  const write = moneyWriter(currency);
  const { contactInfo, giftCard, buyerInfo, couponCode } = cart;
  return {
    id: cart.id,
    createdDate: cart.createdDate,
    updatedDate: cart.updatedDate,
    revision: cart.revision,
    lineItems: pairLines(estimated).map((pair) => showItem(pair, priced.discounts, write)),
    subtotal: write(priced.summary.subtotal),
    note: cart.buyerNote || undefined,
    coupons: couponCode ? [{ id: couponId(tx, couponCode), code: couponCode }] : [],
    source: {
      channelType: (cart.channelType ?? "WEB") as "WEB",
      externalReferences: [],
      createdBy: ownerOfCart(cart),
      customContentReference: cart.customContentReference || undefined,
    },
    businessInfo: {
      locationId: cart.businessLocationId || undefined,
      languageCode: "en",
      currencyCode: currency,
    },
    customerInfo: {
      ...ownerOfCart(cart),
      ...contactInfo?.contactDetails,
      ...(buyerInfo.email && { email: buyerInfo.email }),
      contactId: buyerInfo.contactId || undefined,
      languageCode: cart.buyerLanguage ?? "en",
      currencyCode: currency,
    },
    deliveryInfo: {
      address: cart.shippingAddress,
      method: delivery && deliveryChosen ? showMethod(delivery) : undefined,
      weightUnit,
    },
    taxInfo: {
      pricesIncludeTax: taxIncluded,
      taxExemptGroupId: cart.taxExemptGroupId || undefined,
    },
    paymentInfo: {
      giftCards: giftCard
        ? [
            {
              id: giftCardId(giftCard.code),
              obfuscatedCode: obfuscated(giftCard.code),
              appId: giftCardsAppId,
              externalId: obfuscated(giftCard.code),
              requestedRedeemAmount: giftCard.amount
                ? { amount: giftCard.amount, convertedAmount: giftCard.amount }
                : undefined,
            },
          ]
        : [],
      currencyCode: currency,
      billingAddress: cart.billingAddress,
      billingContact: cart.billingContact || undefined,
    },
    orderPlaced: cart.ordered ?? false,
    orderId: cart.orderId || undefined,
    purchaseFlowId: cart.purchaseFlowId,
    customCheckoutUrl: cart.overrideCheckoutUrl || undefined,
    extendedFields: cart.extendedFields || undefined,
    currentCart: cart.owner !== "",
    demo: cart.demo ?? false,
  };
}

/** Returns the ID of a gift card on a cart, which is derived from its code. */
export const giftCardId = (code: string): string => guidOf("gift card", code, 1);

/** Returns the ID of a coupon on a cart. That of a coupon which the shop has deleted is derived from its code. */
export const couponId = (tx: Tx, code: string): string => couponOf(tx, code)?.id ?? guidOf("coupon", code, 1);

/** Returns the v2 view of a delivery option. */
function showMethod({ code, carrierId, title, pickup }: DeliveryOption) {
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
      availableQuantity: left,
      fixedQuantity: custom?.fixedQuantity ?? false,
    },
    pricing: {
      unitPrice: write(unit),
      totalPrice: write(gross),
      priceDescription: custom?.priceDescription || undefined,
      priceUndetermined: custom?.priceUndetermined ?? false,
      breakdown: { fullPrice: write(catalogItem.fullPrice ?? unit), salePrice: write(unit) },
    },
    source: {
      catalogReference: catalogReference || undefined,
      rootCatalogItemId: custom?.rootCatalogItemId ?? catalogReference?.catalogItemId ?? line.id,
    },
    attributes: {
      descriptionLines: catalogItem.descriptionLines,
      image: catalogItem.image || undefined,
      url: catalogItem.url || undefined,
      itemType: itemTypeOf(catalogItem),
      physicalProperties: physicalOf(catalogItem),
      subscriptionInfo: catalogItem.subscription || undefined,
      serviceProperties: (line.serviceProperties ?? custom?.serviceProperties) || undefined,
      membersOnly: catalogItem.membersOnly ?? false,
    },
    taxConfig: {
      taxableAddress: { addressType: item.taxedAt },
      taxGroupId: catalogItem.taxGroupId || undefined,
    },
    paymentConfig: {
      paymentOption: paymentOptionOf(catalogItem, item.covered),
      depositAmount: catalogItem.deposit ? write(catalogItem.deposit) : undefined,
      selectedMembership: line.selectedMembership || undefined,
    },
    status: statuses[availability.status],
    extendedFields: line.extendedFields || undefined,
    discounts: discounts.flatMap((given) => {
      const off = given.lines.get(line.id);
      return off?.gt(zero) ? [{ ...sourceOf(given), amountOff: write(off) }] : [];
    }),
    customLineItem: custom !== undefined,
  };
}

/** Returns the v2 source of a discount: a rule or a coupon. */
function sourceOf({ source }: PricedDiscount) {
  const named = (name: string) => ({ original: name, translated: name });
  if ("coupon" in source) {
    const { code } = source.coupon;
    return { name: named(code), source: { sourceType: "COUPON" as const, couponCode: code } };
  }
  const name = "rule" in source ? (source.rule.name ?? "Discount") : "Merchant's discount";
  return { name: named(name), source: { sourceType: "AUTOMATIC_RULE" as const } };
}

const scopes = { GLOBAL: "CART_SUBTOTAL", SPECIFIC_ITEMS: "LINE_ITEM", SHIPPING: "DELIVERY" } as const;
const sources: Readonly<Record<string, "SERVICE_PLUGIN" | "LINE_ITEM" | "DELIVERY" | "PLATFORM">> = {
  SERVICE_PLUGIN: "SERVICE_PLUGIN",
  ITEM: "LINE_ITEM",
  SHIPPING: "DELIVERY",
};

/** Returns the v2 price summary of a cart, with the violations that prevent an order. */
export function showSummary(cart: StoredCartV2, estimated: Estimate, strictness: Strictness): CartSummary {
  const { priced, currency, delivery, covered, taxIncluded } = estimated;
  const write = moneyWriter(currency);
  const text = (original: string) => ({ original: original, translated: original });
  const { summary } = priced;
  return {
    cartId: cart.id,
    cartRevision: cart.revision,
    calculationId: guidOf(cart.id, `calculation ${cart.revision}`, 1),
    lineItems: priced.lines.map(({ item, gross }) => ({
      lineItemId: item.id,
      quantity: item.quantity,
      unitPrice: write(item.covered ? zero : item.price),
      totalPrice: write(gross),
    })),
    discounts: priced.discounts.map((given) => ({
      ...sourceOf(given),
      scope: scopes[given.scope],
      total: write(given.amount),
      lineItemDiscounts: [...given.lines].map(([lineItemId, off]) => ({ lineItemId, amountOff: write(off) })),
    })),
    deliverySummary:
      delivery && priced.delivery
        ? { method: showMethod(delivery), price: write(priced.delivery.delivery.price) }
        : undefined,
    additionalFees: priced.fees.map(({ fee }) => ({
      code: fee.code,
      name: text(fee.name),
      lineItemIds: [...(fee.lineItemIds ?? [])],
      price: write(fee.price),
      source: sources[fee.source] ?? "PLATFORM",
    })),
    taxSummary: {
      taxes: taxesByRate(allTaxes(priced)).map(({ rate, tax, taxable }) => ({
        name: text(`${rate.name} (${rate.jurisdiction})`),
        taxableAmount: write(taxable),
        amount: write(tax),
      })),
      pricesIncludeTax: taxIncluded,
      lineItemTaxes: priced.lines.map(({ item, taxed }) => ({
        lineItemId: item.id,
        tax: write(taxed.tax),
        rate: amountText(taxed.rate),
      })),
      deliveryTax: priced.delivery ? write(priced.delivery.taxed.tax) : undefined,
      additionalFeeTaxes: priced.fees.map(({ fee, taxed }) => ({
        additionalFeeCode: fee.code,
        tax: write(taxed.tax),
      })),
    },
    priceSummary: {
      subtotal: write(summary.subtotal),
      discount: write(summary.discount),
      delivery: write(summary.shipping),
      additionalFees: write(summary.additionalFees),
      tax: write(summary.tax),
      total: write(summary.total),
    },
    paymentSummary: {
      giftCards:
        cart.giftCard && priced.giftCard
          ? [{ giftCardId: giftCardId(cart.giftCard.code), redeemAmount: write(priced.giftCard) }]
          : [],
      memberships: [...covered].map(([lineItemId, { id, appId }]) => ({
        id,
        appId,
        lineItemIds: [lineItemId],
      })),
      requiresPaymentAfterGiftCard: priced.totalAfterGiftCard.gt(zero),
      totalAfterGiftCards: write(priced.totalAfterGiftCard),
      payNow: write(priced.payNowAfterGiftCard),
      payLater: write(priced.payLater.total),
      payAfterFreeTrial: write(priced.payAfterFreeTrial.total),
    },
    priceVerificationToken: priceToken(cart, write(summary.total).amount),
    calculationErrors: showErrors(estimated),
    violations: violationsOfCart(cart, estimated, strictness),
  };
}

/** What is checked: nothing, the cart, or also what an order needs. */
export type Strictness = "SKIP_VALIDATIONS" | "PRE_CHECKOUT_VALIDATIONS" | "CHECKOUT_VALIDATIONS";

type Violation = NonNullable<CartSummary["violations"]>[number];
const error = { severity: "ERROR" as const };

/** Returns the violations that prevent an order of a cart. */
function violationsOfCart(cart: StoredCartV2, estimated: Estimate, strictness: Strictness): Violation[] {
  if (strictness === "SKIP_VALIDATIONS") return [];
  const found = [...itemViolations(cart, estimated), ...codeViolations(cart, estimated)];
  return strictness === "CHECKOUT_VALIDATIONS" ? [...found, ...deliveryViolations(cart, estimated)] : found;
}

function itemViolations({ memberId }: StoredCartV2, { lines, violations }: Estimate): Violation[] {
  const [first] = violations;
  const closed = memberId ? [] : lines.filter(({ catalogItem }) => catalogItem.membersOnly);
  const gone = violations.filter(({ severity }) => severity === "ERROR");
  return [
    ...(lines.length === 0
      ? [{ scope: "GLOBAL", code: "EMPTY_CART", description: "The cart is empty", ...error } as const]
      : []),
    ...(first
      ? [
          {
            scope: "LINE_ITEM",
            code: "LINE_ITEMS_OUT_OF_STOCK",
            description: violations.map(({ description }) => description).join("; "),
            severity: gone.length > 0 ? "ERROR" : "WARNING",
            lineItemsOutOfStockData: {
              lineItemIds: violations.map(({ lineItemId }) => lineItemId),
              allLineItemsOutOfStock: gone.length === lines.length,
            },
          } as const,
        ]
      : []),
    ...(closed.length > 0
      ? [
          {
            scope: "LINE_ITEM",
            code: "MEMBERS_ONLY_ITEM",
            description: `For members only: ${closed.map(({ catalogItem }) => catalogItem.name).join(", ")}`,
            membersOnlyItemData: { lineItemIds: closed.map(({ line }) => line.id) },
            ...error,
          } as const,
        ]
      : []),
  ];
}

function codeViolations({ couponCode }: StoredCartV2, estimated: Estimate): Violation[] {
  const { couponProblem, giftCardProblem, priced } = estimated;
  const found: Violation[] = [];
  if (couponProblem) {
    const { code, description } = couponProblem;
    const isGone = code === "ERROR_COUPON_DOES_NOT_EXIST";
    const reason = priced.couponProblem ?? "UNKNOWN_INVALID_COUPON_REASON";
    const named = couponCode ? { couponCode } : {};
    found.push(
      isGone
        ? {
            scope: "DISCOUNT",
            code: "INVALID_COUPON_CODE",
            invalidCouponCodeData: named,
            description,
            ...error,
          }
        : {
            scope: "DISCOUNT",
            code: "INVALID_COUPON_STATUS",
            description,
            ...error,
            invalidCouponStatusData: { ...named, reason },
          },
    );
  }
  if (giftCardProblem) {
    const { code, description } = giftCardProblem;
    const isGone = code === "GIFT_CARD_NOT_FOUND";
    const name = isGone ? "INVALID_GIFT_CARD_CODE" : "INVALID_GIFT_CARD_STATUS";
    found.push({ scope: "GIFT_CARD", code: name, description, ...error });
  }
  return found;
}

function deliveryViolations({ shippingAddress }: StoredCartV2, estimated: Estimate): Violation[] {
  const { lines, delivery, deliveryProblem, options } = estimated;
  const scope = "DELIVERY" as const;
  if (deliveryProblem) {
    const { description } = deliveryProblem;
    return [{ scope, code: "DELIVERY_METHOD_NO_LONGER_AVAILABLE", description, ...error }];
  }
  if (!lines.some(({ catalogItem }) => catalogItem.kind === "PHYSICAL") || delivery) return [];
  if (!shippingAddress) {
    const description = "There is no address to deliver to";
    return [{ scope, code: "MISSING_DELIVERY_ADDRESS", description, ...error }];
  }
  if (options.length > 0) return [];
  const description = "No delivery option is offered for this address";
  return [{ scope, code: "MISSING_DELIVERY_METHOD", description, ...error }];
}

/**
 * Returns a token of the price that a buyer is shown. The platform's tokens are sealed; the sandbox's are base64url.
 */
function priceToken({ id }: Pick<StoredCartV2, "id">, total: string): string {
  return Buffer.from(JSON.stringify({ cartId: id, total })).toString("base64url");
}

/**
 * Throws PlatformError 409 `CART_PRICES_OUT_OF_SYNC` if the price changed since the token was issued, and 400
 * `INVALID_PRICE_VERIFICATION_TOKEN` if the token does not belong to the cart.
 */
export function checkPrice(
  { id }: Pick<StoredCartV2, "id">,
  total: string,
  token: string | null | undefined,
): void {
  if (!token || token === priceToken({ id }, total)) return;
  const text = Buffer.from(token, "base64url").toString("utf8");
  const [, shown] = new RegExp(`^\\{"cartId":"${id}","total":"([\\d.]+)"\\}$`).exec(text) ?? [];
  if (shown === undefined)
    throw new PlatformError(
      400,
      "INVALID_PRICE_VERIFICATION_TOKEN",
      "The token does not belong to this cart",
      {},
    );
  const message = `The cart now costs ${total}, but the buyer was shown ${shown}`;
  throw new PlatformError(409, "CART_PRICES_OUT_OF_SYNC", message, { shown, total });
}

/** Formats amounts of one currency for v2 responses. Prices are shown in the shop's currency. */
type WriteMoney = (amount: Decimal) => ConvertedMoney & { amount: string };

/** Returns the v2 formatter of a currency. */
function moneyWriter(currency: string): WriteMoney {
  return (value) => {
    const amount = moneyText(value, currency);
    return { amount, convertedAmount: amount };
  };
}
