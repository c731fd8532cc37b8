import type { Decimal } from "../../kernel/money.ts";
import { smaller } from "./allocate.ts";

/** A gift card that a buyer pays with. */
export interface GiftCardUse {
  balance: Decimal;
  /** No more than this; all that it takes where absent. */
  requested?: Decimal | undefined;
}

/** What a gift card pays of what is due now. */
export function giftCardPays({ balance, requested }: GiftCardUse, due: Decimal): Decimal {
  const most = smaller(balance, due);
  return requested ? smaller(requested, most) : most;
}
