import type { Address } from "../../api/services/models.ts";
import type { Tip } from "../../api/services/tips.ts";
import { amountFromJson, amountText, decimal } from "../../kernel/money.ts";
import { couponOf, describeCouponProblem, discountRules } from "../discounts/index.ts";
import { findGiftCard, giftCardProblem, type StoredGiftCard } from "../gift-cards/index.ts";
import { weightUnitOf } from "../kernel/settings.ts";
import type { Tx } from "../kernel/tx.ts";
import { zero } from "../pricing/allocate.ts";
import {
  type Fee,
  type MerchantReduction,
  type PricingInput,
  type PricingItem,
  parcelOf,
} from "../pricing/input.ts";
import { coveredLines, type Membership, type MembershipUse, membershipUses } from "../pricing/memberships.ts";
import { type PricedCart, priceCart } from "../pricing/totals.ts";
import {
  businessAddress,
  type DeliveryOption,
  deliveryOptions,
  type StoredRegion,
} from "../shipping/index.ts";
import { taxIsIncluded, taxPlaceOf } from "../tax/index.ts";
import { defaultTipSettings, previewTip, tipChoices } from "../tips/index.ts";
import { type LineDetail, lineDetails, type Violation, violationsOf } from "./lines.ts";
import { memberships, type Purchase, pluginFees, type StoredReduction } from "./tables.ts";

/** The parts of an estimate to calculate. Every part defaults to true. */
export interface EstimateOptions {
  tax?: boolean;
  delivery?: boolean;
  fees?: boolean;
}

type Problem = { code: string; description: string };

/** The current price of a purchase, and the data it was calculated from. */
export interface Estimate {
  currency: string;
  weightUnit: "KG" | "LB";
  lines: readonly LineDetail[];
  priced: PricedCart;
  region: StoredRegion | undefined;
  options: readonly DeliveryOption[];
  delivery: DeliveryOption | undefined;
  /** The buyer chose the delivery; otherwise it is the cheapest one. */
  deliveryChosen: boolean;
  couponProblem: Problem | undefined;
  giftCard: StoredGiftCard | undefined;
  giftCardProblem: Problem | undefined;
  /** The delivery that the buyer chose is not offered. */
  deliveryProblem: Problem | undefined;
  membershipUses: readonly MembershipUse[];
  covered: ReadonlyMap<string, Membership>;
  taxIncluded: boolean;
  /** The tip that the buyer chose. It is one of the fees. */
  tip: Tip | undefined;
  violations: readonly Violation[];
}

/** Prices a purchase with the current catalog, rules, coupon, delivery, taxes, fees, memberships and gift card. */
export function estimate(tx: Tx, purchase: Purchase, include: EstimateOptions = {}): Estimate {
  const currency = tx.setting("currency");
  const lines = lineDetails(tx, purchase.lines);
  const uses = usesOf(tx, purchase, lines);
  const covered = coveredLines(chosenMemberships(purchase), uses, coverable(lines));
  const items = lines.map((detail) => itemOf(detail, covered.has(detail.line.id)));
  const coupon = couponOf(tx, purchase.couponCode);
  const plain: PricingInput = {
    currency,
    now: tx.now,
    items,
    coupon,
    fees: [],
    taxes: {},
    memberId: purchase.memberId,
    rules: [...tx.each(discountRules)],
    merchant: purchase.merchantDiscounts.map(reductionOf),
  };

  const bare = priceCart(plain);
  const worth = new Map(bare.lines.map(({ item, gross, discount }) => [item.id, gross.minus(discount)]));
  const parcel = parcelOf(items, ({ id }) => worth.get(id) ?? zero);
  const isSent = parcel.quantity > 0 && include.delivery !== false;
  const { region, options } = deliveryOptions(
    tx,
    isSent ? purchase.shippingAddress : undefined,
    parcel,
    currency,
  );
  const chosen = isSent ? purchase.selectedShippingOption : undefined;
  const { delivery, deliveryChosen, deliveryProblem } = chooseDelivery(chosen, options);

  const addresses = {
    BUSINESS: businessAddress(tx),
    BILLING: purchase.billingAddress ?? purchase.shippingAddress,
    SHIPPING: delivery?.pickup?.address ?? purchase.shippingAddress ?? purchase.billingAddress,
  };
  const location = (address: Address | undefined) => taxPlaceOf(tx, address, purchase.taxExemptGroupId);
  const { BUSINESS, BILLING, SHIPPING } = addresses;
  const taxes = { BUSINESS: location(BUSINESS), BILLING: location(BILLING), SHIPPING: location(SHIPPING) };
  const card = purchase.giftCard && findGiftCard(tx, purchase.giftCard.code);
  const cardProblem = purchase.giftCard && giftCardProblem(card, purchase.giftCard.code, currency);
  const requested = purchase.giftCard?.amount ? decimal(purchase.giftCard.amount) : undefined;
  const tip = tipOf(tx, purchase, items);
  const priced = priceCart({
    ...plain,
    taxes: include.tax === false ? {} : taxes,
    fees: include.fees === false ? [] : [...feesOf(tx, purchase, items), ...tipFee(tip)],
    ...(delivery && { delivery: { price: delivery.price, charges: delivery.charges, taxedAt: "SHIPPING" } }),
    ...(card && !cardProblem && { giftCard: { balance: decimal(card.balance.value), requested } }),
  });
  const { couponProblem } = priced;
  return {
    currency,
    weightUnit: weightUnitOf(tx),
    lines,
    priced,
    region,
    options,
    delivery,
    deliveryChosen,
    deliveryProblem,
    covered,
    couponProblem: couponProblemOf(
      purchase,
      coupon && couponProblem && describeCouponProblem(coupon, couponProblem),
      !coupon,
    ),
    giftCard: card,
    giftCardProblem: cardProblem,
    membershipUses: uses,
    tip,
    taxIncluded: taxIsIncluded(tx, SHIPPING),
    violations: violationsOf(lines),
  };
}

