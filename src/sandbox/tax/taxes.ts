import type { Address } from "../../api/services/models.ts";
import type { ManualTaxMapping, TaxGroup, TaxRegion } from "../../api/services/tax.ts";
import { decimal } from "../../kernel/money.ts";
import { entityKind, type Kind, type Stored } from "../kernel/entities.ts";
import type { Table, Tx } from "../kernel/tx.ts";
import { type AddressTaxes, autoRates, isSameSubdivision, type TaxRate } from "../pricing/tax.ts";
import { sellingSettings } from "../settings/index.ts";

/** The app IDs of the sandbox's tax calculators: manual rates, and automatic rates from a table. */
export const taxCalculators = {
  manual: "7ac41c00-5a9d-4b0c-8a0d-000000000001",
  automatic: "7ac41c00-5a9d-4b0c-8a0d-000000000002",
} as const;

/** The calculators as the API lists them. */
export const listedCalculators = [
  { appId: taxCalculators.manual as string, displayName: "Manual rates", unsupportedCountries: [] },
  { appId: taxCalculators.automatic as string, displayName: "Automatic rates", unsupportedCountries: ["BR"] },
];

/** Returns whether an app is a tax calculator. */
export function isCalculator(appId: string | null | undefined): boolean {
  return listedCalculators.some((listedCalculator) => listedCalculator.appId === appId);
}

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
  const automatic = tx.setting("autoTax");
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
    regions.find((region) => region.subdivision && isSameSubdivision(region.subdivision, subdivision)) ??
    regions.find((region) => !region.subdivision)
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
  const exempt = exemptId && row.exemptRates?.find((exemptRate) => exemptRate.taxExemptGroupId === exemptId);
  const rate = decimal(row.taxRate);
  return {
    name: row.taxName || "Tax",
    type: row.taxType || "Tax",
    jurisdiction: row.jurisdiction || [region.subdivision, region.country].filter(Boolean).join(", "),
    level: (row.jurisdictionType as TaxRate["level"]) || (region.subdivision ? "STATE" : "COUNTRY"),
    rate: exempt ? decimal(exempt.taxRate ?? "0") : rate,
    exemptFrom: exempt ? rate : undefined,
  };
}

/** The default tax group. It exists in every shop and cannot be changed. */
export const defaultTaxGroupId = "7a609009-5a9d-4b0c-8a0d-000000000001";

export const isDefaultTaxGroup = (id: string | null | undefined) => id === defaultTaxGroupId;

/** Returns the public view of the default tax group. */
export function defaultTaxGroup(): TaxGroup {
  const born = "2026-01-01T00:00:00.000Z";
  return { id: defaultTaxGroupId, revision: "1", name: "Products", createdDate: born, updatedDate: born };
}

/** Returns whether a tax group exists. */
export function hasTaxGroup(tx: Tx, id: string | null | undefined): boolean {
  return isDefaultTaxGroup(id) || tx.get(taxGroups, id ?? "") !== undefined;
}

export type StoredTaxGroup = Stored<TaxGroup, "name">;

export const taxGroups: Table<StoredTaxGroup> = {
  name: "taxGroups",
  columns: { name: "text" },
};

export type StoredTaxRegion = Stored<TaxRegion, "country" | "taxIncludedInPrice">;

export const taxRegions: Table<StoredTaxRegion> = {
  name: "taxRegions",
  columns: { country: "text" },
};

/** The rate of one jurisdiction. A region can have state, county and city rates for the same tax group. */
export type StoredTaxMapping = Stored<ManualTaxMapping, "taxGroupId" | "taxRate" | "taxRegionId">;

export const taxMappings: Table<StoredTaxMapping> = {
  name: "taxMappings",
  columns: { taxRegionId: "text" },
};

export const taxGroupKind: Kind<StoredTaxGroup> = entityKind(taxGroups, "billing.v1", "tax group");

export const taxRegionKind: Kind<StoredTaxRegion> = entityKind(taxRegions, "billing.v1", "tax region");

export const taxMappingKind: Kind<StoredTaxMapping> = entityKind(
  taxMappings,
  "billing.v1",
  "manual tax mapping",
);
