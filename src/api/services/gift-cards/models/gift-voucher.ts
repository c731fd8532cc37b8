import type * as z from "zod/mini";
import { decimal, enumOf, guid, obj, text } from "../../../models/fields.ts";

/** An amount on a gift card. */
export const GiftMoney = obj({
  value: decimal({ min: 0, max: 999999999.99, maxScale: 5 }),
  currency: text({ format: "CURRENCY" }),
});
export interface GiftMoney extends z.input<typeof GiftMoney> {}

/** A gift card with a masked code. */
export const GiftVoucher = obj({
  obfuscatedCode: text({ maxLength: 30 }),
  balance: GiftMoney,
  status: enumOf("VALID", "EXPIRED", "DISABLED"),
  appId: guid(),
  externalId: text({ minLength: 1, maxLength: 50 }),
});
export interface GiftVoucher extends z.input<typeof GiftVoucher> {}
