import { endpoint, service } from "../../endpoint.ts";
import { guid, list, obj, text } from "../../models/fields.ts";
import { genericEndpoints } from "../generic.ts";
import { LocalDeliveryOption } from "./models.ts";

const option = obj({ localDeliveryOption: LocalDeliveryOption });
const region = {
  input: obj({ localDeliveryOptionId: guid(), deliveryRegionId: guid(), revision: text() }),
  result: option,
  required: ["localDeliveryOptionId", "deliveryRegionId"],
};
const many = {
  input: obj({ localDeliveryOptions: list(LocalDeliveryOption, { minSize: 1, maxSize: 100 }) }),
  result: obj({
    localDeliveryOptions: list(LocalDeliveryOption, { maxSize: 100 }),
    errors: list(obj({ id: text(), error: text() })),
  }),
  required: ["localDeliveryOptions"],
};

/** Local delivery options. Most of these calls have no public URL on the hosted platform. */
export const localDeliveryOptions = service("localDeliveryOptions", {
  ...genericEndpoints({
    name: ["local delivery option", "local delivery options"],
    entityKey: "localDeliveryOption",
    listKey: "localDeliveryOptions",
    model: LocalDeliveryOption,
    path: "/v1/local-delivery-options",
  }),
  list: endpoint("GET /stores/v1/localDeliveryOptions", {
    input: obj({ externalId: guid() }),
    result: obj({ localDeliveryOptions: list(LocalDeliveryOption) }),
    required: ["externalId"],
    role: "admin",
    summary: "List the local delivery options of a delivery region (removed from the platform in 2024)",
  }),
  addDeliveryRegion: endpoint("POST /v1/local-delivery-options/add-delivery-region", {
    ...region,
    effect: "set",
    summary: "Add a delivery region to a local delivery option",
  }),
  removeDeliveryRegion: endpoint("POST /v1/local-delivery-options/remove-delivery-region", {
    ...region,
    effect: "delete",
    summary: "Remove a delivery region from a local delivery option",
  }),
  bulkCreate: endpoint("POST /v1/bulk/local-delivery-options/create", {
    ...many,
    summary: "Create up to 100 local delivery options",
  }),
  bulkUpdate: endpoint("PATCH /v1/bulk/local-delivery-options/update", {
    ...many,
    summary: "Update up to 100 local delivery options (requires their revisions)",
  }),
  bulkRemove: endpoint("DELETE /v1/bulk/local-delivery-options/delete", {
    input: obj({ ids: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: obj({}),
    required: ["ids"],
    summary: "Delete up to 100 local delivery options",
  }),
});
