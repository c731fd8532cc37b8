import type { Call } from "../../api/caller.ts";
import { pages } from "../../api/query/pages.ts";
import { deliveryProfiles } from "../../api/services/shipping/delivery-profiles.ts";
import { localDeliveryOptions } from "../../api/services/shipping/local-delivery-options.ts";
import type { DeliveryProfile } from "../../api/services/shipping/models/delivery-profile.ts";
import { pickupLocations } from "../../api/services/shipping/pickup-locations.ts";
import { shippingOptions } from "../../api/services/shipping/shipping-options.ts";
import { type Entity, type EntityKind, fieldsExcept } from "../snapshot/entities.ts";

/** Delivery profiles with their regions, and the options of delivery, which refer to regions by name. */
export function shippingKinds(call: Call): EntityKind[] {
  let loading: Promise<Map<string, string>> | undefined;
  const regionOf = async (id: unknown) => {
    loading ??= regionNames(call);
    return (await loading).get(String(id)) ?? String(id);
  };
  const apart = ["deliveryRegionId", "deliveryRegionIds"];
  const content = async (one: Entity) => {
    const { deliveryRegionId, deliveryRegionIds } = one;
    const ids = Array.isArray(deliveryRegionIds)
      ? deliveryRegionIds
      : deliveryRegionId
        ? [deliveryRegionId]
        : [];
    const regions = (await Promise.all(ids.map(regionOf))).sort();
    return { ...fieldsExcept(one, apart), deliveryRegions: regions };
  };
  const option = (
    kind: string,
    name: string,
    service: string,
    endpoint: EntityKind["endpoint"],
  ): EntityKind => ({
    ...{ kind, name, endpoint, apart, content },
    domain: "shipping",
    call: `${service}.query`,
    input: { query: {} },
  });
  return [
    {
      kind: "deliveryProfile",
      domain: "shipping",
      name: "delivery profiles",
      call: "deliveryProfiles.query",
      endpoint: deliveryProfiles.query,
      input: { query: {} },
      content: (one) => {
        const { deliveryRegions } = one as DeliveryProfile;
        const regions = (deliveryRegions ?? []).map(({ id: _, createdDate: _date, ...region }) => region);
        return { ...fieldsExcept(one, ["createdBy"]), deliveryRegions: regions };
      },
    },
    option(
      "localDeliveryOption",
      "local delivery options",
      "localDeliveryOptions",
      localDeliveryOptions.query,
    ),
    option("pickupLocation", "pickup locations", "pickupLocations", pickupLocations.query),
    option("shippingOption", "shipping options", "shippingOptions", shippingOptions.query),
  ];
}

async function regionNames(call: Call): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const profiles = pages<DeliveryProfile>(call, "deliveryProfiles.query", deliveryProfiles.query, {
    query: {},
  });
  for await (const { deliveryRegions } of profiles)
    for (const { id, name } of deliveryRegions ?? []) if (id) names.set(id, name ?? id);
  return names;
}
