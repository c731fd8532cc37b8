import { endpoint, service } from "../../endpoint.ts";
import { decimal, guid, json, obj, text } from "../../models/fields.ts";
import { genericEndpoints } from "../generic.ts";
import { ShippoConfiguration } from "./models.ts";

const configuration = obj({ shippoConfiguration: ShippoConfiguration });
const region = {
  input: obj({ shippoConfigurationId: guid(), deliveryRegionId: guid(), revision: text() }),
  result: configuration,
  required: ["shippoConfigurationId", "deliveryRegionId"],
};
const calls = genericEndpoints({
  name: ["shipping-label configuration", "shipping-label configurations"],
  entityKey: "shippoConfiguration",
  listKey: "shippoConfigurations",
  model: ShippoConfiguration,
  path: "/ecom/v1/shippo-configurations",
  queried: "GET",
});

/** The configurations of the shipping-label provider. */
export const shippoConfigurations = service("shippoConfigurations", {
  ...calls,
  create: {
    ...calls.create,
    input: obj({ shippoConfiguration: ShippoConfiguration, backupRate: decimal({ min: 0, maxScale: 6 }) }),
    required: [
      "deliveryRegionId",
      "osLocationId",
      "packageType",
      "packageDetails",
      "packageDetails.dimensions?.height",
      "packageDetails.dimensions?.length",
      "packageDetails.dimensions?.width",
    ].map((field) => `shippoConfiguration.${field}`),
  },
  updateExtendedFields: endpoint("POST /ecom/v1/shippo-configurations/{id}/update-extended-fields", {
    input: obj({ id: guid(), namespace: text(), namespaceData: json() }),
    result: configuration,
    required: ["id", "namespace", "namespaceData"],
    effect: "set",
    summary: "Update an app's extended fields of a shipping-label configuration",
  }),
  addDeliveryRegion: endpoint(
    "POST /ecom/v1/shippo-configurations/{shippoConfigurationId}/delivery-regions",
    {
      ...region,
      effect: "set",
      summary: "Add a delivery region to a shipping-label configuration",
    },
  ),
  removeDeliveryRegion: endpoint(
    "DELETE /ecom/v1/shippo-configurations/{shippoConfigurationId}/delivery-regions/{deliveryRegionId}",
    {
      ...region,
      summary: "Remove a delivery region from a shipping-label configuration",
    },
  ),
});
