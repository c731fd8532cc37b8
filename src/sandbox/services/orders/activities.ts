import type { OrderActivity } from "../../../api/services/orders/models/order-activity.ts";
import type { Tx } from "../../kernel/tx.ts";
import type { StoredPayment } from "./tables.ts";

/** What an activity says beside its kind. */
export type ActivityContent = Omit<OrderActivity, "id" | "createdDate" | "type" | "activityType">;

/** A new entry of an order's history. */
export function activity(tx: Tx, kind: string, content: ActivityContent = {}): OrderActivity {
  return { id: tx.newId(), createdDate: tx.now.toISOString(), type: kind, activityType: kind, ...content };
}

const cardOf = ({ regularPaymentDetails }: StoredPayment) => regularPaymentDetails?.creditCardDetails ?? {};

/** What AUTHORIZED_PAYMENT_… activities say. */
export function authorizationDetails(payment: StoredPayment) {
  return { paymentId: payment.id, amount: payment.amount, ...cardOf(payment) };
}

/** What PAYMENT_PENDING, PAYMENT_CANCELED and PAYMENT_DECLINED activities say. */
export function paymentDetails(payment: StoredPayment) {
  return { paymentId: payment.id, regular: { amount: payment.amount, creditCardDetails: cardOf(payment) } };
}
