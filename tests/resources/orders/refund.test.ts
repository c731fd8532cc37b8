import { expect, test } from "vitest";
import type { Order } from "../../../src/api/services/orders.ts";
import { readAmount, readItem } from "../../../src/resources/orders/refund.ts";

const order = {
  id: "o",
  lineItems: [
    { id: "poster", quantity: 3, productName: { original: "Poster 4:3" } },
    { id: "mug", quantity: 2, productName: { original: "Mug" } },
  ],
} as Order;

test.each([
  ["Poster 4:3", "poster", 3],
  ["poster 4:3:2", "poster", 2],
  ["poster:1", "poster", 1],
  ["Mug", "mug", 2],
  ["Mug:1", "mug", 1],
])("the item %s", (text, lineItemId, quantity) => {
  expect(readItem(order, text, "--item")).toEqual({ lineItemId, quantity });
});

test.each(["Poster 4:2", "Mug:3", "Mug:0", "Poster"])("no item %s", (text) => {
  expect(() => readItem(order, text, "--item")).toThrow(text.replace(/:\d+$/, ""));
});

test.each(["5.00", "5.00USD", "5 usd", "5.00 USD"])(
  "--amount %s is an amount in the currency of the order",
  (text) => {
    expect(readAmount(text, "USD", "--amount").toFixed(2)).toBe("5.00");
  },
);

test.each(["5.00EUR", "5.005USD", "0USD", "$5"])("--amount %s is none in USD", (text) => {
  expect(() => readAmount(text, "USD", "--amount")).toThrow("--amount takes an amount in USD above 0");
});
