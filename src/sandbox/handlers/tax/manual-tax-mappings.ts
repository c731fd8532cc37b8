import type { Handlers } from "../../../api/endpoint.ts";
import type { manualTaxMappings as endpoints } from "../../../api/services/tax/manual-tax-mappings.ts";
import { ManualTaxMapping } from "../../../api/services/tax/models.ts";
import { bulkResponse, forEachItem } from "../../kernel/documents/bulk.ts";
import { entityOf, replaceEntity } from "../../kernel/documents/entities.ts";
import { type RegularResource, regularActions, regularHandlers } from "../../kernel/documents/regular.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { extend } from "../../services/shipping/index.ts";
import {
  taxMappingKind as kind,
  type StoredTaxMapping,
  taxMappings as table,
  taxRegions,
} from "../../services/tax/tables.ts";
import { hasTaxGroup } from "../../services/tax/tax-groups.ts";

const sortable = ["id", "jurisdiction", "jurisdictionType", "taxName", "taxRate", "taxType"].concat(
  "createdDate",
  "updatedDate",
);
const resource: RegularResource<StoredTaxMapping, "manualTaxMapping", "manualTaxMappings"> = {
  kind,
  one: "manualTaxMapping",
  many: "manualTaxMappings",
  model: ManualTaxMapping,
  fields: {
    filterable: [...sortable, "description", "taxGroupId", "taxRegionId"],
    sortable,
    lists: ["exemptRates.taxExemptGroupId"],
  },
  complete(tx, given, before) {
    const { taxRegionId, taxGroupId, jurisdiction, jurisdictionType } = given;
    if (!tx.get(taxRegions, taxRegionId)) {
      const message = `There is no tax region ${taxRegionId}`;
      throw new PlatformError(404, "TAX_REGION_ID_NOT_FOUND", message, { taxRegionId });
    }
    if (!hasTaxGroup(tx, taxGroupId))
      throw new PlatformError(404, "TAX_GROUP_ID_NOT_FOUND", `There is no tax group ${taxGroupId}`, {
        taxGroupId,
      });
    const level = jurisdictionType ?? "UNDEFINED";
    for (const other of tx.each(table, { taxRegionId })) {
      const same = [other.taxGroupId, other.jurisdictionType, other.jurisdiction ?? ""];
      if (other.id === before?.id || String(same) !== String([taxGroupId, level, jurisdiction ?? ""]))
        continue;
      const message = "This tax group already has a rate for this jurisdiction";
      throw new PlatformError(409, "MANUAL_TAX_MAPPING_ALREADY_EXISTS", message, { id: other.id });
    }
    return { ...given, jurisdictionType: level };
  },
};
const actions = regularActions(resource);

/** Handlers of manual tax rates, by tax group, tax region and jurisdiction. */
export const manualTaxMappings: Handlers<typeof endpoints, Tx> = {
  ...regularHandlers(resource),
  bulkCreate(tx, { manualTaxMappings, returnEntity }) {
    const results = forEachItem(tx, manualTaxMappings ?? [], (mapping) => actions.create(tx, mapping));
    return bulkResponse(results, "item", returnEntity ? shown : undefined);
  },
  updateExtendedFields: (tx, input) => ({ manualTaxMapping: shown(extend(tx, kind, input)) }),
  bulkAssignExemptOverrides(tx, { assignOverrides, returnEntity }) {
    const results = forEachItem(tx, assignOverrides ?? [], ({ manualTaxMappingId, exemptGroupOverrides }) => {
      const given = (exemptGroupOverrides ?? []).map(({ exemptGroupId, rate }) => ({
        taxExemptGroupId: exemptGroupId,
        taxRate: rate,
      }));
      return exempt(tx, manualTaxMappingId, given, given);
    });
    return bulkResponse(results, "item", returnEntity ? shown : undefined);
  },
  bulkUnassignExemptOverrides(tx, { unassignOverrides, returnEntity }) {
    const results = forEachItem(tx, unassignOverrides ?? [], ({ manualTaxMappingId, exemptGroupIds }) => {
      const removed = (exemptGroupIds ?? []).map((taxExemptGroupId) => ({ taxExemptGroupId }));
      return exempt(tx, manualTaxMappingId, removed, []);
    });
    return bulkResponse(results, "item", returnEntity ? shown : undefined);
  },
  list(tx) {
    const manualTaxMappings = [...tx.each(table)].map(shown);
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
  const before = entityOf(tx, kind, id ?? "");
  const removed = new Set(without.map((one) => one.taxExemptGroupId));
  const rest = (before.exemptRates ?? []).filter((one) => !removed.has(one.taxExemptGroupId));
  return replaceEntity(tx, kind, { ...before, exemptRates: [...rest, ...added] });
}

function shown({ lists: _, ...mapping }: StoredTaxMapping): StoredTaxMapping {
  return mapping as StoredTaxMapping;
}
