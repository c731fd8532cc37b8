import type {
  BalanceSummary,
  Order,
  OrderActivity,
  OrderLineItem,
  OrderPrice,
  OrderPriceSummary,
} from "../../api/services/orders.ts";
import type { Payment, Refund, RefundTransaction } from "../../api/services/payments.ts";
import type { Table } from "../kernel/tx.ts";

/** A price with an amount: decimal text with all digits of its currency. */
export interface Amount extends OrderPrice {
  amount: string;
}

export interface StoredLine extends OrderLineItem {
  id: string;
  quantity: number;
  price: Amount;
}

/** Units that an order took out of the stock. */
export interface TakenUnits {
  lineItemId: string;
  productId: string;
  variantId: string;
  units: number;
}

/** A stored order: the API document plus the sandbox's own `lists` and `internal`, which the API never returns. */
export interface StoredOrder extends Order {
  id: string;
  number: string;
  createdDate: string;
  updatedDate: string;
  status: string;
  paymentStatus: string;
  fulfillmentStatus: string;
  currency: string;
  lineItems: StoredLine[];
  priceSummary: OrderPriceSummary & { total: Amount };
  balanceSummary: BalanceSummary;
  activities: OrderActivity[];
  archived: boolean;
  imported: boolean;
  internal: {
    taken: TakenUnits[];
    /** Whether the units were taken, which happens when the order is placed or paid. */
    stock: "none" | "waiting" | "taken";
    /** What approves the order: DEFAULT means any payment. */
    approval: string;
  };
}

/** A column without an index, as many orders share a value. */
const shared = { type: "text", index: false } as const;
/** Amounts are numbers for comparison only, never for calculation. */
const amount = (value: (doc: StoredOrder) => OrderPrice | null | undefined) => ({
  type: "number" as const,
  index: false as const,
  value: (doc: StoredOrder) => Number(value(doc)?.amount ?? 0),
});

/** Columns are the fields that list calls filter and sort by most often. */
export const orders: Table<StoredOrder> = {
  name: "orders",
  columns: {
    number: { type: "text", unique: true },
    createdDate: "text",
    updatedDate: "text",
    purchasedDate: "text",
    "buyerInfo.email": "text",
    "buyerInfo.memberId": "text",
    "channelInfo.externalOrderId": "text",
    checkoutId: "text",
    status: shared,
    paymentStatus: shared,
    fulfillmentStatus: shared,
    archived: { type: "number", index: false, value: (doc) => (doc.archived ? 1 : 0) },
    "priceSummary.total.amount": amount((doc) => doc.priceSummary.total),
    "taxInfo.totalTax.amount": amount((doc) => doc.taxInfo?.totalTax),
    "balanceSummary.authorized.amount": amount((doc) => doc.balanceSummary.authorized),
    "balanceSummary.pending.amount": amount((doc) => doc.balanceSummary.pending),
    "balanceSummary.pendingRefund.amount": amount((doc) => doc.balanceSummary.pendingRefund),
  },
};

export interface StoredPayment extends Payment {
  id: string;
  status: string;
  amount: Amount;
  createdDate: string;
  updatedDate: string;
}

export interface StoredRefund extends Refund {
  id: string;
  transactions: (RefundTransaction & { paymentId: string; amount: Amount; refundStatus: string })[];
}

/** One movement of money. It never changes. */
export type Movement = {
  /** Sandbox time, ISO. */
  at: string;
  paymentId: string;
  kind: "AUTHORIZED" | "CAPTURED" | "VOIDED" | "CHARGED" | "REFUNDED";
  /** Decimal text, above zero. */
  amount: string;
};

/** Payments, refunds and the ledger of an order, stored under the order's ID. */
export interface StoredTransactions {
  orderId: string;
  currency: string;
  payments: StoredPayment[];
  refunds: StoredRefund[];
  ledger: Movement[];
}

export const transactions: Table<StoredTransactions> = { name: "order-transactions" };
