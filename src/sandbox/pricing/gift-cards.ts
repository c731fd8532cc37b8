import type { Decimal } from "../../kernel/money.ts";
import { min } from "./allocate.ts";

/** A gift card used as payment. */
export interface GiftCardUse {
  balance: Decimal;
  /** Maximum amount to redeem; no limit if absent. */
  requested?: Decimal | undefined;
}

/** Returns how much of the amount due a gift card pays. */
export function giftCardPays({ balance, requested }: GiftCardUse, due: Decimal): Decimal {
  const available = min(balance, due);
  return requested ? min(requested, available) : available;
}
