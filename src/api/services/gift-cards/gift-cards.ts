import type * as z from "zod/mini";
import { endpoint, service } from "../../endpoint.ts";
import { decimal, enumOf, guid, obj, text } from "../../models/fields.ts";
import { ExtendedFields } from "../../models/query.ts";

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
