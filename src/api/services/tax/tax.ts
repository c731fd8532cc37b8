import { endpoint, service } from "../../endpoint.ts";
import { BulkActionMetadata, bulkResults, ItemMetadata } from "../../models/errors.ts";
import { bool, guid, list, obj, text } from "../../models/fields.ts";
import { genericEndpoints } from "../generic.ts";
import { TaxGroup, TaxRegion, TaxRequest, TaxResult, TaxSettings } from "./models.ts";

const settings = obj({ taxSettings: TaxSettings });

/** Whether the shop's prices include tax. */
export const taxSettings = service("taxSettings", {
  get: endpoint("GET /billing/v1/tax-settings", {
    input: obj({}),
    result: settings,
    role: "admin",
    summary: "Get the tax settings",
  }),
  upsert: endpoint("POST /billing/v1/tax-settings", {
    input: settings,
    result: settings,
    required: ["taxSettings"],
    effect: "set",
    summary: "Update the tax settings",
  }),
});

/** The tax calculator. */
export const taxCalculation = service("taxCalculation", {
  calculate: endpoint("POST /billing/v1/calculate-tax", {
    input: TaxRequest,
    result: TaxResult,
    required: ["addresses", "lineItems"],
    role: "admin",
    effect: "read",
    summary: "Calculate the tax on items, by jurisdiction",
  }),
  listCalculators: endpoint("GET /billing/v1/list-tax-calculators", {
    input: obj({}),
    result: obj({
      taxCalculatorDetails: list(
        obj({
          appId: guid(),
          displayName: text({ minLength: 1, maxLength: 200 }),
          unsupportedCountries: list(text({ format: "COUNTRY" }), { maxSize: 195 }),
        }),
        { maxSize: 10 },
      ),
    }),
    role: "admin",
    summary: "List the apps that can calculate tax",
  }),
});

/** Tax groups: products with the same tax rates. */
export const taxGroups = service("taxGroups", {
  ...genericEndpoints({
    name: ["tax group", "tax groups"],
    entityKey: "taxGroup",
    listKey: "taxGroups",
    model: TaxGroup,
    path: "/billing/v1/tax-groups",
    required: ["name"],
  }),
  listDefault: endpoint("GET /billing/v1/tax-groups/default-tax-groups", {
    input: obj({}),
    result: obj({ taxGroups: list(TaxGroup) }),
    role: "admin",
    summary: "List the default tax groups",
  }),
  listDefaultByAppIds: endpoint("POST /billing/v1/tax-groups/list-default-tax-groups-by-app-ids", {
    input: obj({ appIds: list(text({ minLength: 1 }), { minSize: 1, maxSize: 300 }) }),
    result: obj({
      results: list(obj({ taxGroupMetadata: ItemMetadata, taxGroup: TaxGroup })),
      bulkActionMetadata: BulkActionMetadata,
    }),
    required: ["appIds"],
    role: "admin",
    effect: "read",
    summary: "List the default tax groups of apps",
  }),
});

/** The regions in which the shop collects tax. */
export const taxRegions = service("taxRegions", {
  ...genericEndpoints({
    name: ["tax region", "tax regions"],
    entityKey: "taxRegion",
    listKey: "taxRegions",
    model: TaxRegion,
    path: "/billing/v1/tax-regions",
    required: ["appId", "country"],
  }),
  bulkCreate: endpoint("POST /billing/v1/bulk/tax-regions/create", {
    input: obj({ taxRegions: list(TaxRegion, { minSize: 1, maxSize: 100 }), returnEntity: bool() }),
    result: bulkResults("item", TaxRegion),
    required: ["taxRegions"],
    summary: "Create up to 100 tax regions",
  }),
});
