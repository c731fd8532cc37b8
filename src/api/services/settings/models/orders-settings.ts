import type * as z from "zod/mini";
import { bool, date, enumOf, obj, readonly } from "../../../models/fields.ts";

/** How a shop deals with its orders: when stock is taken, and whether invoices are made. */
export const OrdersSettings = obj({
  inventoryUpdateTrigger: enumOf("ON_ORDER_PAID", "ON_ORDER_PLACED"),
  createInvoice: bool(),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  autoGenerateInvoiceOnPaidOrder: bool(),
});
/** How a shop deals with its orders, as it travels. */
export interface OrdersSettings extends z.input<typeof OrdersSettings> {}
