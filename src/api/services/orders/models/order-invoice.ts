import type * as z from "zod/mini";
import { enumOf, list, obj, text } from "../../../models/fields.ts";

/** An invoice, its app and (in a sandbox) its status. */
export const Invoice = obj({
  id: text(),
  appId: text(),
  status: enumOf(
    "Draft",
    "Sent",
    "Processing",
    "Paid",
    "Overdue",
    "Void",
    "Deleted",
    "PartiallyPaid",
    "PartialAndOverdue",
  ),
});
export interface Invoice extends z.input<typeof Invoice> {}

/** The invoices of an order. */
export const InvoicesForOrder = obj({ orderId: text(), invoicesInfo: list(Invoice, { maxSize: 300 }) });
