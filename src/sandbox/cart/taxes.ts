import type { Address } from "../../api/models/address.ts";
import { decimal } from "../../money.ts";
import { autoRates, isPart } from "../pricing/auto-rates.ts";
import type { TaxPlace, TaxRate } from "../pricing/tax.ts";
import {
  type StoredTaxMapping,
  type StoredTaxRegion,
  taxGroups,
  taxMappings,
  taxRegions,
} from "../selling/tables.ts";
import type { Tx } from "../tx.ts";

/** The app that calculates tax by itself, from the sandbox's seeded rates; regions of all others are calculated by hand. */
export const autoTaxApp = "7a3f0c1d-5a9d-4b0c-8a0d-0000000000a7";
export const manualTaxApp = "7a3f0c1d-5a9d-4b0c-8a0d-0000000000b8";

/** The taxes at an address: those of its region; undefined where the shop collects none there. */
export function taxPlaceOf(
  tx: Tx,
  address: Address | null | undefined,
  taxExemptGroupId?: string | undefined,
): TaxPlace | undefined {
  const region = regionOf(tx, address);
  if (!region) return undefined;
  const included = region.taxIncludedInPrice;
  const ratesFor = (taxGroupId: string | undefined) => manualRates(tx, region, taxGroupId, taxExemptGroupId);
  if (region.appId !== autoTaxApp) return { rateType: "MANUAL_RATE", included, ratesFor };
  const automatic = tx.setting("autoTax") ?? "on";
  if (automatic === "on") {
    const rates = autoRates({ ...address });
    return { rateType: "AUTO_RATE", included, ratesFor: () => (taxExemptGroupId ? [] : rates) };
  }
  const fallbackReason = automatic === "off" ? "AUTO_TAX_DEACTIVATED" : "AUTO_TAX_FAILED";
  return { rateType: "FALLBACK_RATE", fallbackReason, included, ratesFor };
}

/** The region that an address lies in; one for its part of the country goes before one for all of it. */
export function regionOf(tx: Tx, address: Address | null | undefined): StoredTaxRegion | undefined {
  const { country, subdivision } = address ?? {};
  if (!country) return undefined;
  const regions = tx.query(taxRegions, { filter: { country }, limit: 1000 }).items;
  return (
    regions.find((one) => one.subdivision && isPart(one.subdivision, subdivision)) ??
    regions.find((one) => !one.subdivision)
  );
}

/** Whether prices of the shop have the tax in them at an address. */
export const taxIsIncluded = (tx: Tx, address: Address | null | undefined): boolean =>
  regionOf(tx, address)?.taxIncludedInPrice ?? false;

function manualRates(
  tx: Tx,
  region: StoredTaxRegion,
  taxGroupId: string | undefined,
  exemptId: string | undefined,
): TaxRate[] {
  const rows = tx.query(taxMappings, { filter: { taxRegionId: region.id }, limit: 1000 }).items;
  const group = taxGroupId ?? defaultGroup(tx, rows);
  return rows.filter((row) => row.taxGroupId === group).map((row) => rateOf(row, region, exemptId));
}

/** Items without a tax group are taxed as the group that was made first. */
function defaultGroup(tx: Tx, rows: readonly StoredTaxMapping[]): string | undefined {
  const groups = tx.query(taxGroups, { sort: [{ fieldName: "createdDate" }], limit: 1 }).items;
  const [first] = groups;
  return first?.id ?? rows[0]?.taxGroupId;
}

function rateOf(row: StoredTaxMapping, region: StoredTaxRegion, exemptId: string | undefined): TaxRate {
  const exempt = exemptId && row.exemptRates?.find((one) => one.taxExemptGroupId === exemptId);
  const rate = decimal(row.taxRate);
  return {
    name: row.taxName || "Tax",
    type: row.taxType || "Tax",
    jurisdiction: row.jurisdiction || [region.subdivision, region.country].filter(Boolean).join(", "),
    level: (row.jurisdictionType as TaxRate["level"]) || (region.subdivision ? "STATE" : "COUNTRY"),
    rate: exempt ? decimal(exempt.taxRate ?? "0") : rate,
    ...(exempt && { exemptFrom: rate }),
  };
}
