import { giftCardsAppId } from "../../api/models/app-ids.ts";
import type {
  Cart,
  CartDiscount,
  CartEstimate,
  LineItem,
  ShippingInformation,
} from "../../api/services/cart.ts";
import type { AppliedDiscount } from "../../api/services/discounts.ts";
import type { MultiCurrencyPrice } from "../../api/services/models.ts";
import type { TaxDetails, TaxSummary } from "../../api/services/tax.ts";
import {
  amountText,
  amountToJson,
  type Decimal,
  decimal,
  moneyText,
  roundMoney,
  sum,
} from "../../kernel/money.ts";
import { obfuscated } from "../gift-cards/index.ts";
import { weightUnitOf } from "../kernel/settings.ts";
import type { Tx } from "../kernel/tx.ts";
import { whole, zero } from "../pricing/allocate.ts";
import type { PricedDiscount } from "../pricing/input.ts";
import type { Membership } from "../pricing/memberships.ts";
import { type TaxedAmount, type TaxRate, taxesByRate } from "../pricing/tax.ts";
import {
  allTaxes,
  type PricedCart,
  type PricedDelivery,
  type PricedLine,
  type PriceSums,
} from "../pricing/totals.ts";
import { shopCurrency } from "../products/index.ts";
import type { DeliveryOption } from "../shipping/index.ts";
import { itemTypeOf, paymentOptionOf, physicalOf } from "./catalog-item.ts";
import { type Estimate, estimate } from "./estimate.ts";
import type { LineDetail } from "./lines.ts";
import type { Purchase, StoredCart } from "./tables.ts";

/** Returns the public view of a cart at current prices, without delivery, tax and fees. */
export function showCart(tx: Tx, cart: StoredCart, estimated: Estimate = bareEstimate(tx, cart)): Cart {
  const write = priceWriter(tx);
  const { priced, currency, taxIncluded } = estimated;
  const discount = priced.discounts
    .filter(({ scope }) => scope !== "SHIPPING")
    .reduce((all, { amount }) => all.plus(amount), priced.summary.subtotal.minus(priced.summary.subtotal));
  return {
    id: cart.id,
    revision: cart.revision,
    lineItems: pairLines(estimated).map((pair) => showCartLine(pair, currency, write)),
    buyerNote: cart.buyerNote || undefined,
    buyerInfo: cart.buyerInfo,
    currency,
    conversionCurrency: currency,
    paymentCurrency: currency,
    buyerLanguage: cart.buyerLanguage ?? "en",
    siteLanguage: "en",
    taxIncludedInPrices: taxIncluded,
    weightUnit: weightUnitOf(tx),
    subtotal: write(priced.summary.subtotal),
    subtotalAfterDiscounts: write(priced.summary.subtotal.minus(discount)),
    discount: write(discount),
    checkoutId: cart.checkoutId || undefined,
    appliedDiscounts: showCartDiscounts(priced, cart.couponCode, write),
    createdDate: cart.createdDate,
    updatedDate: cart.updatedDate,
    contactInfo: cart.contactInfo || undefined,
    overrideCheckoutUrl: cart.overrideCheckoutUrl || undefined,
    purchaseFlowId: cart.purchaseFlowId,
    selectedShippingOption: cart.selectedShippingOption,
    extendedFields: cart.extendedFields || undefined,
    businessLocationId: cart.businessLocationId || undefined,
  };
}

function bareEstimate(tx: Tx, cart: StoredCart): Estimate {
  return estimate(tx, cart, { tax: false, delivery: false, fees: false });
}

/** Returns the public view of an estimate, without the cart. */
export function showEstimate(purchase: Purchase, estimated: Estimate, write: WritePrice): CartEstimate {
  const { priced, currency } = estimated;
  return {
    calculatedLineItems: pairLines(estimated).map((pair) => showCalculated(pair, currency, write)),
    priceSummary: showSums(priced.summary, write),
    ...showGiftCard(purchase, estimated, write),
    taxSummary: showTaxSummary(priced, write),
    shippingInfo: showDelivery(estimated, write),
    appliedDiscounts: showDiscounts(priced, write),
    calculationErrors: showErrors(estimated),
    weightUnit: estimated.weightUnit,
    currency,
    payNow: showSums(priced.payNow, write),
    payLater: showSums(priced.payLater, write),
    payAfterFreeTrial: showSums(priced.payAfterFreeTrial, write),
    membershipOptions: showMemberships(purchase, estimated),
    additionalFees: showFees(estimated, write),
    violations: showViolations(estimated),
  };
}

