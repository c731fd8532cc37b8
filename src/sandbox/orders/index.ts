/** The parts of this service that other services may use. */

export {
  type Currency,
  completeLine,
  currencyOf,
  exactAmount,
  isPaid,
  isUnderway,
  refundSum,
  shareOf,
  wholeAmount,
  zero,
} from "./amounts.ts";
export { newLines } from "./draft-changes.ts";
export { priceDraft } from "./drafts.ts";
export {
  addCharge,
  addPayments,
  chargeable,
  noted,
  paymentActivities,
  paymentTransitions,
  regularPayment,
  replacePayment,
  requestedOutcome,
  withStatus,
} from "./payments.ts";
export {
  giftCardPayment,
  type MembershipPayment,
  membershipPayment,
  type OrderDraft,
  type OrderPaid,
  placeOrder,
} from "./place.ts";
export { returnStock } from "./stock.ts";
export {
  activity,
  authorizationDetails,
  orderOf,
  settleOrder,
  showTransactions,
  transactionsOf,
} from "./store.ts";
export {
  type Amount,
  type Movement,
  orders,
  type StoredLine,
  type StoredOrder,
  type StoredPayment,
  type StoredRefund,
  type StoredTransactions,
} from "./tables.ts";
