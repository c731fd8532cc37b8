import type { Cart, LineItem, CartEstimate as WireEstimate } from "../../api/services/cart.ts";
import type { MultiCurrencyPrice } from "../../api/services/models.ts";
import { decimal, moneyText } from "../../kernel/money.ts";
import type { CartDiscount, CartEstimate, Contact, ShippingOption } from "./cart.ts";

type Shipping = NonNullable<WireEstimate["shippingInfo"]>;
type Logistics = NonNullable<NonNullable<Shipping["selectedCarrierServiceOption"]>["logistics"]>;

/** Converts an estimate of the v1 calls, which the platform removes on 2027-02-01. */
export function estimateOfCartV1(estimate: WireEstimate): CartEstimate {
  const names = new Map((estimate.cart?.lineItems ?? []).map((line) => [line.id, line]));
  const lines = (estimate.calculatedLineItems ?? []).map(({ lineItemId, pricesBreakdown: prices }) => {
    const line = names.get(lineItemId ?? "");
    return {
      id: lineItemId ?? "",
      name: line ? lineItemName(line) : "",
      quantity: line?.quantity ?? 1,
      price: priceText(prices?.price),
      tax: priceText(prices?.taxDetails?.totalTax),
      total: priceText(prices?.lineItemPrice),
    };
  });
  return estimateFromV1(estimate, lines, estimate.cart?.taxIncludedInPrices ?? false);
}

/** Converts the totals of a v1 estimate or checkout. */
export function estimateFromV1(
  from: Pick<
    WireEstimate,
    | "additionalFees"
    | "appliedDiscounts"
    | "calculationErrors"
    | "currency"
    | "giftCard"
    | "membershipOptions"
    | "payAfterFreeTrial"
    | "payLater"
    | "payNow"
    | "priceSummary"
    | "taxSummary"
    | "violations"
  > & { shippingInfo?: Shipping | null | undefined },
  lineItems: CartEstimate["lineItems"],
  taxIncluded: boolean,
): CartEstimate {
  const { priceSummary: sums, shippingInfo, giftCard, membershipOptions: memberships } = from;
  const selected = (memberships?.selectedMemberships ?? []).map(({ id }) => id);
  return omitAbsent({
    currency: from.currency ?? "",
    lineItems,
    discounts: (from.appliedDiscounts ?? []).map(cartDiscount),
    shippingOptions: shippingOptionsOf(shippingInfo),
    selectedShipping: selectedShippingOf(shippingInfo),
    taxes: (from.taxSummary?.aggregatedTaxBreakdown ?? []).map((one) => ({
      jurisdiction: one.jurisdiction ?? "",
      level: one.jurisdictionTypeEnum ?? "",
      name: one.taxName ?? "",
      rate: one.rate ?? "0",
      taxable: priceText(one.aggregatedTaxableAmount),
      amount: priceText(one.aggregatedTaxAmount),
    })),
    taxIncluded,
    fees: (from.additionalFees ?? []).map((fee) =>
      omitAbsent({
        code: fee.code ?? "",
        name: fee.translatedName ?? fee.name ?? "",
        amount: priceText(fee.price),
        source: fee.source,
      }),
    ),
    giftCard: giftCard
      ? { code: giftCard.obfuscatedCode ?? "", amount: priceText(giftCard.amount) }
      : undefined,
    memberships: [
      ...(memberships?.eligibleMemberships ?? []).map((one) => ({ one, reason: undefined })),
      ...(memberships?.invalidMemberships ?? []).map(({ membership, reason }) => ({
        one: membership,
        reason,
      })),
    ].map(({ one, reason }) =>
      omitAbsent({
        id: one?.id ?? "",
        appId: one?.appId ?? "",
        name: shownText(one?.name),
        usable: reason === undefined,
        reason: reason ?? undefined,
        selected: selected.includes(one?.id),
      }),
    ),
    totals: {
      subtotal: priceText(sums?.subtotal),
      discount: priceText(sums?.discount),
      shipping: priceText(sums?.shipping),
      fees: priceText(sums?.additionalFees),
      tax: priceText(sums?.tax),
      total: priceText(sums?.total),
    },
    payNow: dueAfter(priceText(from.payNow?.total), priceText(giftCard?.amount), from.currency ?? ""),
    payLater: priceText(from.payLater?.total),
    payAfterFreeTrial: priceText(from.payAfterFreeTrial?.total),
    problems: problemsOf(from),
    violations: [
      ...(from.violations ?? []).map(({ severity, description, target }) =>
        omitAbsent({
          severity: severity ?? "WARNING",
          description: description ?? "",
          lineItemId: target?.lineItem?.id,
          suggestedFix: target?.lineItem?.suggestedFix,
        }),
      ),
      ...fallbackOf(from),
    ],
  });
}

function shippingOptionsOf(shipping: Shipping | null | undefined): ShippingOption[] {
  return (shipping?.carrierServiceOptions ?? []).flatMap(({ carrierId, shippingOptions }) =>
    (shippingOptions ?? []).map(({ code, title, logistics, cost }) =>
      omitAbsent({
        code: code ?? "",
        carrierId,
        title: title ?? "",
        price: cost?.price?.amount,
        ...arrival(logistics),
        charges: (cost?.otherCharges ?? []).map((otherCharge) => ({
          name: otherCharge.details || otherCharge.type || "",
          amount: priceText(otherCharge.price),
        })),
      }),
    ),
  );
}

