import type { Handlers } from "../../api/endpoint.ts";
import {
  type ConditionalRate,
  localDeliveryOptions as localDeliveryEndpoints,
  pickupLocations as pickupEndpoints,
  deliveryProfiles as profileEndpoints,
  type ShippingOption,
  shippingOptions as shippingOptionEndpoints,
  shippoConfigurations as shippoEndpoints,
} from "../../api/services/shipping.ts";
import { forEachItem, type ItemResult } from "../kernel/bulk.ts";
import { entityOf, replaceEntity } from "../kernel/entities.ts";
import { type RegularResource, regularActions, regularHandlers } from "../kernel/regular.ts";
import { invalid, PlatformError, type Tx } from "../kernel/tx.ts";
import { businessAddress, carriers, installedCarriers } from "./delivery-options.ts";
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
} from "./delivery-regions.ts";
import { extend, regionHandlers, regionsOf } from "./regions.ts";
import {
  deliveryProfileKind,
  localDeliveryKind,
  localDeliveryOptions as localDeliveryTable,
  pickupLocationKind,
  pickupLocations as pickupTable,
  deliveryProfiles as profileTable,
  type StoredLocalDelivery,
  type StoredPickupLocation,
  type StoredShippingOption,
  shippingOptionKind,
  shippoConfigurationKind,
} from "./tables.ts";

/** Handlers of shipping options, priced by weight, total or quantity. */
export const shippingOptions: Handlers<typeof shippingOptionEndpoints, Tx> = {
  ...regularHandlers({
    kind: shippingOptionKind,
    calls: shippingOptionEndpoints,
    complete(_tx, given, before) {
      checkRates(given.rates);
      return {
        ...given,
        title: given.title ?? "",
        rates: given.rates ?? [],
        ...(before ? changedRegions(given, before) : newRegions(given)),
      };
    },
  }),
  updateExtendedFields: (tx, input) => ({ shippingOption: extend(tx, shippingOptionKind, input) }),
  ...regionHandlers(shippingOptionKind, "shippingOption"),
};

type Regions = Pick<ShippingOption, "deliveryRegionId" | "deliveryRegionIds">;

/** Returns the regions of a new option. The platform takes a single region as `deliveryRegionId` only. */
function newRegions(given: Regions): { deliveryRegionIds: string[] } {
  if (!given.deliveryRegionId && given.deliveryRegionIds?.length === 1)
    throw invalid("shippingOption.deliveryRegionId", "FORMAT", "is not a valid GUID", { type: "GUID" });
  return { deliveryRegionIds: regionsOf(given) };
}

/** Returns the regions after an update: those of the field that was changed. */
function changedRegions({ deliveryRegionId, deliveryRegionIds }: Regions, before: StoredShippingOption) {
  if (deliveryRegionId && deliveryRegionId !== before.deliveryRegionId)
    return { deliveryRegionId, deliveryRegionIds: [deliveryRegionId] };
  const ids = deliveryRegionIds?.length ? deliveryRegionIds : before.deliveryRegionIds;
  const only = deliveryRegionId && ids.includes(deliveryRegionId) ? deliveryRegionId : undefined;
  return { deliveryRegionId: only, deliveryRegionIds: ids };
}

/** Throws PlatformError 400 `INVALID_QUANTITY_VALUE` if a quantity is not a whole number. */
export function checkRates(rates: readonly ConditionalRate[] | null | undefined): void {
  const conditions = (rates ?? []).flatMap((rate) => rate.conditions ?? []);
  const wrong = conditions.find(
    ({ type, value }) => type === "BY_TOTAL_QUANTITY" && !/^\d+(\.0+)?$/.test(value ?? ""),
  );
  if (!wrong) return;
  const message = `"${wrong.value}" is not a number of items`;
  throw new PlatformError(400, "INVALID_QUANTITY_VALUE", message, { value: wrong.value });
}

const pickupResource: RegularResource<StoredPickupLocation, typeof pickupEndpoints> = {
  kind: pickupLocationKind,
  calls: pickupEndpoints,
  complete(_tx, given) {
    checkRates(given.rates);
    return {
      ...given,
      address: given.address ?? {},
      active: given.active ?? true,
      rates: given.rates ?? [],
      deliveryRegionIds: regionsOf(given),
    };
  },
};
const pickupActions = regularActions(pickupResource);

