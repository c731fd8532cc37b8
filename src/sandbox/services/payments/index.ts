/** The parts of this service that other services may use. */
export { capturePayments, runScheduledAction, settleAuthorized, voidPayments } from "./authorized.ts";
export { chargeAmount } from "./charge.ts";
export { collectabilityOf, markAsPaid, payWithMemberships, recordByHand } from "./collect.ts";
export { legacyRefund, legacyRefundability } from "./legacy.ts";
export { refundabilityReasons } from "./refundability.ts";
export { advanceRefund } from "./refunds.ts";
