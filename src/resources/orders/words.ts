import type { Order } from "../../api/services/orders/models.ts";
import type { TimeDisplay } from "../../output/table.ts";
import { relativeTime, timeFrom } from "../../output/when.ts";
import { type Word, type Words, wordFor } from "../../output/words.ts";

/** The words for the status of an order. */
export const orderWords: Words = {
  CANCELED: ["canceled", "dim"],
  PENDING: ["pending", "warn"],
  REJECTED: ["rejected", "bad"],
};

/** The words for the payment status of an order. */
export const paymentWords: Words = {
  NOT_PAID: ["not paid"],
  PAID: ["paid", "good"],
  PARTIALLY_PAID: ["partly paid", "warn"],
  PARTIALLY_REFUNDED: ["partly refunded"],
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
  PARTIALLY_REFUNDED: ["partly refunded"],
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
    return [`authorized, ${isOver ? "being captured" : `captured ${relativeTime(at, now)}`}`, "warn"];
  return isOver ? ["authorization expired", "bad"] : [`authorized, expires ${relativeTime(at, now)}`, "warn"];
}

const units: Readonly<Record<string, string>> = { month: "mo" };

/** Returns a word for a narrow column of a list: `expires in 2d`, which only authorized payments do. */
export function briefly([text, tone]: Word): Word {
  if (!text.startsWith("authorized, ")) return [text, tone];
  const what = text.slice("authorized, ".length);
  return [what.replace(/(\d+) ([a-z]+?)s?$/, (_, count, unit) => count + (units[unit] ?? unit[0])), tone];
}

/** Returns whether a price is more than 0. */
export function isMoney(price: { amount?: string | null } | null | undefined): boolean {
  return Number(price?.amount ?? 0) > 0;
}
