import type { Order, OrderWithFulfillments } from "../../api/services/orders.ts";
import type { OrderTransactions } from "../../api/services/payments.ts";
import { amountText } from "../../kernel/money.ts";
import { copied, keepWeightUnit } from "../kernel/copied.ts";
import { inventoryTrigger } from "../settings/index.ts";
import { exactAmount, zero } from "./amounts.ts";
import { fulfillments, type Parcels } from "./fulfillments.ts";
import { scheduleAction } from "./payments.ts";
import { continueNumbers } from "./place.ts";
import { takenUnits } from "./stock.ts";
import {
  type Movement,
  orders,
  type StoredOrder,
  type StoredPayment,
  type StoredRefund,
  transactions,
} from "./tables.ts";

/** An order with its payments and fulfillments as the platform returns them. */
interface OrderCopy {
  order: Order;
  transactions?: OrderTransactions | null;
  parcels?: OrderWithFulfillments | null;
}

/** Orders of another shop as they are. Their numbers are continued. No stock moves: the shop has counted it already. */
export const copiedOrder = copied<OrderCopy, StoredOrder>({
  table: orders,
  document(tx, { order: given }) {
    keepWeightUnit(tx, given.weightUnit);
    const order = {
      status: "APPROVED",
      paymentStatus: "NOT_PAID",
      fulfillmentStatus: "NOT_FULFILLED",
      archived: false,
      imported: false,
      currency: tx.setting("currency"),
      activities: [],
      balanceSummary: {},
      buyerInfo: {},
      ...present(given),
      lineItems: (given.lineItems ?? []).map((line) => ({ ...line, id: line.id || tx.newId() })),
    } as unknown as StoredOrder;
    const isOver = order.status === "CANCELED" || order.status === "REJECTED";
    const waits = inventoryTrigger(tx) === "ON_ORDER_PAID" && order.paymentStatus !== "PAID";
    const stock = isOver ? "none" : waits ? "waiting" : "taken";
    const taken = stock === "taken" ? takenUnits(tx, order) : [];
    return { ...order, internal: { taken, stock, approval: "DEFAULT" } };
  },
  stored(tx, { id, number, currency }, { transactions: paid, parcels }) {
    continueNumbers(tx, number);
    const payments = (paid?.payments ?? []).map(completePayment);
    const refunds = (paid?.refunds ?? []).map(completeRefund);
    if (payments.length + refunds.length > 0) {
      const ledger = [...payments.flatMap(movements), ...refunds.flatMap(returned)];
      ledger.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
      tx.put(transactions, id, { orderId: id, currency, payments, refunds, ledger });
    }
    for (const payment of payments) if (payment.status === "AUTHORIZED") scheduleAction(tx, id, payment);
    const sent = (parcels?.fulfillments ?? []) as Parcels["fulfillments"];
    if (sent.length > 0) tx.put(fulfillments, id, { orderId: id, fulfillments: sent });
  },
});

const present = (order: Order) =>
  Object.fromEntries(Object.entries(order).filter(([, value]) => value !== null && value !== undefined));

function completePayment(given: NonNullable<OrderTransactions["payments"]>[number]): StoredPayment {
  const { regularPaymentDetails: details, giftcardPaymentDetails: card } = given;
  const status = given.status ?? details?.status ?? (card?.voided ? "VOIDED" : "APPROVED");
  const createdDate = given.createdDate ?? "";
  return { updatedDate: createdDate, ...given, createdDate, status } as StoredPayment;
}

function completeRefund(given: NonNullable<OrderTransactions["refunds"]>[number]): StoredRefund {
  const parts = (given.transactions ?? []).map((transaction) => ({
    refundStatus: "SUCCEEDED",
    ...transaction,
  }));
  return { ...given, transactions: parts } as StoredRefund;
}

/** Returns the movements of money that led to the status of a payment. */
function movements({ id, status, amount, createdDate, ...rest }: StoredPayment): Movement[] {
  const moved = (kind: Movement["kind"], at = createdDate): Movement => ({
    at,
    paymentId: id,
    kind,
    amount: amountText(exactAmount(amount)),
  });
  const { captures, void: voided } = rest.regularPaymentDetails?.authorizationDetails ?? {};
  if (!exactAmount(amount).gt(zero)) return [];
  if (status === "AUTHORIZED") return [moved("AUTHORIZED")];
  if (status === "VOIDED") return [moved("AUTHORIZED"), moved("VOIDED", voided?.voidedDate ?? createdDate)];
  if (!["APPROVED", "PARTIALLY_REFUNDED", "REFUNDED"].includes(status)) return [];
  const [capture] = captures ?? [];
  return capture
    ? [moved("AUTHORIZED"), moved("CAPTURED", capture.createdDate ?? createdDate)]
    : [moved("CHARGED")];
}

const returned = ({ createdDate, transactions }: StoredRefund): Movement[] =>
  transactions
    .filter(({ refundStatus }) => refundStatus === "SUCCEEDED")
    .map(({ paymentId, amount }) => ({
      at: createdDate ?? "",
      paymentId,
      kind: "REFUNDED" as const,
      amount: amountText(exactAmount(amount)),
    }));
