import type { Decimal } from "../../kernel/money.ts";

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
