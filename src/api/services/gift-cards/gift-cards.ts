import type * as z from "zod/mini";
import { endpoint, service } from "../../endpoint.ts";
import { date, decimal, enumOf, guid, list, obj, readonly, text } from "../../models/fields.ts";
import { CursorMetadata, catalogQuery, ExtendedFields } from "../../models/query.ts";

/** An amount on a gift card. */
const GiftMoney = obj({
  value: decimal({ min: 0, max: 999999999.99, maxScale: 5 }),
  currency: text({ format: "CURRENCY" }),
});

/** A gift card with a masked code. */
export const GiftVoucher = obj({
  obfuscatedCode: text({ maxLength: 30 }),
  balance: GiftMoney,
  status: enumOf("VALID", "EXPIRED", "DISABLED"),
  appId: guid(),
  externalId: text({ minLength: 1, maxLength: 50 }),
});
export interface GiftVoucher extends z.input<typeof GiftVoucher> {}

const code = () => text({ minLength: 8, maxLength: 20 });
const Place = obj({ locationId: text({ maxLength: 50 }) });
const pin = () => text({ maxLength: 50 });
const transactionId = () => text({ minLength: 1, maxLength: 100 });

/** Gift cards: balance, redemption and voiding. */
export const giftVouchers = service("giftVouchers", {
  get: endpoint("POST /ecom/v1/gift-cards/{code}", {
    input: obj({ code: code(), context: Place, appId: guid(), pin: pin() }),
    result: obj({ giftCard: GiftVoucher }),
    role: "admin",
    effect: "read",
    summary: "Get the balance of a gift card",
  }),
  redeem: endpoint("POST /ecom/v1/gift-cards/redeem", {
    input: obj({
      code: code(),
      amount: GiftMoney,
      orderId: guid(),
      appId: guid(),
      context: Place,
      pin: pin(),
      extendedFields: ExtendedFields,
    }),
    result: obj({ transactionId: transactionId() }),
    required: ["code", "appId", "amount.value"],
    effect: "money",
    summary: "Redeem an amount from a gift card",
  }),
  voidTransaction: endpoint("POST /ecom/v1/gift-cards/void", {
    input: obj({ transactionId: transactionId(), appId: guid(), context: Place }),
    result: obj({}),
    required: ["transactionId", "appId"],
    effect: "money",
    summary: "Void a gift card transaction",
  }),
});

const CardAmount = obj({ amount: decimal({ min: 0, max: 999999999.99, maxScale: 2 }) });
const Person = obj({ email: text({ format: "EMAIL" }), name: text({ maxLength: 100 }) });

/** A gift card of the platform's own app. Only the response that creates it has the whole code. */
export const GiftCard = obj({
  id: readonly(guid()),
  code: text({ minLength: 8, maxLength: 20 }),
  initialValue: CardAmount,
  balance: readonly(CardAmount),
  currency: text({ format: "CURRENCY" }),
  expirationDate: date(),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  disabledDate: readonly(date()),
  notificationInfo: readonly(
    obj({ recipient: Person, notificationDate: date(), personalizedMessage: text(), sender: Person }),
  ),
  source: enumOf("ORDER", "MANUAL"),
  orderInfo: obj({ orderId: guid(), orderNumber: text() }),
});
export interface GiftCard extends z.input<typeof GiftCard> {}
const cardId = obj({ giftCardId: guid() });

/** Gift cards of the platform's own app, which a site must have installed. Its emails need a premium plan. */
export const giftCards = service("giftCards", {
  create: endpoint("POST /gift-cards/v1/gift-cards", {
    once: true,
    input: obj({ giftCard: GiftCard, idempotencyKey: text({ maxLength: 100 }) }),
    result: obj({ giftCard: GiftCard }),
    required: ["giftCard.initialValue.amount", "giftCard.currency"],
    summary: "Create a gift card",
  }),
  get: endpoint("GET /gift-cards/v1/gift-cards/{giftCardId}", {
    input: cardId,
    result: obj({ giftCard: GiftCard }),
    role: "admin",
    summary: "Get a gift card by ID",
  }),
  query: endpoint("POST /gift-cards/v1/gift-cards/query", {
    input: obj({ query: catalogQuery(100) }),
    result: obj({ giftCards: list(GiftCard), pagingMetadata: CursorMetadata }),
    paging: "cursor",
    items: "giftCards",
    metadata: "pagingMetadata",
    limitMax: 100,
    role: "admin",
    summary: "List gift cards that match a query",
  }),
  disable: endpoint("POST /gift-cards/v1/gift-cards/{giftCardId}/disable", {
    input: cardId,
    result: obj({ giftCard: GiftCard }),
    effect: "set",
    summary: "Disable a gift card for good",
  }),
  sendEmail: endpoint("POST /gift-cards/v1/gift-cards/{giftCardId}/send-email", {
    once: true,
    input: obj({ giftCardId: guid(), recipientEmail: text({ format: "EMAIL" }) }),
    result: obj({}),
    required: ["giftCardId"],
    summary: "Send a gift card by email",
  }),
});
