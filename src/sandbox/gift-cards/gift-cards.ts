import type { GiftVoucher } from "../../api/services/gift-cards.ts";
import { amountText, type Decimal, decimal, moneyText, parseAmount, roundMoney } from "../../kernel/money.ts";
import { PlatformError, type Table, type Tx } from "../kernel/tx.ts";
import { zero } from "../pricing/allocate.ts";

/** Returns the card with a code, in any case and state; undefined if there is none. */
export function findGiftCard(tx: Tx, code: string): StoredGiftCard | undefined {
  const card = tx.get(giftCards, code.trim().toUpperCase());
  const hasExpired = card?.expirationDate !== undefined && new Date(card.expirationDate) <= tx.now;
  return card && hasExpired && card.status === "VALID" ? { ...card, status: "EXPIRED" } : card;
}

/** Returns the card with a code, in any case. Throws PlatformError 404 if there is none. */
export function giftCardOf(tx: Tx, code: string): StoredGiftCard {
  const card = findGiftCard(tx, code);
  if (card) return card;
  throw new PlatformError(404, "GIFT_CARD_NOT_FOUND", "There is no gift card with this code");
}

/**
 * Takes an amount off a card and returns the transaction's ID. Throws PlatformError, and takes nothing, if the card
 * cannot pay it.
 */
export function redeemGiftCard(
  tx: Tx,
  code: string,
  amount: { value?: string | null | undefined; currency?: string | null | undefined },
  orderId?: string | null,
): string {
  const card = giftCardOf(tx, code);
  rejectUnusable(card);
  const { currency } = card.balance;
  const value = roundMoney(parseAmount(amount.value ?? "") ?? zero, currency);
  if (amount.currency && amount.currency !== currency) {
    const message = `The card is in ${currency}, not in ${amount.currency}`;
    throw new PlatformError(400, "CURRENCY_NOT_SUPPORTED", message, { currency });
  }
  const balance = decimal(card.balance.value);
  if (balance.eq(decimal("0")))
    throw new PlatformError(428, "ALREADY_REDEEMED", "The card has no balance left", {
      balance: card.balance,
    });
  if (value.gt(balance)) {
    const message = `The card's balance is ${card.balance.value}, but ${amountText(value)} was requested`;
    throw new PlatformError(428, "INSUFFICIENT_FUNDS", message, { balance: card.balance });
  }
  const id = tx.newId();
  const transaction = { id, amount: amountText(value), orderId: orderId || undefined, voided: false };
  put(tx, card, balance.minus(value), [...card.transactions, transaction]);
  return id;
}

/** Puts the amount of a transaction back. Throws PlatformError 428 the second time. */
export function voidRedemption(tx: Tx, transactionId: string): void {
  for (const card of tx.each(giftCards)) {
    const found = card.transactions.find(({ id }) => id === transactionId);
    if (!found) continue;
    if (found.voided)
      throw new PlatformError(428, "ALREADY_VOIDED", "The redemption was already voided", { transactionId });
    rejectUnusable(giftCardOf(tx, card.code));
    const transactions = card.transactions.map((transaction) =>
      transaction === found ? { ...transaction, voided: true } : transaction,
    );
    put(tx, card, decimal(card.balance.value).plus(decimal(found.amount)), transactions);
    return;
  }
  throw new PlatformError(404, "TRANSACTION_NOT_FOUND", `There is no transaction ${transactionId}`, {
    transactionId,
  });
}

/** Returns a code with all but its last four characters hidden. */
export const obfuscated = (code: string): string => code.slice(-4).padStart(code.length, "*");

function rejectUnusable({ status }: StoredGiftCard): void {
  if (status === "EXPIRED") throw new PlatformError(428, "GIFT_CARD_EXPIRED", "The gift card has expired");
  if (status === "DISABLED") throw new PlatformError(428, "GIFT_CARD_DISABLED", "The gift card is disabled");
}

function put(
  tx: Tx,
  card: StoredGiftCard,
  balance: Decimal,
  transactions: StoredGiftCard["transactions"],
): void {
  const { currency } = card.balance;
  tx.put(giftCards, card.code, {
    ...card,
    balance: { value: moneyText(balance, currency), currency },
    transactions,
  });
}

/** Returns the platform's code and a message for a gift card that cannot pay; undefined if it can. */
export function giftCardProblem(
  card: StoredGiftCard | undefined,
  code: string,
  currency: string,
): { code: string; description: string } | undefined {
  if (!card) return { code: "GIFT_CARD_NOT_FOUND", description: `There is no gift card ${obfuscated(code)}` };
  const name = `The gift card ${obfuscated(card.code)}`;
  if (card.status === "EXPIRED") return { code: "GIFT_CARD_EXPIRED", description: `${name} has expired` };
  if (card.status === "DISABLED") return { code: "GIFT_CARD_DISABLED", description: `${name} is disabled` };
  if (card.balance.currency !== currency) {
    const description = `${name} is in ${card.balance.currency}, the shop's currency is ${currency}`;
    return { code: "GIFT_CARD_CURRENCY_MISMATCH", description };
  }
  if (decimal(card.balance.value).gt(zero)) return undefined;
  return { code: "GIFT_CARD_IS_EMPTY", description: `${name} has no balance left` };
}

/** Returns the gift card with a code. Throws PlatformError if it cannot pay. */
export function usableGiftCard(tx: Tx, code: string, currency: string): StoredGiftCard {
  const card = findGiftCard(tx, code);
  const problem = giftCardProblem(card, code, currency);
  if (card && !problem) return card;
  const status = card ? 400 : 404;
  throw new PlatformError(status, problem?.code ?? "GIFT_CARD_NOT_FOUND", problem?.description ?? "", {});
}

/** Stored under its code, in capitals. */
export interface StoredGiftCard {
  code: string;
  balance: { value: string; currency: string };
  status: NonNullable<GiftVoucher["status"]>;
  /** Redemptions, with those that were voided. */
  transactions: { id: string; amount: string; orderId?: string; voided: boolean }[];
  id: string;
  initialValue: string;
  /** ISO times. */
  createdDate: string;
  expirationDate?: string;
  disabledDate?: string;
  /** To whom it was sent last. */
  recipient?: string;
  /** The key of the request that created it: the same request again creates no other card. */
  idempotencyKey?: string;
}

export const giftCards: Table<StoredGiftCard> = {
  name: "giftCards",
  columns: {
    idempotencyKey: { type: "text", unique: true, value: ({ idempotencyKey = null }) => idempotencyKey },
  },
};
