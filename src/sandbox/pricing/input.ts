import type { DiscountRule } from "../../api/services/discounts.ts";
import type { ConditionalRate } from "../../api/services/shipping.ts";
import { day } from "../../kernel/durations.ts";
import { type Decimal, decimal, roundMoney, sum } from "../../kernel/money.ts";
import { min, whole, zero } from "./allocate.ts";
import type { AddressTaxes } from "./tax.ts";

/** Everything that determines the price of a cart. */
export interface PricingInput {
  currency: string;
  now: Date;
  items: readonly PricingItem[];
  /** The buyer. Some discount rules apply to certain members only. */
  memberId?: string | undefined;
  rules: readonly DiscountRule[];
  coupon?: Coupon | undefined;
  merchant: readonly MerchantReduction[];
  delivery?: Delivery | undefined;
  fees: readonly Fee[];
  /** Taxes by address type. No tax is collected for a missing type. */
  taxes: Partial<Record<AddressType, AddressTaxes>>;
  giftCard?: GiftCardUse | undefined;
}

/** The address at which an item, a delivery or a fee is taxed. */
export type AddressType = "BUSINESS" | "BILLING" | "SHIPPING";

/** How an item is paid for. The default is FULL_PAYMENT_ONLINE. */
export type PaymentOption =
  | "FULL_PAYMENT_ONLINE"
  | "FULL_PAYMENT_OFFLINE"
  | "MEMBERSHIP"
  | "DEPOSIT_ONLINE"
  | "MEMBERSHIP_OFFLINE"
  | "MEMBERSHIP_ONLINE_WITH_OFFLINE_REMAINDER";

/** One line of a cart. Amounts are in the cart's currency and never negative. */
export interface PricingItem {
  id: string;
  quantity: number;
  /** Unit price before discounts. */
  price: Decimal;
  /** PHYSICAL, DIGITAL, GIFT_CARD, SERVICE, or a custom type of the shop. */
  kind: string;
  appId?: string | undefined;
  catalogItemId?: string | undefined;
  collectionIds?: readonly string[] | undefined;
  /** Unit weight, in the shop's unit of weight. */
  weight?: Decimal | undefined;
  paymentOption?: PaymentOption | undefined;
  /** Deposit per unit. The rest is paid later. */
  deposit?: Decimal | undefined;
  /** The item is a subscription with a free trial: the first payment is due when the trial ends. */
  freeTrial?: boolean | undefined;
  taxGroupId?: string | undefined;
  taxedAt: AddressType;
  /** A membership pays for the item. */
  covered?: boolean | undefined;
}

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
  const rate = rates.find(({ conditions }) =>
    (conditions ?? []).every((condition) => conditionHolds(condition, parcel)),
  );
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

function conditionHolds({ type, operator, value }: Condition, parcel: Parcel): boolean {
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

/** A charge besides items and delivery. */
export interface Fee {
  code: string;
  name: string;
  price: Decimal;
  source: "SERVICE_PLUGIN" | "ITEM" | "MANUAL" | "SHIPPING";
  /** Set for carrier charges. */
  charge?: "HANDLING_FEE" | "INSURANCE" | undefined;
  /** The lines it applies to; the whole order if empty. */
  lineItemIds?: readonly string[] | undefined;
  taxGroupId?: string | undefined;
  /** Not taxed if absent (tips). */
  taxedAt?: AddressType | undefined;
}

/** A discount with its calculated amounts. */
export interface PricedDiscount {
  source: { rule: DiscountRule } | { coupon: Coupon } | { merchant: MerchantReduction };
  scope: "GLOBAL" | "SPECIFIC_ITEMS" | "SHIPPING";
  amount: Decimal;
  /** The discount per line, by line id, adding up to the amount; empty for delivery discounts. */
  lines: ReadonlyMap<string, Decimal>;
}

/** A coupon. Exactly one of `percent`, `amount`, `price` and `freeShipping` is set. Amounts are decimal text. */
export interface Coupon {
  id: string;
  code: string;
  name: string;
  percent?: string | undefined;
  amount?: string | undefined;
  /** The price that each eligible item is reduced to. */
  price?: string | undefined;
  freeShipping?: boolean | undefined;
  /** It discounts one unit of the cheapest eligible item only. */
  oneItem?: boolean | undefined;
  /** Minimum subtotal of the eligible items before discounts. */
  minimumSubtotal?: string | undefined;
  start?: string | undefined;
  end?: string | undefined;
  /** Stored for the call that gave it; without effect. */
  appliesToSubscriptions?: boolean | undefined;
  /** Maximum number of orders that can use the coupon. */
  usageLimit?: number | undefined;
  /** Default: true. */
  active?: boolean | undefined;
  createdDate?: string | undefined;
  used: number;
  /** Maximum number of orders of one buyer, and how many each buyer has, by email address. */
  limitPerCustomer?: number | undefined;
  usedBy?: Record<string, number> | undefined;
  /** Eligible products and collections. Without either, every item is eligible. */
  productIds?: string[] | undefined;
  collectionIds?: string[] | undefined;
  /** Free shipping was given a scope, which it does not need; stored for the call that gave it. */
  scoped?: boolean | undefined;
}

/** A manual discount by the merchant: a percentage or an amount off all lines, some lines or the delivery. */
export interface MerchantReduction {
  percentage?: Decimal | undefined;
  amount?: Decimal | undefined;
  lineItemIds?: readonly string[] | undefined;
  ofDelivery?: boolean | undefined;
}

/** A gift card used as payment. */
interface GiftCardUse {
  balance: Decimal;
  /** Maximum amount to redeem; no limit if absent. */
  requested?: Decimal | undefined;
}

/** Returns how much of the amount due a gift card pays. */
export function giftCardPays({ balance, requested }: GiftCardUse, due: Decimal): Decimal {
  const available = min(balance, due);
  return requested ? min(requested, available) : available;
}
