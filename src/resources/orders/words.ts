import type { Order, OrderActivity } from "../../api/services/orders.ts";
import {
  relativeTime,
  shortTime,
  type TimeDisplay,
  timeFrom,
  type Word,
  type Words,
  wordFor,
} from "../../output/table.ts";

/** The words for the status of an order. */
export const orderWords: Words = {
  APPROVED: ["approved", "good"],
  CANCELED: ["canceled", "dim"],
  PENDING: ["pending", "warn"],
  REJECTED: ["rejected", "bad"],
};

/** The words for the payment status of an order. */
export const paymentWords: Words = {
  NOT_PAID: ["not paid"],
  PAID: ["paid", "good"],
  PARTIALLY_PAID: ["partly paid", "warn"],
  PARTIALLY_REFUNDED: ["partly refunded", "warn"],
  FULLY_REFUNDED: ["refunded", "dim"],
  PENDING: ["pending", "warn"],
  PENDING_MERCHANT: ["waiting for approval", "warn"],
  CANCELED: ["canceled", "dim"],
  DECLINED: ["declined", "bad"],
};

/** The words for the fulfillment status of an order. */
export const fulfillmentWords: Words = {
  NOT_FULFILLED: ["unfulfilled"],
  PARTIALLY_FULFILLED: ["partly fulfilled", "warn"],
  FULFILLED: ["fulfilled", "good"],
  CANCELED: ["canceled", "dim"],
};

/** The words for the status of a single payment or refund. */
export const transactionWords: Words = {
  APPROVED: ["paid", "good"],
  SUCCEEDED: ["done", "good"],
  PENDING: ["pending", "warn"],
  PENDING_MERCHANT: ["waiting for approval", "warn"],
  AUTHORIZED: ["authorized", "warn"],
  CANCELED: ["canceled", "dim"],
  VOIDED: ["voided", "dim"],
  REFUNDED: ["refunded", "dim"],
  PARTIALLY_REFUNDED: ["partly refunded", "warn"],
  DECLINED: ["declined", "bad"],
  FAILED: ["failed", "bad"],
};

/** What happens to an authorized payment by itself, and when, as ISO text. */
export interface ScheduledAction {
  readonly action: string;
  readonly at: string;
}

/** An order with what the platform does with its authorized payment, if that was read. */
export interface ListedOrder extends Order {
  readonly scheduled?: ScheduledAction;
}

/** Returns the word for the payment of an order: `authorized, expires in 2 days` for one that is authorized only. */
export function paymentWord(
  { paymentStatus, balanceSummary, scheduled }: ListedOrder,
  times: TimeDisplay,
): Word {
  const isOpen = paymentStatus === "NOT_PAID" || paymentStatus === "PENDING";
  return isOpen && isMoney(balanceSummary?.authorized)
    ? authorizedWord(scheduled, times)
    : wordFor(paymentWords, paymentStatus ?? "");
}

/** Returns the word for an authorized payment, and when it is captured or expires. */
export function authorizedWord(scheduled: ScheduledAction | undefined, { now }: TimeDisplay): Word {
  const at = timeFrom(scheduled?.at);
  if (scheduled === undefined || at === undefined || now === undefined) return ["authorized", "warn"];
  const isOver = at <= now;
  if (scheduled.action === "CAPTURE")
    return [`authorized, ${isOver ? "being captured" : `capture ${relativeTime(at, now)}`}`, "warn"];
  return isOver ? ["authorization expired", "bad"] : [`authorized, expires ${relativeTime(at, now)}`, "warn"];
}

/** Returns a word for a narrow column of a list: `expires in 2d` or `capture in 2d` of an authorized payment. */
export function shortWord([text, tone]: Word): Word {
  const what = text.replace(/^authorized, /, "");
  return what === text ? [text, tone] : [shortTime(what), tone];
}

/** Returns whether a price is more than 0. */
export function isMoney(price: { amount?: string | null } | null | undefined): boolean {
  return Number(price?.amount ?? 0) > 0;
}

/** Returns the buyer's name, else the company, else the email address; empty if none is known. */
export function customerOf({ billingInfo, recipientInfo, buyerInfo }: Order): string {
  for (const contact of [billingInfo?.contactDetails, recipientInfo?.contactDetails]) {
    const name = [contact?.firstName, contact?.lastName].filter(Boolean).join(" ");
    if (name !== "") return name;
    if (contact?.company) return contact.company;
  }
  return buyerInfo?.email ?? "";
}

/** Names an order in a question: `order 10007 (Pia Conti)`, with its total `order 10007 (Pia Conti, 150.50 USD)`. */
export function describeOrder(order: Order, { total = false } = {}): string {
  const { number, currency, priceSummary } = order;
  const amount = total && priceSummary?.total?.amount;
  const facts = [customerOf(order), amount ? `${amount} ${currency ?? ""}`.trim() : ""].filter(Boolean);
  return `order ${number}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`;
}

type Price = { amount?: string | null; formattedAmount?: string | null } | null | undefined;

const price = (value: Price) => value?.formattedAmount ?? value?.amount ?? "";
const card = (value: { brand?: string | null; lastFourDigits?: string | null } | null | undefined) =>
  [value?.brand, value?.lastFourDigits].filter(Boolean).join(" ");
const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(", ");

/** Describes an entry of an order's history beyond its type. */
export function activityDetails(activity: OrderActivity): string {
  const authorized =
    activity.authorizedPaymentCreated ??
    activity.authorizedPaymentCaptured ??
    activity.authorizedPaymentVoided;
  const regular = activity.paymentPending ?? activity.paymentCanceled ?? activity.paymentDeclined;
  const refunded = activity.paymentRefunded ?? activity.paymentRefundFailed;
  return joined(
    activity.merchantComment?.message,
    activity.customActivity?.type,
    authorized && joined(price(authorized.amount), card(authorized)),
    regular && joined(price(regular.regular?.amount), card(regular.regular?.creditCardDetails)),
    activity.refundInitiated &&
      joined(price(activity.refundInitiated.amount), activity.refundInitiated.reason),
    refunded && joined(price(refunded.payment?.regular?.amount ?? refunded.payment?.giftCard?.amount)),
    activity.orderRefunded && joined(price(activity.orderRefunded.amount), activity.orderRefunded.reason),
    activity.refundedAsStoreCredit && price(activity.refundedAsStoreCredit.amount),
    activity.draftOrderChangesApplied?.reason,
  );
}
