import { expect, test } from "vitest";
import type { Order } from "../../../src/api/services/orders/models.ts";
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
