import type { DiscountRule } from "../../api/services/discounts/models/discount-rule.ts";
import type { Decimal } from "../../kernel/money.ts";
import type { Coupon } from "./coupons.ts";
import type { Delivery } from "./delivery.ts";
import type { Fee } from "./fees.ts";
import type { GiftCardUse } from "./gift-cards.ts";
import type { MerchantReduction } from "./merchant.ts";
import type { TaxPlace } from "./tax.ts";

/** Where an item, a delivery or a fee is taxed. */
export type AddressType = "BUSINESS" | "BILLING" | "SHIPPING";

/** How an item is paid for; what is not known counts as FULL_PAYMENT_ONLINE. */
export type PaymentOption =
  | "FULL_PAYMENT_ONLINE"
  | "FULL_PAYMENT_OFFLINE"
  | "MEMBERSHIP"
  | "DEPOSIT_ONLINE"
  | "MEMBERSHIP_OFFLINE"
  | "MEMBERSHIP_ONLINE_WITH_OFFLINE_REMAINDER";

/** One line of a cart as the engine sees it. Amounts are in the basket's currency and never negative. */
export interface Item {
  id: string;
  quantity: number;
  /** For one, before every discount that the engine gives. */
  price: Decimal;
  /** PHYSICAL, DIGITAL, GIFT_CARD, SERVICE, or a shop's own. */
  kind: string;
  appId?: string | undefined;
  catalogItemId?: string | undefined;
  collectionIds?: readonly string[] | undefined;
  /** Of one, in the shop's unit. */
  weight?: Decimal | undefined;
  paymentOption?: PaymentOption | undefined;
  /** What of one is paid at once where the rest is paid later. */
  deposit?: Decimal | undefined;
  /** A subscription whose first cycles cost nothing: it is paid once they are over. */
  freeTrial?: boolean | undefined;
  taxGroupId?: string | undefined;
  taxedAt: AddressType;
  /** A membership pays for it. */
  covered?: boolean | undefined;
}

/** All that a price depends on. */
export interface Basket {
  currency: string;
  now: Date;
  items: readonly Item[];
  /** Of the member who buys: some rules are for some members only. */
  memberId?: string | undefined;
  rules: readonly DiscountRule[];
  coupon?: Coupon | undefined;
  merchant: readonly MerchantReduction[];
  delivery?: Delivery | undefined;
  fees: readonly Fee[];
  /** The taxes at each address; nothing is collected where there is none. */
  taxes: Partial<Record<AddressType, TaxPlace>>;
  giftCard?: GiftCardUse | undefined;
}
