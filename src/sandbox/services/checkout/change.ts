import type { Checkout, CheckoutLineItem } from "../../../api/services/checkout/checkouts.ts";
import { parseAmount } from "../../../kernel/money.ts";
import { invalid } from "../../kernel/invalid.ts";
import type { Tx } from "../../kernel/tx.ts";
import { checkContact, replacedLines, type WireCustomItem } from "../cart/index.ts";
import { usableCoupon } from "../discounts/index.ts";
import { usableGiftCard } from "../gift-cards/index.ts";
import { type PricedCheckout, pricedCheckout } from "./checkouts.ts";
import { checkDelivery } from "./create.ts";
import type { StoredCheckout } from "./tables.ts";

/** The input of a new or changed checkout. Lists replace the existing ones. */
export interface CheckoutChange {
  info?: Partial<Checkout> | null | undefined;
  lineItems?: readonly CheckoutLineItem[] | null | undefined;
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
    const { code } = usableGiftCard(tx, giftCardCode, tx.setting("currency") ?? "USD");
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
