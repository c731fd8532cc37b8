import type { Handlers } from "../../../api/endpoint.ts";
import { TaxRegion } from "../../../api/services/tax/models.ts";
import type { taxRegions as endpoints } from "../../../api/services/tax/tax.ts";
import { bulkResponse, forEachItem } from "../../kernel/documents/bulk.ts";
import { type RegularResource, regularActions, regularHandlers } from "../../kernel/documents/regular.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { sellingSettings } from "../../services/settings/index.ts";
import {
  taxRegionKind as kind,
  type StoredTaxRegion,
  taxRegions as table,
  taxMappings,
} from "../../services/tax/tables.ts";
import { isCalculator } from "../../services/tax/tax-calculators.ts";

const fields = ["id", "appId", "country", "subdivision", "createdDate", "updatedDate"];
const resource: RegularResource<StoredTaxRegion, "taxRegion", "taxRegions"> = {
  kind,
  one: "taxRegion",
  many: "taxRegions",
  model: TaxRegion,
  fields: { filterable: fields, sortable: fields },
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
    for (const other of tx.each(table, { country })) {
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
const actions = regularActions(resource);

/** Handlers of tax regions. Deleting a region deletes its rates. */
export const taxRegions: Handlers<typeof endpoints, Tx> = {
  ...regularHandlers(resource),
  bulkCreate(tx, { taxRegions, returnEntity }) {
    const results = forEachItem(tx, taxRegions ?? [], (region) => actions.create(tx, region));
    return bulkResponse(results, "item", returnEntity ? (region) => region : undefined);
  },
};
