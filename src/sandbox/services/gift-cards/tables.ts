import type { GiftVoucher } from "../../../api/services/gift-cards/gift-cards.ts";
import type { Table } from "../../kernel/tx.ts";

/** Stored under its code, in capitals. */
export interface StoredGiftCard {
  code: string;
  balance: { value: string; currency: string };
  status: NonNullable<GiftVoucher["status"]>;
  /** Redemptions, with those that were voided. */
  transactions: { id: string; amount: string; orderId?: string; voided: boolean }[];
}

export const giftCards: Table<StoredGiftCard> = { name: "giftCards", columns: {} };
