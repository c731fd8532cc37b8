import type * as z from "zod/mini";
import { enumOf, list, obj, text } from "../../../models/fields.ts";

/** An invoice, the app that keeps it, and (in a sandbox) what became of it. */
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
/** An invoice as it travels. */
export interface Invoice extends z.input<typeof Invoice> {}

/** The invoices of one order. */
export const InvoicesForOrder = obj({ orderId: text(), invoicesInfo: list(Invoice, { maxSize: 300 }) });
