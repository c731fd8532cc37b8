import type * as z from "zod/mini";
import { decimal, obj, text } from "./fields.ts";

/** A price as decimal text, from 0 to 10^15. */
export const price = () => decimal({ min: 0, max: 1e15 });
export const currency = () => text({ format: "CURRENCY" });

/** A price in the currency of the shop and in that of the buyer. */
export const MultiCurrencyPrice = obj({
  amount: price(),
  convertedAmount: decimal({ readonly: true, min: 0, max: 1e15 }),
  formattedAmount: text({ readonly: true }),
  formattedConvertedAmount: text({ readonly: true }),
});
export interface MultiCurrencyPrice extends z.input<typeof MultiCurrencyPrice> {}

/** An amount of the events services; `amount` is the older name of `value`. */
export const Money = obj({
  value: decimal(),
  amount: decimal(),
  currency: currency(),
  formattedValue: text({ readonly: true }),
});
export interface Money extends z.input<typeof Money> {}
