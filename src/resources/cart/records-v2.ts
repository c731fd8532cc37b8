import type { Call } from "../../api/caller.ts";
import type { CallOptions } from "../../api/endpoint.ts";
import {
  type CartItem,
  type CartSummary,
  type CartV2,
  type ConvertedMoney,
  totals,
} from "../../api/services/cart.ts";
import { ApiError, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { amountText, decimal, moneyText, sum } from "../../kernel/money.ts";
import {
  type Addition,
  type CartChange,
  type CartDiscount,
  type CartEstimate,
  type CartLine,
  type CartRecord,
  type CheckoutRecord,
  type Contact,
  type EstimateRequest,
  type ItemReference,
  lineTitle,
  type Violation,
} from "./cart.ts";
import { estimateFromV1, lineItemOptions, omitAbsent, shownText } from "./estimate.ts";

/** Converts a v2 cart. */
export function cartFromV2(cart: CartV2): CartRecord {
  const currency = cart.businessInfo?.currencyCode ?? cart.paymentInfo?.currencyCode ?? "";
  const { method } = cart.deliveryInfo ?? {};
  const [coupon] = cart.coupons ?? [];
  const discounts = discountsOf(cart, currency);
  const discount = sum(discounts.map(({ amount }) => decimal(amount)));
  const subtotal = decimal(moneyOf(cart.subtotal));
  return omitAbsent({
    id: cart.id,
    generation: "v2" as const,
    revision: cart.revision,
    currency,
    lineItems: (cart.lineItems ?? []).map((item) => lineFromV2(item, currency)),
    subtotal: moneyText(subtotal, currency),
    discount: moneyText(discount, currency),
    subtotalAfterDiscounts: moneyText(subtotal.minus(discount), currency),
    discounts,
    coupon: coupon?.code ? omitAbsent({ code: coupon.code, id: coupon.id }) : undefined,
    ...buyerFromV2(cart),
    shippingOption: method?.code ? omitAbsent({ code: method.code, carrierId: method.appId }) : undefined,
    // A v2 cart is its own checkout.
    checkoutId: cart.id,
    createdDate: cart.createdDate,
    updatedDate: cart.updatedDate,
  });
}

/** Sums the discounts of the items by name. */
function discountsOf({ lineItems }: CartV2, currency: string): CartDiscount[] {
  const found = new Map<string, CartDiscount>();
  for (const { name, amountOff, source } of (lineItems ?? []).flatMap((item) => item.discounts ?? [])) {
    const kind = source?.sourceType === "COUPON" ? "coupon" : "rule";
    const label = source?.couponCode ?? shownText(name);
    const before = found.get(`${kind} ${label}`);
    const all = sum([decimal(before?.amount ?? "0"), decimal(moneyOf(amountOff))]);
    found.set(`${kind} ${label}`, { kind, name: label, amount: moneyText(all, currency) });
  }
  return [...found.values()];
}

/** Converts a v2 estimate, which has only the selected shipping option. */
export function estimateFromV2(cart: CartV2, summary: CartSummary): CartEstimate {
  const { priceSummary: sums, paymentSummary: payment, taxSummary, deliverySummary } = summary;
  const record = cartFromV2(cart);
  const taxes = new Map((taxSummary?.lineItemTaxes ?? []).map(({ lineItemId, tax }) => [lineItemId, tax]));
  const [card] = payment?.giftCards ?? [];
  const [own] = cart.paymentInfo?.giftCards ?? [];
  const { method } = deliverySummary ?? {};
  const chosen = cart.deliveryInfo?.method?.code;
  const delivery = omitAbsent({
    code: method?.code ?? "",
    carrierId: method?.appId,
    title: shownText(method?.title),
    price: deliverySummary?.price?.amount,
    charges: [],
    chosen: chosen !== undefined && chosen === method?.code,
  });
  return omitAbsent({
    currency: record.currency,
    lineItems: record.lineItems.map((line) => ({
      id: line.id,
      name: lineTitle(line),
      quantity: line.quantity,
      price: line.price,
      tax: moneyOf(taxes.get(line.id)),
      total: line.total,
    })),
    discounts: (summary.discounts ?? []).map(({ name, source, scope, total }) =>
      omitAbsent({
        kind: source?.sourceType === "COUPON" ? ("coupon" as const) : ("rule" as const),
        name: source?.couponCode ?? shownText(name),
        amount: moneyOf(total),
        scope,
      }),
    ),
    shippingOptions: method ? [delivery] : [],
    selectedShipping: method ? delivery : undefined,
    taxes: (taxSummary?.taxes ?? []).map(({ name, taxableAmount, amount }) => ({
      jurisdiction: shownText(name),
      level: "",
      name: "",
      rate: rateOf(amount?.amount, taxableAmount?.amount),
      taxable: moneyOf(taxableAmount),
      amount: moneyOf(amount),
    })),
    taxIncluded: taxSummary?.pricesIncludeTax ?? false,
    fees: (summary.additionalFees ?? []).map(({ code, name, price, source }) =>
      omitAbsent({ code: code ?? "", name: shownText(name), amount: moneyOf(price), source }),
    ),
    giftCard: card ? { code: own?.obfuscatedCode ?? "", amount: moneyOf(card.redeemAmount) } : undefined,
    memberships: (payment?.memberships ?? []).map(({ id, appId }) => ({
      id: id ?? "",
      appId: appId ?? "",
      name: id ?? "",
      usable: true,
      selected: true,
    })),
    totals: {
      subtotal: moneyOf(sums?.subtotal),
      discount: moneyOf(sums?.discount),
      shipping: moneyOf(sums?.delivery),
      fees: moneyOf(sums?.additionalFees),
      tax: moneyOf(sums?.tax),
      total: moneyOf(sums?.total),
    },
    payNow: moneyOf(payment?.payNow),
    payLater: moneyOf(payment?.payLater),
    payAfterFreeTrial: moneyOf(payment?.payAfterFreeTrial),
    problems: [],
    violations: (summary.violations ?? []).map(violationOf),
  });
}

/** Converts a violation. Suggests a fix only for a violation of a single item. */
function violationOf({
  severity,
  description,
  lineItemsOutOfStockData: outOfStock,
}: NonNullable<CartSummary["violations"]>[number]): Violation {
  const [lineItemId, ...others] = outOfStock?.lineItemIds ?? [];
  return omitAbsent({
    severity: severity ?? "WARNING",
    description: description ?? "",
    ...(lineItemId &&
      others.length === 0 && {
        lineItemId,
        ...(severity === "ERROR" && { suggestedFix: "REMOVE_LINE_ITEM" }),
      }),
  });
}

/** Converts a v2 cart to a checkout. */
export function checkoutFromV2(cart: CartV2, summary: CartSummary): CheckoutRecord {
  const [coupon] = cart.coupons ?? [];
  return omitAbsent({
    id: cart.id,
    generation: "v2" as const,
    completed: cart.orderPlaced ?? false,
    orderId: cart.orderId,
    channelType: cart.source?.channelType,
    cartId: cart.id,
    coupon: coupon?.code,
    ...buyerFromV2(cart),
    ...estimateFromV2(cart, summary),
  });
}

/** Returns the tax rate from the amounts. */
function rateOf(amount: string | null | undefined, of: string | null | undefined): string {
  const [part, whole] = [decimal(amount ?? "0"), decimal(of ?? "0")];
  return whole.gt(decimal("0")) ? amountText(part.div(whole).round(4, 1)) : "0";
}

/** Returns the amount of a price, or "0". */
const moneyOf = (money: ConvertedMoney | null | undefined): string => money?.amount ?? "0";

const availability: Readonly<Record<string, string>> = {
  IN_STOCK: "AVAILABLE",
  PARTIALLY_IN_STOCK: "PARTIALLY_AVAILABLE",
  OUT_OF_STOCK: "NOT_AVAILABLE",
  REMOVED_FROM_CATALOG: "NOT_FOUND",
};

/** Converts a line of a v2 cart. */
function lineFromV2(item: CartItem, currency: string): CartLine {
  const { pricing, quantityInfo, source, attributes, status, paymentConfig } = item;
  const { interval, frequency } = attributes?.subscriptionInfo?.subscriptionSettings ?? {};
  const off = (item.discounts ?? []).map(({ amountOff }) => decimal(moneyOf(amountOff)));
  const total = decimal(moneyOf(pricing?.totalPrice)).minus(sum(off));
  const quantity = quantityInfo?.requestedQuantity ?? quantityInfo?.confirmedQuantity ?? 1;
  const path = attributes?.url?.relativePath ?? attributes?.url?.url ?? "";
  return omitAbsent({
    id: item.id,
    name: shownText(item.name),
    quantity,
    // Prices in v2 do not include discounts.
    price: moneyText(total.div(decimal(String(quantity))), currency),
    total: moneyText(total, currency),
    options: lineItemOptions(attributes?.descriptionLines),
    sku: attributes?.physicalProperties?.sku,
    slug: path.split("/").at(-1) || undefined,
    catalogReference: source?.catalogReference as ItemReference | undefined,
    custom: item.customLineItem ?? false,
    availability: availability[status ?? "IN_STOCK"] ?? "AVAILABLE",
    quantityAvailable: quantityInfo?.availableQuantity,
    subscription: frequency ? `every ${interval ?? 1} ${frequency}` : undefined,
    scheduledDate: attributes?.serviceProperties?.scheduledDate,
    deposit: paymentConfig?.depositAmount?.amount,
  });
}

/** Returns the buyer of a v2 cart. */
function buyerFromV2(
  cart: CartV2,
): Pick<CartRecord, "billingAddress" | "contact" | "email" | "note" | "shippingAddress"> {
  const { firstName, lastName, phone, company, vatId, email } = cart.customerInfo ?? {};
  const contact = omitAbsent({ firstName, lastName, phone, company, vatId: vatId as Contact["vatId"] });
  return omitAbsent({
    note: cart.note || undefined,
    email,
    contact: Object.keys(contact).length > 0 ? contact : undefined,
    shippingAddress: cart.deliveryInfo?.address,
    billingAddress: cart.paymentInfo?.billingAddress,
  });
}

/** Converts a change to the v2 model. Throws UsageError for changes that v2 does not support. */
export function changeToV2(change: CartChange): Partial<CartV2> {
  const { note, email, contact, shippingAddress, billingAddress, merchantDiscounts, language } = change;
  if (merchantDiscounts !== undefined)
    throw new UsageError("Carts v2 do not support merchant discounts.", {
      field: "--discount",
      hint: "Create a coupon or a discount rule (till discounts create), or switch to v1: till config set cartApi v1",
    });
  if (language !== undefined)
    throw new UsageError("Carts v2 always use the language of the site.", {
      field: "--language",
    });
  return {
    ...(note !== undefined && { note }),
    ...((email !== undefined || contact) && {
      customerInfo: { ...contact, email },
    }),
    ...(shippingAddress && { deliveryInfo: { address: shippingAddress } }),
    ...(billingAddress && { paymentInfo: { billingAddress } }),
  };
}

/** Converts an addition to the v2 model. Throws UsageError for times of catalog items. */
export function additionToV2({ products, custom }: Addition) {
  if (products.some(({ service }) => service))
    throw new UsageError("Carts v2 support service times only for custom items.", {
      field: "--on",
    });
  return {
    ...(products.length > 0 && {
      catalogItems: products.map(({ catalogReference, quantity }) => ({ catalogReference, quantity })),
    }),
    ...(custom.length > 0 && {
      customItems: custom.map(({ name, price, quantity, type, deposit, service }) => ({
        name: { original: name },
        quantityInfo: { requestedQuantity: quantity },
        pricing: { price: { amount: price } },
        attributes: { itemType: { preset: type }, serviceProperties: service },
        paymentConfig: deposit
          ? { depositAmount: { amount: deposit }, paymentOption: "DEPOSIT_ONLINE" as const }
          : undefined,
      })),
    }),
  };
}

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
    couponCode: couponCode || undefined,
    shippingAddress: shippingAddress ?? undefined,
    billingAddress: billingAddress ?? undefined,
    selectedShippingOption,
    memberId: memberId || undefined,
    buyerEmail: email || undefined,
    taxExemptGroupId: taxExemptGroupId || undefined,
    purchaseFlowId: cart.purchaseFlowId || undefined,
    selectedMemberships: memberships.length > 0 ? { memberships: [...memberships] } : undefined,
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
    catalogReference: source?.catalogReference || undefined,
    itemType: itemType || undefined,
    physicalProperties: physicalProperties || undefined,
    serviceProperties: serviceProperties || undefined,
    taxGroupId: taxConfig?.taxGroupId || undefined,
    taxableAddress: taxConfig?.taxableAddress || undefined,
    paymentOption: paymentOption || undefined,
    depositAmount: depositAmount?.amount || undefined,
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
