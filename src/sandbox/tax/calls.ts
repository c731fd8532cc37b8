import type { Handlers } from "../../api/endpoint.ts";
import {
  type taxCalculation as calculationEndpoints,
  taxGroups as groupEndpoints,
  type ManualTaxMapping,
  manualTaxMappings as mappingEndpoints,
  taxRegions as regionEndpoints,
  type taxSettings as settingEndpoints,
  type TaxRequest,
  type TaxResult,
  TaxSettings,
} from "../../api/services/tax.ts";
import { amountText, type Decimal, decimal, sum } from "../../kernel/money.ts";
import { bulkResponse, forEachItem } from "../kernel/bulk.ts";
import { entityOf, replaceEntity } from "../kernel/entities.ts";
import { type RegularResource, regularHandlers, writable } from "../kernel/regular.ts";
import { invalid, PlatformError, type Tx } from "../kernel/tx.ts";
import { whole } from "../pricing/allocate.ts";
import { type TaxedAmount, taxOn } from "../pricing/tax.ts";
import { changeSellingSettings, sellingSettings } from "../settings/index.ts";
import { extend } from "../shipping/index.ts";
import {
  defaultTaxGroup,
  hasTaxGroup,
  isCalculator,
  isDefaultTaxGroup,
  listedCalculators,
  taxRegions as regionTable,
  type StoredTaxMapping,
  type StoredTaxRegion,
  taxGroupKind,
  taxMappingKind,
  taxMappings,
  taxPlaceOf,
  taxRegionKind,
} from "./taxes.ts";

type Item = NonNullable<TaxRequest["lineItems"]>[number];

/** Returns the tax on items by jurisdiction. Throws PlatformError 400 if an address is missing or incomplete. */
function calculateTax(tx: Tx, request: TaxRequest): TaxResult {
  const { externalId, addresses, lineItems } = request;
  const currency = request.currency ?? tx.setting("currency");
  const taxed = (lineItems ?? []).map((item) => {
    const full = decimal(item.price ?? "0").times(whole(item.quantity ?? 1));
    const address = taxPlaceOf(tx, addressOf(request, item));
    const own = address && { ...address, included: item.taxIncludedInPrice ?? address.included };
    return { item, full, tax: taxOn(full, own, item.taxGroupId ?? undefined, currency) };
  });
  const total = (pick: (one: (typeof taxed)[number]) => Decimal) => amountText(sum(taxed.map(pick)));
  return {
    externalId: externalId || undefined,
    currency,
    addresses: addresses ?? undefined,
    taxSummary: {
      totalAmount: total(({ full, tax }) => full.plus(tax.added)),
      totalTax: total(({ tax }) => tax.tax),
      totalTaxableAmount: total(({ tax }) => tax.taxable),
      totalTaxIncludedInPrice: total(({ tax }) => tax.tax.minus(tax.added)),
      aggregatedTaxBreakdown: aggregated(taxed.flatMap(({ tax }) => tax.shares)),
    },
    lineItemTaxDetails: taxed.map(({ item, full, tax }) => detailsOf(item, full, tax)),
    errors: [],
  };
}

function detailsOf({ id, itemName, quantity, addressIndex, appId }: Item, full: Decimal, tax: TaxedAmount) {
  return {
    id,
    itemName: itemName || undefined,
    quantity: quantity ?? 1,
    taxBreakdown: tax.shares.map((share) => ({
      ...placeOf(share),
      nonTaxableAmount: "0",
      taxAmount: amountText(share.tax),
      taxableAmount: amountText(tax.taxable),
    })),
    taxSummary: {
      fullPrice: amountText(full),
      taxAmount: amountText(tax.tax),
      taxableAmount: amountText(tax.taxable),
      appId: appId || undefined,
    },
    addressIndex: addressIndex || undefined,
    taxIncludedInPrice: tax.included,
  };
}

type Share = TaxedAmount["shares"][number];

const placeOf = ({ rate: { jurisdiction, level, rate, type, name } }: Share) => ({
  jurisdiction,
  jurisdictionType: level,
  rate: amountText(rate),
  taxType: type,
  taxName: name,
});

function aggregated(shares: readonly Share[]) {
  const groups = Map.groupBy(shares, (share) => JSON.stringify(placeOf(share)));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return [{ ...placeOf(first), aggregatedTaxAmount: amountText(sum(group.map(({ tax }) => tax))) }];
  });
}

