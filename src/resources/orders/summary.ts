import type { Order } from "../../api/services/orders.ts";
import type { Fields } from "../../output/field.ts";
import { type Word, wordFor } from "../../output/table.ts";
import { Totals } from "../payments/totals.ts";
import { fulfillmentWords, orderWords, paymentWords } from "./words.ts";

/** The count and totals of the orders with one status. */
export interface StatusSum {
  /** The status field. */
  by: "all" | "status" | "payment" | "fulfillment";
  /** The status. */
  value: string;
  orders: number;
  /** By currency. */
  totals: { currency: string; amount: string }[];
}

/** Counts and sums a stream of orders by status, payment status and fulfillment status, with exact amounts per currency. */
export async function summarize(orders: AsyncIterable<Order>): Promise<StatusSum[]> {
  const sums = new Map<string, { by: StatusSum["by"]; value: string; orders: number; totals: Totals }>();
  const all: { by: StatusSum["by"]; value: string; orders: number; totals: Totals } = {
    by: "all",
    value: "",
    orders: 0,
    totals: new Totals(),
  };
  for await (const order of orders) {
    const { amount } = order.priceSummary?.total ?? {};
    const statuses: [StatusSum["by"], string][] = [
      ["status", order.status ?? ""],
      ["payment", order.paymentStatus ?? ""],
      ["fulfillment", order.fulfillmentStatus ?? ""],
    ];
    for (const [by, value] of statuses) {
      const key = `${by} ${value}`;
      const sum = sums.get(key) ?? { by, value, orders: 0, totals: new Totals() };
      sums.set(key, sum);
      sum.orders += 1;
      if (amount) sum.totals.add(amount, order.currency ?? "");
    }
    all.orders += 1;
    if (amount) all.totals.add(amount, order.currency ?? "");
  }
  const rank = ["all", "status", "payment", "fulfillment"];
  return [all, ...sums.values()]
    .sort((a, b) => rank.indexOf(a.by) - rank.indexOf(b.by) || b.orders - a.orders)
    .map(({ totals, ...sum }) => ({ ...sum, totals: totals.records() }));
}

function summaryWord({ by, value }: StatusSum): Word {
  const words = { all: {}, status: orderWords, payment: paymentWords, fulfillment: fulfillmentWords }[by];
  return wordFor(words, value);
}

/** The fields of `till orders summary`. */
export const summaryFields: Fields<StatusSum> = {
  by: {},
  value: { label: "Status", grow: true, words: summaryWord },
  orders: { as: "number" },
  totals: {
    path: "totals",
    label: "Total",
    value: ({ totals }) => totals.map(({ amount, currency }) => `${amount} ${currency}`).join(", "),
    align: "right",
  },
};
