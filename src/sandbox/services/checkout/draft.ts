import type { OrderLineItem } from "../../../api/services/orders/models.ts";
import { amountText, amountToJson, type Decimal } from "../../../kernel/money.ts";
import { whole } from "../../pricing/allocate.ts";
import {
  allTaxes,
  type PricedCart,
  type PricedDelivery,
  type PricedLine,
} from "../../pricing/priced-cart.ts";
import type { PricedDiscount } from "../../pricing/priced-discount.ts";
import type { PriceSums } from "../../pricing/sums.ts";
import { type TaxedAmount, taxesByRate } from "../../pricing/tax.ts";
import { type Estimate, type LineDetail, logisticsOf, pairLines, type WireReference } from "../cart/index.ts";
import { type Amount, currencyOf, type OrderDraft } from "../orders/index.ts";
import type { StoredCheckout } from "./tables.ts";

type Write = (amount: Decimal) => Amount;

/** Returns the order draft of a checkout at its current price, without the payment. */
export function draftOf(checkout: StoredCheckout, estimated: Estimate): Omit<OrderDraft, "payment"> {
  const { priced, currency, taxIncluded } = estimated;
  const write: Write = (amount) => currencyOf(currency).price(amount);
  return {
    currency,
    checkoutId: checkout.id,
    purchaseFlowId: checkout.purchaseFlowId,
    ...(checkout.cartId && { cartId: checkout.cartId }),
    lineItems: pairLines(estimated).map((pair) => orderLine(pair, write)),
    priceSummary: orderSums(priced.summary, write),
    payAfterFreeTrial: orderSums(priced.payAfterFreeTrial, write),
    taxIncludedInPrices: taxIncluded,
    taxInfo: taxInfoOf(priced, write),
    appliedDiscounts: priced.discounts.map((given) => orderDiscount(given, write)),
    additionalFees: priced.fees.map(({ fee, taxed, total }) => ({
      code: fee.code,
      name: fee.name,
      source: fee.source,
      lineItemIds: [...(fee.lineItemIds ?? [])],
      price: write(fee.price),
      priceBeforeTax: write(taxed.taxable),
      priceAfterTax: write(total),
      taxInfo: lineTax(taxed, write),
    })),
    channelInfo: { type: checkout.channelType },
    buyerInfo: checkout.buyerInfo,
    ...(checkout.buyerLanguage && { buyerLanguage: checkout.buyerLanguage }),
    ...(checkout.buyerNote && { buyerNote: checkout.buyerNote }),
    ...(checkout.billingInfo && { billingInfo: checkout.billingInfo }),
    ...(checkout.shippingDestination && { recipientInfo: checkout.shippingDestination }),
    ...(priced.delivery && { shippingInfo: orderShipping(checkout, estimated, priced.delivery, write) }),
    customFields: checkout.customFields ?? [],
    ...(checkout.extendedFields && { extendedFields: checkout.extendedFields }),
    ...(checkout.businessLocationId && { businessLocation: { id: checkout.businessLocationId } }),
  };
}

const orderSums = (sums: PriceSums, write: Write) => ({
  subtotal: write(sums.subtotal),
  shipping: write(sums.shipping),
  tax: write(sums.tax),
  discount: write(sums.discount),
  total: write(sums.total),
  totalAdditionalFees: write(sums.additionalFees),
});

function orderLine(
  [{ line, catalogItem }, pricedLine]: [LineDetail, PricedLine],
  write: Write,
): NonNullable<OrderDraft["lineItems"]>[number] {
  const { item, gross, discount, taxed, total } = pricedLine;
  const unit = item.covered ? gross : item.price;
  const subscription = catalogItem.subscription;
  const shown: OrderLineItem = {
    id: line.id,
    quantity: line.quantity,
    productName: { original: catalogItem.name, translated: catalogItem.name },
    ...(line.catalogReference && {
      catalogReference: namedVariant(line.catalogReference, catalogItem.variantId),
    }),
    descriptionLines: catalogItem.descriptionLines,
    ...(catalogItem.image && { image: catalogItem.image }),
    itemType: catalogItem.isCustomKind ? { custom: catalogItem.kind } : { preset: catalogItem.kind },
    physicalProperties: {
      ...(catalogItem.weight !== undefined && { weight: catalogItem.weight }),
      ...(catalogItem.sku && { sku: catalogItem.sku }),
      shippable: catalogItem.kind === "PHYSICAL",
    },
    price: write(unit),
    priceBeforeDiscounts: write(unit),
    lineItemPrice: write(gross),
    totalDiscount: write(discount),
    totalPriceBeforeTax: write(taxed.taxable),
    totalPriceAfterTax: write(total),
    taxInfo: {
      ...lineTax(taxed, write),
      ...(catalogItem.taxGroupId && { taxGroupId: catalogItem.taxGroupId }),
    },
    taxDetails: {
      taxableAmount: write(taxed.taxable),
      taxRate: amountText(taxed.rate),
      totalTax: write(taxed.tax),
    },
    paymentOption: item.covered ? "MEMBERSHIP" : (catalogItem.paymentOption ?? "FULL_PAYMENT_ONLINE"),
    ...(catalogItem.deposit && { depositAmount: write(catalogItem.deposit.times(whole(line.quantity))) }),
    taxableAddress: { addressType: item.taxedAt },
    customLineItem: line.custom !== undefined,
    rootCatalogItemId: line.custom?.rootCatalogItemId ?? line.catalogReference?.catalogItemId ?? line.id,
    ...(line.extendedFields && { extendedFields: line.extendedFields }),
    ...((line.serviceProperties ?? line.custom?.serviceProperties) && {
      serviceProperties: line.serviceProperties ?? line.custom?.serviceProperties,
    }),
    ...(subscription && {
      subscriptionInfo: {
        cycleNumber: 1,
        ...(subscription.title && {
          title: subscription.title,
          subscriptionOptionTitle: subscription.title.original,
        }),
        ...(subscription.description && { description: subscription.description }),
        ...(subscription.subscriptionSettings && { subscriptionSettings: subscription.subscriptionSettings }),
      },
    }),
  };
  return shown as NonNullable<OrderDraft["lineItems"]>[number];
}