function addressOf({ addresses }: TaxRequest, { id, addressIndex }: Item) {
  const index = addressIndex?.singleAddress ?? addressIndex?.multipleAddresses?.destination;
  if (index === undefined || index === null)
    throw calculationRejection("INVALID_LINE_ITEM_ADDRESS_INDEX", `The item ${id} names no address`, { id });
  const address = addresses?.[index];
  if (!address)
    throw calculationRejection("MISSING_TAXABLE_ADDRESS", `There is no address ${index}`, { id, index });
  if (!address.country)
    throw calculationRejection("MISSING_COUNTRY_IN_ADDRESS", `The address ${index} has no country`, {
      index,
    });
  if (address.country === "US" && !address.subdivision)
    throw calculationRejection("MISSING_SUBDIVISION_IN_ADDRESS", `The address ${index} has no state`, {
      index,
    });
  return address;
}

const calculationRejection = (code: string, message: string, data: object) =>
  new PlatformError(400, code, message, data);

/** Handlers of the tax settings. */
export const taxSettings: Handlers<typeof settingEndpoints, Tx> = {
  get: (tx) => ({ taxSettings: sellingSettings(tx, "tax") }),
  upsert: (tx, { taxSettings }) => ({
    taxSettings: changeSellingSettings(tx, "tax", writable(TaxSettings, taxSettings)),
  }),
};

/** Handlers of tax calculations. */
export const taxCalculation: Handlers<typeof calculationEndpoints, Tx> = {
  calculate: calculateTax,
  listCalculators: () => ({ taxCalculatorDetails: [...listedCalculators] }),
};

const regionResource: RegularResource<StoredTaxRegion, typeof regionEndpoints> = {
  kind: taxRegionKind,
  calls: regionEndpoints,
  complete(tx, given, before) {
    const { country, subdivision } = given;
    if (!isCalculator(given.appId)) {
      const message = `There is no tax calculator ${given.appId}`;
      throw new PlatformError(404, "CALCULATOR_ID_NOT_FOUND", message, { appId: given.appId });
    }
    if (subdivision && !new RegExp(`^${country}-[A-Z0-9]{1,3}$`).test(subdivision)) {
      const message = `"${subdivision}" is not a subdivision of ${country}: use a code such as ${country}-XX`;
      throw new PlatformError(400, "INVALID_SUBDIVISION_FORMAT", message, { subdivision });
    }
    for (const other of tx.each(regionTable, { country })) {
      if (other.id === before?.id || (other.subdivision ?? "") !== (subdivision ?? "")) continue;
      const message = `There is already a tax region for ${subdivision || country}`;
      throw new PlatformError(409, "ALREADY_EXISTS", message, { taxRegionId: other.id });
    }
    const included = given.taxIncludedInPrice ?? sellingSettings(tx, "tax").taxIncludedInItemPrices;
    return { ...given, taxIncludedInPrice: included ?? false };
  },
  beforeRemove(tx, { id }) {
    for (const mapping of tx.each(taxMappings, { taxRegionId: id })) tx.remove(taxMappings, mapping.id);
  },
};

/** Handlers of tax regions. Deleting a region deletes its rates. */
export const taxRegions: Handlers<typeof regionEndpoints, Tx> = regularHandlers(regionResource);

const groupCalls = regularHandlers({
  kind: taxGroupKind,
  calls: groupEndpoints,
  complete(_tx, given) {
    if (!given.name) throw invalid("taxGroup.name", "REQUIRED_FIELD", "must not be empty");
    return given;
  },
});

/** Handlers of tax groups. The platform owns the default one. */
export const taxGroups: Handlers<typeof groupEndpoints, Tx> = {
  ...groupCalls,
  get: (tx, input) =>
    isDefaultTaxGroup(input.taxGroupId) ? { taxGroup: defaultTaxGroup() } : groupCalls.get(tx, input),
  update(tx, input) {
    if (isDefaultTaxGroup(input.taxGroup.id)) throw systemDefined();
    return groupCalls.update(tx, input);
  },
  remove(tx, input) {
    if (isDefaultTaxGroup(input.taxGroupId)) throw systemDefined();
    return groupCalls.remove(tx, input);
  },
  listDefault: () => ({ taxGroups: [defaultTaxGroup()] }),
  listDefaultByAppIds(_tx, { appIds }) {
    const results = appIds.map((id, originalIndex) => ({
      taxGroupMetadata: { id, originalIndex, success: true },
      taxGroup: defaultTaxGroup(),
    }));
    const totals = { totalSuccesses: results.length, totalFailures: 0, undetailedFailures: 0 };
    return { results, bulkActionMetadata: totals };
  },
};

