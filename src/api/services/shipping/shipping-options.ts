import { endpoint } from "../../endpoint.ts";
import { guid, json, obj, text } from "../../models/fields.ts";
import { genericEndpoints } from "../generic.ts";
import { ShippingOption } from "./models/shipping-option.ts";

const option = obj({ shippingOption: ShippingOption });
const region = {
  input: obj({ shippingOptionId: guid(), deliveryRegionId: guid(), revision: text() }),
  result: option,
  required: ["shippingOptionId", "deliveryRegionId", "revision"],
};

/** Ways of delivery with prices by weight, sum or number of items. */
export const shippingOptions = {
  ...genericEndpoints({
    name: ["shipping option", "shipping options"],
    one: "shippingOption",
    many: "shippingOptions",
    model: ShippingOption,
    path: "/v1/shipping-options",
    public: "/ecom/v1/shipping-options",
    queried: "GET",
  }),
  updateExtendedFields: endpoint({
    method: "POST",
    path: "/v1/shipping-options/{id}/update-extended-fields",
    public: "/ecom/v1/shipping-options/{id}/update-extended-fields",
    input: obj({ id: guid(), namespace: text(), namespaceData: json() }),
    result: option,
    required: ["id", "namespace", "namespaceData"],
    effect: "set",
    summary: "Update an app's extended fields of a shipping option",
  }),
  addDeliveryRegion: endpoint({
    ...region,
    method: "POST",
    path: "/v1/shipping-options/{shippingOptionId}/add-delivery-region",
    public: "/ecom/v1/shipping-options/{shippingOptionId}/add-delivery-region",
    effect: "set",
    summary: "Add a delivery region to a shipping option",
  }),
  removeDeliveryRegion: endpoint({
    ...region,
    method: "POST",
    path: "/v1/shipping-options/{shippingOptionId}/remove-delivery-region",
    public: "/ecom/v1/shipping-options/{shippingOptionId}/remove-delivery-region",
    effect: "delete",
    summary: "Remove a delivery region from a shipping option",
  }),
};
