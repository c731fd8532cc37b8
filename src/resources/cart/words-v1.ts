import type { MultiCurrencyPrice } from "../../api/models/money.ts";
import type { Cart } from "../../api/services/cart/models/cart.ts";
import type { CartEstimate as WireEstimate } from "../../api/services/cart/models/cart-estimate.ts";
import type { LineItem } from "../../api/services/cart/models/line-item.ts";
import { present } from "./absent.ts";
import type { CartDiscount, Contact } from "./cart.ts";

type Price = MultiCurrencyPrice | null | undefined;
type Words = { original?: string | null; translated?: string | null } | null | undefined;
type WireDiscount =
  | NonNullable<WireEstimate["appliedDiscounts"]>[number]
  | NonNullable<Cart["appliedDiscounts"]>[number];
type WireContact = NonNullable<Cart["contactInfo"]>["contactDetails"];

/** The amount of a price; "0" where there is none. */
export const amountOf = (price: Price): string => price?.amount ?? "0";
/** A text in the words of the buyer. */
export const wordsOf = (words: Words): string => words?.translated ?? words?.original ?? "";

/** Choices and texts by their names. */
export function optionsOf(lines: LineItem["descriptionLines"]): Record<string, string> {
  return Object.fromEntries(
    (lines ?? []).map(({ name, plainText, colorInfo }) => [wordsOf(name), wordsOf(plainText ?? colorInfo)]),
  );
}

/** `Stoneware Mug, Ink`: the name and the choices. */
export function nameOf(line: Pick<LineItem, "descriptionLines" | "productName">): string {
  return [wordsOf(line.productName), ...Object.values(optionsOf(line.descriptionLines))].join(", ");
}

/** A discount, whoever gives it. */
export function discountOf(discount: WireDiscount): CartDiscount {
  const { coupon, discountRule, merchantDiscount, discountType } = discount;
  const scope = present({ scope: discountType });
  if (coupon) return { kind: "coupon", name: coupon.code ?? "", amount: amountOf(coupon.amount), ...scope };
  if (discountRule)
    return {
      kind: "rule",
      name: wordsOf(discountRule.name),
      amount: amountOf(discountRule.amount),
      ...scope,
    };
  const { percentage, amount } = merchantDiscount ?? {};
  const name = percentage ? `${percentage} % by the merchant` : "by the merchant";
  return { kind: "merchant", name, amount: amountOf(amount), ...scope };
}

/** A contact of the first generation. */
export function contactOf(contact: WireContact): Contact | undefined {
  if (!contact) return undefined;
  const { firstName, lastName, phone, company, vatId } = contact;
  return present({ firstName, lastName, phone, company, vatId: vatId as Contact["vatId"] });
}
