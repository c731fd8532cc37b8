import { expect, test } from "vitest";
import type { TicketOrder } from "../../../src/api/services/tickets.ts";
import { salesOf } from "../../../src/resources/tickets/sales.ts";

async function* orders(...statuses: string[]) {
  for (const status of statuses)
    yield { orderNumber: status, status, created: "2030-05-01T22:30:00Z", tickets: [] } as TicketOrder;
}

test("the days count orders whose tickets are valid, in the zone of the event", async () => {
  const sold = orders("FREE", "PAID", "PENDING", "AUTHORIZED", "PARTIALLY_PAID", "OFFLINE_PENDING");
  expect((await salesOf([], sold, "Europe/Berlin")).byDay).toEqual([
    { day: "2030-05-02", tickets: 0, orders: 6 },
  ]);
  const others = orders("INITIATED", "CANCELED", "DECLINED", "VOIDED", "NA_ORDER_STATUS");
  expect((await salesOf([], others, "Europe/Berlin")).byDay).toEqual([]);
});
