/** The parts of this service that other services may use. */
export { capturePayments, runScheduledAction, settleAuthorized, voidPayments } from "./authorized.ts";
export { chargeAmount, collectabilityOf, markAsPaid, payWithMemberships, recordByHand } from "./collect.ts";
export { refundabilityReasons } from "./refund-quote.ts";
export { advanceRefund, legacyRefund, legacyRefundability } from "./refunds.ts";
