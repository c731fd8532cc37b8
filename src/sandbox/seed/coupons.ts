import { day } from "../../kernel/durations.ts";
import { guidOf } from "../kernel/ids.ts";
import type { Tx } from "../kernel/tx.ts";
import type { Coupon } from "../pricing/priced-discount.ts";
import { coupons } from "../services/discounts/tables.ts";

type DemoCoupon = Omit<Coupon, "id" | "used" | "start" | "end"> & { used?: number; endsAfter?: number };

/** One coupon of each kind, an expired one and a used-up one. */
const demoCoupons: readonly DemoCoupon[] = [
  { code: "WELCOME10", name: "10 % for new customers", percent: "10" },
  { code: "FIVEOFF", name: "5 off from 30", amount: "5", minimumSubtotal: "30" },
  { code: "FREESHIP", name: "Free shipping", freeShipping: true },
  { code: "SUMMER25", name: "Last summer's 25 %", percent: "25", endsAfter: -30 },
  { code: "FIRST100", name: "For the first hundred", percent: "15", usageLimit: 100, used: 100 },
];

/** Adds the coupons of the demo shop. The same seed gives the same ids. */
export function seedCoupons(tx: Tx): void {
  for (const { used = 0, endsAfter, ...coupon } of demoCoupons) {
    const id = guidOf(tx.setting("seed") ?? "", `coupon ${coupon.code}`, 1);
    const end =
      endsAfter === undefined ? undefined : new Date(tx.now.getTime() + endsAfter * day).toISOString();
    tx.put(coupons, id, { ...coupon, id, used, ...(end && { end }) });
  }
}
