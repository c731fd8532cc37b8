import { endpoint, service } from "../../endpoint.ts";
import { BulkActionMetadata } from "../../models/errors.ts";
import { bool, guid, json, list, obj, text } from "../../models/fields.ts";
import { genericEndpoints } from "../generic.ts";
import {
  DeliveryCarrier,
  DeliveryProfile,
  DeliveryRegion,
  DestinationProperties,
  InstalledCarrier,
  ListedCarrier,
} from "./models.ts";

const profile = obj({ deliveryProfile: DeliveryProfile });
const carrier = obj({ deliveryRegionId: guid(), deliveryCarrier: DeliveryCarrier });

/** Delivery profiles: the regions and carriers of products. */
export const deliveryProfiles = service("deliveryProfiles", {
  ...genericEndpoints({
    name: ["delivery profile", "delivery profiles"],
    entityKey: "deliveryProfile",
    listKey: "deliveryProfiles",
    model: DeliveryProfile,
    path: "/ecom/v1/delivery-profiles",
    required: ["name"],
    queried: "GET",
  }),
  addDeliveryRegion: endpoint("POST /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region", {
    input: obj({ deliveryProfileId: guid(), deliveryRegion: DeliveryRegion, revision: text() }),
    result: profile,
    required: ["deliveryProfileId", "deliveryRegion.name"],
    summary: "Add a delivery region to a delivery profile",
  }),
  updateDeliveryRegion: endpoint(
    "PATCH /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region/{deliveryRegion.id}",
    {
      input: obj({ deliveryProfileId: guid(), deliveryRegion: DeliveryRegion, revision: text() }),
      result: profile,
      summary: "Update a delivery region of a delivery profile",
    },
  ),
  getByDeliveryRegion: endpoint("GET /ecom/v1/delivery-profiles/delivery-regions/{deliveryRegionId}", {
    input: obj({ deliveryRegionId: guid() }),
    result: profile,
    role: "admin",
    summary: "Get the delivery profile of a delivery region",
  }),
  removeDeliveryRegion: endpoint(
    "DELETE /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-region/{deliveryRegionId}",
    {
      input: obj({ deliveryProfileId: guid(), deliveryRegionId: guid(), revision: text() }),
      result: profile,
      summary: "Remove a delivery region from a delivery profile",
    },
  ),
  addDeliveryCarrier: endpoint("POST /ecom/v1/delivery-profiles/add-delivery-carrier", {
    input: carrier,
    result: profile,
    required: ["deliveryRegionId", "deliveryCarrier.backupRate?.amount"],
    summary: "Add a carrier to a delivery region",
  }),
  removeDeliveryCarrier: endpoint("POST /ecom/v1/delivery-profiles/remove-delivery-carrier", {
    input: obj({ deliveryRegionId: guid(), appId: guid() }),
    result: profile,
    required: ["deliveryRegionId", "appId"],
    effect: "delete",
    summary: "Remove a carrier from a delivery region",
  }),
  updateDeliveryCarrier: endpoint("PATCH /ecom/v1/delivery-profiles/update-delivery-carrier", {
    input: carrier,
    result: profile,
    required: ["deliveryRegionId", "deliveryCarrier.appId"],
    summary: "Update a carrier's rates in a delivery region",
  }),
  listInstalledCarriers: endpoint("GET /ecom/v1/delivery-profiles/installed-carriers", {
    input: obj({}),
    result: obj({ installedDeliveryCarriers: list(InstalledCarrier, { maxSize: 100 }) }),
    role: "admin",
    summary: "List installed carriers",
  }),
  getDestinationProperties: endpoint("GET /ecom/v1/delivery-profiles/delivery-destination-properties", {
    input: obj({}),
    result: obj({
      restOfWorld: DestinationProperties,
      countries: list(
        obj({
          country: text({ format: "COUNTRY" }),
          deliveryDestinationProperties: DestinationProperties,
          subdivisions: list(
            obj({
              subdivision: text({ minLength: 1, maxLength: 5 }),
              deliveryDestinationProperties: DestinationProperties,
            }),
            { maxSize: 100 },
          ),
        }),
        { maxSize: 195 },
      ),
    }),
    summary: "Show delivery destinations and their required address fields",
  }),
  listDeliveryCarriers: endpoint("POST /ecom/v1/delivery-profiles/{deliveryProfileId}/delivery-carriers", {
    input: obj({ deliveryProfileId: guid(), appIds: list(guid(), { minSize: 1, maxSize: 25 }) }),
    result: obj({ results: list(ListedCarrier, { maxSize: 100 }), bulkActionMetadata: BulkActionMetadata }),
    role: "admin",
    effect: "read",
    summary: "List the carriers of a delivery profile",
  }),
  setCarrierActive: endpoint("POST /ecom/v1/delivery-profiles/delivery-carriers/set-active-status", {
    input: obj({ carrierAppId: guid(), rowId: guid(), active: bool() }),
    result: obj({}),
    required: ["carrierAppId", "rowId", "active"],
    effect: "set",
    summary: "Turn a row of a carrier's settings on or off",
  }),
  updateExtendedFields: endpoint("POST /ecom/v1/delivery-profiles/{id}/update-extended-fields", {
    input: obj({ id: guid(), namespace: text(), namespaceData: json() }),
    result: profile,
    required: ["id", "namespace", "namespaceData"],
    effect: "set",
    summary: "Update an app's extended fields of a delivery profile",
  }),
});
