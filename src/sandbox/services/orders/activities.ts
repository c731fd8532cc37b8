import type { OrderActivity } from "../../../api/services/orders/models.ts";
import type { Tx } from "../../kernel/tx.ts";
import type { StoredPayment } from "./tables.ts";

/** The content of an activity besides its type. */
export type ActivityContent = Omit<OrderActivity, "id" | "createdDate" | "type" | "activityType">;

/** Returns a new entry of an order's history. */
export function activity(tx: Tx, kind: string, content: ActivityContent = {}): OrderActivity {
  return { id: tx.newId(), createdDate: tx.now.toISOString(), type: kind, activityType: kind, ...content };
}

const cardOf = ({ regularPaymentDetails }: StoredPayment) => regularPaymentDetails?.creditCardDetails ?? {};

/** Returns the content of AUTHORIZED_PAYMENT_… activities. */
export function authorizationDetails(payment: StoredPayment) {
  return { paymentId: payment.id, amount: payment.amount, ...cardOf(payment) };
}

/** Returns the content of PAYMENT_PENDING, PAYMENT_CANCELED and PAYMENT_DECLINED activities. */
export function paymentDetails(payment: StoredPayment) {
  return { paymentId: payment.id, regular: { amount: payment.amount, creditCardDetails: cardOf(payment) } };
}
