import { expect, test } from "vitest";
import type { Order } from "../../../src/api/services/orders.ts";
import type { OrderTransactions } from "../../../src/api/services/payments.ts";
import { amountText, decimal, sum } from "../../../src/kernel/money.ts";
import { type AccountingRow, lineRows, orderRow } from "../../../src/resources/orders/accounting.ts";

const columns = ["lineTotal", "discount", "shipping", "tax", "total", "refund"];
const sums = (rows: readonly AccountingRow[]) =>
  columns.map((column) => amountText(sum(rows.map((row) => decimal(row[column] ?? "")))));

/** Three lines of a third each, as taxes and discounts of an order are split over its items. */
const third = {
  quantity: 1,
  lineItemPrice: { amount: "10" },
  totalDiscount: { amount: "0.3333" },
  taxInfo: { taxAmount: { amount: "0.6667" } },
};
const order = {
  id: "o",
  currency: "USD",
  lineItems: [
    { id: "a", ...third },
    { id: "b", ...third },
    { id: "c", ...third },
  ],
  priceSummary: {
    subtotal: { amount: "30" },
    discount: { amount: "1" },
    shipping: { amount: "4.9" },
    tax: { amount: "2" },
    total: { amount: "35.9" },
  },
} as Order;

test("the rows add up if the amounts of the lines have more decimals than the currency", () => {
  expect(sums(lineRows(order, undefined))).toEqual(sums([orderRow(order, undefined)]));
});

test("an order without items has a row with its amounts", () => {
  const empty = { ...order, lineItems: [], balanceSummary: { refunded: { amount: "3" } } };
  expect(sums(lineRows(empty, undefined))).toEqual(["30", "1", "4.9", "2", "35.9", "3"]);
});

test("the date of a refund is that of the last one that paid something back", () => {
  const refund = (day: number, ...statuses: string[]) => ({
    createdDate: `2026-05-0${day}T10:00:00.000Z`,
    transactions: statuses.map((refundStatus) => ({ refundStatus })),
  });
  const dateOf = (...refunds: ReturnType<typeof refund>[]) =>
    orderRow(order, { orderId: "o", refunds } as unknown as OrderTransactions).refundDate?.slice(0, 10);
  expect(dateOf(refund(1, "FAILED"))).toBe("");
  expect(dateOf(refund(1, "PENDING"), refund(2, "SCHEDULED", "STARTED"))).toBe("");
  expect(dateOf(refund(1, "SUCCEEDED"), refund(2, "FAILED", "PENDING"))).toBe("2026-05-01");
  expect(dateOf(refund(1, "SUCCEEDED"), refund(2, "FAILED", "SUCCEEDED"))).toBe("2026-05-02");
  // Other platforms' refunds, which were imported, say nothing of their parts.
  expect(dateOf(refund(3))).toBe("2026-05-03");
});
