import type { ConditionalRate } from "../../api/services/shipping/models.ts";
import { day } from "../../kernel/durations.ts";
import { type Decimal, decimal, roundMoney, sum } from "../../kernel/money.ts";
import { whole, zero } from "./allocate.ts";
import type { Fee } from "./fees.ts";
import type { AddressType, PricingItem } from "./item.ts";

/** The selected delivery, priced before discounts and tax. */
export interface Delivery {
  price: Decimal;
  taxGroupId?: string | undefined;
  taxedAt: AddressType;
  /** Carrier charges such as handling and insurance. */
  charges: readonly Fee[];
}

/** The physical items of a cart in total: the input of delivery rates. */
export interface Parcel {
  weight: Decimal;
  price: Decimal;
  quantity: number;
}

/** Returns the parcel for the physical items; `priceOf` returns a line's price after discounts. */
export function parcelOf(items: readonly PricingItem[], priceOf: (item: PricingItem) => Decimal): Parcel {
  const sent = items.filter(({ kind }) => kind === "PHYSICAL");
  return {
    weight: sum(sent.map(({ weight, quantity }) => (weight ?? zero).times(whole(quantity)))),
    price: sum(sent.map(priceOf)),
    quantity: sent.reduce((all, { quantity }) => all + quantity, 0),
  };
}

/** Returns the price of the first rate whose conditions all hold, or undefined if the option is not available. */
export function deliveryPrice(
  rates: readonly ConditionalRate[],
  parcel: Parcel,
  currency: string,
): Decimal | undefined {
  const rate = rates.find(({ conditions }) => (conditions ?? []).every((one) => holds(one, parcel)));
  if (!rate) return undefined;
  const amount = decimal(rate.amount ?? "0");
  return roundMoney(rate.multiplyByQuantity ? amount.times(whole(parcel.quantity)) : amount, currency);
}

type Condition = NonNullable<ConditionalRate["conditions"]>[number];

const measures: Readonly<Record<string, (parcel: Parcel) => Decimal>> = {
  BY_TOTAL_WEIGHT: ({ weight }) => weight,
  BY_TOTAL_PRICE: ({ price }) => price,
  BY_TOTAL_QUANTITY: ({ quantity }) => whole(quantity),
};

function holds({ type, operator, value }: Condition, parcel: Parcel): boolean {
  const measured = measures[type ?? ""]?.(parcel);
  if (!measured) return false;
  const bound = decimal(value ?? "0");
  if (operator === "GT") return measured.gt(bound);
  if (operator === "GTE") return measured.gte(bound);
  if (operator === "LT") return measured.lt(bound);
  return operator === "LTE" ? measured.lte(bound) : measured.eq(bound);
}

/** Returns when a delivery that takes "2-4 days" arrives, or undefined if the text contains no number of days. */
export function deliveryWindow(
  text: string | null | undefined,
  now: Date,
): { from: Date; to: Date } | undefined {
  const [, least, most] =
    /(\d+)\s*(?:(?:-|–|to)\s*(\d+)\s*)?(?:business |working )?days?\b/i.exec(text ?? "") ?? [];
  if (least === undefined) return undefined;
  const after = (days: string) => new Date(now.getTime() + Number(days) * day);
  return { from: after(least), to: after(most ?? least) };
}
