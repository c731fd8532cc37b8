import { deliveryProfiles } from "../../api/services/shipping/delivery-profiles.ts";
import { localDeliveryOptions } from "../../api/services/shipping/local-delivery-options.ts";
import type { DeliveryProfile, DeliveryRegion } from "../../api/services/shipping/models/delivery-profile.ts";
import { pickupLocations } from "../../api/services/shipping/pickup-locations.ts";
import { shippingOptions } from "../../api/services/shipping/shipping-options.ts";
import type { Json } from "../../bulk/journal/step.ts";
import type { SnapshotObject } from "../../files/snapshot/format.ts";
import { sameJson } from "../../kernel/json.ts";
import { profileKey, regionKey } from "../snapshot/names.ts";
import type { Body } from "../snapshot/references.ts";
import type { FlatFields } from "../snapshot/write/flat-fields.ts";
import { genericWriter, type Writer } from "../snapshot/write/writer.ts";

const profiles = genericWriter("deliveryProfiles", deliveryProfiles, "deliveryProfile");
const options = genericWriter("shippingOptions", shippingOptions, "shippingOption");

/** The regions of a profile of a snapshot, with their ids. */
function regionsOf(object: SnapshotObject, { deliveryRegions: ids }: Body) {
  const { deliveryRegions } = object as DeliveryProfile;
  return (deliveryRegions ?? []).map(({ deliveryCarriers, ...region }) => ({
    profile: profileKey(object as DeliveryProfile),
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

const withoutId = ({ deliveryProfileId: _, ...region }: Body): DeliveryRegion => region as DeliveryRegion;

/** The platform requires a fallback rate of each carrier; one that is off and 0 stands for none. */
function carrierOf({ deliveryRegionId: _, ...carrier }: Body): Body {
  return { backupRate: { title: "Delivery", amount: "0", active: false }, ...carrier };
}

/** How delivery profiles with their regions and carriers, and the options of delivery, are written. */
export const shippingWriters: readonly Writer[] = [
  {
    kind: "deliveryProfile",
    noun: "delivery profile",
    // The first profile of a shop becomes its default.
    phase: (fields) => (fields.default === true ? 2 : 3),
    isMain: (fields) => fields.default === true,
    content: ({ deliveryRegions: _, ...profile }) => profile,
    create: ({ default: _, ...profile }) => profiles.create(profile),
    update: ({ touched: { default: _, ...touched }, ...target }) => profiles.update({ ...target, touched }),
    remove: profiles.remove,
  },
  {
    kind: "deliveryRegion",
    noun: "delivery region",
    of: "deliveryProfile",
    phase: () => 5,
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
    parts: (object, ids) =>
      regionsOf(object, ids).map(({ profile, id, region }) => ({ id, body: { profile, ...region } })),
    key: ["profile", "name"],
    references: [{ id: "deliveryProfileId", name: "profile", to: () => "deliveryProfile" }],
    create: (body) => ({
      name: "deliveryProfiles.addDeliveryRegion",
      endpoint: deliveryProfiles.addDeliveryRegion,
      input: { deliveryProfileId: body.deliveryProfileId, deliveryRegion: withoutId(body) },
      created: ({ deliveryProfile }) =>
        (deliveryProfile as DeliveryProfile).deliveryRegions?.find(({ name }) => name === body.name)?.id ??
        undefined,
    }),
    update: ({ id, whole }) => ({
      name: "deliveryProfiles.updateDeliveryRegion",
      endpoint: deliveryProfiles.updateDeliveryRegion,
      input: { deliveryProfileId: whole.deliveryProfileId, deliveryRegion: { ...withoutId(whole), id } },
    }),
    remove: ({ id, whole }) => ({
      name: "deliveryProfiles.removeDeliveryRegion",
      endpoint: deliveryProfiles.removeDeliveryRegion,
      input: { deliveryProfileId: whole.deliveryProfileId, deliveryRegionId: id },
    }),
  },
  {
    kind: "deliveryCarrier",
    noun: "delivery carrier",
    of: "deliveryProfile",
    phase: () => 6,
    parts: (object, ids) =>
      regionsOf(object, ids).flatMap(({ profile, id, region, carriers }) =>
        carriers.map((carrier) => ({
          id: `${id}/${carrier.appId}`,
          body: { region: regionKey(profile, region.name), ...carrier },
        })),
      ),
    key: ["region", "appId"],
    references: [{ id: "deliveryRegionId", name: "region", to: () => "deliveryRegion" }],
    create: (body) => ({
      name: "deliveryProfiles.addDeliveryCarrier",
      endpoint: deliveryProfiles.addDeliveryCarrier,
      input: { deliveryRegionId: body.deliveryRegionId, deliveryCarrier: carrierOf(body) },
      created: () => `${String(body.deliveryRegionId)}/${String(body.appId)}`,
    }),
    update: ({ whole }) => ({
      name: "deliveryProfiles.updateDeliveryCarrier",
      endpoint: deliveryProfiles.updateDeliveryCarrier,
      input: { deliveryRegionId: whole.deliveryRegionId, deliveryCarrier: carrierOf(whole) },
    }),
    remove: ({ whole: { deliveryRegionId, appId } }) => ({
      name: "deliveryProfiles.removeDeliveryCarrier",
      endpoint: deliveryProfiles.removeDeliveryCarrier,
      input: { deliveryRegionId, appId },
    }),
  },
  {
    kind: "localDeliveryOption",
    noun: "local delivery option",
    phase: () => 7,
    ...genericWriter("localDeliveryOptions", localDeliveryOptions, "localDeliveryOption"),
  },
  {
    kind: "pickupLocation",
    noun: "pickup location",
    phase: () => 7,
    ...genericWriter("pickupLocations", pickupLocations, "pickupLocation"),
  },
  {
    kind: "shippingOption",
    noun: "shipping option",
    phase: () => 7,
    create: (body) => options.create(withRegion(body)),
    update: ({ touched, ...target }) => options.update({ ...target, touched: withRegion(touched, true) }),
    remove: options.remove,
  },
];

/** Returns an option as the platform takes it: a single region has a field of its own, and a new option has only that. */
function withRegion({ deliveryRegionIds, ...option }: Body, isUpdate = false): Body {
  const ids = (deliveryRegionIds ?? []) as string[];
  if (ids.length === 0) return option;
  const only = ids.length === 1 ? { deliveryRegionId: ids[0] } : {};
  return { ...option, ...only, ...((isUpdate || ids.length > 1) && { deliveryRegionIds: ids }) };
}
