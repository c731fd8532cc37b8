import type { Invoice } from "../../api/services/orders.ts";
import { day } from "../../kernel/durations.ts";
import { PlatformError, type Table, type Tx } from "../kernel/tx.ts";
import { exactAmount, zero } from "./amounts.ts";
import { activity, changeOrder, orderOf } from "./store.ts";
import { orders, type StoredOrder } from "./tables.ts";

/** The app ID of the shop's own invoices. */
const invoicesApp = "13ee94c1-b635-8505-3391-97919052c16f";
/** Payment term of an invoice in milliseconds. */
const term = 30 * day;

interface OrderInvoices {
  orderId: string;
  invoices: { id: string; appId: string; createdDate: string }[];
}

/** Invoices by order ID. */
const orderInvoices: Table<OrderInvoices> = { name: "order-invoices" };

/** Returns the invoices of an order with their status, which is Deleted if the order was deleted. */
export function invoicesOf(tx: Tx, orderId: string): Invoice[] {
  const order = tx.get(orders, orderId);
  return stored(tx, orderId).map(({ id, appId, createdDate }) => {
    const late = tx.now.getTime() - Date.parse(createdDate) > term;
    return { id, appId, status: order ? statusOf(order, late) : "Deleted" };
  });
}

/**
 * Adds an invoice to an order and its history. Throws PlatformError 409 `INVOICE_ALREADY_EXISTS` for a duplicate ID.
 */
export function addInvoice(tx: Tx, orderId: string, { id, appId }: { id: string; appId: string }): Invoice[] {
  const order = orderOf(tx, orderId);
  const before = stored(tx, orderId);
  if (before.some((one) => one.id === id)) throw exists(order, id);
  const invoices = [...before, { id, appId, createdDate: tx.now.toISOString() }];
  tx.put(orderInvoices, orderId, { orderId, invoices });
  changeOrder(tx, order, [activity(tx, "INVOICE_ADDED")]);
  return invoicesOf(tx, orderId);
}

/**
 * Generates an invoice and returns its ID. Throws PlatformError 409 `INVOICE_ALREADY_EXISTS`, 400 `MISSING_CONTACT`
 * or `MISSING_CONTACT_EMAIL` without a recipient, or 400 `INVALID_PRICE_AMOUNT` if nothing is to be paid.
 */
export function generateInvoice(tx: Tx, orderId: string): string {
  const order = orderOf(tx, orderId);
  const own = stored(tx, orderId).find(({ appId }) => appId === invoicesApp);
  if (own) throw exists(order, own.id);
  const reject = (code: string, what: string) => {
    throw new PlatformError(400, code, `The order ${orderId} ${what}`, { orderId });
  };
  if (!order.buyerInfo?.email && !order.billingInfo?.contactDetails)
    reject("MISSING_CONTACT", "has no contact");
  if (!order.buyerInfo?.email) reject("MISSING_CONTACT_EMAIL", "has no email address");
  if (!exactAmount(order.priceSummary.total).gt(zero)) reject("INVALID_PRICE_AMOUNT", "costs nothing");
  const id = tx.newId();
  addInvoice(tx, orderId, { id, appId: invoicesApp });
  return id;
}

const stored = (tx: Tx, orderId: string) => tx.get(orderInvoices, orderId)?.invoices ?? [];

/** Returns the platform's invoice status, which follows from the order. */
function statusOf({ paymentStatus, status }: StoredOrder, late: boolean): string {
  if (status === "CANCELED" || status === "REJECTED") return "Void";
  if (status === "INITIALIZED") return "Draft";
  if (paymentStatus === "PARTIALLY_PAID") return late ? "PartialAndOverdue" : "PartiallyPaid";
  if (paymentStatus === "PENDING" || paymentStatus === "PENDING_MERCHANT") return "Processing";
  if (paymentStatus === "NOT_PAID") return late ? "Overdue" : "Sent";
  return paymentStatus === "DECLINED" || paymentStatus === "CANCELED" ? "Sent" : "Paid";
}

const exists = ({ id, number }: StoredOrder, invoiceId: string) =>
  new PlatformError(
    409,
    "INVOICE_ALREADY_EXISTS",
    `The order ${number} already has the invoice ${invoiceId}`,
    {
      orderId: id,
      invoiceId,
    },
  );
