import type { Handlers, WireInput } from "../../../api/endpoint.ts";
import type { coupons as endpoints } from "../../../api/services/discounts/coupons.ts";
import { decimal } from "../../../kernel/money.ts";
import { checkFields } from "../../kernel/documents/lists.ts";
import { scanPage } from "../../kernel/documents/pages.ts";
import { invalid } from "../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import type { Coupon } from "../../pricing/priced-discount.ts";
import { couponOf, normalizedCode } from "../../services/discounts/coupons.ts";
import { coupons as table } from "../../services/discounts/tables.ts";

type Specification = NonNullable<WireInput<(typeof endpoints)["create"]>["specification"]>;

const specified = ["name", "code", "active", "startTime", "expirationTime", "scope.namespace"];
const own = ["id", "dateCreated", ...specified.map((field) => `specification.${field}`)];
const fields = { filterable: [...own, "expired"], sortable: own };

/** Coupons. The control calls of the sandbox read and write the same ones. */
export const coupons: Handlers<typeof endpoints, Tx> = {
  create(tx, { specification }) {
    const id = tx.newId();
    const used = { used: 0, createdDate: tx.now.toISOString() };
    save(tx, { ...couponFrom(specification ?? {}), id, ...used });
    return { id };
  },
  get: (tx, { id }) => ({ coupon: showCoupon(tx, known(tx, id)) }),
  query(tx, { query }) {
    checkFields(query ?? {}, fields);
    const all = [...tx.each(table)].map((one) => showCoupon(tx, one));
    const { items, metadata } = scanPage(all, query);
    return { coupons: items, totalResults: metadata.total ?? items.length };
  },
  update(tx, { id, specification }) {
    const before = known(tx, id);
    const { createdDate, used } = before;
    const merged = { ...specificationOf(before), ...specification };
    save(tx, { ...couponFrom(merged), id: before.id, used, ...(createdDate && { createdDate }) });
    return {};
  },
  remove(tx, { id }) {
    tx.remove(table, known(tx, id).id);
    return {};
  },
};

function known(tx: Tx, id: string | null | undefined): Coupon {
  const coupon = tx.get(table, id ?? "");
  if (coupon) return coupon;
  throw new PlatformError(404, "COUPON_NOT_FOUND", `There is no coupon ${id}`, { id });
}

function save(tx: Tx, coupon: Coupon): void {
  const owner = couponOf(tx, coupon.code);
  if (owner && owner.id !== coupon.id) {
    const message = `Another coupon has the code ${coupon.code}`;
    throw new PlatformError(409, "COUPON_CODE_ALREADY_EXISTS", message, { couponCode: coupon.code });
  }
  tx.put(table, coupon.id, JSON.parse(JSON.stringify(coupon)) as Coupon);
}

const supported = "stores; stores product <entityId>; stores collection <entityId>";

function couponFrom(given: Specification): Omit<Coupon, "id" | "used"> {
  const { scope, minimumSubtotal, freeShipping, moneyOffAmount, percentOffRate } = given;
  for (const field of ["fixedPriceAmount", "buyXGetY", "limitedToOneItem", "limitPerCustomer"] as const)
    if (given[field])
      throw new PlatformError(501, "NOT_EMULATED", `The sandbox does not emulate coupons with ${field}`, {});
  if (moneyOffAmount == null && percentOffRate == null && !freeShipping)
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
    ...(moneyOffAmount != null && { amount: decimalText(moneyOffAmount) }),
    ...(percentOffRate != null && { percent: decimalText(percentOffRate) }),
    ...(freeShipping && { freeShipping }),
    ...(minimumSubtotal != null && { minimumSubtotal: decimalText(minimumSubtotal) }),
    start: timeOf("startTime", given.startTime),
    ...(given.expirationTime != null && { end: timeOf("expirationTime", given.expirationTime) }),
    ...(given.usageLimit != null && { usageLimit: given.usageLimit }),
    ...(given.active === false && { active: false }),
    ...(group === "product" && { productIds: [entityId ?? ""] }),
    ...(group === "collection" && { collectionIds: [entityId ?? ""] }),
  };
}

/** The start of coupons that were not created by a call and are valid from the beginning. */
const opened = "2024-01-01T00:00:00.000Z";

const decimalText = (value: number) => decimal(String(value)).toString();
const rejected = (message: string) => new PlatformError(400, "INVALID_COUPON", message, {});

/** Reads milliseconds since 1970, as a number or as text. */
function timeOf(field: string, value: unknown): string {
  const time = new Date(Number(value));
  if (typeof value !== "boolean" && !Number.isNaN(time.getTime())) return time.toISOString();
  throw invalid(`specification.${field}`, "FORMAT", "must be milliseconds since 1970");
}

function specificationOf(coupon: Coupon): Specification {
  const { productIds, collectionIds, minimumSubtotal, amount, percent, freeShipping, start, end } = coupon;
  const group = productIds?.length
    ? { name: "product", entityId: productIds[0] ?? "" }
    : collectionIds?.length && { name: "collection", entityId: collectionIds[0] ?? "" };
  const millis = (iso: string) => String(Date.parse(iso));
  return {
    name: coupon.name,
    code: coupon.code,
    active: coupon.active ?? true,
    startTime: millis(start ?? coupon.createdDate ?? opened),
    ...(end && { expirationTime: millis(end) }),
    ...(coupon.usageLimit !== undefined && { usageLimit: coupon.usageLimit }),
    ...(minimumSubtotal
      ? { minimumSubtotal: Number(minimumSubtotal) }
      : { scope: { namespace: "stores", ...(group && { group }) } }),
    ...(amount && { moneyOffAmount: Number(amount) }),
    ...(percent && { percentOffRate: Number(percent) }),
    ...(freeShipping && { freeShipping }),
  };
}

function showCoupon(tx: Tx, coupon: Coupon) {
  return {
    id: coupon.id,
    dateCreated: coupon.createdDate ?? coupon.start ?? opened,
    specification: specificationOf(coupon),
    expired: coupon.end !== undefined && new Date(coupon.end) <= tx.now,
    numberOfUsages: coupon.used,
  };
}
