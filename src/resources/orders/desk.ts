import type { Call } from "../../api/caller.ts";
import { type Endpoint, valueAt } from "../../api/endpoint.ts";
import type { Order } from "../../api/services/orders/models/order.ts";
import { orders } from "../../api/services/orders/orders.ts";
import type { OrderTransactions, Payment } from "../../api/services/payments/models/order-payment.ts";
import { orderBilling } from "../../api/services/payments/order-billing.ts";
import { orderTransactions } from "../../api/services/payments/order-transactions.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Account, Aim, Hold, PaymentDesk } from "../payments/account.ts";
import { customerOf } from "./customer.ts";

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const page = 100;

/** One page of a search, and the cursor of the next one. */
interface Leaf {
  found: Order[];
  next?: string;
  requestId?: string;
}

/** The authorized payments of store orders, a hundred orders a read. */
export function ordersDesk(call: Call, signal?: AbortSignal): PaymentDesk {
  const ask = (name: string, endpoint: Endpoint, input: object) =>
    call(name, endpoint, input, signal ? { signal } : {});

  const transactionsOf = async (ids: readonly string[]) => {
    if (ids.length === 0) return { found: [] as OrderTransactions[] };
    try {
      const { body, requestId } = await ask("orderTransactions.list", orderTransactions.list, {
        orderIds: ids,
      });
      return { found: (body.orderTransactions ?? []) as OrderTransactions[], requestId };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      return { found: await oneByOne(ids) };
    }
  };
  /** One order that is gone must not hide the others. */
  const oneByOne = async (ids: readonly string[]): Promise<OrderTransactions[]> => {
    const found: OrderTransactions[] = [];
    for (const orderId of ids) {
      try {
        const { body } = await ask("orderTransactions.get", orderTransactions.get, { orderId });
        found.push(body.orderTransactions as OrderTransactions);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    }
    return found;
  };
  const accountsOf = async (found: readonly Order[]): Promise<Account[]> => {
    const { found: money, requestId } = await transactionsOf(found.map(({ id }) => id ?? ""));
    const byOrder = new Map(money.map((one) => [one.orderId, one]));
    return found.map((order) => accountOf(order, byOrder.get(order.id), requestId));
  };
  const search = async (filter: object, cursor?: string): Promise<Leaf> => {
    const cursorPaging = cursor === undefined ? { limit: page } : { limit: page, cursor };
    const input = { search: { cursorPaging, ...(cursor === undefined && { filter }) } };
    const { body, requestId } = await ask("orders.search", orders.search, input);
    const found = (body.orders ?? []) as Order[];
    const next =
      valueAt(body, "metadata.hasNext") === false ? undefined : valueAt(body, "metadata.cursors.next");
    return {
      found,
      ...(typeof next === "string" && found.length > 0 && { next }),
      ...(requestId !== undefined && { requestId }),
    };
  };

  return {
    noun: "order",
    page,
    async find(references) {
      const [ids, numbers] = [
        references.filter((one) => guid.test(one)),
        references.filter((one) => !guid.test(one)),
      ];
      const leaves: Leaf[] = await Promise.all([
        ...(ids.length > 0 ? [search({ id: { $in: ids.map((id) => id.toLowerCase()) } })] : []),
        ...(numbers.length > 0 ? [search({ number: { $in: numbers } })] : []),
      ]);
      const accounts = await accountsOf([
        ...new Map(leaves.flatMap((leaf) => leaf.found.map((order) => [order.id, order]))).values(),
      ]);
      const byName = new Map<string, Account[]>();
      for (const account of accounts)
        for (const name of [account.id, account.number])
          byName.set(name, [...(byName.get(name) ?? []), account]);
      const requestId = leaves.at(-1)?.requestId;
      return {
        accounts: references.map((one) => byName.get(guid.test(one) ? one.toLowerCase() : one) ?? []),
        ...(requestId !== undefined && { requestId }),
      };
    },
    async *authorized() {
      const filter = { "balanceSummary.authorized.amount": { $gt: "0" } };
      let leaf: Leaf | undefined = await search(filter);
      while (leaf) {
        // The next page is read while the payments of this one are.
        const following: Promise<Leaf> | undefined =
          leaf.next === undefined ? undefined : search(filter, leaf.next);
        const [accounts, next]: [Account[], Leaf | undefined] = await Promise.all([
          accountsOf(leaf.found),
          following,
        ]);
        yield accounts;
        leaf = next;
      }
    },
    async holds(ids) {
      const { found, requestId } = await transactionsOf(ids);
      const holds = new Map(found.map((one) => [one.orderId ?? "", holdsOf(one)]));
      return { holds, ...(requestId !== undefined && { requestId }) };
    },
    async move(aim, orderId, paymentIds) {
      const input =
        aim === "capture"
          ? { orderId, payments: paymentIds.map((paymentId) => ({ paymentId })) }
          : { orderId, paymentIds };
      const { body, requestId } = await ask(`orderBilling.${aim}`, orderBilling[aim], input);
      const money = body.orderTransactions as OrderTransactions | undefined;
      return { holds: money && holdsOf(money), ...(requestId !== undefined && { requestId }) };
    },
  };
}

function accountOf(
  order: Order,
  money: OrderTransactions | undefined,
  requestId: string | undefined,
): Account {
  const customer = customerOf(order);
  return {
    id: order.id ?? "",
    number: order.number ?? "",
    currency: order.currency ?? "",
    ...(customer !== "" && { customer }),
    ...(order.paymentStatus && { status: order.paymentStatus }),
    holds: money ? holdsOf(money) : [],
    ...(requestId !== undefined && { requestId }),
  };
}

/** The payments of an order that were authorized before they were taken; others are no business of a capture. */
function holdsOf({ payments }: OrderTransactions): Hold[] {
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
        id: payment.id ?? "",
        amount: payment.amount?.amount ?? "0",
        state: stateOf(status, payment),
        ...(authorizedDate && { authorizedAt: authorizedDate }),
        ...(actionType &&
          executionDate && {
            scheduled: { action: actionType.toLowerCase() as Aim, at: executionDate },
          }),
        ...(failure && { failure }),
      },
    ];
  });
}

const taken: ReadonlySet<string> = new Set(["APPROVED", "REFUNDED", "PARTIALLY_REFUNDED"]);

function stateOf(status: string, { regularPaymentDetails }: Payment): string {
  const { captures, void: voiding } = regularPaymentDetails?.authorizationDetails ?? {};
  if (taken.has(status)) return "CAPTURED";
  if (status !== "AUTHORIZED") return status;
  if (captures?.[0]?.status === "SUCCEEDED") return "CAPTURED";
  const [capture, release] = [captures?.[0]?.status, voiding?.status];
  if (capture === "PENDING") return "CAPTURING";
  if (release === "PENDING") return "VOIDING";
  if (capture === "FAILED") return "CAPTURE_FAILED";
  if (release === "FAILED") return "VOID_FAILED";
  return status;
}
