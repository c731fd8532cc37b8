import { amountText, decimal } from "../../../kernel/money.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { giftCardApp, giftCardOf, giftCards, obfuscated, redeemGiftCard } from "../gift-cards/index.ts";
import {
  type Amount,
  amountOf,
  currencyOf,
  giftCardPayment,
  type StoredOrder,
  type StoredPayment,
  wholeAmount,
} from "../orders/index.ts";

/**
 * Redeems an amount of a gift card for an order and returns the payment, not stored. Throws PlatformError if the card
 * cannot be redeemed, and for 409 `GIFT_CARD_ALREADY_APPLIED`, 400 `CURRENCY_MISMATCH` and 400 `INVALID_AMOUNT`.
 */
export function payWithGiftCard(
  tx: StoreTx,
  order: StoredOrder,
  payments: readonly StoredPayment[],
  request: { code: string; amount: string | null | undefined; currency?: string | null },
): StoredPayment {
  const card = giftCardOf(tx, request.code);
  const obfuscatedCode = obfuscated(card.code);
  const { currency } = card.balance;
  const data = { orderId: order.id, currency };
  if (currency !== order.currency || (request.currency && request.currency !== currency)) {
    const message = `The gift card is in ${currency}, the order in ${order.currency}`;
    throw new PlatformError(400, "CURRENCY_MISMATCH", message, data);
  }
  if (payments.some((one) => one.giftcardPaymentDetails?.obfuscatedCode === obfuscatedCode)) {
    const message = `The gift card ${obfuscatedCode} already pays for this order`;
    throw new PlatformError(409, "GIFT_CARD_ALREADY_APPLIED", message, data);
  }
  const value = wholeAmount(request.amount, currency);
  if (value === undefined)
    throw new PlatformError(400, "INVALID_AMOUNT", `${request.amount} is not an amount of ${currency}`, data);
  const amount = amountText(value);
  const giftCardPaymentId = redeemGiftCard(tx, card.code, { value: amount, currency }, order.id);
  const details = { giftCardPaymentId, appId: giftCardApp, obfuscatedCode };
  return giftCardPayment(tx, currencyOf(currency), { amount, ...details });
}

/** Puts a refunded amount back on the gift card. Ignores cards of other apps. */
export function refillGiftCard(tx: StoreTx, payment: StoredPayment, amount: Amount): void {
  const id = payment.giftcardPaymentDetails?.giftCardPaymentId;
  if (!id) return;
  for (const card of tx.each(giftCards)) {
    if (!card.transactions.some((one) => one.id === id)) continue;
    const value = amountText(decimal(card.balance.value).plus(amountOf(amount)));
    tx.put(giftCards, card.code, { ...card, balance: { ...card.balance, value } });
    return;
  }
}
