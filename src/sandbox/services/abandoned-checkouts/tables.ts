import type { AbandonedCheckout } from "../../../api/services/abandoned-checkouts/abandoned-checkouts.ts";
import type { Table } from "../../kernel/tx.ts";

export type StoredAbandonedCheckout = AbandonedCheckout & {
  id: string;
  checkoutId: string;
  createdDate: string;
  updatedDate: string;
  status: "ABANDONED" | "RECOVERED";
};

export const abandonedCheckouts: Table<StoredAbandonedCheckout> = {
  name: "abandonedCheckouts",
  columns: { checkoutId: { type: "text", value: ({ checkoutId }) => checkoutId } },
};
