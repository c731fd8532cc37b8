/** The parts of this service that other services may use. */
export { activity, authorizationDetails } from "./activities.ts";
export { amountOf, type Currency, currencyOf, shareOf, wholeAmount, zero } from "./amounts.ts";
export { isPaid, isUnderway } from "./balance.ts";
export { addCharge, addPayments, chargeable, paymentActivities } from "./charge.ts";
export { newLines } from "./drafts/create.ts";
export { priceDraft } from "./drafts/price.ts";
export { requestFields } from "./fields.ts";
export { completeLine } from "./lines.ts";
export {
  noted,
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
export { orderOf, settleOrder, showTransactions, transactionsOf } from "./store.ts";
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
