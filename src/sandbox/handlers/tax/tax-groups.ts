import type { Handlers } from "../../../api/endpoint.ts";
import { TaxGroup } from "../../../api/services/tax/models.ts";
import type { taxGroups as endpoints } from "../../../api/services/tax/tax.ts";
import { regularHandlers } from "../../kernel/documents/regular.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { taxGroupKind as kind } from "../../services/tax/tables.ts";
import { defaultTaxGroup, isDefaultTaxGroup } from "../../services/tax/tax-groups.ts";

const fields = ["id", "name", "createdDate", "updatedDate"];
const calls = regularHandlers({
  kind,
  one: "taxGroup",
  many: "taxGroups",
  model: TaxGroup,
  fields: { filterable: fields, sortable: fields },
  complete(_tx, given) {
    return given;
  },
});

/** Handlers of tax groups. The platform owns the default one. */
export const taxGroups: Handlers<typeof endpoints, Tx> = {
  ...calls,
  get: (tx, input) =>
    isDefaultTaxGroup(input.taxGroupId) ? { taxGroup: defaultTaxGroup() } : calls.get(tx, input),
  update(tx, input) {
    if (isDefaultTaxGroup(input.taxGroup?.id)) throw systemDefined();
    return calls.update(tx, input);
  },
  remove(tx, input) {
    if (isDefaultTaxGroup(input.taxGroupId)) throw systemDefined();
    return calls.remove(tx, input);
  },
  listDefault: () => ({ taxGroups: [defaultTaxGroup()] }),
  listDefaultByAppIds(_tx, { appIds }) {
    const results = (appIds ?? []).map((id, originalIndex) => ({
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