/** Adds the variant ID to a reference. Orders keep it however the variant was chosen. */
function namedVariant(reference: WireReference, variantId: string | undefined): WireReference {
  return variantId ? { ...reference, options: { ...(reference.options as object), variantId } } : reference;
}

function lineTax({ taxable, tax, rate, included, shares }: TaxedAmount, write: Write) {
  return {
    taxAmount: write(tax),
    taxableAmount: write(taxable),
    taxRate: amountText(rate),
    taxIncludedInPrice: included,
    taxBreakdown: shares.slice(0, 7).map((one) => ({
      jurisdiction: one.rate.jurisdiction,
      jurisdictionType: one.rate.level,
      rate: amountText(one.rate.rate),
      taxAmount: write(one.tax),
      taxType: one.rate.type,
      taxName: one.rate.name,
      taxableAmount: write(taxable),
    })),
  };
}

function taxInfoOf(priced: PricedCart, write: Write): NonNullable<OrderDraft["taxInfo"]> {
  return {
    totalTax: write(priced.summary.tax),
    taxBreakdown: taxesByRate(allTaxes(priced)).map(({ rate, tax, taxable }) => ({
      taxName: rate.name,
      taxType: rate.type,
      jurisdiction: rate.jurisdiction,
      jurisdictionType: rate.level,
      rate: amountText(rate.rate),
      aggregatedTaxAmount: write(tax),
      aggregatedTaxableAmount: write(taxable),
    })),
  };
}

function orderDiscount(
  { source, scope, amount, lines }: PricedDiscount,
  write: Write,
): NonNullable<OrderDraft["appliedDiscounts"]>[number] {
  const price = write(amount);
  const name = "rule" in source ? (source.rule.name ?? "") : "";
  const text = { original: name, translated: name };
  const percentage = "merchant" in source ? source.merchant.percentage : undefined;
  return {
    ...("rule" in source && {
      discountRule: { ...(source.rule.id && { id: source.rule.id }), name: text, amount: price },
    }),
    ...("coupon" in source && {
      coupon: { id: source.coupon.id, code: source.coupon.code, name: source.coupon.name, amount: price },
    }),
    ...("merchant" in source && {
      merchantDiscount: {
        amount: price,
        ...(percentage && { percentage: String(amountToJson(percentage)) }),
      },
    }),
    discountType: scope,
    lineItemIds: [...lines.keys()],
    lineItemDiscounts: [...lines].map(([id, share]) => ({ id, totalDiscount: write(share) })),
  };
}

function orderShipping(
  checkout: StoredCheckout,
  { delivery: option, region }: Estimate,
  { delivery, discount, taxed, total }: PricedDelivery,
  write: Write,
): NonNullable<OrderDraft["shippingInfo"]> {
  const { pickupDetails, ...logistics } = option ? logisticsOf(option) : {};
  const { shippingDestination, shippingAddress } = checkout;
  const destination = shippingDestination ?? (shippingAddress && { address: shippingAddress });
  return {
    ...(option && { code: option.code, title: option.title, carrierId: option.carrierId }),
    logistics: {
      ...logistics,
      ...(pickupDetails
        ? { pickupDetails: { address: pickupDetails.address, pickupMethod: pickupDetails.pickupMethod } }
        : destination && { shippingDestination: destination }),
    },
    cost: {
      price: write(delivery.price),
      totalPriceBeforeTax: write(taxed.taxable),
      totalPriceAfterTax: write(total),
      taxInfo: lineTax(taxed, write),
      discount: write(discount),
    },
    ...(region && { region: { name: region.name } }),
  };
}