/** Handlers of pickup locations. */
export const pickupLocations: Handlers<typeof pickupEndpoints, Tx> = {
  ...regularHandlers(pickupResource),
  ...regionHandlers(pickupLocationKind, "pickupLocation"),
  bulkCreate: (tx, { pickupLocations }) =>
    pickupResults(forEachItem(tx, pickupLocations, (one) => pickupActions.create(tx, one))),
  bulkUpdate: (tx, { pickupLocations }) =>
    pickupResults(forEachItem(tx, pickupLocations, (one) => pickupActions.change(tx, one))),
  bulkRemove: (tx, { pickupLocationIds }) => ({
    errors: pickupResults(forEachItem(tx, pickupLocationIds, (id) => pickupActions.remove(tx, id))).errors,
  }),
};

function pickupResults(outcomes: readonly ItemResult<StoredPickupLocation>[]) {
  return {
    pickupLocations: outcomes.flatMap(({ done }) => done ?? []),
    errors: outcomes.flatMap(({ itemMetadata: { originalIndex, error } }) =>
      error ? [{ id: String(originalIndex), error }] : [],
    ),
  };
}

const areas = ["zipConfig", "cityConfig", "radiusConfig", "customAreaConfig"] as const;

const localDeliveryResource: RegularResource<StoredLocalDelivery, typeof localDeliveryEndpoints> = {
  kind: localDeliveryKind,
  calls: localDeliveryEndpoints,
  complete(_tx, given, before) {
    checkRates(given.rates);
    const { radiusConfig, customAreaConfig } = given;
    if (!areas.some((area) => given[area]))
      throw invalid(
        "localDeliveryOption.zipConfig",
        "REQUIRED_ONE_OF_FIELD",
        `or another of ${areas.join(", ")} must be there`,
      );
    if (customAreaConfig && (customAreaConfig.geocodes ?? []).length < 3)
      throw invalid("localDeliveryOption.customAreaConfig.geocodes", "MIN_SIZE", "needs at least 3 corners", {
        threshold: 3,
      });
    return {
      ...withoutOldArea(given, before),
      ...(radiusConfig && { radiusConfig: { ...radiusConfig, lengthUnit: "KM" } }),
      rates: given.rates ?? [],
      deliveryRegionIds: regionsOf(given),
    };
  },
};
const localDeliveryActions = regularActions(localDeliveryResource);

/** Handlers of local delivery. */
export const localDeliveryOptions: Handlers<typeof localDeliveryEndpoints, Tx> = {
  ...regularHandlers(localDeliveryResource),
  list: (tx, { externalId }) => ({
    localDeliveryOptions: [...tx.each(localDeliveryTable)]
      .filter(({ deliveryRegionIds }) => deliveryRegionIds.includes(externalId))
      .map(({ id }) => localDeliveryActions.get(tx, id)),
  }),
  ...regionHandlers(localDeliveryKind, "localDeliveryOption"),
  bulkCreate: (tx, { localDeliveryOptions }) =>
    localDeliveryResults(
      forEachItem(tx, localDeliveryOptions, (one) => localDeliveryActions.create(tx, one)),
    ),
  bulkUpdate: (tx, { localDeliveryOptions }) =>
    localDeliveryResults(
      forEachItem(tx, localDeliveryOptions, (one) => localDeliveryActions.change(tx, one)),
    ),
  bulkRemove(tx, { ids }) {
    // The response cannot report failures, so either all are deleted or none.
    for (const id of ids) entityOf(tx, localDeliveryKind, id);
    for (const id of new Set(ids)) localDeliveryActions.remove(tx, id);
    return {};
  },
};

/** Removes the previous area if the type of area changes. */
function withoutOldArea<T extends { [Area in (typeof areas)[number]]?: unknown }>(
  given: T,
  before: T | undefined,
): T {
  const old = areas.find((area) => before?.[area]);
  const isReplaced = areas.some((area) => given[area] && area !== old);
  if (old === undefined || !isReplaced) return given;
  return { ...given, [old]: undefined };
}

function localDeliveryResults(outcomes: readonly ItemResult<StoredLocalDelivery>[]) {
  return {
    localDeliveryOptions: outcomes.flatMap(({ done }) => done ?? []),
    errors: outcomes.flatMap(({ itemMetadata: { originalIndex, error } }) =>
      error ? [{ id: String(originalIndex), error: error.description ?? "" }] : [],
    ),
  };
}

