import {
  type DeliveryCarrier,
  type DeliveryProfile,
  type DeliveryRegion,
  deliveryProfiles,
  type LocalDeliveryOption,
  localDeliveryOptions,
  type PickupLocation,
  pickupLocations,
  type ShippingOption,
  shippingOptions,
} from "../api/services/shipping.ts";
import type { Json } from "../bulk/journal/step.ts";
import { sameJson } from "../kernel/json.ts";
import type { FlatFields } from "../resources/flat-fields.ts";
import { type Body, profileKey, regionKey } from "./references.ts";
import {
  fieldsExcept,
  listed,
  type ObjectPart,
  regular,
  regularWrites,
  type ShopObject,
  shopObject,
} from "./shop-object.ts";

const profiles = regularWrites(deliveryProfiles);
const options = regularWrites(shippingOptions);

/** The regions of a profile of a snapshot, with their ids. */
function regionsOf(object: Body, { deliveryRegions: ids }: Body) {
  const profile = object as DeliveryProfile;
  return (profile.deliveryRegions ?? []).map(({ deliveryCarriers, ...region }) => ({
    profile: profileKey(profile),
    id: String((ids as Body | undefined)?.[region.name ?? ""] ?? ""),
    carriers: deliveryCarriers ?? [],
    region,
  }));
}

const destinationListOf = ({ destinations }: FlatFields) =>
  (destinations ?? []) as { countryCode?: string; subdivisions?: string[] }[];

/** Returns the countries of a region, and the parts of those that it has in part only. */
const destinationsOf = (fields: FlatFields): string[] =>
  destinationListOf(fields).flatMap(({ countryCode = "", subdivisions = [] }) =>
    subdivisions.length > 0 ? subdivisions : [countryCode],
  );

const withoutId = ({ deliveryProfileId, ...region }: Body): DeliveryRegion => region as DeliveryRegion;

/** The regions of a profile. */
const region: ObjectPart = {
  kind: "deliveryRegion",
  noun: "delivery region",
  key: ["profile", "name"],
  references: [{ id: "deliveryProfileId", name: "profile", to: () => "deliveryProfile" }],
  of: (object, ids) =>
    regionsOf(object, ids).map(({ profile, id, region }) => ({ id, body: { profile, ...region } })),
  phase: 5,
  conflict(fields, other) {
    const taken = new Set(destinationsOf(other));
    const both = destinationsOf(fields).filter((one) => taken.has(one));
    return both.length === 0 ? undefined : both.join(", ");
  },
  // A country can only be added to a region after it was removed from another one.
  between(before, after) {
    const kept = destinationListOf(before).filter((one) =>
      destinationListOf(after).some((other) => sameJson(one, other)),
    );
    return kept.length < destinationListOf(before).length
      ? { ...before, destinations: kept as Json }
      : undefined;
  },
  create: (body) => ({
    endpoint: deliveryProfiles.addDeliveryRegion,
    input: { deliveryProfileId: body.deliveryProfileId, deliveryRegion: withoutId(body) },
    created: ({ deliveryProfile }) =>
      (deliveryProfile as DeliveryProfile).deliveryRegions?.find(({ name }) => name === body.name)?.id ??
      undefined,
  }),
  update: ({ id, whole }) => ({
    endpoint: deliveryProfiles.updateDeliveryRegion,
    input: { deliveryProfileId: whole.deliveryProfileId, deliveryRegion: { ...withoutId(whole), id } },
  }),
  remove: ({ id, whole }) => ({
    endpoint: deliveryProfiles.removeDeliveryRegion,
    input: { deliveryProfileId: whole.deliveryProfileId, deliveryRegionId: id },
  }),
};

/** Returns a carrier without a fallback rate that is off and 0, which is how a carrier without one is sent. */
function carrierContent({ backupRate, ...carrier }: DeliveryCarrier): DeliveryCarrier {
  const isNone = !backupRate || (backupRate.active === false && Number(backupRate.amount ?? 0) === 0);
  return isNone ? carrier : { ...carrier, backupRate };
}

/** The platform requires a fallback rate of each carrier; one that is off and 0 stands for none. */
function carrierOf({ deliveryRegionId, ...carrier }: Body): Body {
  return { backupRate: { title: "Delivery", amount: "0", active: false }, ...carrier };
}

