import { expect, test } from "vitest";
import type { Call } from "../../../src/api/caller.ts";
import { orderGateway } from "../../../src/resources/orders/gateway.ts";
import { ordersByReference } from "../../../src/resources/orders/work.ts";

const numbers = Array.from({ length: 100 }, (_, index) => String(10_000 + index));

/** A shop whose last number has two orders, 101 in all, read in pages of 100 at most. */
function shop(): Call {
  const all = [...numbers, numbers[99]].map((number, index) => ({
    id: `o${index}`,
    number,
    currency: "USD",
  }));
  return (async (
    { name }: { name: string },
    input: { search: { cursorPaging?: { limit?: number; cursor?: string } }; orderIds: string[] },
  ) => {
    if (name === "orderTransactions.list") {
      if (input.orderIds.length > 100) throw new Error("too many orders");
      return { orderTransactions: input.orderIds.map((orderId) => ({ orderId, payments: [] })) };
    }
    const { limit = 100, cursor = "0" } = input.search.cursorPaging ?? {};
    const end = Number(cursor) + limit;
    const next = end < all.length ? String(end) : undefined;
    return {
      orders: all.slice(Number(cursor), end),
      metadata: { hasNext: next !== undefined, cursors: { next } },
    };
  }) as unknown as Call;
}

test("a number with two orders is known as such, also if a page has room for only one of them", async () => {
  const { orders } = await orderGateway(shop()).find(numbers);
  expect(orders.map((found) => found.length)).toEqual([...Array(99).fill(1), 2]);
  const found = await ordersByReference(shop(), numbers);
  expect(found.get(numbers[99] ?? "")?.map(({ id }) => id)).toEqual(["o99", "o100"]);
});

test("an order is found by its id in capitals, once for each reference", async () => {
  const id = "0a4c7d52-6f1e-4b58-9c2d-8d3e5f607182";
  const orders = [{ id, number: "10007", currency: "USD" }];
  const call = (async (_: object, { search }: { search: { filter: object } }) => ({
    orders: JSON.stringify(search.filter).includes(id) ? orders : [],
  })) as unknown as Call;
  const references = [id.toUpperCase(), id];
  const found = await ordersByReference(call, references);
  expect(references.map((one) => found.get(one))).toEqual([orders, orders]);
});
