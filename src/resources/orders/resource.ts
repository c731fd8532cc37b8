import type { Call } from "../../api/caller.ts";
import { storesAppId } from "../../api/models/app-ids.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import { Order, type OrderLineItem, orders } from "../../api/services/orders.ts";
import type { OrderTransactions } from "../../api/services/payments.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { ApiError } from "../../kernel/errors.ts";
import { decimal, moneyText, sum } from "../../kernel/money.ts";
import { columnsOf } from "../../output/field.ts";
import { type Column, wordFor } from "../../output/table.ts";
import type { Question } from "../../ui/screens/browse/browse-resource.ts";
import { optionConditions } from "../conditions.ts";
import { activityHistory } from "../history.ts";
import { type Listing, type ListQuery, listRows } from "../listing.ts";
import {
  filterQuoted,
  type Page,
  type Resource,
  type RowAction,
  type Section,
  type Session,
  tableSection,
  textSection,
} from "../resource.ts";
import { orderFilterFields, orderMoney, orderSearchText, orderView } from "./fields.ts";
import { findOrder } from "./find.ts";
import { listTransactions, paymentMethodText, readTransactions } from "./payments.ts";
import {
  authorizedWord,
  customerOf,
  isMoney,
  type ListedOrder,
  orderWords,
  paymentWord,
  type ScheduledAction,
  transactionWords,
} from "./words.ts";

/** The options of `orders list` that are conditions on a field. */
export const orderOptions = {
  fields: { status: "status", paymentStatus: "paymentStatus", fulfillment: "fulfillmentStatus" },
  filterFields: orderFilterFields,
};

export const orderResource: Resource<Order> = {
  name: "orders",
  kind: "order",
  singular: "order",
  title: "Orders",
  ...orderView,
  recordFields: Object.keys(shapeOf(Order)),
  matchKeys: ["number"],
  searched: { fields: "numbers, customers, email addresses and items", text: orderSearchText },
  relations: [
    { resource: "products", title: "products", filter: productsFilter },
    {
      resource: "orders",
      title: "orders of the buyer",
      filter: ({ buyerInfo }) => (buyerInfo?.email ? `email = ${filterQuoted(buyerInfo.email)}` : undefined),
    },
    {
      resource: "orders abandoned",
      title: "abandoned checkouts of the buyer",
      filter: ({ buyerInfo }) =>
        buyerInfo?.email ? `buyerInfo.email = ${filterQuoted(buyerInfo.email)}` : undefined,
    },
    { resource: "orders subscriptions", title: "subscriptions", filter: subscriptionsFilter },
  ],
  adminOnly: true,
  id: ({ id }) => id,
  label: (order) => `order ${order.number ?? order.id} ${customerOf(order)}`.trim(),
  reference: ({ number, id }) => number || id,
  pulse: (order) => ({ at: order.createdDate, amount: orderMoney(order, order.priceSummary?.total) }),
  async open(session) {
    const call = await orderCall(session);
    return {
      list: (query) => listOrders(call, query),
      complete: (rows) => withSchedules(call, rows),
      get: (reference) => findOrder(call, reference),
      page: (order) => orderPage(call, order),
      narrow: async (_args, options) => ({
        conditions: optionConditions(options, orderOptions),
        query: options,
      }),
      actions: orderActions,
      history: async ({ activities }, times) => activityHistory(activities, times),
    };
  },
};

/** Lists orders, newest first. */
export function listOrders(call: Call, query: ListQuery): Listing<Order> {
  const { filterFields: fields, sortPaths } = orderView;
  const source = { call, endpoint: orders.search, fields, sortPaths };
  return listRows({ ...source, searchText: orderSearchText }, query);
}

/** Returns the call that reads orders: a member's own if only a member is signed in, else all orders as admin. */
async function orderCall(session: Session): Promise<Call> {
  const { role } = await session.profile();
  const isMember = role === "member" || (!(await session.can("admin")) && (await session.can("member")));
  return await session.call(isMember ? "member" : "admin");
}

function subscriptionsFilter({ lineItems }: Order): string | undefined {
  const ids = (lineItems ?? []).flatMap(({ subscriptionInfo }) => subscriptionInfo?.id ?? []);
  return ids.length === 0 ? undefined : `id in (${[...new Set(ids)].map(filterQuoted).join(", ")})`;
}