/** Returns the amount that the gift card pays. */
function showGiftCard(
  { giftCard }: Purchase,
  { priced }: Estimate,
  write: WritePrice,
): Pick<CartEstimate, "giftCard"> {
  if (!giftCard || !priced.giftCard) return {};
  const amount = write(priced.giftCard);
  return {
    giftCard: {
      obfuscatedCode: obfuscated(giftCard.code),
      amount,
      appId: giftCardsAppId,
      externalId: obfuscated(giftCard.code),
    },
  };
}

/** Returns the fees with their tax. */
function showFees({ priced }: Estimate, write: WritePrice): NonNullable<CartEstimate["additionalFees"]> {
  return priced.fees.map(({ fee, taxed, total }) => ({
    code: fee.code,
    name: fee.name,
    translatedName: fee.name,
    source: fee.source,
    price: write(fee.price),
    priceBeforeTax: write(taxed.taxable),
    priceAfterTax: write(total),
    taxDetails: showTax(taxed, write),
    taxableAddress: fee.taxedAt ? { addressType: fee.taxedAt } : undefined,
    lineItemIds: [...(fee.lineItemIds ?? [])],
  }));
}

/** Returns the problems that prevent the purchase. */
function showViolations({ violations }: Estimate): NonNullable<CartEstimate["violations"]> {
  return violations.map(({ severity, lineItemId, description }) => ({
    severity,
    target: { lineItem: { name: "LINE_ITEM_DEFAULT", id: lineItemId, suggestedFix: "REMOVE_LINE_ITEM" } },
    description,
  }));
}

/** Returns the parts that could not be calculated, with the reasons; empty if there are none. */
export function showErrors(estimated: Estimate): NonNullable<CartEstimate["calculationErrors"]> {
  const { couponProblem, deliveryProblem, giftCardProblem, violations } = estimated;
  const error = (problem: { code: string; description: string }) => ({
    applicationError: { ...problem, data: {} },
  });
  const errors = violations.filter(({ severity }) => severity === "ERROR");
  return {
    selectedShippingOptionError: deliveryProblem ? error(deliveryProblem) : undefined,
    couponCalculationError: couponProblem ? error(couponProblem) : undefined,
    giftCardCalculationError: giftCardProblem ? error(giftCardProblem) : undefined,
    orderValidationErrors: errors.map(({ description, lineItemId }) => {
      return { code: "LINE_ITEM_NOT_AVAILABLE", description, data: { lineItemId } };
    }),
  };
}

/** Returns the usable, unusable and chosen memberships. */
function showMemberships(
  { memberships }: Purchase,
  { membershipUses: uses }: Estimate,
): NonNullable<CartEstimate["membershipOptions"]> {
  const shown = (
    { id, appId, name, credits, expirationDate }: Membership,
    lineItemIds: readonly string[],
  ) => ({
    id,
    appId,
    name: { original: name, translated: name },
    lineItemIds: [...lineItemIds],
    credits,
    expirationDate: expirationDate || undefined,
  });
  return {
    eligibleMemberships: uses.flatMap(({ membership, lineIds, problem }) =>
      problem ? [] : [shown(membership, lineIds)],
    ),
    invalidMemberships: uses.flatMap(({ membership, lineIds, problem }) =>
      problem ? [{ membership: shown(membership, lineIds), reason: problem }] : [],
    ),
    selectedMemberships: [...memberships],
  };
}

/** Pairs lines with their prices, in order. */
export function pairLines({ lines, priced }: Pick<Estimate, "lines" | "priced">): [LineDetail, PricedLine][] {
  return lines.flatMap((detail, index): [LineDetail, PricedLine][] => {
    const pricedLine = priced.lines[index];
    return pricedLine ? [[detail, pricedLine]] : [];
  });
}

/** Returns the rounded unit price after discounts. The exact amount is the line's total. */
function unitPrice({ item, gross, discount }: PricedLine, currency: string) {
  return roundMoney(gross.minus(discount).div(whole(item.quantity)), currency);
}

