import { type Call, callWithRequestId } from "../../api/caller.ts";
import { wholePages } from "../../api/query/pages.ts";
import { type Order, orders } from "../../api/services/orders.ts";
import { type OrderTransactions, orderBilling, type Payment } from "../../api/services/payments.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { isGuid, lowerGuid } from "../../kernel/ids.ts";
import type { Authorization, PaymentAction, PaymentGateway, PaymentOrder } from "../payments/gateway.ts";
import { listTransactions } from "./payments.ts";
import { customerOf } from "./words.ts";

const pageSize = 100;

/** Returns the gateway to the authorized payments of store orders. It reads 100 orders per request. */
export function orderGateway(call: Call): PaymentGateway {
  const search = (filter: object) => wholePages<Order>(call, orders.search, { search: { filter } }, {});
  const withPayments = async (found: readonly Order[]): Promise<PaymentOrder[]> => {
    const { found: transactions, requestId } = await listTransactions(
      call,
      found.map(({ id }) => id),
    );
    return found.map((order) => paymentOrder(order, transactions.get(order.id), requestId));
  };

  return {
    itemName: "order",
    pageSize,
    async find(references) {
      const [ids, numbers] = [
        references.filter(isGuid),
        references.filter((reference) => !isGuid(reference)),
      ];
      // Numbers need not be unique, so there can be more orders than references.
      const pages = (
        await Promise.all([
          ...(ids.length > 0 ? [Array.fromAsync(search({ id: { $in: ids.map(lowerGuid) } }))] : []),
          ...(numbers.length > 0 ? [Array.fromAsync(search({ number: { $in: numbers } }))] : []),
        ])
      ).flat();
      const matching = new Map(pages.flatMap((page) => page.items.map((order) => [order.id, order])));
      const batches = [...batchesOf([...matching.values()], pageSize)];
      const found = (await Promise.all(batches.map(withPayments))).flat();
      const byName = new Map<string, PaymentOrder[]>();
      for (const order of found)
        for (const name of [order.id, order.number]) byName.set(name, [...(byName.get(name) ?? []), order]);
      return {
        orders: references.map((reference) => byName.get(lowerGuid(reference)) ?? []),
        requestId: pages.at(-1)?.requestId,
      };
    },
    async *authorized() {
      // The next page is read at the same time as the payments of this one.
      for await (const { items } of search({ "balanceSummary.authorized.amount": { $gt: "0" } }))
        yield await withPayments(items);
    },
    async authorizations(ids) {
      const { found, requestId } = await listTransactions(call, ids);
      const authorizations = new Map([...found].map(([id, one]) => [id, authorizationsOf(one)]));
      return { authorizations, requestId };
    },
    async perform(action, orderId, paymentIds) {
      const input =
        action === "capture"
          ? { orderId, payments: paymentIds.map((paymentId) => ({ paymentId })) }
          : { orderId, paymentIds: [...paymentIds] };
      const { result, requestId } = await callWithRequestId(call, orderBilling[action], input);
      const { orderTransactions } = result;
      const authorizations = orderTransactions ? authorizationsOf(orderTransactions) : undefined;
      return { authorizations, requestId };
    },
  };
}

function paymentOrder(
  order: Order,
  transactions: OrderTransactions | undefined,
  requestId: string | undefined,
): PaymentOrder {
  const customer = customerOf(order);
  return {
    id: order.id,
    number: order.number ?? "",
    currency: order.currency ?? "",
    customer: customer !== "" ? customer : undefined,
    status: order.paymentStatus || undefined,
    authorizations: transactions && authorizationsOf(transactions),
    requestId,
  };
}

/** Returns the payments of an order that were authorized before their capture. */
function authorizationsOf({ payments }: OrderTransactions): Authorization[] {
  return (payments ?? []).flatMap((payment) => {
    const details = payment.regularPaymentDetails?.authorizationDetails;
    const status = payment.status ?? payment.regularPaymentDetails?.status ?? "UNDEFINED";
    if (!details && status !== "AUTHORIZED") return [];
    const { authorizedDate, scheduledAction } = details ?? {};
    const failure =
      details?.captures?.[0]?.failureDetails?.failureCode ?? details?.void?.failureDetails?.failureCode;
    const { actionType, executionDate } = scheduledAction ?? {};
    return [
      {
        id: payment.id,
        amount: payment.amount?.amount ?? "0",
        state: stateOf(status, payment),
        authorizedAt: authorizedDate || undefined,
        scheduled:
          actionType && executionDate
            ? { action: actionType.toLowerCase() as PaymentAction, at: executionDate }
            : undefined,
        failure: failure || undefined,
      },
    ];
  });
}

const captured: ReadonlySet<string> = new Set(["APPROVED", "REFUNDED", "PARTIALLY_REFUNDED"]);

function stateOf(status: string, { regularPaymentDetails }: Payment): string {
  const { captures, void: voiding } = regularPaymentDetails?.authorizationDetails ?? {};
  if (captured.has(status)) return "CAPTURED";
  if (status !== "AUTHORIZED") return status;
  if (captures?.[0]?.status === "SUCCEEDED") return "CAPTURED";
  const [capture, release] = [captures?.[0]?.status, voiding?.status];
  if (capture === "PENDING") return "CAPTURING";
  if (release === "PENDING") return "VOIDING";
  if (capture === "FAILED") return "CAPTURE_FAILED";
  if (release === "FAILED") return "VOID_FAILED";
  return status;
}
