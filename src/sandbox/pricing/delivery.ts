import type { ConditionalRate } from "../../api/services/shipping/models/shipping-option.ts";
import { type Decimal, decimal, roundMoney, sum } from "../../kernel/money.ts";
import { whole, zero } from "./allocate.ts";
import type { AddressType, Item } from "./basket.ts";
import type { Fee } from "./fees.ts";

/** The delivery that a buyer chose, with its price before discounts and tax. */
export interface Delivery {
  price: Decimal;
  taxGroupId?: string | undefined;
  taxedAt: AddressType;
  /** What its carrier charges on top: handling, insurance. */
  charges: readonly Fee[];
}

/** What delivery rules look at: only what has to be sent counts. */
export interface Parcel {
  weight: Decimal;
  price: Decimal;
  quantity: number;
}

/** The parcel that some items make; `worth` is what a line costs after discounts. */
export function parcelOf(items: readonly Item[], worth: (item: Item) => Decimal): Parcel {
  const sent = items.filter(({ kind }) => kind === "PHYSICAL");
  return {
    weight: sum(sent.map(({ weight, quantity }) => (weight ?? zero).times(whole(quantity)))),
    price: sum(sent.map(worth)),
    quantity: sent.reduce((all, { quantity }) => all + quantity, 0),
  };
}

/** The price of the first rate whose conditions all hold; undefined where none does: the way is not offered. */
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

/** When something arrives that takes "2-4 days" from a time on; undefined where the words tell no days. */
export function deliveryWindow(
  words: string | null | undefined,
  now: Date,
): { from: Date; to: Date } | undefined {
  const [, least, most] =
    /(\d+)\s*(?:(?:-|–|to)\s*(\d+)\s*)?(?:business |working )?days?\b/i.exec(words ?? "") ?? [];
  if (least === undefined) return undefined;
  const day = 86_400_000;
  const after = (days: string) => new Date(now.getTime() + Number(days) * day);
  return { from: after(least), to: after(most ?? least) };
}
