import type { Address } from "../../../api/models/values.ts";
import type { LocalDeliveryOption } from "../../../api/services/shipping/models.ts";
import { day, minute } from "../../../kernel/durations.ts";
import { decimal } from "../../../kernel/money.ts";
import type { Tx } from "../../kernel/tx.ts";
import { areaCovers } from "../../pricing/areas.ts";
import { deliveryPrice, deliveryWindow, type Parcel } from "../../pricing/delivery.ts";
import { carriers, type DeliveryOption } from "./carriers.ts";
import { localDeliveryOptions } from "./tables.ts";

const names = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** Returns the local delivery options for an address of a region, oldest first. */
export function localDelivery(
  tx: Tx,
  regionId: string,
  address: Address,
  parcel: Parcel,
  currency: string,
): DeliveryOption[] {
  const { items } = tx.query(localDeliveryOptions, { sort: [{ fieldName: "createdDate" }], limit: 1000 });
  return items.flatMap((one): DeliveryOption[] => {
    const { deliveryRegionIds: regions, rates, estimatedDeliveryTime, scheduledDeliveryConfig } = one;
    if ((regions.length > 0 && !regions.includes(regionId)) || !areaCovers(one, address)) return [];
    const price = rates.length > 0 ? deliveryPrice(rates, parcel, currency) : decimal("0");
    if (!price) return [];
    const window = nextSlot(scheduledDeliveryConfig, tx.now) ?? deliveryWindow(estimatedDeliveryTime, tx.now);
    return [
      {
        carrierId: carriers.local,
        code: one.id,
        title: one.areaName ?? "Local delivery",
        price,
        charges: [],
        deliveryTime: estimatedDeliveryTime ?? undefined,
        window,
      },
    ];
  });
}

type Schedule = LocalDeliveryOption["scheduledDeliveryConfig"];
type Hour = { hours?: number | null; minutes?: number | null } | null | undefined;
const since = (hour: Hour) => ((hour?.hours ?? 0) * 60 + (hour?.minutes ?? 0)) * minute;

/** Returns the next time slot after the handling days. Orders after the cut-off time count as the next day's. */
export function nextSlot(schedule: Schedule, now: Date): { from: Date; to: Date } | undefined {
  const windows = (schedule?.timeWindows ?? []).filter(({ enabled }) => enabled !== false);
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const isLate = schedule?.cutOffTime && now.getTime() - today >= since(schedule.cutOffTime);
  const first = (schedule?.handlingDays ?? 0) + (isLate ? 1 : 0);
  for (let days = first; days <= first + 7; days++) {
    const date = today + days * day;
    const slots = windows
      .filter((window) => window.day === names[new Date(date).getUTCDay()])
      .map(({ start, end }) => ({ from: new Date(date + since(start)), to: new Date(date + since(end)) }))
      .filter(({ from }) => from > now)
      .sort((one, other) => one.from.getTime() - other.from.getTime());
    if (slots[0]) return slots[0];
  }
  return undefined;
}
