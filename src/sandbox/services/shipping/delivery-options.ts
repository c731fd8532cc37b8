import type { Address } from "../../../api/models/values.ts";
import { decimal } from "../../../kernel/money.ts";
import type { Tx } from "../../kernel/tx.ts";
import { isSameSubdivision } from "../../pricing/auto-rates.ts";
import { deliveryPrice, deliveryWindow, type Parcel } from "../../pricing/delivery.ts";
import type { Fee } from "../../pricing/fees.ts";
import type { AddressType } from "../../pricing/item.ts";
import { carriers, type DeliveryOption } from "./carriers.ts";
import { localDelivery } from "./local-delivery.ts";
import { deliveryProfiles, pickupLocations, type StoredRegion, shippingOptions } from "./tables.ts";

/** Returns the shop's address from the setting `businessAddress`, such as `US-NY New York`. */
export function businessAddress(tx: Tx): Address {
  const [region = "", ...city] = (tx.setting("businessAddress") ?? "").split(" ");
  return {
    country: region.slice(0, 2),
    ...(region.length > 2 && { subdivision: region }),
    ...(city.length > 0 && { city: city.join(" ") }),
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
  const sent = tx.query(shippingOptions, here).items.flatMap((one): DeliveryOption[] => {
    const price = serves(one.deliveryRegionIds) ? deliveryPrice(one.rates, parcel, currency) : undefined;
    if (!price) return [];
    const time = one.estimatedDeliveryTime ?? undefined;
    const window = deliveryWindow(time, tx.now);
    const { id: code, title } = one;
    return [{ carrierId: carriers.rules, code, title, price, charges, deliveryTime: time, window }];
  });
  const fetched = tx.query(pickupLocations, here).items.flatMap((one): DeliveryOption[] => {
    if (!one.active || (one.deliveryRegionIds.length > 0 && !serves(one.deliveryRegionIds))) return [];
    const price = one.rates.length > 0 ? deliveryPrice(one.rates, parcel, currency) : decimal("0");
    if (!price) return [];
    const time = one.deliveryTime ?? undefined;
    return [
      {
        carrierId: carriers.pickup,
        code: one.id,
        title: one.name ?? "Pickup",
        price,
        charges: [],
        deliveryTime: time,
        instructions: one.instructions ?? undefined,
        pickup: { address: one.address, method: methodOf(tx, one.address) },
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
        ? subdivisions?.some((one) => isSameSubdivision(one, address.subdivision))
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
