import type { TaxGroup } from "../../../api/services/tax/models.ts";
import type { Tx } from "../../kernel/tx.ts";
import { taxGroups } from "./tables.ts";

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
