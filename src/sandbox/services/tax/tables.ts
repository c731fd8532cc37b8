import type { ManualTaxMapping, TaxGroup, TaxRegion } from "../../../api/services/tax/models.ts";
import { type Kind, kindOf, type Stored } from "../../kernel/documents/entities.ts";
import type { Table } from "../../kernel/tx.ts";

export type StoredTaxGroup = Stored<TaxGroup, "name">;

export const taxGroups: Table<StoredTaxGroup> = {
  name: "taxGroups",
  columns: { name: { type: "text", value: ({ name }) => name } },
};

export type StoredTaxRegion = Stored<TaxRegion, "country" | "taxIncludedInPrice">;

export const taxRegions: Table<StoredTaxRegion> = {
  name: "taxRegions",
  columns: { country: { type: "text", value: ({ country }) => country } },
};

/** The rate of one jurisdiction. A region can have state, county and city rates for the same tax group. */
export type StoredTaxMapping = Stored<ManualTaxMapping, "taxGroupId" | "taxRate" | "taxRegionId">;

export const taxMappings: Table<StoredTaxMapping> = {
  name: "taxMappings",
  columns: { taxRegionId: { type: "text", value: ({ taxRegionId }) => taxRegionId } },
};

export const taxGroupKind: Kind<StoredTaxGroup> = kindOf(taxGroups, "billing.v1", "tax group");

export const taxRegionKind: Kind<StoredTaxRegion> = kindOf(taxRegions, "billing.v1", "tax region");

export const taxMappingKind: Kind<StoredTaxMapping> = kindOf(taxMappings, "billing.v1", "manual tax mapping");
