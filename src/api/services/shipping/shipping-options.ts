import { endpoint, service } from "../../endpoint.ts";
import { guid, json, obj, text } from "../../models/fields.ts";
import { genericEndpoints } from "../generic.ts";
import { ShippingOption } from "./models.ts";

const option = obj({ shippingOption: ShippingOption });
const region = {
  input: obj({ shippingOptionId: guid(), deliveryRegionId: guid(), revision: text() }),
  result: option,
  required: ["shippingOptionId", "deliveryRegionId", "revision"],
};

/** Shipping options with prices by weight, total or quantity. */
export const shippingOptions = service("shippingOptions", {
  ...genericEndpoints({
    name: ["shipping option", "shipping options"],
    entityKey: "shippingOption",
    listKey: "shippingOptions",
    model: ShippingOption,
    path: "/ecom/v1/shipping-options",
    queried: "GET",
  }),
  updateExtendedFields: endpoint("POST /ecom/v1/shipping-options/{id}/update-extended-fields", {
    input: obj({ id: guid(), namespace: text(), namespaceData: json() }),
    result: option,
    required: ["id", "namespace", "namespaceData"],
    effect: "set",
    summary: "Update an app's extended fields of a shipping option",
  }),
  addDeliveryRegion: endpoint("POST /ecom/v1/shipping-options/{shippingOptionId}/add-delivery-region", {
    ...region,
    effect: "set",
    summary: "Add a delivery region to a shipping option",
  }),
  removeDeliveryRegion: endpoint("POST /ecom/v1/shipping-options/{shippingOptionId}/remove-delivery-region", {
    ...region,
    effect: "delete",
    summary: "Remove a delivery region from a shipping option",
  }),
});
