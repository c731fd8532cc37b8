import type { TicketOrder } from "../../api/services/tickets.ts";
import { moneyText, parseAmount } from "../../kernel/money.ts";
import { type TimeDisplay, type Word, type Words, wordFor } from "../../output/table.ts";
import { authorizedWord } from "../orders/words.ts";

/** The words for the status of a ticket order, which is also that of its tickets. */
export const ticketOrderWords: Words = {
  NA_ORDER_STATUS: [""],
  FREE: ["free"],
  PENDING: ["pending", "warn"],
  PAID: ["paid", "good"],
  OFFLINE_PENDING: ["to be paid offline", "warn"],
  INITIATED: ["not finished"],
  CANCELED: ["canceled", "dim"],
  DECLINED: ["declined", "bad"],
  AUTHORIZED: ["authorized", "warn"],
  VOIDED: ["voided", "dim"],
  PARTIALLY_PAID: ["partly paid", "warn"],
};

/** Returns the word for the status of a ticket order: `authorized, expires in 2 days`. */
export function ticketOrderWord({ status, paymentDetails }: TicketOrder, times: TimeDisplay): Word {
  if (status !== "AUTHORIZED") return wordFor(ticketOrderWords, status ?? "");
  const { scheduledAction: action, scheduledActionExecutionDate: at } = paymentDetails?.transaction ?? {};
  return authorizedWord(action && at ? { action, at } : undefined, times);
}

/** Returns a price with all digits of its currency: `12.50 USD`. */
export function ticketMoney(price: TicketOrder["totalPrice"]): string {
  const amount = parseAmount(price?.value ?? "");
  return amount && price?.currency ? `${moneyText(amount, price.currency)} ${price.currency}` : "";
}
