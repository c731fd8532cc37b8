import type { Call } from "../../api/caller.ts";
import { storesAppId } from "../../api/models/values.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import { Order } from "../../api/services/orders/models.ts";
import { orders } from "../../api/services/orders/orders.ts";
import { quoted } from "../command-line.ts";
import { optionConditions } from "../conditions.ts";
import { activityHistory } from "../history.ts";
import { type Listing, type ListQuery, listRows } from "../listing.ts";
import type { Resource, Session } from "../resource.ts";
import { orderActions } from "./actions.ts";
import { customerOf } from "./customer.ts";
import { orderFilterFields, orderSearchText, orderView } from "./fields.ts";
import { findOrder } from "./find.ts";
import { orderPage } from "./page.ts";
import { withSchedules } from "./schedules.ts";

/** The options of `orders list` that are conditions on a field. */
export const orderOptions = {
  fields: { status: "status", payment: "paymentStatus", fulfillment: "fulfillmentStatus" },
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
      filter: ({ buyerInfo }) => (buyerInfo?.email ? `email = ${quoted(buyerInfo.email)}` : undefined),
    },
    {
      resource: "abandoned",
      title: "abandoned checkouts of the buyer",
      filter: ({ buyerInfo }) =>
        buyerInfo?.email ? `buyerInfo.email = ${quoted(buyerInfo.email)}` : undefined,
    },
    { resource: "subscriptions", title: "subscriptions", filter: subscriptionsFilter },
  ],
  adminOnly: true,
  id: ({ id }) => id,
  label: (order) => `order ${order.number ?? order.id} ${customerOf(order)}`.trim(),
  reference: ({ number, id }) => number || id,
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
  const source = { call, endpoint: orders.search, fields: orderFilterFields };
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
  return ids.length === 0 ? undefined : `id in (${[...new Set(ids)].map(quoted).join(", ")})`;
}

function productsFilter({ lineItems }: Order): string | undefined {
  const ids = (lineItems ?? []).flatMap(({ catalogReference }) =>
    catalogReference?.appId === storesAppId && catalogReference.catalogItemId
      ? [catalogReference.catalogItemId]
      : [],
  );
  return ids.length === 0 ? undefined : `id in (${[...new Set(ids)].map(quoted).join(", ")})`;
}