/** Returns the fields that carts and checkouts share: name, options, image, prices and stock of a line. */
export function describeLine(
  [detail, pricedLine]: [LineDetail, PricedLine],
  currency: string,
  write: WritePrice,
) {
  const { line, catalogItem, availability } = detail;
  const { item, gross, discount } = pricedLine;
  const unit = item.covered ? zero : item.price;
  const full = catalogItem.fullPrice ?? unit;
  return {
    id: line.id,
    quantity: line.quantity,
    catalogReference: line.catalogReference || undefined,
    productName: { original: catalogItem.name, translated: catalogItem.name },
    url: catalogItem.url || undefined,
    price: write(unitPrice(pricedLine, currency)),
    fullPrice: write(full),
    priceBeforeDiscounts: write(unit),
    lineItemPrice: write(gross.minus(discount)),
    descriptionLines: catalogItem.descriptionLines,
    availability,
    physicalProperties:
      catalogItem.kind === "PHYSICAL" || catalogItem.sku ? physicalOf(catalogItem) : undefined,
    itemType: itemTypeOf(catalogItem),
    subscriptionOptionInfo: catalogItem.subscription || undefined,
    paymentOption: paymentOptionOf(catalogItem, item.covered),
    depositAmount: catalogItem.deposit ? write(catalogItem.deposit) : undefined,
    serviceProperties: (line.serviceProperties ?? line.custom?.serviceProperties) || undefined,
    rootCatalogItemId: line.custom?.rootCatalogItemId ?? line.catalogReference?.catalogItemId ?? line.id,
    priceDescription: line.custom?.priceDescription || undefined,
    taxGroupId: catalogItem.taxGroupId || undefined,
    customLineItem: line.custom !== undefined,
    priceUndetermined: line.custom?.priceUndetermined ?? false,
    fixedQuantity: line.custom?.fixedQuantity ?? line.catalogOverrideFields?.fixedQuantity ?? false,
    catalogOverrideFields: line.catalogOverrideFields || undefined,
    extendedFields: line.extendedFields || undefined,
    taxableAddress: { addressType: item.taxedAt },
    membersOnly: catalogItem.membersOnly ?? false,
  };
}

/** Returns the public view of a cart line. */
function showCartLine(pair: [LineDetail, PricedLine], currency: string, write: WritePrice): LineItem {
  const [{ line, catalogItem }] = pair;
  return {
    ...describeLine(pair, currency, write),
    image: catalogItem.image || undefined,
    selectedMembership: line.selectedMembership || undefined,
  };
}

type Calculated = NonNullable<CartEstimate["calculatedLineItems"]>[number];

/** Returns the price breakdown of a line. */
function showCalculated(
  [{ line, catalogItem }, pricedLine]: [LineDetail, PricedLine],
  currency: string,
  write: WritePrice,
): Calculated {
  const { item, gross, discount, taxed, total } = pricedLine;
  const unit = item.covered ? zero : item.price;
  return {
    lineItemId: line.id,
    pricesBreakdown: {
      totalPriceAfterTax: write(total),
      totalPriceBeforeTax: write(taxed.taxable),
      taxDetails: { ...showTax(taxed, write), isItemTaxable: taxed.rate.gt(zero) },
      totalDiscount: write(discount),
      price: write(unitPrice(pricedLine, currency)),
      priceBeforeDiscounts: write(unit),
      priceBeforeDiscountsAndTax: write(unit),
      lineItemPrice: write(gross.minus(discount)),
      fullPrice: write(catalogItem.fullPrice ?? unit),
      depositAmount: catalogItem.deposit ? write(catalogItem.deposit) : undefined,
    },
    paymentOption: paymentOptionOf(catalogItem, item.covered),
    taxableAddress: { addressType: item.taxedAt },
  };
}

