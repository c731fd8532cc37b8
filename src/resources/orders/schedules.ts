import type { Call } from "../../api/caller.ts";
import type { Order } from "../../api/services/orders/models.ts";
import type { OrderTransactions } from "../../api/services/payments/order-transactions.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { ApiError } from "../../kernel/errors.ts";
import { listTransactions } from "./payments.ts";
import { isMoney, type ListedOrder, type ScheduledAction } from "./words.ts";

/** The maximum number of orders whose payments are read at once. */
const batchSize = 100;

/** Adds to orders with an authorized payment when it is captured or expires. Orders stay as they are if payments cannot be read. */
export async function* withSchedules(call: Call, orders: AsyncIterable<Order>): AsyncGenerator<ListedOrder> {
  for await (const batch of streamBatches(orders, batchSize)) yield* await readSchedules(call, batch);
}

async function readSchedules(call: Call, orders: readonly Order[]): Promise<ListedOrder[]> {
  const ids = orders.flatMap(({ id, balanceSummary }) =>
    id && isMoney(balanceSummary?.authorized) ? [id] : [],
  );
  const { found } = await listTransactions(call, ids).catch((error) => {
    if (error instanceof ApiError) return { found: [] };
    throw error;
  });
  const schedules = new Map(found.map((one) => [one.orderId, scheduleOf(one)]));
  return orders.map((order) => {
    const scheduled = schedules.get(order.id);
    return scheduled === undefined ? order : { ...order, scheduled };
  });
}

/** Returns the first scheduled action of the authorized payments of an order. */
export function scheduleOf({ payments }: Pick<OrderTransactions, "payments">): ScheduledAction | undefined {
  const [first] = (payments ?? [])
    .flatMap(({ status, regularPaymentDetails }) => {
      const { actionType, executionDate } =
        regularPaymentDetails?.authorizationDetails?.scheduledAction ?? {};
      return status === "AUTHORIZED" && executionDate
        ? [{ action: actionType ?? "", at: executionDate }]
        : [];
    })
    .sort((one, other) => one.at.localeCompare(other.at));
  return first;
}
