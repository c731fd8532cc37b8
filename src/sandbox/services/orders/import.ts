import type { NewOrder } from "../../../api/services/orders/models.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { amountOf, currencyOf, zero } from "./amounts.ts";
import { problemsOf } from "./editability.ts";
import { addPayment, regularPayment } from "./payments.ts";
import { blankOrder } from "./place.ts";
import { emitOrderAction, settleOrder } from "./store.ts";
import { orders, type StoredOrder, transactions } from "./tables.ts";

const counter = "order number";
/** The number before the first one. */
const base = 10_000;

/**
 * Imports an order of another shop unchanged, replacing one imported under the same ID. A paid order is recorded as
 * paid manually. Throws PlatformError 409 `CANNOT_OVERWRITE_NON_IMPORTED_ORDER`, or 400 with the first reason of the
 * platform's import validation (`AMOUNTS_DO_NOT_ADD_UP` …) and all reasons in its data.
 */
export function importOrder(tx: StoreTx, given: NewOrder): StoredOrder {
  const reasons = problemsOf(tx, given, "import");
  const [first] = reasons;
  if (first) {
    const message = `The order cannot be imported: ${reasons.join(", ")}`;
    throw new PlatformError(400, first, message, { reasons });
  }
  const old =
    (given.id && tx.get(orders, given.id)) || (given.number && tx.findBy(orders, "number", given.number));
  if (old && !old.imported) {
    const message = `The order ${old.id} (number ${old.number}) was not imported: it cannot be replaced`;
    throw new PlatformError(409, "CANNOT_OVERWRITE_NON_IMPORTED_ORDER", message, { orderId: old.id });
  }
  const currency = currencyOf(given.currency || (tx.setting("currency") ?? "USD"));
  const blank = blankOrder(tx, currency, { ...given, id: old ? old.id : given.id });
  const order: StoredOrder = {
    ...blank,
    ...(old && { createdDate: old.createdDate, number: given.number || old.number }),
    imported: true,
    status: given.status ?? "APPROVED",
    fulfillmentStatus: String(given.fulfillmentStatus ?? "NOT_FULFILLED"),
  };
  const nothing = { orderId: order.id, currency: currency.code, payments: [], refunds: [], ledger: [] };
  const paid = amountOf(order.priceSummary.total);
  const money =
    given.paymentStatus === "PAID" && paid.gt(zero)
      ? addPayment(
          tx,
          nothing,
          regularPayment(tx, currency, { amount: paid, status: "APPROVED", offline: true }),
        )
      : nothing;
  const after = settleOrder(tx, order, money, { isNew: !old });
  emitOrderAction(tx, after, "imported");
  return after;
}

/** Deletes imported orders and skips all others. */
export function deleteImported(tx: StoreTx, ids: readonly string[]): void {
  for (const id of ids) {
    const order = tx.get(orders, id);
    if (!order?.imported) continue;
    tx.remove(orders, id);
    tx.remove(transactions, id);
    emitOrderAction(tx, order, "imported_order_deleted");
  }
}

/** Lets the next order have a higher number than a given one. */
export function continueNumbers(tx: StoreTx, number: string): void {
  if (!/^\d{1,15}$/.test(number)) return;
  const sql =
    "INSERT INTO counter VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)";
  tx.db.prepare(sql).run(counter, Number(number) - base);
}

/** Sets the number that the next order follows. Lower numbers need `allowLower`. */
export function setOrderCounter(
  tx: StoreTx,
  requested: number,
  allowLower: boolean,
): { old: number; now: number } {
  const row = tx.db.prepare("SELECT value FROM counter WHERE name = ?").get<{ value: number }>(counter);
  const old = base + (row?.value ?? 0);
  if (requested < old && !allowLower) {
    const message = `The counter is at ${old}. To set it to the lower ${requested}, pass allowLowerCounter`;
    throw new PlatformError(409, "CANNOT_SET_LOWER_ORDER_NUMBER_COUNTER", message, {
      oldCounter: String(old),
    });
  }
  const sql = "INSERT INTO counter VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
  tx.db.prepare(sql).run(counter, requested - base);
  return { old, now: requested };
}
