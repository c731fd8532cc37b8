import type { CheckoutTemplate } from "../../../api/services/checkout/checkout-templates.ts";
import { type Entity, type Kind, kindOf } from "../../kernel/documents/entities.ts";
import type { Table } from "../../kernel/tx.ts";

export type StoredCheckoutTemplate = CheckoutTemplate & Entity;

export const checkoutTemplates: Table<StoredCheckoutTemplate> = { name: "checkoutTemplates", columns: {} };

/** Templates have no revision and no dates in the API. */
export const checkoutTemplateKind: Kind<StoredCheckoutTemplate> = {
  ...kindOf(checkoutTemplates, "ecom.v1", "checkout template"),
  show: ({ revision: _, createdDate: __, updatedDate: ___, ...template }) => template,
};
