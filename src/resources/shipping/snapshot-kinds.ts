import { deliveryProfiles } from "../../api/services/shipping/delivery-profiles.ts";
import { localDeliveryOptions } from "../../api/services/shipping/local-delivery-options.ts";
import type {
  DeliveryCarrier,
  DeliveryProfile,
} from "../../api/services/shipping/models/delivery-profile.ts";
import { pickupLocations } from "../../api/services/shipping/pickup-locations.ts";
import { shippingOptions } from "../../api/services/shipping/shipping-options.ts";
import { type Entity, type EntityKind, fieldsExcept } from "../snapshot/entities.ts";

const regions = ["deliveryRegionId", "deliveryRegionIds"];

/** Options of delivery refer to regions by profile and name: `default / Europe`. */
const option = (
  kind: string,
  name: string,
  service: string,
  endpoint: EntityKind["endpoint"],
): EntityKind => ({
  ...{ kind, name, endpoint, apart: regions },
  domain: "shipping",
  call: `${service}.query`,
  input: { query: {} },
  content: (one) => ({ ...fieldsExcept(one, regions), deliveryRegionIds: regionsOf(one) }),
  references: [{ id: "deliveryRegionIds", name: "deliveryRegions", to: () => "deliveryRegion" }],
});

/** Returns the ids of an option's regions. The platform returns a single one in a field of its own. */
function regionsOf({ deliveryRegionId, deliveryRegionIds }: Entity): string[] {
  const ids = Array.isArray(deliveryRegionIds) ? (deliveryRegionIds as string[]) : [];
  return [...new Set([...ids, ...(deliveryRegionId ? [String(deliveryRegionId)] : [])])];
}

/** Delivery profiles with their regions, and the options of delivery. */
export const shippingKinds: readonly EntityKind[] = [
  {
    kind: "deliveryProfile",
    domain: "shipping",
    name: "delivery profiles",
    call: "deliveryProfiles.query",
    endpoint: deliveryProfiles.query,
    input: { query: {} },
    content(one) {
      const { deliveryRegions } = one as DeliveryProfile;
      const regions = (deliveryRegions ?? []).map(
        ({ id: _, createdDate: _date, deliveryCarriers, ...region }) => ({
          ...region,
          deliveryCarriers: (deliveryCarriers ?? []).map(carrierContent),
        }),
      );
      // Their order means nothing, and changes when one is created again.
      const sorted = regions.sort((a, b) => ((a.name ?? "") < (b.name ?? "") ? -1 : 1));
      return { ...fieldsExcept(one, ["createdBy"]), deliveryRegions: sorted };
    },
    ids: (one) => ({
      deliveryRegions: Object.fromEntries(
        ((one as DeliveryProfile).deliveryRegions ?? []).map(({ id, name }) => [name ?? "", id]),
      ),
    }),
  },
  option("localDeliveryOption", "local delivery options", "localDeliveryOptions", localDeliveryOptions.query),
  option("pickupLocation", "pickup locations", "pickupLocations", pickupLocations.query),
  option("shippingOption", "shipping options", "shippingOptions", shippingOptions.query),
];

/** Returns a carrier without a fallback rate that is off and 0: it is how the platform is told that there is none. */
function carrierContent({ backupRate, ...carrier }: DeliveryCarrier): DeliveryCarrier {
  const isNone = !backupRate || (backupRate.active === false && Number(backupRate.amount ?? 0) === 0);
  return isNone ? carrier : { ...carrier, backupRate };
}
