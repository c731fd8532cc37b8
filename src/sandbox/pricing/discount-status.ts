import type { DiscountRule } from "../../api/services/discounts/discounts.ts";

/** Whether a rule gives discounts at a time: it is switched on, has begun, and has not ended. */
export function discountStatus(
  { active, activeTimeInfo }: Pick<DiscountRule, "active" | "activeTimeInfo">,
  now: Date,
): "LIVE" | "EXPIRED" | "PENDING" {
  const at = (time: string | null | undefined) => (time ? Date.parse(time) : undefined);
  const [start, end] = [at(activeTimeInfo?.start), at(activeTimeInfo?.end)];
  if (end !== undefined && end <= now.getTime()) return "EXPIRED";
  return !active || (start !== undefined && start > now.getTime()) ? "PENDING" : "LIVE";
}