/** Returns the delivery options by carrier, and the chosen or cheapest one. */
function showDelivery(
  { region, options, delivery, deliveryChosen, priced, lines }: Estimate,
  write: WritePrice,
): ShippingInformation {
  const carriers = [...new Set(options.map(({ carrierId }) => carrierId))];
  const lineItemIds = lines
    .filter(({ catalogItem }) => catalogItem.kind === "PHYSICAL")
    .map(({ line }) => line.id);
  const allocation = (carrierId: string) => [
    {
      deliveryCarrier: { appId: carrierId },
      deliveryRegion: region ? { id: region.id, name: region.name } : undefined,
      applicableLineItems: { lineItemIds },
    },
  ];
  return {
    region: region ? { id: region.id, name: region.name } : undefined,
    ...(delivery &&
      priced.delivery && {
        selectedCarrierServiceOption: {
          code: delivery.code,
          title: delivery.title,
          carrierId: delivery.carrierId,
          logistics: logisticsOf(delivery),
          cost: costOf({ ...priced.delivery, price: priced.delivery.delivery.price }, write),
          requestedShippingOption: deliveryChosen,
          otherCharges: priced.fees.flatMap(({ fee, taxed, total }) => {
            const cost = { price: fee.price, discount: zero, taxed, total };
            return fee.charge ? [{ type: fee.charge, details: fee.name, cost: costOf(cost, write) }] : [];
          }),
          deliveryAllocations: allocation(delivery.carrierId),
          partial: false,
        },
      }),
    carrierServiceOptions: carriers.map((carrierId) => ({
      carrierId,
      shippingOptions: options
        .filter((one) => one.carrierId === carrierId)
        .map((option) => ({
          code: option.code,
          title: option.title,
          logistics: logisticsOf(option),
          cost: {
            price: write(option.price),
            otherCharges: option.charges.map(({ charge, price, name }) => {
              return { type: charge ?? "HANDLING_FEE", price: write(price), details: name };
            }),
          },
          deliveryAllocations: allocation(carrierId),
          partial: false,
        })),
    })),
  };
}

/** Returns when and where an order is delivered. */
export function logisticsOf({ deliveryTime, instructions, pickup, window }: DeliveryOption) {
  return {
    deliveryTime: deliveryTime || undefined,
    instructions: instructions || undefined,
    pickupDetails: pickup
      ? {
          address: pickup.address,
          businessLocation: pickup.method === "STORE_PICKUP",
          pickupMethod: pickup.method,
        }
      : undefined,
    deliveryTimeSlot: window ? { from: window.from.toISOString(), to: window.to.toISOString() } : undefined,
  };
}

interface Cost extends Pick<PricedDelivery, "discount" | "taxed" | "total"> {
  price: Decimal;
}

const costOf = ({ price, discount, taxed, total }: Cost, write: WritePrice) => ({
  totalPriceAfterTax: write(total),
  totalPriceBeforeTax: write(taxed.taxable),
  taxDetails: showTax(taxed, write),
  totalDiscount: write(discount),
  price: write(price),
});

function sourceOf({ source, amount }: PricedDiscount, write: WritePrice) {
  if ("rule" in source) {
    const { id, name } = source.rule;
    const text = { original: name ?? "", translated: name ?? "" };
    return { discountRule: { id: id || undefined, name: text, amount: write(amount) } };
  }
  if ("coupon" in source) {
    const { id, code, name } = source.coupon;
    return { coupon: { id, code, name, amount: write(amount) } };
  }
  const { percentage } = source.merchant;
  return {
    merchantDiscount: {
      amount: write(amount),
      percentage: percentage ? amountToJson(percentage) : undefined,
    },
  };
}

/** Returns the discounts that a calculation applied. */
function showDiscounts({ discounts }: PricedCart, write: WritePrice): AppliedDiscount[] {
  return discounts.map((given) => ({
    ...sourceOf(given, write),
    discountType: given.scope,
    lineItemIds: [...given.lines.keys()],
    lineItemDiscounts: [...given.lines].map(([id, share]) => ({ id, totalDiscountAmount: write(share) })),
  }));
}

/** Returns the discounts of a cart, with its coupon even if that discounts nothing. */
function showCartDiscounts(
  { discounts }: PricedCart,
  couponCode: string | undefined,
  write: WritePrice,
): CartDiscount[] {
  const shown = discounts.map((given) => ({
    ...sourceOf(given, write),
    lineItemIds: [...given.lines.keys()],
    discountType: given.scope,
  }));
  if (!couponCode || shown.some((one) => "coupon" in one)) return shown;
  return [...shown, { coupon: { code: couponCode } }];
}