/** Handlers of the shipping-label provider's services and packages. */
export const shippoConfigurations: Handlers<typeof shippoEndpoints, Tx> = {
  ...regularHandlers({
    kind: shippoConfigurationKind,
    calls: shippoEndpoints,
    complete(tx, given) {
      const withIds = <Service extends { id?: string | null }>(services: Service[] | null | undefined) =>
        services?.map((service) => ({ ...service, id: service.id ?? tx.newId() }));
      return {
        ...given,
        domesticServices: withIds(given.domesticServices),
        internationalServices: withIds(given.internationalServices),
        deliveryRegionIds: regionsOf(given),
        shipFromAddress: businessAddress(tx),
      };
    },
  }),
  updateExtendedFields: (tx, input) => ({ shippoConfiguration: extend(tx, shippoConfigurationKind, input) }),
  ...regionHandlers(shippoConfigurationKind, "shippoConfiguration"),
};

const maxProfiles = 50;

/** Handlers of delivery profiles. A shop's first profile is the default. */
export const deliveryProfiles: Handlers<typeof profileEndpoints, Tx> = {
  ...regularHandlers({
    kind: deliveryProfileKind,
    calls: profileEndpoints,
    complete(tx, given, before) {
      if (before) return { ...given, default: before.default, deliveryRegions: before.deliveryRegions };
      const count = tx.query(profileTable, { limit: 1 }).total;
      if (count >= maxProfiles) {
        const message = `A site can have at most ${maxProfiles} delivery profiles`;
        throw new PlatformError(428, "DELIVERY_PROFILES_LIMIT_EXCEEDED", message, { limit: maxProfiles });
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
      rejectTakenName(regions, deliveryRegion.name);
      const region = newRegion(tx, deliveryRegion);
      return { regions: [...regions, region], region };
    }),
  }),
  updateDeliveryRegion: (tx, { deliveryProfileId, deliveryRegion, revision }) => ({
    deliveryProfile: changeRegions(tx, deliveryProfileId, revision, "region_updated", (regions) => {
      const { id, createdDate, deliveryCarriers, ...given } = deliveryRegion;
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
    deliveryProfile: addCarrier(tx, deliveryRegionId, deliveryCarrier),
  }),
  removeDeliveryCarrier: (tx, { deliveryRegionId, appId }) => ({
    deliveryProfile: removeCarrier(tx, deliveryRegionId, appId),
  }),
  updateDeliveryCarrier: (tx, { deliveryRegionId, deliveryCarrier }) => ({
    deliveryProfile: changeCarrier(tx, deliveryRegionId, deliveryCarrier),
  }),
  listInstalledCarriers: () => ({ installedDeliveryCarriers: [...installedCarriers] }),
  getDestinationProperties(tx) {
    const all = [...tx.each(profileTable)].flatMap((profile) => profile.deliveryRegions);
    const regions = all.filter(({ active }) => active);
    const delivered = regions.flatMap(({ destinations }) => destinations ?? []);
    const isEverywhere = regions.some(({ destinations }) => !destinations?.length);
    const codes = [...new Set(delivered.map(({ countryCode }) => countryCode ?? ""))].sort();
    return {
      restOfWorld: { postalCodeRequired: false, pickupOnly: !isEverywhere },
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
      tx.get(profileTable, deliveryProfileId) ?? profileOfRegion(tx, deliveryProfileId);
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
    const location = carrierAppId === carriers.pickup ? tx.get(pickupTable, rowId) : undefined;
    if (!location) {
      const message = `The carrier ${carrierAppId} has no row ${rowId} that can be turned on or off`;
      throw new PlatformError(404, "DELIVERY_CARRIER_NOT_FOUND", message, { carrierAppId, rowId });
    }
    replaceEntity(tx, pickupLocationKind, { ...location, active });
    return {};
  },
  updateExtendedFields: (tx, input) => ({ deliveryProfile: extend(tx, deliveryProfileKind, input) }),
};

const columns = [{ key: "name", name: "Name" }];

/** Returns the rows of a carrier that can be turned on and off: pickup locations. */
function rowsOf(tx: Tx, carrierId: string) {
  if (carrierId !== carriers.pickup) return [];
  return [...tx.each(pickupTable)].map(({ id, name, active }) => ({ key: id, data: { name }, active }));
}
