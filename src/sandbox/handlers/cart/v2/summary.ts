import type { CartSummary } from "../../../../api/services/cart/models-v2.ts";
import { amountText } from "../../../../kernel/money.ts";
import { guidOf } from "../../../kernel/ids.ts";
import { zero } from "../../../pricing/allocate.ts";
import { allTaxes } from "../../../pricing/priced-cart.ts";
import { taxesByRate } from "../../../pricing/tax.ts";
import type { Estimate } from "../../../services/cart/estimate.ts";
import { showErrors } from "../../../services/cart/view/estimate.ts";
import { moneyWriter } from "./money.ts";
import { giftCardId, showMethod, sourceOf } from "./show.ts";
import type { StoredCartV2 } from "./tables.ts";
import { priceToken } from "./token.ts";
import { type Strictness, violationsOfCart } from "./violations.ts";

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
    ...(delivery &&
      priced.delivery && {
        deliverySummary: { method: showMethod(delivery), price: write(priced.delivery.delivery.price) },
      }),
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
      ...(priced.delivery && { deliveryTax: write(priced.delivery.taxed.tax) }),
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
