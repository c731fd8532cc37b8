import type { Address } from "../../../api/models/values.ts";
import { decimal } from "../../../kernel/money.ts";
import type { Tx } from "../../kernel/tx.ts";
import { autoRates, isSameSubdivision } from "../../pricing/auto-rates.ts";
import type { AddressTaxes, TaxRate } from "../../pricing/tax.ts";
import { sellingSettings } from "../settings/index.ts";
import { type StoredTaxMapping, type StoredTaxRegion, taxMappings, taxRegions } from "./tables.ts";
import { listedCalculators, taxCalculators } from "./tax-calculators.ts";
import { defaultTaxGroupId } from "./tax-groups.ts";

/** Returns the tax rates at an address, or undefined if the shop collects no tax there. */
export function taxPlaceOf(
  tx: Tx,
  address: Address | null | undefined,
  taxExemptGroupId?: string | undefined,
): AddressTaxes | undefined {
  const region = regionOf(tx, address);
  if (!region) return undefined;
  const included = isIncluded(tx, region);
  const ratesFor = (taxGroupId: string | undefined) => manualRates(tx, region, taxGroupId, taxExemptGroupId);
  if (region.appId !== taxCalculators.automatic) return { rateType: "MANUAL_RATE", included, ratesFor };
  const automatic = tx.setting("autoTax") ?? "on";
  const isKnown = !unsupported.has(region.country);
  if (automatic === "on" && isKnown) {
    const rates = autoRates({ ...address });
    return { rateType: "AUTO_RATE", included, ratesFor: () => (taxExemptGroupId ? [] : rates) };
  }
  const fallbackReason = automatic === "off" ? "AUTO_TAX_DEACTIVATED" : "AUTO_TAX_FAILED";
  return { rateType: "FALLBACK_RATE", fallbackReason, included, ratesFor };
}

/** Returns the tax region of an address. Subdivisions take precedence over countries. */
function regionOf(tx: Tx, address: Address | null | undefined): StoredTaxRegion | undefined {
  const { country, subdivision } = address ?? {};
  if (!country) return undefined;
  const regions = tx.query(taxRegions, { filter: { country }, limit: 1000 }).items;
  return (
    regions.find((one) => one.subdivision && isSameSubdivision(one.subdivision, subdivision)) ??
    regions.find((one) => !one.subdivision)
  );
}

const unsupported = new Set<string>(
  listedCalculators.find(({ appId }) => appId === taxCalculators.automatic)?.unsupportedCountries,
);

/** Returns whether prices include the tax at an address. Without a region the shop's settings decide. */
export const taxIsIncluded = (tx: Tx, address: Address | null | undefined): boolean =>
  isIncluded(tx, regionOf(tx, address));

const isIncluded = (tx: Tx, region: StoredTaxRegion | undefined): boolean =>
  region?.taxIncludedInPrice || sellingSettings(tx, "tax").taxIncludedInItemPrices === true;

function manualRates(
  tx: Tx,
  region: StoredTaxRegion,
  taxGroupId: string | undefined,
  exemptId: string | undefined,
): TaxRate[] {
  const rows = tx.query(taxMappings, { filter: { taxRegionId: region.id }, limit: 1000 }).items;
  const group = taxGroupId ?? defaultTaxGroupId;
  return rows.filter((row) => row.taxGroupId === group).map((row) => rateOf(row, region, exemptId));
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
