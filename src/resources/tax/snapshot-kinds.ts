import { manualTaxMappings } from "../../api/services/tax/manual-tax-mappings.ts";
import type { ManualTaxMapping } from "../../api/services/tax/models/tax-setup.ts";
import { taxSettings } from "../../api/services/tax/tax.ts";
import { taxGroups } from "../../api/services/tax/tax-groups.ts";
import { taxRegions } from "../../api/services/tax/tax-regions.ts";
import { type EntityKind, fieldsExcept } from "../snapshot/entities.ts";

/** Tax groups, tax regions, and the rates that refer to both by name. */
export const taxKinds: readonly EntityKind[] = [
  {
    kind: "taxGroup",
    domain: "tax",
    name: "tax groups",
    call: "taxGroups.query",
    endpoint: taxGroups.query,
    input: { query: {} },
  },
  {
    kind: "taxRegion",
    domain: "tax",
    name: "tax regions",
    call: "taxRegions.query",
    endpoint: taxRegions.query,
    input: { query: {} },
  },
  {
    kind: "taxRate",
    domain: "tax",
    name: "tax rates",
    call: "manualTaxMappings.query",
    endpoint: manualTaxMappings.query,
    input: { query: {} },
    apart: ["taxGroupId", "taxRegionId"],
    content(one) {
      const { exemptRates } = one as ManualTaxMapping;
      return {
        ...fieldsExcept(one, ["exemptRates"]),
        ...(exemptRates?.length && { readOnly: { exemptRates } }),
      };
    },
    references: [
      { id: "taxGroupId", name: "taxGroup", to: () => "taxGroup" },
      { id: "taxRegionId", name: "taxRegion", to: () => "taxRegion" },
    ],
  },
  {
    kind: "taxSettings",
    domain: "tax",
    name: "tax settings",
    call: "taxSettings.get",
    endpoint: taxSettings.get,
    at: "taxSettings",
  },
];