function productsFilter({ lineItems }: Order): string | undefined {
  const ids = (lineItems ?? []).flatMap(({ catalogReference }) =>
    catalogReference?.appId === storesAppId && catalogReference.catalogItemId
      ? [catalogReference.catalogItemId]
      : [],
  );
  return ids.length === 0 ? undefined : `id in (${[...new Set(ids)].map(filterQuoted).join(", ")})`;
}

/** Reads the payments of an order, for its page on the screen. */
async function orderPage(call: Call, order: Order): Promise<Page<ListedOrder>> {
  const transactions = await readTransactions(call, order.id);
  const scheduled = scheduleOf(transactions);
  return {
    row: scheduled === undefined ? order : { ...order, scheduled },
    sections: [
      tableSection("Items", itemColumns(order), order.lineItems ?? []),
      tableSection("Amounts", amountColumns(order), amountsOf(order)),
      ...paymentSections(order, transactions),
    ],
  };
}

function itemColumns(order: Order): Column<OrderLineItem>[] {
  return columnsOf<OrderLineItem>({
    quantity: { label: "Qty", absent: 1, as: "number" },
    item: {
      value({ productName, descriptionLines }) {
        const options = (descriptionLines ?? []).map(
          ({ plainText, colorInfo }) => plainText?.original ?? colorInfo?.original,
        );
        return [productName?.original, ...options].filter(Boolean).join(", ");
      },
    },
    price: { path: "price.amount", as: "money" },
    total: {
      value: ({ lineItemPrice, totalPriceAfterTax }) =>
        orderMoney(order, lineItemPrice ?? totalPriceAfterTax),
      as: "money",
    },
  });
}

type Amount = readonly [name: string, price: { amount?: string | null } | null | undefined];

/** Amounts of 0 say nothing, except for the total and what is left to pay. */
function amountsOf({ priceSummary, balanceSummary }: Order): Amount[] {
  const optional: Amount[] = [
    ["Discount", priceSummary?.discount],
    ["Shipping", priceSummary?.shipping],
    ["Fees", priceSummary?.totalAdditionalFees],
    ["Tax", priceSummary?.tax],
  ];
  const paid: Amount[] = [
    ["Paid", balanceSummary?.paid],
    ["Authorized", balanceSummary?.authorized],
    ["Refunded", balanceSummary?.refunded],
    ["Balance due", balanceSummary?.balance],
  ];
  const some = ([, price]: Amount) => isMoney(price);
  return [
    ["Subtotal", priceSummary?.subtotal],
    ...optional.filter(some),
    ["Total", priceSummary?.total],
    ...paid.filter(some),
  ];
}

const amountColumns = (order: Order): Column<Amount>[] =>
  columnsOf<Amount>({
    name: { label: "", value: ([name]) => name },
    price: { label: "", value: ([, price]) => orderMoney(order, price), as: "money" },
  });

function paymentSections(order: Order, { payments, refunds }: OrderTransactions): Section[] {
  const columns = columnsOf<NonNullable<OrderTransactions["payments"]>[number]>({
    method: { value: paymentMethodText },
    amount: { value: ({ amount }) => orderMoney(order, amount), as: "money" },
    status: {
      words: (payment, times) =>
        payment.status === "AUTHORIZED"
          ? authorizedWord(scheduleOf({ payments: [payment] }), times)
          : wordFor(transactionWords, payment.status ?? ""),
    },
    createdDate: { label: "Date", as: "date" },
  });
  const refunded = (refunds ?? []).flatMap(({ createdDate, details, transactions }) =>
    (transactions ?? []).map(({ amount, refundStatus }) => ({
      amount,
      refundStatus,
      createdDate,
      reason: details?.reason,
    })),
  );
  const refundColumns = columnsOf<(typeof refunded)[number]>({
    amount: { value: ({ amount }) => orderMoney(order, amount), as: "money" },
    refundStatus: { label: "Status", words: transactionWords },
    createdDate: { label: "Date", as: "date" },
    reason: {},
  });
  return [
    ...(payments?.length ? [tableSection("Payments", columns, payments)] : [textSection("Payments", "none")]),
    ...(refunded.length > 0 ? [tableSection("Refunds", refundColumns, refunded)] : []),
  ];
}

const tracking: readonly Question[] = [
  { title: "Tracking number", hint: "such as JD0146" },
  { title: "Carrier", hint: "dhl, ups, post" },
];

