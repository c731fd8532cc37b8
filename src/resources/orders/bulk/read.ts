import type { Call } from "../../../api/caller.ts";
import type { Order } from "../../../api/services/orders/models.ts";
import { type Fulfillment, orderFulfillments } from "../../../api/services/orders/order-fulfillments.ts";
import { orders } from "../../../api/services/orders/orders.ts";
import { batchesOf } from "../../../kernel/batches.ts";
import { isGuid } from "../../../kernel/guid.ts";

const pageSize = 100;

/** Reads orders by number or id, 100 per request. Returns them by the references; several can have one number. */
export async function ordersByReference(
  call: Call,
  references: readonly string[],
): Promise<Map<string, Order[]>> {
  const found = new Map<string, Order[]>();
  const search = async (field: "id" | "number", values: readonly string[]) => {
    for (const batch of batchesOf(values, pageSize)) {
      const filter = { [field]: { $in: batch } };
      // Numbers need not be unique, so a page has room for some that occur twice.
      const input = { search: { filter, cursorPaging: { limit: pageSize } } };
      const body = await call(orders.search, input);
      for (const order of body.orders ?? [])
        found.set(order[field] ?? "", [...(found.get(order[field] ?? "") ?? []), order]);
    }
  };
  const unique = [...new Set(references)];
  await search("id", unique.filter(isGuid));
  await search(
    "number",
    unique.filter((one) => !isGuid(one)),
  );
  return found;
}

/** Reads the fulfillments of orders by id, 100 orders per request. */
export async function fulfillmentsByOrder(
  call: Call,
  ids: readonly string[],
): Promise<Map<string, Fulfillment[]>> {
  const found = new Map<string, Fulfillment[]>();
  const unique = [...new Set(ids)];
  for (const orderIds of batchesOf(unique, pageSize)) {
    const body = await call(orderFulfillments.list, { orderIds });
    for (const one of body.ordersWithFulfillments ?? []) found.set(one.orderId, one.fulfillments ?? []);
  }
  return found;
}
