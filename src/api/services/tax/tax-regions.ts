import { endpoint, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/bulk.ts";
import { bool, list, obj } from "../../models/fields.ts";
import { genericEndpoints } from "../generic.ts";
import { TaxRegion } from "./models/tax-setup.ts";

/** The regions in which the shop collects tax. */
export const taxRegions = service("taxRegions", {
  ...genericEndpoints({
    name: ["tax region", "tax regions"],
    one: "taxRegion",
    many: "taxRegions",
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
