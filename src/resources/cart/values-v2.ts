import type { CartItem, CartV2, ConvertedMoney } from "../../api/services/cart/models-v2.ts";
import { decimal, moneyText, sum } from "../../kernel/money.ts";
import type { CartLine, CartRecord, Contact, ItemReference } from "./cart.ts";
import { omitAbsent } from "./omit-absent.ts";
import { optionsOf, textOf } from "./values-v1.ts";

/** Returns the amount of a price, or "0". */
export const moneyOf = (money: ConvertedMoney | null | undefined): string => money?.amount ?? "0";

const availability: Readonly<Record<string, string>> = {
  IN_STOCK: "AVAILABLE",
  PARTIALLY_IN_STOCK: "PARTIALLY_AVAILABLE",
  OUT_OF_STOCK: "NOT_AVAILABLE",
  REMOVED_FROM_CATALOG: "NOT_FOUND",
};

/** Converts a line of a v2 cart. */
export function lineFromV2(item: CartItem, currency: string): CartLine {
  const { pricing, quantityInfo, source, attributes, status, paymentConfig } = item;
  const { interval, frequency } = attributes?.subscriptionInfo?.subscriptionSettings ?? {};
  const off = (item.discounts ?? []).map(({ amountOff }) => decimal(moneyOf(amountOff)));
  const total = decimal(moneyOf(pricing?.totalPrice)).minus(sum(off));
  const quantity = quantityInfo?.requestedQuantity ?? quantityInfo?.confirmedQuantity ?? 1;
  const path = attributes?.url?.relativePath ?? attributes?.url?.url ?? "";
  return omitAbsent({
    id: item.id ?? "",
    name: textOf(item.name),
    quantity,
    // Prices in v2 do not include discounts.
    price: moneyText(total.div(decimal(String(quantity))), currency),
    total: moneyText(total, currency),
    options: optionsOf(attributes?.descriptionLines),
    sku: attributes?.physicalProperties?.sku,
    slug: path.split("/").at(-1) || undefined,
    catalogReference: source?.catalogReference as ItemReference | undefined,
    custom: item.customLineItem ?? false,
    availability: availability[status ?? "IN_STOCK"] ?? "AVAILABLE",
    quantityAvailable: quantityInfo?.availableQuantity,
    subscription: frequency ? `every ${interval ?? 1} ${frequency}` : undefined,
    scheduledDate: attributes?.serviceProperties?.scheduledDate,
    deposit: paymentConfig?.depositAmount?.amount,
  });
}

/** Returns the buyer of a v2 cart. */
export function buyerFromV2(
  cart: CartV2,
): Pick<CartRecord, "billingAddress" | "contact" | "email" | "note" | "shippingAddress"> {
  const { firstName, lastName, phone, company, vatId, email } = cart.customerInfo ?? {};
  const contact = omitAbsent({ firstName, lastName, phone, company, vatId: vatId as Contact["vatId"] });
  return omitAbsent({
    note: cart.note || undefined,
    email,
    contact: Object.keys(contact).length > 0 ? contact : undefined,
    shippingAddress: cart.deliveryInfo?.address,
    billingAddress: cart.paymentInfo?.billingAddress,
  });
}
