import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/tax.gen.ts";
import document from "../contract/tax.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/models.gen.ts";
export type * from "../contract/tax.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { taxGroups, taxRegions, manualTaxMappings, taxSettings, taxCalculation } =
  contract.services as unknown as models.Services;
export const ManualTaxMapping = contract.models.ManualTaxMapping as Schema<models.ManualTaxMapping>;
export type ManualTaxMapping = models.ManualTaxMapping;
export const TaxGroup = contract.models.TaxGroup as Schema<models.TaxGroup>;
export type TaxGroup = models.TaxGroup;
export const TaxRegion = contract.models.TaxRegion as Schema<models.TaxRegion>;
export type TaxRegion = models.TaxRegion;
export const TaxSettings = contract.models.TaxSettings as Schema<models.TaxSettings>;
export type TaxSettings = models.TaxSettings;
