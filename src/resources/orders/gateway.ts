import { type Call, callWithRequestId } from "../../api/caller.ts";
import type { Order } from "../../api/services/orders/models.ts";
import { orders } from "../../api/services/orders/orders.ts";
import { orderBilling } from "../../api/services/payments/order-billing.ts";
import type { OrderTransactions, Payment } from "../../api/services/payments/order-transactions.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { isGuid, lowerGuid } from "../../kernel/ids.ts";
import type { Authorization, PaymentAction, PaymentGateway, PaymentOrder } from "../payments/gateway.ts";
import { listTransactions } from "./payments.ts";
import { customerOf } from "./words.ts";

const pageSize = 100;

interface SearchPage {
  found: Order[];
  /** The cursor of the next page. */
  next?: string;
  requestId?: string;
}

/** Returns the gateway to the authorized payments of store orders. It reads 100 orders per request. */
export function orderGateway(call: Call): PaymentGateway {
  const withPayments = async (found: readonly Order[]): Promise<PaymentOrder[]> => {
    const { found: transactions, requestId } = await listTransactions(
      call,
      found.map(({ id }) => id),
    );
    const byOrder = new Map(transactions.map((transaction) => [transaction.orderId, transaction]));
    return found.map((order) => paymentOrder(order, byOrder.get(order.id), requestId));
  };
  const search = async (filter: object, cursor?: string): Promise<SearchPage> => {
    const cursorPaging = cursor === undefined ? { limit: pageSize } : { limit: pageSize, cursor };
    const input = { search: { cursorPaging, filter: cursor === undefined ? filter : undefined } };
    const { result, requestId } = await callWithRequestId(call, orders.search, input);
    const found = result.orders ?? [];
    const { hasNext, cursors } = result.metadata ?? {};
    const next = hasNext === false ? undefined : cursors?.next;
    return {
      found,
      next: typeof next === "string" && found.length > 0 ? next : undefined,
      requestId,
    };
  };

  /** Reads all pages: numbers need not be unique, so there can be more orders than references. */
  const searchAll = async (filter: object): Promise<SearchPage> => {
    const first = await search(filter);
    const found = [...first.found];
    let { next, requestId } = first;
    while (next !== undefined) {
      const page = await search(filter, next);
      found.push(...page.found);
      ({ next, requestId } = page);
    }
    return { found, requestId };
  };

  return {
    itemName: "order",
    pageSize,
    async find(references) {
      const [ids, numbers] = [
        references.filter(isGuid),
        references.filter((reference) => !isGuid(reference)),
      ];
      const pages: SearchPage[] = await Promise.all([
        ...(ids.length > 0 ? [searchAll({ id: { $in: ids.map(lowerGuid) } })] : []),
        ...(numbers.length > 0 ? [searchAll({ number: { $in: numbers } })] : []),
      ]);
      const matching = new Map(pages.flatMap((page) => page.found.map((order) => [order.id, order])));
      const batches = [...batchesOf([...matching.values()], pageSize)];
      const found = (await Promise.all(batches.map(withPayments))).flat();
      const byName = new Map<string, PaymentOrder[]>();
      for (const order of found)
        for (const name of [order.id, order.number]) byName.set(name, [...(byName.get(name) ?? []), order]);
      const requestId = pages.at(-1)?.requestId;
      return {
        orders: references.map((one) => byName.get(lowerGuid(one)) ?? []),
        requestId,
      };
    },
    async *authorized() {
      const filter = { "balanceSummary.authorized.amount": { $gt: "0" } };
      let page: SearchPage | undefined = await search(filter);
      while (page) {
        // Reads the next page and the payments of this one at the same time.
        const following: Promise<SearchPage> | undefined =
          page.next === undefined ? undefined : search(filter, page.next);
        const [found, next]: [PaymentOrder[], SearchPage | undefined] = await Promise.all([
          withPayments(page.found),
          following,
        ]);
        yield found;
        page = next;
      }
    },
    async authorizations(ids) {
      const { found, requestId } = await listTransactions(call, ids);
      const authorizations = new Map(found.map((one) => [one.orderId, authorizationsOf(one)]));
      return { authorizations, requestId };
    },
    async perform(action, orderId, paymentIds) {
      const input =
        action === "capture"
          ? { orderId, payments: paymentIds.map((paymentId) => ({ paymentId })) }
          : { orderId, paymentIds };
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
    authorizations: transactions ? authorizationsOf(transactions) : [],
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
