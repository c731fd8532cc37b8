import type { DiscountRule } from "../../api/services/discounts/discounts.ts";
import type { Delivery } from "./delivery.ts";
import type { Fee } from "./fees.ts";
import type { GiftCardUse } from "./gift-cards.ts";
import type { AddressType, PricingItem } from "./item.ts";
import type { Coupon, MerchantReduction } from "./priced-discount.ts";
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
