import type { Order } from "../../api/models/order.ts";
import type { OrderActivity } from "../../api/models/order-activity.ts";
import type { OrderLineItem } from "../../api/models/order-line-item.ts";
import type { Payment, Refund, RefundTransaction } from "../../api/models/order-payment.ts";
import type { BalanceSummary, OrderPrice, OrderPriceSummary } from "../../api/models/order-price.ts";
import type { Table } from "../tx.ts";

/** An amount that is there: decimal text with all digits of its currency. */
export interface Amount extends OrderPrice {
  amount: string;
}

export interface StoredLine extends OrderLineItem {
  id: string;
  quantity: number;
  price: Amount;
}

/** Units that an order took out of the catalog's stock, and may give back. */
export interface TakenUnits {
  lineItemId: string;
  productId: string;
  variantId: string;
  units: number;
}

/** An order as the store keeps it: the wire document, and what only the sandbox knows (`lists`, `backstage`). */
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
  /** Values that stand in lists of the document, for filters. */
  lists: Record<string, unknown[]>;
  backstage: {
    taken: TakenUnits[];
    /** Whether units were taken already; they are taken when the order is placed, or once it is paid. */
    stock: "none" | "waiting" | "taken";
    /** What approves it: any money, or nothing but a call. */
    approval: string;
  };
}

const numberOf = (price: OrderPrice | null | undefined) => Number(price?.amount ?? 0);

/** What filters and sorts of the list call meet most. Amounts are compared as numbers, never calculated with. */
export const orders: Table<StoredOrder> = {
  name: "orders",
  columns: {
    number: { type: "text", unique: true, value: (doc) => doc.number },
    createdDate: { type: "text", value: (doc) => doc.createdDate },
    updatedDate: { type: "text", value: (doc) => doc.updatedDate },
    purchasedDate: { type: "text", value: (doc) => doc.purchasedDate ?? null },
    status: { type: "text", value: (doc) => doc.status },
    paymentStatus: { type: "text", value: (doc) => doc.paymentStatus },
    fulfillmentStatus: { type: "text", value: (doc) => doc.fulfillmentStatus },
    archived: { type: "number", value: (doc) => (doc.archived ? 1 : 0) },
    "buyerInfo.email": { type: "text", value: (doc) => doc.buyerInfo?.email ?? null },
    "buyerInfo.memberId": { type: "text", value: (doc) => doc.buyerInfo?.memberId ?? null },
    "channelInfo.externalOrderId": { type: "text", value: (doc) => doc.channelInfo?.externalOrderId ?? null },
    checkoutId: { type: "text", value: (doc) => doc.checkoutId ?? null },
    "priceSummary.total.amount": { type: "number", value: (doc) => numberOf(doc.priceSummary.total) },
    "taxInfo.totalTax.amount": { type: "number", value: (doc) => numberOf(doc.taxInfo?.totalTax) },
    "balanceSummary.authorized.amount": {
      type: "number",
      value: (doc) => numberOf(doc.balanceSummary.authorized),
    },
    "balanceSummary.pending.amount": { type: "number", value: (doc) => numberOf(doc.balanceSummary.pending) },
    "balanceSummary.pendingRefund.amount": {
      type: "number",
      value: (doc) => numberOf(doc.balanceSummary.pendingRefund),
    },
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

/** One movement of money, written once and never changed. */
export interface Movement {
  /** Sandbox time, ISO. */
  at: string;
  paymentId: string;
  kind: "AUTHORIZED" | "CAPTURED" | "VOIDED" | "CHARGED" | "REFUNDED";
  /** Decimal text, above zero. */
  amount: string;
}

/** The payments and refunds of one order, by the order's id, and the ledger that they are counted by. */
export interface StoredTransactions {
  orderId: string;
  currency: string;
  payments: StoredPayment[];
  refunds: StoredRefund[];
  ledger: Movement[];
}

export const transactions: Table<StoredTransactions> = { name: "order-transactions", columns: {} };
