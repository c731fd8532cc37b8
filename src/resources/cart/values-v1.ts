import type { MultiCurrencyPrice } from "../../api/models/values.ts";
import type { Cart, LineItem, CartEstimate as WireEstimate } from "../../api/services/cart/models.ts";
import type { CartDiscount, Contact } from "./cart.ts";
import { omitAbsent } from "./omit-absent.ts";

type Price = MultiCurrencyPrice | null | undefined;
type Translated = { original?: string | null; translated?: string | null } | null | undefined;
type WireDiscount =
  | NonNullable<WireEstimate["appliedDiscounts"]>[number]
  | NonNullable<Cart["appliedDiscounts"]>[number];
type WireContact = NonNullable<Cart["contactInfo"]>["contactDetails"];

/** Returns the amount of a price, or "0". */
export const amountOf = (price: Price): string => price?.amount ?? "0";
/** Returns a text in the buyer's language. */
export const textOf = (text: Translated): string => text?.translated ?? text?.original ?? "";

/** Returns choices and texts by name. */
export function optionsOf(lines: LineItem["descriptionLines"]): Record<string, string> {
  return Object.fromEntries(
    (lines ?? []).map(({ name, plainText, colorInfo }) => [textOf(name), textOf(plainText ?? colorInfo)]),
  );
}

/** Returns the name and choices of a line: `Stoneware Mug, Ink`. */
export function nameOf(line: Pick<LineItem, "descriptionLines" | "productName">): string {
  return [textOf(line.productName), ...Object.values(optionsOf(line.descriptionLines))].join(", ");
}

/** Converts a coupon, rule or merchant discount. */
export function discountOf(discount: WireDiscount): CartDiscount {
  const { coupon, discountRule, merchantDiscount, discountType } = discount;
  const scope = omitAbsent({ scope: discountType });
  if (coupon) return { kind: "coupon", name: coupon.code ?? "", amount: amountOf(coupon.amount), ...scope };
  if (discountRule)
    return {
      kind: "rule",
      name: textOf(discountRule.name),
      amount: amountOf(discountRule.amount),
      ...scope,
    };
  const { percentage, amount } = merchantDiscount ?? {};
  const name = percentage ? `${percentage} % by the merchant` : "by the merchant";
  return { kind: "merchant", name, amount: amountOf(amount), ...scope };
}

/** Converts a v1 contact. */
export function contactOf(contact: WireContact): Contact | undefined {
  if (!contact) return undefined;
  const { firstName, lastName, phone, company, vatId } = contact;
  return omitAbsent({ firstName, lastName, phone, company, vatId: vatId as Contact["vatId"] });
}
