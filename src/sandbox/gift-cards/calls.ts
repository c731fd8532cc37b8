import type { Handlers } from "../../api/endpoint.ts";
import type { giftVouchers as endpoints } from "../../api/services/gift-cards/gift-cards.ts";
import type { Tx } from "../kernel/tx.ts";
import { giftCardApp, giftCardOf, obfuscated, redeemGiftCard, voidRedemption } from "./gift-cards.ts";

/** Handlers of gift cards and their redemptions. */
export const giftVouchers: Handlers<typeof endpoints, Tx> = {
  get(tx, { code }) {
    const card = giftCardOf(tx, code);
    const { balance, status } = card;
    return {
      giftCard: {
        obfuscatedCode: obfuscated(card.code),
        balance,
        status,
        appId: giftCardApp,
        externalId: card.code,
      },
    };
  },
  redeem: (tx, { code, amount, orderId }) => ({
    transactionId: redeemGiftCard(tx, code, amount ?? {}, orderId),
  }),
  voidTransaction(tx, { transactionId }) {
    voidRedemption(tx, transactionId);
    return {};
  },
};
