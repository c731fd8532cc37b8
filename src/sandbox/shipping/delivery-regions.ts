import type { DeliveryCarrier, DeliveryRegion } from "../../api/services/shipping.ts";
import { checkRevision, entityOf, replaceEntity, ruleViolation } from "../kernel/entities.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { installedCarriers } from "./delivery-options.ts";
import {
  deliveryProfileKind,
  deliveryProfiles,
  type StoredDeliveryProfile,
  type StoredRegion,
} from "./tables.ts";

type Id = string | null | undefined;

/** Returns a new region with an ID, active by default. */
export function newRegion(tx: Tx, given: DeliveryRegion): StoredRegion {
  return {
    ...given,
    name: given.name ?? "",
    id: tx.newId(),
    active: given.active ?? true,
    deliveryCarriers: [],
    destinations: completeDestinations(given.destinations),
    createdDate: tx.now.toISOString(),
  };
}

/** Returns destinations with their subdivisions, an empty list for a whole country. */
export function completeDestinations(given: DeliveryRegion["destinations"]) {
  return (given ?? []).map((one) => ({ ...one, subdivisions: one.subdivisions ?? [] }));
}

/**
 * Replaces the regions of a profile and emits the event of the changed one. Throws PlatformError if a given revision
 * is outdated.
 */
export function changeRegions(
  tx: Tx,
  id: string,
  revision: Id,
  slug: "region_added" | "region_removed" | "region_updated",
  change: (regions: StoredRegion[]) => { regions: StoredRegion[]; region: StoredRegion },
): StoredDeliveryProfile {
  const before = entityOf(tx, deliveryProfileKind, id);
  if (revision) checkRevision(before, revision, deliveryProfileKind.name);
  const { regions, region } = change(before.deliveryRegions);
  rejectCollisions(regions);
  const after = replaceEntity(tx, deliveryProfileKind, { ...before, deliveryRegions: regions });
  const body = { deliveryProfileId: after.id, deliveryRegion: region };
  emitDomainEvent(tx, deliveryProfileKind.fqdn, slug, after.id, { actionEvent: { body } });
  return after;
}

/** Returns the region of a list. Throws PlatformError 404. */
export function regionIn(regions: readonly StoredRegion[], id: Id): StoredRegion {
  const region = regions.find((one) => one.id === id);
  if (region) return region;
  throw new PlatformError(404, "DELIVERY_REGION_NOT_FOUND", `There is no delivery region ${id}`, { id });
}

/** Returns the profile of a region. Throws PlatformError 404. */
export function profileOfRegion(tx: Tx, regionId: string): StoredDeliveryProfile {
  for (const profile of tx.each(deliveryProfiles))
    if (profile.deliveryRegions.some(({ id }) => id === regionId)) return profile;
  throw new PlatformError(404, "DELIVERY_REGION_NOT_FOUND", `There is no delivery region ${regionId}`, {
    id: regionId,
  });
}

/** Throws InvalidInput if another region of the profile has the name. */
export function rejectTakenName(regions: readonly StoredRegion[], name: Id): void {
  if (regions.some((region) => region.name === name))
    throw ruleViolation(
      "deliveryRegion.name",
      "DELIVERY_REGION_NAME_ALREADY_EXISTS",
      "is taken in this profile",
    );
}

/** Throws PlatformError if regions of a profile share a destination. */
export function rejectCollisions(regions: readonly StoredRegion[]): void {
  const seen = new Map<string, StoredRegion>();
  for (const region of regions) {
    for (const { countryCode, subdivisions } of region.destinations ?? []) {
      for (const part of subdivisions?.length ? subdivisions : [""]) {
        const destination = `${countryCode} ${part}`.trim();
        const other = seen.get(destination);
        if (other !== undefined && other !== region) {
          const message = `${destination} is already in the region "${other.name}"`;
          throw new PlatformError(409, "DESTINATIONS_COLLISION", message, { countryCode, subdivision: part });
        }
        seen.set(destination, region);
      }
    }
  }
}

/** Adds a carrier to a region. The platform requires a backup rate of every carrier. */
export function addCarrier(tx: Tx, regionId: string, carrier: DeliveryCarrier): StoredDeliveryProfile {
  const installed = installedCarriers.find(({ id }) => id === carrier.appId);
  if (!installed) {
    const message = `There is no delivery carrier ${carrier.appId}`;
    throw new PlatformError(404, "UNKNOWN_DELIVERY_CARRIER", message, { appId: carrier.appId });
  }
  if (!carrier.backupRate?.amount) {
    const message = `The carrier ${installed.displayName} needs backupRate.amount`;
    throw new PlatformError(400, "DELIVERY_CARRIER_MISSING_BACKUP_RATE", message, { appId: carrier.appId });
  }
  return changeCarriers(tx, regionId, (before) => {
    if (before.some(({ appId }) => appId === carrier.appId)) {
      const message = `${installed.displayName} already delivers to this region`;
      throw new PlatformError(409, "CARRIER_ALREADY_EXISTS_IN_REGION", message, { appId: carrier.appId });
    }
    return [...before, carrier];
  });
}

/** Changes a carrier's charges in a region. */
export function changeCarrier(tx: Tx, regionId: string, carrier: DeliveryCarrier): StoredDeliveryProfile {
  return changeCarriers(tx, regionId, (before) => {
    if (!before.some(({ appId }) => appId === carrier.appId)) {
      const message = `The carrier ${carrier.appId} does not deliver to this region`;
      throw new PlatformError(404, "DELIVERY_CARRIER_NOT_FOUND", message, { appId: carrier.appId });
    }
    return before.map((one) => (one.appId === carrier.appId ? { ...one, ...carrier } : one));
  });
}

/** Removes a carrier from a region. */
export function removeCarrier(tx: Tx, regionId: string, appId: string): StoredDeliveryProfile {
  return changeCarriers(tx, regionId, (before) => before.filter((one) => one.appId !== appId));
}

function changeCarriers(
  tx: Tx,
  regionId: string,
  change: (carriers: DeliveryCarrier[]) => DeliveryCarrier[],
): StoredDeliveryProfile {
  const { id } = profileOfRegion(tx, regionId);
  return changeRegions(tx, id, undefined, "region_updated", (regions) => {
    const before = regionIn(regions, regionId);
    const region = { ...before, deliveryCarriers: change(before.deliveryCarriers ?? []) };
    return { regions: regions.map((one) => (one === before ? region : one)), region };
  });
}