function selectedShippingOf(shipping: Shipping | null | undefined): CartEstimate["selectedShipping"] {
  const selected = shipping?.selectedCarrierServiceOption;
  if (!selected) return undefined;
  return omitAbsent({
    code: selected.code ?? "",
    carrierId: selected.carrierId,
    title: selected.title ?? "",
    price: selected.cost?.price?.amount,
    ...arrival(selected.logistics),
    charges: (selected.otherCharges ?? []).map(({ details, type, cost }) => ({
      name: details || type || "",
      amount: priceText(cost?.price),
    })),
    chosen: selected.requestedShippingOption ?? false,
  });
}

function arrival(logistics: Logistics | null | undefined) {
  const { deliveryTime, deliveryTimeSlot, pickupDetails } = logistics ?? {};
  const { from, to } = deliveryTimeSlot ?? {};
  return omitAbsent({ deliveryTime, from, to, pickup: pickupDetails?.address });
}

/** The parts of a calculation that can fail, with their labels. */
const parts = [
  ["delivery", "generalShippingCalculationError"],
  ["delivery", "selectedShippingOptionError"],
  ["tax", "taxCalculationError"],
  ["coupon", "couponCalculationError"],
  ["gift card", "giftCardCalculationError"],
  ["membership", "membershipError"],
  ["discounts", "discountsCalculationError"],
] as const;

function problemsOf({
  calculationErrors: errors,
}: Pick<WireEstimate, "calculationErrors">): CartEstimate["problems"] {
  const found = [
    ...parts.map(([about, part]) => [about, errors?.[part]] as const),
    ...(errors?.carrierErrors?.errors ?? []).map(({ error }) => ["carrier", error] as const),
    ...(errors?.giftCardCalculationErrors ?? []).map(({ error }) => ["gift card", error] as const),
  ];
  return found.flatMap(([about, error]) => {
    if (!error) return [];
    const { code, description } = error.applicationError ?? {};
    return [{ about, code: code ?? "", description: description ?? "It could not be calculated." }];
  });
}

/** Returns a warning if the tax uses the fallback rates of the region. */
function fallbackOf({ taxSummary }: Pick<WireEstimate, "taxSummary">): CartEstimate["violations"] {
  const { fallbackReason: reason, error } = taxSummary?.calculationDetails?.autoTaxFallbackDetails ?? {};
  if (!reason) return [];
  const why = error?.description ?? "Tax could not be calculated";
  return [{ severity: "WARNING", description: `${why}; using the rates of the region (${reason})` }];
}

/** Returns an amount less the gift card payment, but at least 0. */
function dueAfter(amount: string, giftCard: string, currency: string): string {
  const remaining = decimal(amount).minus(decimal(giftCard));
  const zero = decimal("0");
  return moneyText(remaining.gt(zero) ? remaining : zero, currency);
}

type Price = MultiCurrencyPrice | null | undefined;
type Translated = { original?: string | null; translated?: string | null } | null | undefined;
type WireDiscount =
  | NonNullable<WireEstimate["appliedDiscounts"]>[number]
  | NonNullable<Cart["appliedDiscounts"]>[number];
type WireContact = NonNullable<Cart["contactInfo"]>["contactDetails"];

/** Returns the amount of a price, or "0". */
export const priceText = (price: Price): string => price?.amount ?? "0";
/** Returns a text in the buyer's language. */
export const shownText = (text: Translated): string => text?.translated ?? text?.original ?? "";

/** Returns choices and texts by name. */
export function lineItemOptions(lines: LineItem["descriptionLines"]): Record<string, string> {
  return Object.fromEntries(
    (lines ?? []).map(({ name, plainText, colorInfo }) => [
      shownText(name),
      shownText(plainText ?? colorInfo),
    ]),
  );
}

/** Returns the name and choices of a line: `Stoneware Mug, Ink`. */
export function lineItemName(line: Pick<LineItem, "descriptionLines" | "productName">): string {
  return [shownText(line.productName), ...Object.values(lineItemOptions(line.descriptionLines))].join(", ");
}

/** Converts a coupon, rule or merchant discount. */
export function cartDiscount(discount: WireDiscount): CartDiscount {
  const { coupon, discountRule, merchantDiscount, discountType } = discount;
  const scope = omitAbsent({ scope: discountType });
  if (coupon) return { kind: "coupon", name: coupon.code ?? "", amount: priceText(coupon.amount), ...scope };
  if (discountRule)
    return {
      kind: "rule",
      name: shownText(discountRule.name),
      amount: priceText(discountRule.amount),
      ...scope,
    };
  const { percentage, amount } = merchantDiscount ?? {};
  const name = percentage ? `${percentage} % by the merchant` : "by the merchant";
  return { kind: "merchant", name, amount: priceText(amount), ...scope };
}

/** Converts a v1 contact. */
export function contactOf(contact: WireContact): Contact | undefined {
  if (!contact) return undefined;
  const { firstName, lastName, phone, company, vatId } = contact;
  return omitAbsent({ firstName, lastName, phone, company, vatId: vatId as Contact["vatId"] });
}

type Absent = null | undefined;
type MayBeAbsent<T, K extends keyof T> = [Extract<T[K], Absent>] extends [never] ? false : true;

/** The type of a record whose null and undefined members are omitted. */
export type WithoutAbsent<T> = { [K in keyof T as MayBeAbsent<T, K> extends true ? never : K]: T[K] } & {
  [K in keyof T as MayBeAbsent<T, K> extends true ? K : never]?: NonNullable<T[K]>;
};

/** Returns the record without its null and undefined members. */
export function omitAbsent<T extends object>(record: T): WithoutAbsent<T> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== null),
  ) as WithoutAbsent<T>;
}
