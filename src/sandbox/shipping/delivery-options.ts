import type { Address } from "../../api/services/models.ts";
import type { LocalDeliveryOption } from "../../api/services/shipping.ts";
import { day, minute } from "../../kernel/durations.ts";
import { decimal } from "../../kernel/money.ts";
import type { Tx } from "../kernel/tx.ts";
import { areaCovers } from "../pricing/areas.ts";
import { type AddressType, deliveryPrice, deliveryWindow, type Fee, type Parcel } from "../pricing/input.ts";
import { isSameSubdivision } from "../pricing/tax.ts";
import {
  deliveryProfiles,
  localDeliveryOptions,
  pickupLocations,
  type StoredRegion,
  shippingOptions,
} from "./tables.ts";

/** Returns the shop's address from the setting `businessAddress`, such as `US-NY New York`. */
export function businessAddress(tx: Tx): Address {
  const [region = "", ...city] = tx.setting("businessAddress").split(" ");
  return {
    country: region.slice(0, 2),
    subdivision: region.length > 2 ? region : undefined,
    city: city.length > 0 ? city.join(" ") : undefined,
  };
}

/** Returns the region of an address and its delivery options for a parcel, oldest first. */
export function deliveryOptions(
  tx: Tx,
  address: Address | null | undefined,
  parcel: Parcel,
  currency: string,
): { region: StoredRegion | undefined; options: DeliveryOption[] } {
  const region = deliveryRegionOf(tx, address);
  if (!region || !address) return { region, options: [] };
  const here = { sort: [{ fieldName: "createdDate" }], limit: 1000 };
  const serves = (ids: readonly string[]) => ids.includes(region.id);
  const charges = chargesOf(region);
  const sent = tx.query(shippingOptions, here).items.flatMap((item): DeliveryOption[] => {
    const price = serves(item.deliveryRegionIds) ? deliveryPrice(item.rates, parcel, currency) : undefined;
    if (!price) return [];
    const time = item.estimatedDeliveryTime ?? undefined;
    const window = deliveryWindow(time, tx.now);
    const { id: code, title } = item;
    return [{ carrierId: carriers.rules, code, title, price, charges, deliveryTime: time, window }];
  });
  const fetched = tx.query(pickupLocations, here).items.flatMap((item): DeliveryOption[] => {
    if (!item.active || (item.deliveryRegionIds.length > 0 && !serves(item.deliveryRegionIds))) return [];
    const price = item.rates.length > 0 ? deliveryPrice(item.rates, parcel, currency) : decimal("0");
    if (!price) return [];
    const time = item.deliveryTime ?? undefined;
    return [
      {
        carrierId: carriers.pickup,
        code: item.id,
        title: item.name ?? "Pickup",
        price,
        charges: [],
        deliveryTime: time,
        instructions: item.instructions ?? undefined,
        pickup: { address: item.address, method: methodOf(tx, item.address) },
        window: deliveryWindow(time, tx.now),
      },
    ];
  });
  const brought = localDelivery(tx, region.id, address, parcel, currency);
  return { region, options: [...sent, ...brought, ...fetched] };
}

/** The shop's own address is the store; any other is a pickup point. */
function methodOf(tx: Tx, address: Address): "STORE_PICKUP" | "PICKUP_POINT" {
  const shop = businessAddress(tx);
  const isShop = address.country === shop.country && address.city === shop.city;
  return isShop ? "STORE_PICKUP" : "PICKUP_POINT";
}

/**
 * Returns the active region of the default profile that contains the address. Subdivisions take precedence over
 * countries.
 */
function deliveryRegionOf(tx: Tx, address: Address | null | undefined): StoredRegion | undefined {
  if (!address?.country) return undefined;
  const profiles = [...tx.each(deliveryProfiles)];
  const profile = profiles.find((one) => one.default) ?? profiles[0];
  const known: readonly StoredRegion[] = profile?.deliveryRegions ?? [];
  const regions = known.filter(({ active }) => active);
  const has = (region: StoredRegion, narrow: boolean) =>
    (region.destinations ?? []).some(({ countryCode, subdivisions }) => {
      if (countryCode !== address.country) return false;
      return narrow
        ? subdivisions?.some((subdivision) => isSameSubdivision(subdivision, address.subdivision))
        : !subdivisions?.length;
    });
  const everywhere = regions.find(({ destinations }) => !destinations?.length);
  return regions.find((one) => has(one, true)) ?? regions.find((one) => has(one, false)) ?? everywhere;
}

