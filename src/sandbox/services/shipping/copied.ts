import type { DeliveryProfile } from "../../../api/services/shipping/models/delivery-profile.ts";
import type { LocalDeliveryOption } from "../../../api/services/shipping/models/local-delivery-option.ts";
import type { PickupLocation } from "../../../api/services/shipping/models/pickup-location.ts";
import type { ShippingOption } from "../../../api/services/shipping/models/shipping-option.ts";
import { listsOf } from "../../kernel/documents/lists.ts";
import type { Tx } from "../../kernel/tx.ts";
import { completeDestinations } from "./delivery-regions.ts";
import { regionsOf } from "./regions.ts";
import {
  deliveryProfiles,
  localDeliveryOptions,
  pickupLocations,
  type StoredDeliveryProfile,
  type StoredLocalDelivery,
  type StoredPickupLocation,
  type StoredShippingOption,
  shippingOptions,
} from "./tables.ts";

/** Stores a delivery profile of another shop with its regions. */
export function putCopiedProfile(tx: Tx, given: DeliveryProfile): void {
  const profile = given as StoredDeliveryProfile;
  const deliveryRegions = (profile.deliveryRegions ?? []).map((region) => ({
    ...region,
    active: region.active ?? true,
    deliveryCarriers: region.deliveryCarriers ?? [],
    destinations: completeDestinations(region.destinations),
  }));
  tx.put(deliveryProfiles, profile.id, { ...profile, default: profile.default ?? false, deliveryRegions });
}

/** Stores a shipping option of another shop. */
export function putCopiedShippingOption(tx: Tx, given: ShippingOption): void {
  tx.put(shippingOptions, given.id ?? "", regional(given as StoredShippingOption));
}

/** Stores a pickup location of another shop. */
export function putCopiedPickupLocation(tx: Tx, given: PickupLocation): void {
  const location = { ...given, active: given.active ?? true } as StoredPickupLocation;
  tx.put(pickupLocations, location.id, regional(location));
}

/** Stores a local delivery option of another shop. */
export function putCopiedLocalDelivery(tx: Tx, given: LocalDeliveryOption): void {
  tx.put(localDeliveryOptions, given.id ?? "", regional(given as StoredLocalDelivery));
}

/** The platform may list the only region of an option apart from the others. */
function regional<T extends StoredShippingOption | StoredPickupLocation | StoredLocalDelivery>(given: T): T {
  const doc = { ...given, rates: given.rates ?? [], deliveryRegionIds: regionsOf(given) };
  return { ...doc, lists: listsOf(doc, ["deliveryRegionIds"]) };
}
