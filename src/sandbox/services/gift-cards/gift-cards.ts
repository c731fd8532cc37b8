import { amountText, type Decimal, decimal, moneyText, parseAmount } from "../../../kernel/money.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { giftCards, type StoredGiftCard } from "./tables.ts";

/** The app ID of the sandbox's gift cards. */
export const giftCardApp = "61f7ca6d-5a9d-4b0c-8a0d-000000000001";

/** Returns the card with a code, in any case and state; undefined if there is none. */
export function findGiftCard(tx: Tx, code: string | null | undefined): StoredGiftCard | undefined {
  return tx.get(giftCards, (code ?? "").trim().toUpperCase());
}

/** Returns the card with a code, in any case. Throws PlatformError 404 if there is none. */
export function giftCardOf(tx: Tx, code: string | null | undefined): StoredGiftCard {
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
  code: string | null | undefined,
  amount: { value?: string | null | undefined; currency?: string | null | undefined },
  orderId?: string | null,
): string {
  const card = giftCardOf(tx, code);
  rejectUnusable(card);
  const value = parseAmount(amount.value ?? "") ?? decimal("0");
  if (amount.currency && amount.currency !== card.balance.currency) {
    const message = `The card is in ${card.balance.currency}, not in ${amount.currency}`;
    throw new PlatformError(400, "CURRENCY_NOT_SUPPORTED", message, { currency: card.balance.currency });
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
  const transaction = { id, amount: amountText(value), ...(orderId && { orderId }), voided: false };
  put(tx, card, balance.minus(value), [...card.transactions, transaction]);
  return id;
}

/** Puts the amount of a transaction back. Throws PlatformError 428 the second time. */
export function voidRedemption(tx: Tx, transactionId: string | null | undefined): void {
  for (const card of tx.each(giftCards)) {
    const found = card.transactions.find(({ id }) => id === transactionId);
    if (!found) continue;
    if (found.voided)
      throw new PlatformError(428, "ALREADY_VOIDED", "The redemption was already voided", { transactionId });
    rejectUnusable(card);
    const transactions = card.transactions.map((one) => (one === found ? { ...one, voided: true } : one));
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
