import type { Checkout, CheckoutLineItem } from "../../../api/services/checkout/models/checkout.ts";
import type { Tx } from "../../kernel/tx.ts";
import {
  describeLine,
  type Estimate,
  pairLines,
  priceWriter,
  showEstimate,
  showTax,
  type WritePrice,
} from "../cart/index.ts";
import type { StoredCheckout } from "./tables.ts";

/** Returns the public view of a checkout at a given price. */
export function showCheckout(tx: Tx, checkout: StoredCheckout, estimated: Estimate): Checkout {
  const write = priceWriter(tx);
  const { shippingInfo, membershipOptions, taxSummary, ...shown } = showEstimate(checkout, estimated, write);
  const { shippingDestination, memberships: _, lines: __, ...kept } = checkout;
  return {
    id: checkout.id,
    lineItems: pairLines(estimated).map((pair) => showLine(pair, estimated.currency, write)),
    ...(kept.billingInfo && { billingInfo: kept.billingInfo }),
    shippingInfo: { ...(shippingDestination && { shippingDestination }), ...shippingInfo },
    ...(kept.buyerNote && { buyerNote: kept.buyerNote }),
    buyerInfo: kept.buyerInfo,
    conversionCurrency: estimated.currency,
    paymentCurrency: estimated.currency,
    ...shown,
    taxSummary,
    customFields: kept.customFields ?? [],
    channelType: kept.channelType,
    siteLanguage: "en",
    buyerLanguage: kept.buyerLanguage ?? "en",
    completed: kept.completed,
    taxIncludedInPrice: estimated.taxIncluded,
    ...(kept.createdBy && { createdBy: kept.createdBy }),
    createdDate: kept.createdDate,
    updatedDate: kept.updatedDate,
    membershipOptions: {
      eligibleMemberships: membershipOptions?.eligibleMemberships ?? [],
      invalidMemberships: membershipOptions?.invalidMemberships ?? [],
      selectedMemberships: { memberships: checkout.memberships },
    },
    ...(kept.cartId && { cartId: kept.cartId }),
    ...(kept.extendedFields && { extendedFields: kept.extendedFields }),
    purchaseFlowId: kept.purchaseFlowId,
    ...(kept.customSettings && { customSettings: kept.customSettings }),
    ...(kept.customContentReference && { customContentReference: kept.customContentReference }),
    ...(kept.externalReference && { externalReference: kept.externalReference }),
    ...(kept.businessLocationId && { businessLocationId: kept.businessLocationId }),
    ...(kept.taxExemptGroupId && { taxExemptGroupId: kept.taxExemptGroupId }),
  };
}

function showLine(
  pair: ReturnType<typeof pairLines>[number],
  currency: string,
  write: WritePrice,
): CheckoutLineItem {
  const [{ catalogItem }, { taxed, total, discount }] = pair;
  return {
    ...describeLine(pair, currency, write),
    totalPriceAfterTax: write(total),
    totalPriceBeforeTax: write(taxed.taxable),
    taxDetails: showTax(taxed, write),
    discount: write(discount),
    ...(catalogItem.image && { media: catalogItem.image }),
  };
}
