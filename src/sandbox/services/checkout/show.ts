import type { Checkout, CheckoutLineItem } from "../../../api/services/checkout/checkouts.ts";
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
  const { shippingDestination, memberships: _, lines: __, ...stored } = checkout;
  return {
    id: checkout.id,
    lineItems: pairLines(estimated).map((pair) => showLine(pair, estimated.currency, write)),
    ...(stored.billingInfo && { billingInfo: stored.billingInfo }),
    shippingInfo: { ...(shippingDestination && { shippingDestination }), ...shippingInfo },
    ...(stored.buyerNote && { buyerNote: stored.buyerNote }),
    buyerInfo: stored.buyerInfo,
    conversionCurrency: estimated.currency,
    paymentCurrency: estimated.currency,
    ...shown,
    taxSummary,
    customFields: stored.customFields ?? [],
    channelType: stored.channelType,
    siteLanguage: "en",
    buyerLanguage: stored.buyerLanguage ?? "en",
    completed: stored.completed,
    taxIncludedInPrice: estimated.taxIncluded,
    ...(stored.createdBy && { createdBy: stored.createdBy }),
    createdDate: stored.createdDate,
    updatedDate: stored.updatedDate,
    membershipOptions: {
      eligibleMemberships: membershipOptions?.eligibleMemberships ?? [],
      invalidMemberships: membershipOptions?.invalidMemberships ?? [],
      selectedMemberships: { memberships: checkout.memberships },
    },
    ...(stored.cartId && { cartId: stored.cartId }),
    ...(stored.extendedFields && { extendedFields: stored.extendedFields }),
    purchaseFlowId: stored.purchaseFlowId,
    ...(stored.customSettings && { customSettings: stored.customSettings }),
    ...(stored.customContentReference && { customContentReference: stored.customContentReference }),
    ...(stored.externalReference && { externalReference: stored.externalReference }),
    ...(stored.businessLocationId && { businessLocationId: stored.businessLocationId }),
    ...(stored.taxExemptGroupId && { taxExemptGroupId: stored.taxExemptGroupId }),
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
