import type { Handlers } from "../../../api/endpoint.ts";
import type { deliveryProfiles as endpoints } from "../../../api/services/shipping/delivery-profiles.ts";
import { DeliveryProfile } from "../../../api/services/shipping/models.ts";
import { replaceEntity } from "../../kernel/documents/entities.ts";
import { regularHandlers } from "../../kernel/documents/regular.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { carriers, installedCarriers } from "../../services/shipping/carriers.ts";
import {
  addCarrier,
  changeCarrier,
  changeRegions,
  completeDestinations,
  newRegion,
  profileOfRegion,
  regionIn,
  rejectCollisions,
  rejectTakenName,
  removeCarrier,
} from "../../services/shipping/delivery-regions.ts";
import { extend } from "../../services/shipping/regions.ts";
import {
  deliveryProfileKind as kind,
  pickupLocationKind,
  pickupLocations,
  deliveryProfiles as table,
} from "../../services/shipping/tables.ts";

const mostProfiles = 50;
const fields = ["id", "name", "default", "createdDate", "updatedDate", "createdBy.appId", "createdBy.userId"];

/** Handlers of delivery profiles. A shop's first profile is the default. */
export const deliveryProfiles: Handlers<typeof endpoints, Tx> = {
  ...regularHandlers({
    kind,
    one: "deliveryProfile",
    many: "deliveryProfiles",
    model: DeliveryProfile,
    fields: { filterable: fields, sortable: fields },
    complete(tx, given, before) {
      if (before) return { ...given, default: before.default, deliveryRegions: before.deliveryRegions };
      const count = tx.query(table, { limit: 1 }).total;
      if (count >= mostProfiles) {
        const message = `A site can have at most ${mostProfiles} delivery profiles`;
        throw new PlatformError(428, "DELIVERY_PROFILES_LIMIT_EXCEEDED", message, { limit: mostProfiles });
      }
      const regions = (given.deliveryRegions ?? []).map((region) => newRegion(tx, region));
      rejectCollisions(regions);
      return { ...given, default: count === 0, deliveryRegions: regions };
    },
    beforeRemove(_tx, profile) {
      if (!profile.default) return;
      const message = "The default delivery profile cannot be deleted";
      throw new PlatformError(428, "SINGLE_DEFAULT_DELIVERY_PROFILE", message, { id: profile.id });
    },
  }),
  addDeliveryRegion: (tx, { deliveryProfileId, deliveryRegion, revision }) => ({
    deliveryProfile: changeRegions(tx, deliveryProfileId, revision, "region_added", (regions) => {
      rejectTakenName(regions, deliveryRegion?.name);
      const region = newRegion(tx, deliveryRegion ?? {});
      return { regions: [...regions, region], region };
    }),
  }),
  updateDeliveryRegion: (tx, { deliveryProfileId, deliveryRegion, revision }) => ({
    deliveryProfile: changeRegions(tx, deliveryProfileId, revision, "region_updated", (regions) => {
      const { id, createdDate: _, deliveryCarriers: __, ...given } = deliveryRegion ?? {};
      const before = regionIn(regions, id);
      rejectTakenName(
        regions.filter((one) => one !== before),
        given.name,
      );
      const region = { ...before, ...(given as typeof before) };
      region.destinations = completeDestinations(region.destinations);
      return { regions: regions.map((one) => (one === before ? region : one)), region };
    }),
  }),
  getByDeliveryRegion: (tx, { deliveryRegionId }) => ({
    deliveryProfile: profileOfRegion(tx, deliveryRegionId),
  }),
  removeDeliveryRegion: (tx, { deliveryProfileId, deliveryRegionId, revision }) => ({
    deliveryProfile: changeRegions(tx, deliveryProfileId, revision, "region_removed", (regions) => {
      const region = regionIn(regions, deliveryRegionId);
      return { regions: regions.filter((one) => one !== region), region };
    }),
  }),
  addDeliveryCarrier: (tx, { deliveryRegionId, deliveryCarrier }) => ({
    deliveryProfile: addCarrier(tx, deliveryRegionId, deliveryCarrier ?? {}),
  }),
  removeDeliveryCarrier: (tx, { deliveryRegionId, appId }) => ({
    deliveryProfile: removeCarrier(tx, deliveryRegionId, appId),
  }),
  updateDeliveryCarrier: (tx, { deliveryRegionId, deliveryCarrier }) => ({
    deliveryProfile: changeCarrier(tx, deliveryRegionId, deliveryCarrier ?? {}),
  }),
  listInstalledCarriers: () => ({ installedDeliveryCarriers: [...installedCarriers] }),
  getDestinationProperties(tx) {
    const regions = [...tx.each(table)].flatMap((profile) => profile.deliveryRegions);
    const delivered = regions
      .filter(({ active }) => active)
      .flatMap(({ destinations }) => destinations ?? []);
    const codes = [...new Set(delivered.map(({ countryCode }) => countryCode ?? ""))].sort();
    return {
      restOfWorld: { postalCodeRequired: false, pickupOnly: true },
      countries: codes.map((country) => ({
        country,
        deliveryDestinationProperties: { postalCodeRequired: true, pickupOnly: false },
        subdivisions: delivered
          .filter(({ countryCode }) => countryCode === country)
          .flatMap(({ subdivisions }) => subdivisions ?? [])
          .map((subdivision) => ({
            subdivision,
            deliveryDestinationProperties: { postalCodeRequired: true, pickupOnly: false },
          })),
      })),
    };
  },
  listDeliveryCarriers(tx, { deliveryProfileId, appIds }) {
    const { deliveryRegions } =
      tx.get(table, deliveryProfileId ?? "") ?? profileOfRegion(tx, deliveryProfileId);
    const carriers = installedCarriers.filter(({ id }) => appIds?.includes(id) ?? true);
    const results = carriers.map((carrier, originalIndex) => ({
      deliveryCarrierMetadata: { id: carrier.id, originalIndex, success: true },
      deliveryCarrierDetails: carrier,
      deliveryCarrierRegionalSettings: deliveryRegions
        .filter((region) => region.deliveryCarriers?.some(({ appId }) => appId === carrier.id))
        .map(({ id }) => ({
          deliveryRegionId: id,
          dashboardTables: [{ title: carrier.displayName, columns, rows: rowsOf(tx, carrier.id) }],
        })),
    }));
    const totals = { totalSuccesses: results.length, totalFailures: 0, undetailedFailures: 0 };
    return { results, bulkActionMetadata: totals };
  },
  setCarrierActive(tx, { carrierAppId, rowId, active }) {
    const location = carrierAppId === carriers.pickup ? tx.get(pickupLocations, rowId ?? "") : undefined;
    if (!location) {
      const message = `The carrier ${carrierAppId} has no row ${rowId} that can be turned on or off`;
      throw new PlatformError(404, "DELIVERY_CARRIER_NOT_FOUND", message, { carrierAppId, rowId });
    }
    replaceEntity(tx, pickupLocationKind, { ...location, active: active ?? false });
    return {};
  },
  updateExtendedFields: (tx, input) => ({ deliveryProfile: extend(tx, kind, input) }),
};

const columns = [{ key: "name", name: "Name" }];

/** Returns the rows of a carrier that can be turned on and off: pickup locations. */
function rowsOf(tx: Tx, carrierId: string) {
  if (carrierId !== carriers.pickup) return [];
  return [...tx.each(pickupLocations)].map(({ id, name, active }) => ({ key: id, data: { name }, active }));
}