/** The actions on orders. The commands ask for confirmation themselves. */
const orderActions: readonly RowAction<Order>[] = [
  {
    key: "c",
    name: "capture",
    help: "capture authorized payments",
    target: "rows",
    unavailable: notAuthorized,
    args: (orders) => ["orders", "capture", ...orders],
  },
  {
    key: "v",
    name: "void",
    help: "void authorized payments",
    target: "rows",
    unavailable: notAuthorized,
    args: (orders) => ["orders", "void", ...orders],
  },
  {
    key: "f",
    name: "fulfill",
    help: "fulfill all remaining items",
    target: "rows",
    questions: tracking.map((one) => ({ ...one, forOne: true as const })),
    unavailable: ({ status, fulfillmentStatus }) => {
      if (status === "CANCELED") return "It is canceled.";
      return fulfillmentStatus === "FULFILLED" ? "It is already fulfilled." : undefined;
    },
    args: (orders, answers) => ["orders", "fulfill", ...orders, ...trackingFlags(answers)],
  },
  {
    key: "t",
    name: "track",
    help: "set the tracking information",
    target: "row",
    questions: tracking.map((one, index) => ({ ...one, required: index === 0 || one.required })),
    unavailable: ({ fulfillmentStatus }) =>
      fulfillmentStatus === "NOT_FULFILLED" || fulfillmentStatus === "CANCELED"
        ? "It has no fulfillments yet."
        : undefined,
    args: (orders, answers) => ["orders", "track", ...orders, ...trackingFlags(answers)],
  },
  {
    key: "r",
    name: "refund",
    help: "refund payments",
    target: "row",
    questions: [
      { title: "Amount", hint: "5.00, or all", required: true },
      { title: "Reason", hint: "shown to the buyer" },
    ],
    unavailable: ({ balanceSummary }) =>
      isMoney(balanceSummary?.paid) ? undefined : "It has no paid amount to refund.",
    limit: refundableAmount,
    args: (orders, [amount = "", reason]) => [
      ...["orders", "refund", ...orders],
      ...(amount === "all" ? ["--all"] : ["--amount", amount]),
      ...(reason ? ["--reason", reason] : []),
    ],
  },
  {
    key: "k",
    name: "cancel",
    help: "cancel the order",
    target: "row",
    unavailable: ({ status, balanceSummary }) => {
      if (status === "CANCELED") return "It is already canceled.";
      return isMoney(balanceSummary?.authorized)
        ? "It has an authorized payment. Capture or void it first."
        : undefined;
    },
    args: (orders) => ["orders", "cancel", ...orders],
  },
  {
    key: "p",
    name: "payments",
    help: "show payments and refundable amounts",
    target: "row",
    showsOutput: true,
    args: (orders) => ["orders", "payments", ...orders],
  },
  {
    key: "i",
    name: "invoice",
    help: "create an invoice",
    target: "row",
    showsOutput: true,
    args: (orders) => ["orders", "invoice", ...orders, "--create"],
  },
  {
    key: "n",
    name: "note",
    help: "add a comment to the history",
    target: "row",
    questions: [{ title: "Comment", required: true }],
    args: (orders, [comment = ""]) => ["orders", "activities", ...orders, "--comment", comment],
  },
  {
    key: "m",
    name: "mark seen",
    help: "mark as seen",
    target: "rows",
    unavailable: ({ seenByAHuman }) => (seenByAHuman ? "It is already marked as seen." : undefined),
    args: (orders) => ["orders", "update", ...orders, "--set", "seen=true"],
  },
  {
    key: "a",
    name: "archive",
    help: "archive",
    target: "rows",
    unavailable: ({ archived }) => (archived ? "It is already archived." : undefined),
    args: (orders) => ["orders", "update", ...orders, "--set", "archived=true"],
  },
  {
    key: "g",
    name: "tag",
    help: "add tags",
    target: "rows",
    questions: [{ title: "Tags", hint: "names, separated by commas", required: true }],
    args: (orders, [tags = ""]) => ["orders", "update", ...orders, "--set", `tags += ${tags}`],
  },
  {
    key: "l",
    name: "untag",
    help: "remove tags",
    target: "rows",
    questions: [{ title: "Tags", hint: "names, separated by commas", required: true }],
    unavailable: ({ tags }) => (tags?.tags?.tagIds?.length ? undefined : "It has no tags."),
    args: (orders, [tags = ""]) => ["orders", "update", ...orders, "--set", `tags -= ${tags}`],
  },
  {
    key: "d",
    name: "mark paid",
    help: "record a payment of all that is left to pay",
    target: "rows",
    questions: [{ title: "Method", hint: "cash, check, bank-transfer" }],
    unavailable: notPayable,
    args: (orders, [method]) => ["orders", "mark-paid", ...orders, ...(method ? ["--method", method] : [])],
  },
  {
    key: "o",
    name: "approve",
    help: "approve pending orders",
    target: "rows",
    unavailable: notPending,
    args: (orders) => ["orders", "approve", ...orders],
  },
  {
    key: "j",
    name: "reject",
    help: "reject pending orders, and return their items to the stock",
    target: "rows",
    unavailable: notPending,
    args: (orders) => ["orders", "reject", ...orders],
  },
  {
    key: "u",
    name: "unarchive",
    help: "restore from the archive",
    target: "rows",
    unavailable: ({ archived }) => (archived ? undefined : "It is not archived."),
    args: (orders) => ["orders", "update", ...orders, "--set", "archived=false"],
  },
];

