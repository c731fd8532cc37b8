import { amountText, type Decimal, decimal } from "../../kernel/money.ts";
import type { Tx } from "../kernel/tx.ts";
import { zero } from "../services/orders/amounts.ts";
import { type Movement, type StoredTransactions, transactions } from "../services/orders/tables.ts";
import { type StoredOrder, orders as ticketOrders } from "../services/tickets/tables.ts";

/** Totals per currency as decimal text, and the number of captures. */
export type LedgerTotals = {
  currency: string;
  authorized: string;
  captured: string;
  captures: number;
  voided: string;
  charged: string;
  refunded: string;
};

const names = {
  AUTHORIZED: "authorized",
  CAPTURED: "captured",
  VOIDED: "voided",
  CHARGED: "charged",
  REFUNDED: "refunded",
} as const;

/**
 * Returns the money movements of one order or all orders, at most `limit`, with totals over all of them by currency.
 * A payment that was captured twice would appear twice.
 */
export function readLedger(
  tx: Tx,
  orderId: string | null | undefined,
  limit: number,
): { movements: (Movement & { orderId: string; currency: string })[]; totals: LedgerTotals[] } {
  const movements: (Movement & { orderId: string; currency: string })[] = [];
  const sums = new Map<string, Record<Movement["kind"], Decimal> & { captures: number }>();
  for (const money of moneyOf(tx, orderId)) {
    const { currency } = money;
    for (const movement of money.ledger) {
      const sum = sums.get(currency) ?? {
        AUTHORIZED: zero,
        CAPTURED: zero,
        VOIDED: zero,
        CHARGED: zero,
        REFUNDED: zero,
        captures: 0,
      };
      sums.set(currency, sum);
      sum[movement.kind] = sum[movement.kind].plus(decimal(movement.amount));
      if (movement.kind === "CAPTURED") sum.captures += 1;
      if (movements.length < limit) movements.push({ ...movement, orderId: money.orderId, currency });
    }
  }
  const totals = [...sums].map(([currency, { captures, ...amounts }]) => {
    const texts = Object.entries(names).map(([kind, name]) => [
      name,
      amountText(amounts[kind as Movement["kind"]]),
    ]);
    return {
      currency,
      ...(Object.fromEntries(texts) as Omit<LedgerTotals, "currency" | "captures">),
      captures,
    };
  });
  return { movements, totals };
}

type Money = Pick<StoredTransactions, "orderId" | "currency" | "ledger">;

/** Returns the movements of store orders, and of ticket orders by their number. */
function* moneyOf(tx: Tx, orderId: string | null | undefined): Generator<Money> {
  if (orderId) {
    const money = tx.get(transactions, orderId);
    if (money) yield money;
    const order = tx.get(ticketOrders, orderId);
    if (order) yield ticketMoney(order);
    return;
  }
  yield* tx.each(transactions);
  for (const order of tx.each(ticketOrders)) yield ticketMoney(order);
}

const ticketMoney = ({ orderNumber, totalPrice, internal }: StoredOrder): Money => ({
  orderId: orderNumber,
  currency: totalPrice?.currency ?? "USD",
  ledger: internal.ledger,
});
