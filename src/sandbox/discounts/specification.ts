import type { WireInput } from "../../api/endpoint.ts";
import type { coupons as endpoints } from "../../api/services/discounts.ts";
import { decimal } from "../../kernel/money.ts";
import { invalid, PlatformError } from "../kernel/tx.ts";
import type { Coupon } from "../pricing/input.ts";
import { normalizedCode } from "./discounts.ts";

export type Specification = NonNullable<WireInput<(typeof endpoints)["create"]>["specification"]>;

const supported = "stores; stores product <entityId>; stores collection <entityId>";

/** Returns a coupon from its rule. Throws PlatformError 501 for a rule that the sandbox does not emulate. */
export function couponFrom(given: Specification): Omit<Coupon, "id" | "used"> {
  const { scope, minimumSubtotal, freeShipping, moneyOffAmount, percentOffRate, fixedPriceAmount } = given;
  if (given.buyXGetY)
    throw new PlatformError(501, "NOT_EMULATED", "The sandbox does not emulate coupons with buyXGetY", {});
  if (moneyOffAmount == null && percentOffRate == null && fixedPriceAmount == null && !freeShipping)
    throw invalid(
      "specification",
      "REQUIRED_ONE_OF_FIELD",
      "needs a kind of discount, such as percentOffRate",
    );
  if (!scope && minimumSubtotal == null && !freeShipping)
    throw rejected("When scope or minimumSubtotal is not used - only FreeShipping coupon is allowed");
  const { name: group, entityId } = scope?.group ?? {};
  const isSupported =
    !scope ||
    (scope.namespace === "stores" &&
      (!scope.group || ((group === "product" || group === "collection") && Boolean(entityId))));
  // The live platform rejects a group without an entity: for all products, the scope is the namespace alone.
  if (!isSupported)
    throw rejected(
      `The provided combination of scope and coupon type is invalid. Supported combinations: ${supported}`,
    );
  return {
    code: normalizedCode(given.code ?? ""),
    name: given.name ?? "",
    amount: moneyOffAmount != null ? decimalText(moneyOffAmount) : undefined,
    percent: percentOffRate != null ? decimalText(percentOffRate) : undefined,
    price: fixedPriceAmount != null ? decimalText(fixedPriceAmount) : undefined,
    freeShipping: freeShipping || undefined,
    oneItem: given.limitedToOneItem || undefined,
    minimumSubtotal: minimumSubtotal != null ? decimalText(minimumSubtotal) : undefined,
    start: timeOf("startTime", given.startTime),
    end: given.expirationTime != null ? timeOf("expirationTime", given.expirationTime) : undefined,
    usageLimit: given.usageLimit ?? undefined,
    limitPerCustomer: given.limitPerCustomer ?? undefined,
    active: given.active === false ? false : undefined,
    appliesToSubscriptions: given.appliesToSubscriptions ?? undefined,
    productIds: group === "product" ? [entityId ?? ""] : undefined,
    collectionIds: group === "collection" ? [entityId ?? ""] : undefined,
    scoped: (freeShipping && scope != null) || undefined,
  };
}

/** The start of coupons that were not created by a call and are valid from the beginning. */
export const opened = "2024-01-01T00:00:00.000Z";

const decimalText = (value: number) => decimal(String(value)).toString();
const rejected = (message: string) => new PlatformError(400, "INVALID_COUPON", message, {});

/** Reads milliseconds since 1970, as a number or as text. */
function timeOf(field: string, value: unknown): string {
  const time = new Date(Number(value));
  if (typeof value !== "boolean" && !Number.isNaN(time.getTime())) return time.toISOString();
  throw invalid(`specification.${field}`, "FORMAT", "must be milliseconds since 1970");
}

/** Returns the rule of a coupon in API form. */
export function specificationOf(coupon: Coupon): Specification {
  const { productIds, collectionIds, minimumSubtotal, amount, percent, price, freeShipping, start, end } =
    coupon;
  const group = productIds?.length
    ? { name: "product", entityId: productIds[0] ?? "" }
    : collectionIds?.length
      ? { name: "collection", entityId: collectionIds[0] ?? "" }
      : undefined;
  // Only free shipping needs no scope: it is for whole orders.
  const isScoped = !freeShipping || coupon.scoped || group !== undefined;
  const scope = isScoped ? { scope: { namespace: "stores", group } } : {};
  const millis = (iso: string) => String(Date.parse(iso));
  return {
    name: coupon.name,
    code: coupon.code,
    active: coupon.active ?? true,
    startTime: millis(start ?? coupon.createdDate ?? opened),
    expirationTime: end ? millis(end) : undefined,
    usageLimit: coupon.usageLimit,
    limitPerCustomer: coupon.limitPerCustomer,
    limitedToOneItem: coupon.oneItem,
    appliesToSubscriptions: coupon.appliesToSubscriptions,
    ...(minimumSubtotal ? { minimumSubtotal: Number(minimumSubtotal) } : scope),
    moneyOffAmount: amount ? Number(amount) : undefined,
    percentOffRate: percent ? Number(percent) : undefined,
    fixedPriceAmount: price ? Number(price) : undefined,
    freeShipping: freeShipping || undefined,
  };
}
