import { endpoint, service } from "../../endpoint.ts";
import { BulkActionMetadata, ItemMetadata } from "../../models/bulk.ts";
import { list, obj, text } from "../../models/fields.ts";
import { genericEndpoints } from "../generic.ts";
import { TaxGroup } from "./models/tax-setup.ts";

/** Tax groups: products with the same tax rates. */
export const taxGroups = service("taxGroups", {
  ...genericEndpoints({
    name: ["tax group", "tax groups"],
    one: "taxGroup",
    many: "taxGroups",
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
