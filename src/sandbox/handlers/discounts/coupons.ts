import type { Handlers } from "../../../api/endpoint.ts";
import type { coupons as endpoints } from "../../../api/services/discounts/discounts.ts";
import { checkFields } from "../../kernel/documents/lists.ts";
import { scanPage } from "../../kernel/documents/pages.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import type { Coupon } from "../../pricing/priced-discount.ts";
import { couponOf } from "../../services/discounts/coupons.ts";
import { couponFrom, opened, specificationOf } from "../../services/discounts/specification.ts";
import { coupons as table } from "../../services/discounts/tables.ts";

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

function showCoupon(tx: Tx, coupon: Coupon) {
  return {
    id: coupon.id,
    dateCreated: coupon.createdDate ?? coupon.start ?? opened,
    specification: specificationOf(coupon),
    expired: coupon.end !== undefined && new Date(coupon.end) <= tx.now,
    numberOfUsages: coupon.used,
  };
}
