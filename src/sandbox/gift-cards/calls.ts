import type { Handlers } from "../../api/endpoint.ts";
import { giftCardsAppId } from "../../api/models/app-ids.ts";
import {
  giftCards as cardEndpoints,
  type giftVouchers as endpoints,
  type GiftCard,
} from "../../api/services/gift-cards.ts";
import { decimal, moneyText } from "../../kernel/money.ts";
import { checkedQuery, scanPage } from "../kernel/lists.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { sendMessage } from "../members/index.ts";
import {
  findGiftCard,
  giftCardOf,
  obfuscated,
  redeemGiftCard,
  type StoredGiftCard,
  giftCards as table,
  voidRedemption,
} from "./gift-cards.ts";

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
        appId: giftCardsAppId,
        externalId: card.code,
      },
    };
  },
  redeem: (tx, { code, amount, orderId }) => ({
    transactionId: redeemGiftCard(tx, code, amount, orderId),
  }),
  voidTransaction(tx, { transactionId }) {
    voidRedemption(tx, transactionId);
    return {};
  },
};

/** Gift cards of the platform's own app. A filter on the code needs the whole code. */
export const giftCards: Handlers<typeof cardEndpoints, StoreTx> = {
  create(tx, { giftCard, idempotencyKey }) {
    const created = idempotencyKey ? tx.findBy(table, "idempotencyKey", idempotencyKey) : undefined;
    if (created) return { giftCard: { ...shown(created), code: created.code } };
    const { initialValue, currency, expirationDate, code: given } = giftCard;
    const id = tx.newId();
    const code = (given ?? id.replaceAll("-", "").slice(0, 16)).toUpperCase();
    if (findGiftCard(tx, code) !== undefined)
      throw new PlatformError(409, "GIFT_CARD_ALREADY_EXISTS", "Another gift card has this code");
    const value = moneyText(decimal(initialValue?.amount ?? "0"), currency ?? "USD");
    const card: StoredGiftCard = {
      code,
      id,
      initialValue: value,
      balance: { value, currency: currency ?? "USD" },
      status: "VALID",
      transactions: [],
      createdDate: tx.now.toISOString(),
      expirationDate: expirationDate ? String(expirationDate) : undefined,
      idempotencyKey: idempotencyKey || undefined,
    };
    tx.put(table, code, card);
    return { giftCard: { ...shown(card), code } };
  },
  get: (tx, { giftCardId }) => ({ giftCard: shown(cardById(tx, giftCardId)) }),
  query(tx, { query }) {
    const checked = checkedQuery(query ?? {}, cardEndpoints.query);
    // Filters see the whole code, responses hide it.
    const all = [...tx.each(table)].map((card) => ({ ...shown(card), code: card.code }));
    const { items, metadata } = scanPage(all, {
      ...checked,
      cursorPaging: query?.cursorPaging ?? { limit: 50 },
    });
    return {
      giftCards: items.map((card) => ({ ...card, code: obfuscated(card.code) })),
      pagingMetadata: {
        count: metadata.count,
        cursors: metadata.cursors,
        hasNext: Boolean(metadata.cursors?.next),
      },
    };
  },
  disable(tx, { giftCardId }) {
    const card = cardById(tx, giftCardId);
    if (card.disabledDate !== undefined)
      throw new PlatformError(428, "GIFT_CARD_DISABLED", "The gift card is already disabled");
    const disabled: StoredGiftCard = { ...card, status: "DISABLED", disabledDate: tx.now.toISOString() };
    tx.put(table, card.code, disabled);
    return { giftCard: shown(disabled) };
  },
  sendEmail(tx, { giftCardId, recipientEmail }) {
    const card = cardById(tx, giftCardId);
    const to = recipientEmail ?? card.recipient;
    if (to === undefined)
      throw new PlatformError(
        400,
        "INVALID_ARGUMENT",
        "The gift card has no recipient: recipientEmail is required",
      );
    tx.put(table, card.code, { ...card, recipient: to });
    const { value, currency } = card.balance;
    sendMessage(tx, {
      channel: "email",
      to,
      subject: "Your gift card",
      text: `A gift card of ${value} ${currency} for you. Its code is ${card.code}.`,
      code: card.code,
    });
    return {};
  },
};

function cardById(tx: Tx, id: string): StoredGiftCard {
  for (const card of tx.each(table)) if (card.id === id) return card;
  throw new PlatformError(404, "GIFT_CARD_NOT_FOUND", `There is no gift card ${id}`, { giftCardId: id });
}

function shown(card: StoredGiftCard) {
  const { id, code, balance, initialValue, createdDate, expirationDate, disabledDate, recipient } = card;
  return {
    id,
    code: obfuscated(code),
    initialValue: { amount: initialValue },
    balance: { amount: balance.value },
    currency: balance.currency,
    expirationDate,
    createdDate,
    updatedDate: disabledDate ?? createdDate,
    disabledDate,
    notificationInfo: recipient === undefined ? undefined : { recipient: { email: recipient } },
    source: "MANUAL",
  } satisfies GiftCard;
}
