import { manualTaxMappings } from "../../api/services/tax/manual-tax-mappings.ts";
import { taxSettings } from "../../api/services/tax/tax.ts";
import { taxGroups } from "../../api/services/tax/tax-groups.ts";
import { taxRegions } from "../../api/services/tax/tax-regions.ts";
import { genericWriter, type Writer } from "../snapshot/write/writer.ts";

/** How tax groups, regions, rates and settings are written. */
export const taxWriters: readonly Writer[] = [
  {
    kind: "taxGroup",
    noun: "tax group",
    phase: () => 0,
    ...genericWriter("taxGroups", taxGroups, "taxGroup"),
  },
  {
    kind: "taxRegion",
    noun: "tax region",
    phase: () => 0,
    ...genericWriter("taxRegions", taxRegions, "taxRegion"),
  },
  {
    kind: "taxRate",
    noun: "tax rate",
    phase: () => 1,
    ...genericWriter("manualTaxMappings", manualTaxMappings, "manualTaxMapping"),
    losses: { exemptRates: "tax exemptions" },
  },
  {
    kind: "taxSettings",
    noun: "tax settings",
    phase: () => 0,
    update: ({ changed }) => ({
      name: "taxSettings.upsert",
      endpoint: taxSettings.upsert,
      input: { taxSettings: changed },
    }),
  },
];
