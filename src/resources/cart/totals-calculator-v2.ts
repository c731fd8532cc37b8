import type { Call } from "../../api/caller.ts";
import type { CallOptions } from "../../api/endpoint.ts";
import type { CartItem, CartV2 } from "../../api/services/cart/models-v2.ts";
import { totals } from "../../api/services/cart/totals.ts";
import { ApiError, exitCodes, TillError } from "../../kernel/errors.ts";
import { decimal, sum } from "../../kernel/money.ts";
import type { CartEstimate, EstimateRequest } from "./cart.ts";
import { estimateFromV1 } from "./estimate-v1.ts";
import { moneyOf } from "./values-v2.ts";

type Request = Omit<EstimateRequest, "fees">;

/**
 * Returns an estimate of carts v2, completed by the totals calculator: it adds all shipping options and the tax of each
 * jurisdiction, and estimates other addresses, shipping options and memberships without storing them. Throws TillError if
 * such an estimate is requested and the buyer may not call the calculator.
 */
export async function withTotalsCalculator(
  call: Call,
  cart: CartV2,
  own: CartEstimate,
  request: Request,
  options: CallOptions,
): Promise<CartEstimate> {
  const calculated = await calculate(call, cart, own, request, options);
  const violations = [...own.violations, ...(calculated?.violations ?? [])];
  if (request.shippingAddress || request.billingAddress || request.shippingOption || request.memberships) {
    if (calculated)
      return { ...calculated, violations, problems: [...calculated.problems, ...notIncluded(cart, own)] };
    throw new TillError(exitCodes.conflict, "This site can only estimate what is stored in the cart.", {
      code: "NOT_RECKONED",
      hint: "Update the cart first, then estimate: till cart update --ship-to … --shipping-option …",
    });
  }
  if (!calculated) return own;
  const { shippingOptions, selectedShipping, taxes, memberships, problems } = calculated;
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

/** Calls the totals calculator for a cart. Returns undefined if it is not allowed or not available. */
async function calculate(
  call: Call,
  cart: CartV2,
  own: CartEstimate,
  { tax, shipping, ...request }: Request,
  options: CallOptions,
): Promise<CartEstimate | undefined> {
  const { address, method } = cart.deliveryInfo ?? {};
  const shippingAddress = request.shippingAddress ?? address;
  const billingAddress = request.billingAddress ?? cart.paymentInfo?.billingAddress;
  const chosen = method?.code ? { code: method.code, carrierId: method.appId } : undefined;
  const selectedShippingOption = request.shippingOption ?? chosen;
  const couponCode = cart.coupons?.[0]?.code;
  const { memberId, email } = cart.customerInfo ?? {};
  const { taxExemptGroupId } = cart.taxInfo ?? {};
  const memberships = request.memberships ?? ownMemberships(cart);
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
    ...(memberships.length > 0 && { selectedMemberships: { memberships: [...memberships] } }),
    calculateTax: tax,
    calculateShipping: shipping,
  };
  try {
    const result = await call(totals.calculate, input, options);
    const lines = new Map(own.lineItems.map((line) => [line.id, line]));
    const lineItems = (result.calculatedLineItems ?? []).map(({ lineItemId, pricesBreakdown: prices }) => ({
      id: lineItemId ?? "",
      name: lines.get(lineItemId ?? "")?.name ?? "",
      quantity: lines.get(lineItemId ?? "")?.quantity ?? 1,
      price: prices?.price?.amount ?? "0",
      tax: prices?.taxDetails?.totalTax?.amount ?? "0",
      total: prices?.lineItemPrice?.amount ?? "0",
    }));
    return estimateFromV1(result, lineItems, result.taxIncludedInPrice ?? false);
  } catch (error) {
    if (error instanceof ApiError && [403, 404, 501].includes(error.status ?? 0)) return undefined;
    throw error;
  }
}

/** Returns the memberships that pay for items of a cart. */
function ownMemberships({ lineItems }: CartV2): NonNullable<Request["memberships"]> {
  return (lineItems ?? []).flatMap(({ id, paymentConfig }) => {
    const chosen = paymentConfig?.selectedMembership;
    return id && chosen?.id && chosen.appId
      ? [{ id: chosen.id, appId: chosen.appId, lineItemIds: [id] }]
      : [];
  });
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

/** Returns the parts of a cart that the calculator does not include: gift cards and free trials. */
function notIncluded({ lineItems }: CartV2, { giftCard }: CartEstimate): CartEstimate["problems"] {
  const trial = (lineItems ?? []).some(
    ({ attributes }) => attributes?.subscriptionInfo?.subscriptionSettings?.freeTrialPeriod?.interval,
  );
  return [
    ...(giftCard
      ? [{ about: "gift card", description: "The gift card is not included in this estimate" }]
      : []),
    ...(trial
      ? [{ about: "subscription", description: "The free trial is not included in this estimate" }]
      : []),
  ].map((one) => ({ ...one, code: "till cart update --ship-to" }));
}