/** Returns the carriers' additional charges: insurance if the name mentions it, handling otherwise. */
function chargesOf({ deliveryCarriers }: StoredRegion): Fee[] {
  const rules = deliveryCarriers?.find(({ appId }) => appId === carriers.rules);
  return (rules?.additionalCharges ?? []).map(({ description, amount }): Fee => {
    const name = description || "Handling";
    const insured = /insur/i.test(name);
    const taxedAt: AddressType = "SHIPPING";
    return {
      code: insured ? "insurance" : "handling",
      name,
      price: decimal(amount || "0"),
      source: "SHIPPING",
      taxedAt,
      charge: insured ? "INSURANCE" : "HANDLING_FEE",
    };
  });
}

const localDeliveryNames = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** Returns the local delivery options for an address of a region, oldest first. */
function localDelivery(
  tx: Tx,
  regionId: string,
  address: Address,
  parcel: Parcel,
  currency: string,
): DeliveryOption[] {
  const { items } = tx.query(localDeliveryOptions, { sort: [{ fieldName: "createdDate" }], limit: 1000 });
  return items.flatMap((item): DeliveryOption[] => {
    const { deliveryRegionIds: regions, rates, estimatedDeliveryTime, scheduledDeliveryConfig } = item;
    if ((regions.length > 0 && !regions.includes(regionId)) || !areaCovers(item, address)) return [];
    const price = rates.length > 0 ? deliveryPrice(rates, parcel, currency) : decimal("0");
    if (!price) return [];
    const window = nextSlot(scheduledDeliveryConfig, tx.now) ?? deliveryWindow(estimatedDeliveryTime, tx.now);
    return [
      {
        carrierId: carriers.local,
        code: item.id,
        title: item.areaName ?? "Local delivery",
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
      .filter((window) => window.day === localDeliveryNames[new Date(date).getUTCDay()])
      .map(({ start, end }) => ({ from: new Date(date + since(start)), to: new Date(date + since(end)) }))
      .filter(({ from }) => from > now)
      .sort((one, other) => one.from.getTime() - other.from.getTime());
    if (slots[0]) return slots[0];
  }
  return undefined;
}

/**
 * The app IDs of the sandbox's carriers: shipping rules, pickup, shipping labels and local delivery. The first two have
 * these IDs on every site of the platform.
 */
export const carriers = {
  rules: "45c44b27-ca7b-4891-8c0d-1747d588b835",
  pickup: "50d8c12f-715e-41ad-be25-d0f61375dbee",
  labels: "ca221e70-5a9d-4b0c-8a0d-000000000003",
  local: "ca221e70-5a9d-4b0c-8a0d-000000000004",
} as const;

/** The carriers as the API lists them. */
export const installedCarriers = [
  {
    id: carriers.rules as string,
    displayName: "Basic Shipping",
    description: "Prices by weight, sum or number of items",
    fallbackDefinitionMandatory: false,
    toggleGetCarrierSettingsEnabled: false,
  },
  {
    id: carriers.pickup as string,
    displayName: "Pickup",
    description: "Fetched by the buyer",
    fallbackDefinitionMandatory: false,
    toggleGetCarrierSettingsEnabled: true,
  },
  {
    id: carriers.labels as string,
    displayName: "Shipping labels",
    description: "Postal services with printed labels",
    fallbackDefinitionMandatory: true,
    toggleGetCarrierSettingsEnabled: false,
  },
  {
    id: carriers.local as string,
    displayName: "Local delivery",
    description: "Brought by the shop itself",
    fallbackDefinitionMandatory: false,
    toggleGetCarrierSettingsEnabled: false,
  },
];

/** A delivery option that a buyer can choose. */
export interface DeliveryOption {
  carrierId: string;
  code: string;
  title: string;
  price: ReturnType<typeof decimal>;
  charges: readonly Fee[];
  deliveryTime?: string | undefined;
  instructions?: string | undefined;
  /** The pickup point, if the buyer collects the order. */
  pickup?: { address: Address; method: "STORE_PICKUP" | "PICKUP_POINT" } | undefined;
  window?: { from: Date; to: Date } | undefined;
}
