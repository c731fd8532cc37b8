import type { Call } from "../../api/caller.ts";
import { createWireClient } from "../../api/client.ts";
import type { CallOptions } from "../../api/endpoint.ts";
import type { CartItem, CartV2 } from "../../api/services/cart/models/cart-v2.ts";
import { totals } from "../../api/services/cart/totals.ts";
import { ApiError, exitCodes, TillError } from "../../kernel/errors.ts";
import { decimal, sum } from "../../kernel/money.ts";
import type { CartEstimate, EstimateWish } from "./cart.ts";
import { estimateFromV1 } from "./estimate-v1.ts";
import { moneyOf } from "./words-v2.ts";

type Wish = Omit<EstimateWish, "fees">;

/**
 * An estimate of the second generation, filled in by the totals calculator, which keeps nothing: it tells every way of
 * delivery and the tax of each jurisdiction, and what things would cost if the address, the delivery or the memberships
 * were others. TillError where others are supposed and this buyer may not ask it.
 */
export async function withCalculator(
  call: Call,
  cart: CartV2,
  own: CartEstimate,
  wish: Wish,
  options: CallOptions,
): Promise<CartEstimate> {
  const looked = await calculated(call, cart, own, wish, options);
  const violations = [...own.violations, ...(looked?.violations ?? [])];
  if (wish.shippingAddress || wish.billingAddress || wish.shippingOption || wish.memberships) {
    if (looked) return { ...looked, violations, problems: [...looked.problems, ...unknownHere(cart, own)] };
    throw new TillError(
      exitCodes.conflict,
      "This site reckons with what stands in the cart, and nothing else.",
      {
        code: "NOT_RECKONED",
        hint: "Put it into the cart, then estimate: till cart update --ship-to … --shipping-option …",
      },
    );
  }
  if (!looked) return own;
  const { shippingOptions, selectedShipping, taxes, memberships, problems } = looked;
  return {
    ...own,
    ...(shippingOptions.length > 0 && { shippingOptions }),
    ...(selectedShipping?.code === own.selectedShipping?.code && selectedShipping && { selectedShipping }),
    ...(taxSum(taxes).eq(taxSum(own.taxes)) && { taxes }),
    memberships,
    problems,
    violations,
  };
}

const taxSum = (taxes: CartEstimate["taxes"]) => sum(taxes.map(({ amount }) => decimal(amount)));

/** What the calculator says of a cart; undefined where it may not be asked, or is not there. */
async function calculated(
  call: Call,
  cart: CartV2,
  own: CartEstimate,
  { tax, shipping, ...wish }: Wish,
  options: CallOptions,
): Promise<CartEstimate | undefined> {
  const { address, method } = cart.deliveryInfo ?? {};
  const shippingAddress = wish.shippingAddress ?? address;
  const billingAddress = wish.billingAddress ?? cart.paymentInfo?.billingAddress;
  const chosen = method?.code ? { code: method.code, carrierId: method.appId } : undefined;
  const selectedShippingOption = wish.shippingOption ?? chosen;
  const couponCode = cart.coupons?.[0]?.code;
  const { memberId, email } = cart.customerInfo ?? {};
  const { taxExemptGroupId } = cart.taxInfo ?? {};
  const input = {
    lineItems: (cart.lineItems ?? []).map(itemOf),
    ...(couponCode && { couponCode }),
    ...(shippingAddress && { shippingAddress }),
    ...(billingAddress && { billingAddress }),
    ...(selectedShippingOption && { selectedShippingOption }),
    ...(memberId && { memberId }),
    ...(email && { buyerEmail: email }),
    ...(taxExemptGroupId && { taxExemptGroupId }),
    ...(cart.purchaseFlowId && { purchaseFlowId: cart.purchaseFlowId }),
    ...(wish.memberships && { selectedMemberships: { memberships: [...wish.memberships] } }),
    calculateTax: tax,
    calculateShipping: shipping,
  };
  try {
    const answer = await createWireClient({ totals }, call).totals.calculate(input, options);
    const lines = new Map(own.lineItems.map((line) => [line.id, line]));
    const lineItems = (answer.calculatedLineItems ?? []).map(({ lineItemId, pricesBreakdown: prices }) => ({
      id: lineItemId ?? "",
      name: lines.get(lineItemId ?? "")?.name ?? "",
      quantity: lines.get(lineItemId ?? "")?.quantity ?? 1,
      price: prices?.price?.amount ?? "0",
      tax: prices?.taxDetails?.totalTax?.amount ?? "0",
      total: prices?.lineItemPrice?.amount ?? "0",
    }));
    return estimateFromV1(answer, lineItems, answer.taxIncludedInPrice ?? false);
  } catch (error) {
    if (error instanceof ApiError && [403, 404, 501].includes(error.status ?? 0)) return undefined;
    throw error;
  }
}

function itemOf(item: CartItem) {
  const { id, name, pricing, quantityInfo, source, attributes, taxConfig, paymentConfig } = item;
  const { depositAmount, paymentOption } = paymentConfig ?? {};
  const { itemType, physicalProperties, serviceProperties } = attributes ?? {};
  return {
    id: id ?? "",
    quantity: quantityInfo?.requestedQuantity ?? quantityInfo?.confirmedQuantity ?? 1,
    price: moneyOf(pricing?.unitPrice),
    productName: name?.original ?? "",
    ...(source?.catalogReference && { catalogReference: source.catalogReference }),
    ...(itemType && { itemType }),
    ...(physicalProperties && { physicalProperties }),
    ...(serviceProperties && { serviceProperties }),
    ...(taxConfig?.taxGroupId && { taxGroupId: taxConfig.taxGroupId }),
    ...(taxConfig?.taxableAddress && { taxableAddress: taxConfig.taxableAddress }),
    ...(paymentOption && { paymentOption }),
    ...(depositAmount?.amount && { depositAmount: depositAmount.amount }),
  };
}

/** What the calculator cannot know of a cart: the code of its gift card, and what begins with a free trial. */
function unknownHere({ lineItems }: CartV2, { giftCard }: CartEstimate): CartEstimate["problems"] {
  const trial = (lineItems ?? []).some(
    ({ attributes }) => attributes?.subscriptionInfo?.subscriptionSettings?.freeTrialPeriod?.interval,
  );
  return [
    ...(giftCard
      ? [{ about: "gift card", description: "What the gift card pays is not taken off here" }]
      : []),
    ...(trial ? [{ about: "subscription", description: "The free trial is not reckoned with here" }] : []),
  ].map((one) => ({ ...one, code: "till cart update --ship-to" }));
}
