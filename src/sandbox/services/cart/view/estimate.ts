import type { CartEstimate } from "../../../../api/services/cart/models.ts";
import type { Membership } from "../../../pricing/memberships.ts";
import { giftCardApp, obfuscated } from "../../gift-cards/index.ts";
import type { Estimate } from "../estimate.ts";
import type { Purchase } from "../tables.ts";
import { showDelivery } from "./delivery.ts";
import { showDiscounts } from "./discounts.ts";
import { pairLines, showCalculated } from "./lines.ts";
import { showSums, type WritePrice } from "./prices.ts";
import { showTax, showTaxSummary } from "./tax.ts";

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
      appId: giftCardApp,
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
    ...(fee.taxedAt && { taxableAddress: { addressType: fee.taxedAt } }),
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
    ...(deliveryProblem && { selectedShippingOptionError: error(deliveryProblem) }),
    ...(couponProblem && { couponCalculationError: error(couponProblem) }),
    ...(giftCardProblem && { giftCardCalculationError: error(giftCardProblem) }),
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
    ...(credits && { credits }),
    ...(expirationDate && { expirationDate }),
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
