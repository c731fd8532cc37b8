import { endpoint, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/errors.ts";
import { enumOf, list, obj, text } from "../../models/fields.ts";
import type { WireOf } from "../../schema.ts";

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
export interface Invoice extends WireOf<typeof Invoice> {}

/** The invoices of an order. */
const InvoicesForOrder = obj({ orderId: text(), invoicesInfo: list(Invoice, { maxSize: 300 }) });

/** The invoices of orders. */
export const orderInvoices = service("orderInvoices", {
  list: endpoint("POST /ecom/v1/invoices/list-by-ids", {
    alternatives: ["/ecom/v1/ep-invoices/list-by-ids"],
    input: obj({ orderIds: list(text({ minLength: 1, maxLength: 100 }), { maxSize: 100 }) }),
    result: obj({ invoicesForOrder: list(InvoicesForOrder) }),
    required: ["orderIds"],
    effect: "read",
    role: "admin",
    summary: "List the invoices of up to 100 orders",
  }),
  generate: endpoint("POST /ecom/v1/invoices/orders/{orderId}", {
    alternatives: ["/ecom/v1/ep-invoices/orders/{orderId}"],
    input: obj({ orderId: text({ minLength: 1, maxLength: 100 }) }),
    result: obj({ invoiceId: text() }),
    summary: "Generate an invoice for an order",
  }),
  bulkGenerate: endpoint("POST /ecom/v1/bulk/invoices/generate", {
    input: obj({ orderIds: list(text({ minLength: 1, maxLength: 100 }), { minSize: 1, maxSize: 300 }) }),
    result: bulkResults("item", obj({ orderId: text(), invoiceId: text() })),
    required: ["orderIds"],
    summary: "Generate invoices for up to 300 orders",
  }),
  add: endpoint("POST /ecom/v1/invoices/orders/{orderId}/add-invoice", {
    alternatives: ["/ecom/v1/ep-invoices/orders/{orderId}/add-invoice"],
    input: obj({ orderId: text({ minLength: 1, maxLength: 100 }), invoiceInfo: Invoice }),
    result: obj({ orderInvoices: list(Invoice) }),
    required: ["orderId", "invoiceInfo", "invoiceInfo.id", "invoiceInfo.appId"],
    summary: "Add an external invoice to an order",
  }),
});
