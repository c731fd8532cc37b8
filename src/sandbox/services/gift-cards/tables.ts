import type { GiftVoucher } from "../../../api/services/gift-cards/models/gift-voucher.ts";
import type { Table } from "../../kernel/tx.ts";

/** Under its code, in capitals. */
export interface StoredGiftCard {
  code: string;
  balance: { value: string; currency: string };
  status: NonNullable<GiftVoucher["status"]>;
  /** Redeemed and not taken back, by transaction. */
  transactions: { id: string; amount: string; orderId?: string; voided: boolean }[];
}

export const giftCards: Table<StoredGiftCard> = { name: "giftCards", columns: {} };