/** Returns the tax on a line, delivery or fee. */
export function showTax(taxed: TaxedAmount, write: WritePrice): TaxDetails {
  const { taxable, tax, rate, included, shares } = taxed;
  const isExempt = shares.some((share) => share.rate.exemptFrom);
  return {
    taxableAmount: write(taxable),
    exemptAmount: isExempt ? write(taxable) : undefined,
    taxRate: amountText(rate),
    totalTax: write(tax),
    rateBreakdown: shares.map((share) => ({
      name: share.rate.name,
      rate: amountText(share.rate.rate),
      tax: write(share.tax),
    })),
    isTaxIncluded: included,
    taxBreakdown: shares.map((share) => ({
      ...placeOf(share.rate),
      jurisdictionType: share.rate.level,
      rate: amountText(share.rate.rate),
      taxableAmount: write(taxable),
      nonTaxableAmount: write(zero),
      taxAmount: write(share.tax),
    })),
  };
}

const placeOf = ({ jurisdiction, type, name }: TaxRate) => ({ jurisdiction, taxType: type, taxName: name });

/**
 * Returns the total tax and how it was determined: failed calculations take precedence over automatic rates, and
 * these over manual rates.
 */
function showTaxSummary(priced: PricedCart, write: WritePrice): TaxSummary {
  const taxes = allTaxes(priced);
  const taxable = sum(taxes.filter(({ rate }) => rate.gt(zero)).map((one) => one.taxable));
  const average = taxable.gt(zero) ? priced.summary.tax.div(taxable).round(6, 1) : decimal("0");
  return {
    taxableAmount: write(taxable),
    totalTax: write(priced.summary.tax),
    averageTaxRate: amountText(average),
    calculationDetails: detailsOf(taxes),
    aggregatedTaxBreakdown: taxesByRate(taxes).map(({ rate, tax, taxable: base }) => ({
      ...placeOf(rate),
      jurisdictionTypeEnum: rate.level,
      rate: amountText(rate.rate),
      aggregatedTaxAmount: write(tax),
      aggregatedTaxableAmount: write(base),
    })),
  };
}

function detailsOf(taxes: readonly TaxedAmount[]): NonNullable<TaxSummary["calculationDetails"]> {
  const fallback = taxes.find(({ fallbackReason }) => fallbackReason);
  if (fallback?.fallbackReason) {
    const { fallbackReason } = fallback;
    const description =
      fallbackReason === "AUTO_TAX_FAILED"
        ? "The tax calculator did not respond"
        : "The tax calculator is turned off";
    const error = { code: fallbackReason, description, data: {} };
    return { rateType: "FALLBACK_RATE", autoTaxFallbackDetails: { fallbackReason, error } };
  }
  const has = (type: TaxedAmount["rateType"]) => taxes.some(({ rateType }) => rateType === type);
  if (has("AUTO_RATE")) return { rateType: "AUTO_RATE" };
  if (has("MANUAL_RATE")) return { rateType: "MANUAL_RATE", manualRateReason: "REGION_SETTING_TO_MANUAL" };
  return { rateType: "NO_TAX_COLLECTED" };
}

/** A public price with all digits of its currency. Prices are shown in the shop's currency. */
export interface WirePrice extends MultiCurrencyPrice {
  amount: string;
  convertedAmount: string;
  formattedAmount: string;
  formattedConvertedAmount: string;
}
/** Formats amounts in the shop's currency. */
export type WritePrice = (amount: Decimal) => WirePrice;

/** Returns the price formatter of this shop. */
export function priceWriter(tx: Tx): WritePrice {
  const { code, format } = shopCurrency(tx);
  return (value) => {
    const [amount, formatted] = [moneyText(value, code), format(value)];
    return {
      amount,
      convertedAmount: amount,
      formattedAmount: formatted,
      formattedConvertedAmount: formatted,
    };
  };
}

/** Returns the platform's price summary. */
function showSums(sums: PriceSums, write: WritePrice): NonNullable<CartEstimate["priceSummary"]> {
  return {
    subtotal: write(sums.subtotal),
    shipping: write(sums.shipping),
    tax: write(sums.tax),
    discount: write(sums.discount),
    total: write(sums.total),
    additionalFees: write(sums.additionalFees),
  };
}