function systemDefined(): PlatformError {
  const message = "The default tax group cannot be changed";
  return new PlatformError(428, "ILLEGAL_UPDATE_ON_SYSTEM_DEFINED_TAX_GROUP", message);
}

const mappingResource: RegularResource<StoredTaxMapping, typeof mappingEndpoints> = {
  kind: taxMappingKind,
  calls: mappingEndpoints,
  complete(tx, given, before) {
    const { taxRegionId, taxGroupId, jurisdiction, jurisdictionType } = given;
    if (!tx.get(regionTable, taxRegionId)) {
      const message = `There is no tax region ${taxRegionId}`;
      throw new PlatformError(404, "TAX_REGION_ID_NOT_FOUND", message, { taxRegionId });
    }
    if (!hasTaxGroup(tx, taxGroupId))
      throw new PlatformError(404, "TAX_GROUP_ID_NOT_FOUND", `There is no tax group ${taxGroupId}`, {
        taxGroupId,
      });
    const level = jurisdictionType ?? "UNDEFINED";
    for (const other of tx.each(taxMappings, { taxRegionId })) {
      const same = [other.taxGroupId, other.jurisdictionType, other.jurisdiction ?? ""];
      if (other.id === before?.id || String(same) !== String([taxGroupId, level, jurisdiction ?? ""]))
        continue;
      const message = "This tax group already has a rate for this jurisdiction";
      throw new PlatformError(409, "MANUAL_TAX_MAPPING_ALREADY_EXISTS", message, { id: other.id });
    }
    return { ...given, jurisdictionType: level };
  },
};

/** Handlers of manual tax rates, by tax group, tax region and jurisdiction. */
export const manualTaxMappings: Handlers<typeof mappingEndpoints, Tx> = {
  ...regularHandlers(mappingResource),
  updateExtendedFields: (tx, input) => ({
    manualTaxMapping: extend(tx, taxMappingKind, input),
  }),
  bulkAssignExemptOverrides(tx, { assignOverrides, returnEntity }) {
    const results = forEachItem(tx, assignOverrides, ({ manualTaxMappingId, exemptGroupOverrides }) => {
      const given = (exemptGroupOverrides ?? []).map(({ exemptGroupId, rate }) => ({
        taxExemptGroupId: exemptGroupId,
        taxRate: rate,
      }));
      return exempt(tx, manualTaxMappingId, given, given);
    });
    return bulkResponse(results, "item", returnEntity ? (mapping) => mapping : undefined);
  },
  bulkUnassignExemptOverrides(tx, { unassignOverrides, returnEntity }) {
    const results = forEachItem(tx, unassignOverrides, ({ manualTaxMappingId, exemptGroupIds }) => {
      const removed = (exemptGroupIds ?? []).map((taxExemptGroupId) => ({ taxExemptGroupId }));
      return exempt(tx, manualTaxMappingId, removed, []);
    });
    return bulkResponse(results, "item", returnEntity ? (mapping) => mapping : undefined);
  },
  list(tx) {
    const manualTaxMappings = [...tx.each(taxMappings)];
    return { manualTaxMappings, pagingMetadata: { count: manualTaxMappings.length, hasNext: false } };
  },
};

type Exemption = NonNullable<ManualTaxMapping["exemptRates"]>[number];

function exempt(
  tx: Tx,
  id: string | null | undefined,
  without: readonly Exemption[],
  added: readonly Exemption[],
): StoredTaxMapping {
  const before = entityOf(tx, taxMappingKind, id ?? "");
  const removed = new Set(without.map((one) => one.taxExemptGroupId));
  const rest = (before.exemptRates ?? []).filter((exemptRate) => !removed.has(exemptRate.taxExemptGroupId));
  const exemptRates = [...rest, ...added];
  const changed = { ...before, exemptRates };
  return replaceEntity(tx, taxMappingKind, changed);
}