function couponProblemOf(
  { couponCode }: Purchase,
  problem: Problem | undefined,
  isGone: boolean,
): Problem | undefined {
  if (!couponCode || !isGone) return problem;
  return { code: "ERROR_COUPON_DOES_NOT_EXIST", description: `The coupon "${couponCode}" no longer exists` };
}

function itemOf({ line, catalogItem }: LineDetail, covered: boolean): PricingItem {
  const { kind, price, weight, paymentOption, deposit, collectionIds, taxGroupId, subscription } =
    catalogItem;
  const trial = subscription?.subscriptionSettings?.freeTrialPeriod;
  const taxedAt = line.taxableAddress?.addressType ?? line.custom?.taxableAddress?.addressType;
  const usual = kind === "PHYSICAL" ? "SHIPPING" : "BILLING";
  return {
    id: line.id,
    quantity: line.quantity,
    price,
    kind,
    collectionIds,
    taxGroupId,
    paymentOption,
    deposit,
    covered,
    appId: line.catalogReference?.appId ?? undefined,
    catalogItemId: line.catalogReference?.catalogItemId ?? undefined,
    weight: typeof weight === "number" ? amountFromJson(weight) : undefined,
    freeTrial: Boolean(trial?.interval),
    taxedAt: (["BUSINESS", "BILLING", "SHIPPING"] as const).find((one) => one === taxedAt) ?? usual,
  };
}

const reductionOf = ({ amount, percentage, lineItemIds }: StoredReduction): MerchantReduction => ({
  amount: amount ? decimal(amount) : undefined,
  percentage: percentage ? amountFromJson(percentage) : undefined,
  lineItemIds,
});

/** Returns the chosen delivery, else the cheapest shipped one, else the cheapest pickup. */
function chooseDelivery(chosen: Purchase["selectedShippingOption"], options: readonly DeliveryOption[]) {
  const found = options.find(
    ({ code, carrierId }) => code === chosen?.code && (!chosen.carrierId || chosen.carrierId === carrierId),
  );
  if (found) return { delivery: found, deliveryChosen: true, deliveryProblem: undefined };
  const sent = options.filter(({ pickup }) => !pickup);
  const [first, ...rest] = sent.length > 0 ? sent : options;
  const delivery = first && rest.reduce((best, one) => (one.price.lt(best.price) ? one : best), first);
  const deliveryProblem = chosen && {
    code: "SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND",
    description: `The delivery option "${chosen.code}" is not offered for this address and these items`,
  };
  return { delivery: deliveryProblem ? undefined : delivery, deliveryChosen: false, deliveryProblem };
}

function feesOf(tx: Tx, { manualFees = [] }: Purchase, items: readonly PricingItem[]): Fee[] {
  const taxedAt = "SHIPPING" as const;
  const byApps = [...tx.each(pluginFees)].flatMap(({ code, name, price, source, productIds }): Fee[] => {
    const fee = { code, name, price: decimal(price), source, taxedAt };
    if (source === "SERVICE_PLUGIN") return [fee];
    const applicable = items.filter(
      ({ catalogItemId }) => catalogItemId && (!productIds?.length || productIds.includes(catalogItemId)),
    );
    return applicable.map(({ id }) => ({ ...fee, lineItemIds: [id] }));
  });
  const byHand = manualFees.map(({ code, name, price, lineItemIds }): Fee => {
    return { code, name, price: decimal(price), source: "MANUAL", taxedAt, lineItemIds };
  });
  return [...byApps, ...byHand];
}

/** Returns the tip chosen in this purchase flow, if the shop takes tips. */
function tipOf(tx: Tx, { purchaseFlowId }: Purchase, items: readonly PricingItem[]): Tip | undefined {
  const choice = tx.get(tipChoices, purchaseFlowId ?? "");
  if (!choice || !defaultTipSettings(tx)) return undefined;
  const tipped = items.map(({ price, quantity, covered }) => ({
    price: covered ? "0" : amountText(price),
    quantity,
  }));
  return previewTip(tx, tipped, choice, undefined);
}

const tipFee = (tip: Tip | undefined): Fee[] =>
  tip ? [{ code: "tip", name: "Tip", price: decimal(tip.amount ?? "0"), source: "MANUAL" }] : [];

const coverable = (lines: readonly LineDetail[]) =>
  lines.map(({ line: { id, quantity, catalogReference } }) => {
    return { id, quantity, catalogItemId: catalogReference?.catalogItemId ?? undefined };
  });

/** Returns the memberships chosen for the whole purchase and for single lines. */
function chosenMemberships({ memberships: chosen, lines }: Purchase) {
  return [
    ...chosen.map(({ id, lineItemIds }) => ({ id: id ?? "", lineItemIds: lineItemIds ?? [] })),
    ...lines.flatMap((line) =>
      line.selectedMembership ? [{ id: line.selectedMembership.id ?? "", lineItemIds: [line.id] }] : [],
    ),
  ];
}

function usesOf(tx: Tx, { memberId }: Purchase, lines: readonly LineDetail[]): MembershipUse[] {
  if (!memberId) return [];
  const own = tx.query(memberships, { filter: { memberId }, limit: 300 }).items;
  return membershipUses(own, coverable(lines), tx.now);
}
