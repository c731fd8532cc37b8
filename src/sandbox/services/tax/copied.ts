import type { ManualTaxMapping, TaxGroup, TaxRegion } from "../../../api/services/tax/models/tax-setup.ts";
import { listsOf } from "../../kernel/documents/lists.ts";
import type { Tx } from "../../kernel/tx.ts";
import {
  type StoredTaxGroup,
  type StoredTaxMapping,
  type StoredTaxRegion,
  taxGroups,
  taxMappings,
  taxRegions,
} from "./tables.ts";

/** Stores a tax group of another shop. */
export function putCopiedTaxGroup(tx: Tx, given: TaxGroup): void {
  const group = given as StoredTaxGroup;
  tx.put(taxGroups, group.id, group);
}

/** Stores a tax region of another shop. */
export function putCopiedTaxRegion(tx: Tx, given: TaxRegion): void {
  const region = given as StoredTaxRegion;
  tx.put(taxRegions, region.id, { ...region, taxIncludedInPrice: region.taxIncludedInPrice ?? false });
}

/** Stores a tax rate of another shop. */
export function putCopiedTaxRate(tx: Tx, given: ManualTaxMapping): void {
  const rate = given as StoredTaxMapping;
  tx.put(taxMappings, rate.id, { ...rate, lists: listsOf(rate, ["exemptRates.taxExemptGroupId"]) });
}
