import type * as z from "zod/mini";
import type {
  BackInStockItem,
  BackInStockRequest,
} from "../../../api/services/back-in-stock/back-in-stock.ts";
import type { Table } from "../../kernel/tx.ts";

type WaitingItem = z.input<typeof BackInStockItem> & { name: string; price: string };

export type StoredBackInStockRequest = BackInStockRequest & {
  id: string;
  status: "RECEIVED" | "PROCESSING" | "NOTIFICATION_SENT" | "FAILED";
  createdDate: string;
  email: string;
  catalogReference: { appId: string; catalogItemId: string; options?: unknown };
  internal: { item: WaitingItem };
};

export const backInStockRequests: Table<StoredBackInStockRequest> = {
  name: "backInStockRequests",
  columns: {
    "catalogReference.catalogItemId": {
      type: "text",
      value: ({ catalogReference }) => catalogReference.catalogItemId,
    },
    createdDate: { type: "text", value: ({ createdDate }) => createdDate },
  },
};
