import { endpoint, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/errors.ts";
import { bool, decimal, guid, json, list, obj, text } from "../../models/fields.ts";
import { CursorMetadata } from "../../models/query.ts";
import { genericEndpoints } from "../generic.ts";
import { ManualTaxMapping } from "./models.ts";

const results = bulkResults("item", ManualTaxMapping);

/** The tax rates by tax group and tax region. */
export const manualTaxMappings = service("manualTaxMappings", {
  ...genericEndpoints({
    name: ["tax rate", "tax rates"],
    entityKey: "manualTaxMapping",
    listKey: "manualTaxMappings",
    model: ManualTaxMapping,
    path: "/billing/v1/manual-tax-mappings",
    required: ["taxGroupId", "taxRate", "taxRegionId"],
    queried: "GET",
  }),
  bulkCreate: endpoint("POST /billing/v1/bulk/manual-tax-mappings/create", {
    input: obj({
      manualTaxMappings: list(ManualTaxMapping, { minSize: 1, maxSize: 100 }),
      returnEntity: bool(),
    }),
    result: results,
    required: ["manualTaxMappings"],
    summary: "Create up to 100 tax rates",
  }),
  updateExtendedFields: endpoint("POST /billing/v1/manual-tax-mappings/{id}/update-extended-fields", {
    input: obj({ id: guid(), namespace: text(), namespaceData: json() }),
    result: obj({ manualTaxMapping: ManualTaxMapping }),
    required: ["id", "namespace", "namespaceData"],
    effect: "set",
    summary: "Update an app's extended fields of a tax rate",
  }),
  bulkAssignExemptOverrides: endpoint("POST /billing/v1/manual-tax-mappings/bulk-assign-exempt-overrides", {
    input: obj({
      assignOverrides: list(
        obj(
          {
            manualTaxMappingId: guid(),
            exemptGroupOverrides: list(
              obj(
                { exemptGroupId: guid(), rate: decimal({ maxScale: 3 }) },
                { required: ["exemptGroupId", "rate"] },
              ),
              { minSize: 1, maxSize: 50 },
            ),
          },
          { required: ["manualTaxMappingId", "exemptGroupOverrides"] },
        ),
        { maxSize: 50 },
      ),
      returnEntity: bool(),
    }),
    result: results,
    required: ["assignOverrides"],
    effect: "set",
    summary: "Assign tax rate overrides to exempt groups",
  }),
  bulkUnassignExemptOverrides: endpoint(
    "POST /billing/v1/manual-tax-mappings/bulk-unassign-exempt-overrides",
    {
      input: obj({
        unassignOverrides: list(
          obj(
            { manualTaxMappingId: guid(), exemptGroupIds: list(guid(), { minSize: 1, maxSize: 50 }) },
            { required: ["manualTaxMappingId"] },
          ),
          { maxSize: 50 },
        ),
        returnEntity: bool(),
      }),
      result: results,
      required: ["unassignOverrides"],
      effect: "delete",
      summary: "Remove tax rate overrides from exempt groups",
    },
  ),
  list: endpoint("GET /billing/v1/manual-tax-mappings", {
    input: obj({}),
    result: obj({
      manualTaxMappings: list(ManualTaxMapping, { maxSize: 1000 }),
      pagingMetadata: CursorMetadata,
    }),
    role: "admin",
    summary: "List all tax rates",
  }),
});
