import { moneyText } from "../../../kernel/money.ts";
import { invalid } from "../../kernel/invalid.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { zero } from "../../pricing/allocate.ts";
import type { Estimate } from "../cart/index.ts";
import { giftCardApp, obfuscated, redeemGiftCard, usableGiftCard } from "../gift-cards/index.ts";
import type { OrderPaid } from "../orders/index.ts";
import type { StoredCheckout } from "./tables.ts";

/** The outcomes of a payment, which are also the values of `x-sandbox-payment`. */
export const paymentOutcomes = ["approved", "declined", "authorized", "offline", "pending"] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** Returns the requested outcome of this payment, if any. */
export function requestedPayment(tx: Pick<StoreTx, "payment">): PaymentOutcome | undefined {
  const payment = tx.payment();
  if (!payment) return undefined;
  const outcome = paymentOutcomes.find((one) => one === payment.trim().toLowerCase());
  if (outcome) return outcome;
  throw invalid("x-sandbox-payment", "INVALID_ENUM_VALUE", `must be one of ${paymentOutcomes.join(", ")}`, {
    allowedValues: paymentOutcomes,
  });
}

/**
 * Pays for a checkout: first with its gift card, which is redeemed for the order, then with memberships, then the
 * rest with the given outcome. Throws PlatformError 402 `PAYMENT_ERROR` if the payment is declined; the checkout then
 * stays open.
 */
export function payFor(
  tx: StoreTx,
  orderId: string,
  checkout: StoredCheckout,
  { priced, currency, covered }: Estimate,
  outcome: PaymentOutcome,
): OrderPaid {
  const due = priced.payNowAfterGiftCard;
  if (outcome === "declined" && due.gt(zero)) {
    const message = `The payment of ${moneyText(due, currency)} ${currency} was declined`;
    throw new PlatformError(402, "PAYMENT_ERROR", message, { reason: "DECLINED", checkoutId: checkout.id });
  }
  const paid = priced.giftCard?.gt(zero) ? moneyText(priced.giftCard, currency) : undefined;
  const card = paid && checkout.giftCard ? usableGiftCard(tx, checkout.giftCard.code, currency) : undefined;
  const giftCards =
    card && paid
      ? [
          {
            amount: paid,
            giftCardPaymentId: redeemGiftCard(tx, card.code, { value: paid, currency }, orderId),
            appId: giftCardApp,
            obfuscatedCode: obfuscated(card.code),
          },
        ]
      : [];
  const memberships = [...covered].map(([lineItemId, { id, name, appId }]) => {
    return { membershipId: id, lineItemId, name, providerAppId: appId };
  });
  return {
    outcome: due.gt(zero) ? outcome : priced.totalAfterGiftCard.gt(zero) ? "offline" : "none",
    ...(due.lt(priced.totalAfterGiftCard) && due.gt(zero) && { amount: moneyText(due, currency) }),
    ...(outcome === "approved" || outcome === "authorized"
      ? { card: { brand: "Visa", lastFourDigits: "4242" } }
      : {}),
    ...(giftCards.length > 0 && { giftCards }),
    ...(memberships.length > 0 && { memberships }),
  };
}