/** The carriers of the regions of a profile. */
const carrier: ObjectPart = {
  kind: "deliveryCarrier",
  noun: "delivery carrier",
  key: ["region", "appId"],
  references: [{ id: "deliveryRegionId", name: "region", to: () => "deliveryRegion" }],
  of: (object, ids) =>
    regionsOf(object, ids).flatMap(({ profile, id, region, carriers }) =>
      carriers.map((carrier) => ({
        id: `${id}/${carrier.appId}`,
        body: { region: regionKey(profile, region.name), ...carrier },
      })),
    ),
  phase: 6,
  create: (body) => ({
    endpoint: deliveryProfiles.addDeliveryCarrier,
    input: { deliveryRegionId: body.deliveryRegionId, deliveryCarrier: carrierOf(body) },
    created: () => `${String(body.deliveryRegionId)}/${String(body.appId)}`,
  }),
  update: ({ whole }) => ({
    endpoint: deliveryProfiles.updateDeliveryCarrier,
    input: { deliveryRegionId: whole.deliveryRegionId, deliveryCarrier: carrierOf(whole) },
  }),
  remove: ({ whole: { deliveryRegionId, appId } }) => ({
    endpoint: deliveryProfiles.removeDeliveryCarrier,
    input: { deliveryRegionId, appId },
  }),
};

/** The platform returns a single region of an option in a field of its own. */
interface Option {
  deliveryRegionId?: string | null;
  deliveryRegionIds?: (string | null)[] | null;
}

const regionFields = ["deliveryRegionId", "deliveryRegionIds"];

/** What options of delivery have in common: they refer to regions by profile and name, such as `default / Europe`. */
const option = {
  domain: "shipping",
  apart: regionFields,
  content(option: Option) {
    const { deliveryRegionId, deliveryRegionIds } = option;
    const ids = [...(deliveryRegionIds ?? []), ...(deliveryRegionId ? [deliveryRegionId] : [])];
    return { ...fieldsExcept(option, regionFields), deliveryRegionIds: [...new Set(ids)] };
  },
  references: [{ id: "deliveryRegionIds", name: "deliveryRegions", to: () => "deliveryRegion" }],
} satisfies Partial<ShopObject>;

/** Returns an option as the platform takes it: a single region has a field of its own, and a new option has only that. */
function withRegion({ deliveryRegionIds, ...option }: Body, isUpdate = false): Body {
  const ids = (deliveryRegionIds ?? []) as string[];
  if (ids.length === 0) return option;
  const only = ids.length === 1 ? { deliveryRegionId: ids[0] } : {};
  return { ...option, ...only, deliveryRegionIds: isUpdate || ids.length > 1 ? ids : undefined };
}

/** Delivery profiles with their regions and carriers, and the options of delivery. */
export const shippingObjects: readonly ShopObject[] = [
  shopObject<DeliveryProfile>({
    ...listed(deliveryProfiles),
    domain: "shipping",
    key: ["name"],
    main: "default",
    content(profile) {
      const regions = (profile.deliveryRegions ?? []).map(
        ({ id, createdDate, deliveryCarriers, ...region }) => ({
          ...region,
          deliveryCarriers: (deliveryCarriers ?? []).map(carrierContent),
        }),
      );
      // Their order means nothing, and changes when one is created again.
      const sorted = regions.sort((a, b) => ((a.name ?? "") < (b.name ?? "") ? -1 : 1));
      return { ...fieldsExcept(profile, ["createdBy"]), deliveryRegions: sorted };
    },
    ids: ({ deliveryRegions }) => ({
      deliveryRegions: Object.fromEntries((deliveryRegions ?? []).map(({ id, name }) => [name ?? "", id])),
    }),
    write: {
      // The first profile of a shop becomes its default.
      phase: (fields) => (fields.default === true ? 2 : 3),
      isMain: (fields) => fields.default === true,
      written: ({ deliveryRegions, ...profile }) => profile,
      create: ({ default: _, ...profile }) => profiles.create(profile),
      update: ({ touched: { default: _, ...touched }, ...target }) => profiles.update({ ...target, touched }),
      remove: profiles.remove,
    },
    parts: [region, carrier],
    copy: {},
  }),
  shopObject<LocalDeliveryOption>({
    ...option,
    ...regular(localDeliveryOptions, 7),
    key: ["areaName", "deliveryRegions"],
  }),
  shopObject<PickupLocation>({
    ...option,
    ...regular(pickupLocations, 7),
    key: ["name"],
  }),
  shopObject<ShippingOption>({
    ...option,
    ...listed(shippingOptions),
    copy: {},
    key: ["title", "deliveryRegions"],
    write: {
      phase: 7,
      create: (body) => options.create(withRegion(body)),
      update: ({ touched, ...target }) => options.update({ ...target, touched: withRegion(touched, true) }),
      remove: options.remove,
    },
  }),
];
