import { expect, test } from "vitest";
import { type ListedOrder, paymentWord, shortWord } from "../../../src/resources/orders/words.ts";
import { ticketOrderWord } from "../../../src/resources/tickets/words.ts";

const now = new Date("2026-06-15T12:00:00Z");
const authorized: ListedOrder = {
  id: "o",
  paymentStatus: "NOT_PAID",
  balanceSummary: { authorized: { amount: "60.00" } },
};

test.each([
  ["VOID", "2026-06-17T12:00:00Z", "authorized, expires in 2 days", "warn"],
  ["CAPTURE", "2026-06-15T15:00:00Z", "authorized, capture in 3 hours", "warn"],
  ["CAPTURE", "2026-06-15T11:59:00Z", "authorized, being captured", "warn"],
  ["VOID", "2026-06-15T11:59:00Z", "authorization expired", "bad"],
] as const)("an authorized payment with %s at %s", (action, at, text, tone) => {
  expect(paymentWord({ ...authorized, scheduled: { action, at } }, { now })).toEqual([text, tone]);
  const transaction = { scheduledAction: action, scheduledActionExecutionDate: at };
  const order = { orderNumber: "T-1", status: "AUTHORIZED", paymentDetails: { transaction } } as const;
  expect(ticketOrderWord(order, { now })).toEqual([text, tone]);
});

test("an authorized payment whose schedule is not known", () => {
  expect(paymentWord(authorized, { now })).toEqual(["authorized", "warn"]);
});

test("an order that is neither paid nor authorized", () => {
  const order: ListedOrder = { ...authorized, balanceSummary: { authorized: { amount: "0.00" } } };
  expect(paymentWord(order, { now })).toEqual(["not paid"]);
});

test("a captured order is paid, whatever was authorized", () => {
  expect(paymentWord({ ...authorized, paymentStatus: "PAID" }, { now })).toEqual(["paid", "good"]);
});

test.each([
  ["authorized, expires in 2 days", "expires in 2d"],
  ["authorized, capture in 1 hour", "capture in 1h"],
  ["authorized, expires in 1 month", "expires in 1mo"],
  ["authorized, being captured", "being captured"],
  ["authorized", "authorized"],
  ["authorization expired", "authorization expired"],
])("in lists, %s is %s", (text, brief) => {
  expect(shortWord([text, "warn"])).toEqual([brief, "warn"]);
});
