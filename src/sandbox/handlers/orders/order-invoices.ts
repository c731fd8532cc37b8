import type { Handlers } from "../../../api/endpoint.ts";
import type { orderInvoices as endpoints } from "../../../api/services/orders/order-invoices.ts";
import { bulkAnswer, eachOf } from "../../kernel/documents/bulk.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { addInvoice, generateInvoice, invoicesOf } from "../../services/orders/invoices.ts";

/** The invoices of orders. */
export const orderInvoices: Handlers<typeof endpoints, StoreTx> = {
  list: (tx, { orderIds }) => ({
    invoicesForOrder: (orderIds ?? []).map((orderId) => ({ orderId, invoicesInfo: invoicesOf(tx, orderId) })),
  }),
  generate: (tx, { orderId }) => ({ invoiceId: generateInvoice(tx, orderId ?? "") }),
  bulkGenerate(tx, { orderIds }) {
    const done = eachOf(tx, orderIds ?? [], (orderId) => ({
      id: orderId,
      invoiceId: generateInvoice(tx, orderId),
    }));
    return bulkAnswer(done, "item", ({ id: orderId, invoiceId }) => ({ orderId, invoiceId }));
  },
  add(tx, { orderId, invoiceInfo }) {
    const invoice = { id: invoiceInfo?.id ?? "", appId: invoiceInfo?.appId ?? "" };
    return { orderInvoices: addInvoice(tx, orderId ?? "", invoice) };
  },
};
