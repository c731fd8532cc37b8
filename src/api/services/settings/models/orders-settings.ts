import type * as z from "zod/mini";
import { bool, date, enumOf, obj, readonly } from "../../../models/fields.ts";

/** The order settings: when stock is reduced, and whether invoices are created. */
export const OrdersSettings = obj({
  inventoryUpdateTrigger: enumOf("ON_ORDER_PAID", "ON_ORDER_PLACED"),
  createInvoice: bool(),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  autoGenerateInvoiceOnPaidOrder: bool(),
});
export interface OrdersSettings extends z.input<typeof OrdersSettings> {}
