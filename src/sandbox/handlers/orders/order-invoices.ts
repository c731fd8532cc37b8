import type { Handlers } from "../../../api/endpoint.ts";
import type { orderInvoices as endpoints } from "../../../api/services/orders/order-invoices.ts";
import { bulkResponse, forEachItem } from "../../kernel/documents/bulk.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { addInvoice, generateInvoice, invoicesOf } from "../../services/orders/invoices.ts";

/** Handlers of invoices. */
export const orderInvoices: Handlers<typeof endpoints, StoreTx> = {
  list: (tx, { orderIds }) => ({
    invoicesForOrder: (orderIds ?? []).map((orderId) => ({ orderId, invoicesInfo: invoicesOf(tx, orderId) })),
  }),
  generate: (tx, { orderId }) => ({ invoiceId: generateInvoice(tx, orderId ?? "") }),
  bulkGenerate(tx, { orderIds }) {
    const done = forEachItem(tx, orderIds ?? [], (orderId) => ({
      id: orderId,
      invoiceId: generateInvoice(tx, orderId),
    }));
    return bulkResponse(done, "item", ({ id: orderId, invoiceId }) => ({ orderId, invoiceId }));
  },
  add(tx, { orderId, invoiceInfo }) {
    const invoice = { id: invoiceInfo?.id ?? "", appId: invoiceInfo?.appId ?? "" };
    return { orderInvoices: addInvoice(tx, orderId ?? "", invoice) };
  },
};
