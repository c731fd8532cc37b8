import type { CartSummary, CartV2 } from "../../api/services/cart/models-v2.ts";
import { amountText, decimal, moneyText, sum } from "../../kernel/money.ts";
import type { CartDiscount, CartEstimate, CartRecord, CheckoutRecord, Violation } from "./cart.ts";
import { lineTitle } from "./lines.ts";
import { omitAbsent } from "./omit-absent.ts";
import { textOf } from "./values-v1.ts";
import { buyerFromV2, lineFromV2, moneyOf } from "./values-v2.ts";

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
    const label = source?.couponCode ?? textOf(name);
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
    title: textOf(method?.title),
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
        name: source?.couponCode ?? textOf(name),
        amount: moneyOf(total),
        scope,
      }),
    ),
    shippingOptions: method ? [delivery] : [],
    selectedShipping: method ? delivery : undefined,
    taxes: (taxSummary?.taxes ?? []).map(({ name, taxableAmount, amount }) => ({
      jurisdiction: textOf(name),
      level: "",
      name: "",
      rate: rateOf(amount?.amount, taxableAmount?.amount),
      taxable: moneyOf(taxableAmount),
      amount: moneyOf(amount),
    })),
    taxIncluded: taxSummary?.pricesIncludeTax ?? false,
    fees: (summary.additionalFees ?? []).map(({ code, name, price, source }) =>
      omitAbsent({ code: code ?? "", name: textOf(name), amount: moneyOf(price), source }),
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