/** Returns what can be refunded of an order at most: what was paid, without its refunds. */
function refundableAmount({ balanceSummary, currency }: Order): string | undefined {
  const { paid, refunded, pendingRefund } = balanceSummary ?? {};
  if (!paid?.amount || !currency) return undefined;
  const gone = [refunded, pendingRefund].map((price) => decimal(price?.amount ?? "0"));
  return `${moneyText(decimal(paid.amount).minus(sum(gone)), currency)} ${currency}`;
}

function trackingFlags([number, carrier]: readonly string[]): string[] {
  return [...(number ? ["--tracking", number] : []), ...(carrier ? ["--carrier", carrier] : [])];
}

function notPending({ status }: Order): string | undefined {
  return status === "PENDING" ? undefined : `It is ${wordFor(orderWords, status ?? "")[0]}, not pending.`;
}

function notPayable({ status, paymentStatus, balanceSummary }: Order): string | undefined {
  if (status !== "APPROVED") return `It is ${wordFor(orderWords, status ?? "")[0]}.`;
  if (isMoney(balanceSummary?.authorized)) return "Its payment is authorized. Capture it instead.";
  if (paymentStatus === "PAID") return "It is already paid.";
  return isMoney(balanceSummary?.balance) ? undefined : "It has nothing to pay.";
}

function notAuthorized(order: Order): string | undefined {
  const { balanceSummary, paymentStatus } = order;
  if (isMoney(balanceSummary?.authorized)) return undefined;
  return `It has no authorized payment${paymentStatus ? ` (${paymentWord(order, {})[0]})` : ""}.`;
}

/** The maximum number of orders whose payments are read at once. */
const batchSize = 100;

/** Adds to orders with an authorized payment when it is captured or expires. Orders stay as they are if payments cannot be read. */
async function* withSchedules(call: Call, orders: AsyncIterable<Order>): AsyncGenerator<ListedOrder> {
  for await (const batch of streamBatches(orders, batchSize)) yield* await readSchedules(call, batch);
}

async function readSchedules(call: Call, orders: readonly Order[]): Promise<ListedOrder[]> {
  const ids = orders.flatMap(({ id, balanceSummary }) =>
    id && isMoney(balanceSummary?.authorized) ? [id] : [],
  );
  const { found } = await listTransactions(call, ids).catch((error) => {
    if (error instanceof ApiError) return { found: new Map<string, OrderTransactions>() };
    throw error;
  });
  return orders.map((order) => {
    const scheduled = scheduleOf(found.get(order.id) ?? {});
    return scheduled === undefined ? order : { ...order, scheduled };
  });
}

/** Returns the first scheduled action of the authorized payments of an order. */
function scheduleOf({ payments }: Pick<OrderTransactions, "payments">): ScheduledAction | undefined {
  const [first] = (payments ?? [])
    .flatMap(({ status, regularPaymentDetails }) => {
      const { actionType, executionDate } =
        regularPaymentDetails?.authorizationDetails?.scheduledAction ?? {};
      return status === "AUTHORIZED" && executionDate
        ? [{ action: actionType ?? "", at: executionDate }]
        : [];
    })
    .sort((a, b) => a.at.localeCompare(b.at));
  return first;
}
