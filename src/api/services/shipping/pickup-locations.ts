import { endpoint, service } from "../../endpoint.ts";
import { ApplicationError } from "../../models/errors.ts";
import { guid, list, obj, text } from "../../models/fields.ts";
import { genericEndpoints } from "../generic.ts";
import { PickupLocation } from "./models.ts";

const location = obj({ pickupLocation: PickupLocation });
const region = {
  input: obj({ pickupLocationId: guid(), deliveryRegionId: guid(), revision: text() }),
  result: location,
  required: ["pickupLocationId", "deliveryRegionId", "revision"],
};
const errors = list(obj({ id: text(), error: ApplicationError }));
const many = () => list(PickupLocation, { minSize: 1, maxSize: 100 });
const locations = obj({ pickupLocations: list(PickupLocation, { maxSize: 100 }), errors });

/** Pickup locations. The hosted platform has no public URL for these calls. */
export const pickupLocations = service("pickupLocations", {
  ...genericEndpoints({
    name: ["pickup location", "pickup locations"],
    entityKey: "pickupLocation",
    listKey: "pickupLocations",
    model: PickupLocation,
    path: "/v1/pickup-locations",
    required: ["address"],
  }),
  addDeliveryRegion: endpoint("POST /v1/pickup-locations/{pickupLocationId}/add-delivery-region", {
    ...region,
    effect: "set",
    summary: "Add a delivery region to a pickup location",
  }),
  removeDeliveryRegion: endpoint("POST /v1/pickup-locations/{pickupLocationId}/remove-delivery-region", {
    ...region,
    effect: "delete",
    summary: "Remove a delivery region from a pickup location",
  }),
  bulkCreate: endpoint("POST /v1/bulk/pickup-locations/create", {
    input: obj({ pickupLocations: many() }),
    result: locations,
    required: ["pickupLocations"],
    summary: "Create up to 100 pickup locations",
  }),
  bulkUpdate: endpoint("PATCH /v1/bulk/pickup-locations/update", {
    input: obj({ pickupLocations: many() }),
    result: locations,
    required: ["pickupLocations"],
    summary: "Update up to 100 pickup locations (requires their revisions)",
  }),
  bulkRemove: endpoint("DELETE /v1/bulk/pickup-locations/delete", {
    input: obj({ pickupLocationIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: obj({ errors }),
    required: ["pickupLocationIds"],
    summary: "Delete up to 100 pickup locations",
  }),
});
