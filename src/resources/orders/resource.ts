import type { Call } from "../../api/caller.ts";
import type { Order } from "../../api/services/orders/models/order.ts";
import { orders } from "../../api/services/orders/orders.ts";
import { activityHistory } from "../history.ts";
import { listRows } from "../listing.ts";
import { quoted, type Resource } from "../resource.ts";
import { orderActions } from "./actions.ts";
import { customerOf } from "./customer.ts";
import { orderColumns, orderDetails, orderFilterFields, wordsOfOrder } from "./fields.ts";
import { findOrder } from "./find.ts";

/** The app that the products of the shop belong to: goods of others are not among them. */
export const inProducts = "215238eb-22a5-4c36-9e7b-e7c08025e04e";

/** Orders as people browse them, the newest first. */
export function orderResource(call: Call): Resource<Order> {
  return {
    name: "orders",
    singular: "order",
    title: "Orders",
    columns: orderColumns,
    details: orderDetails,
    fields: orderFilterFields,
    relations: [
      { resource: "products", title: "its products", filter: productsFilter },
      {
        resource: "orders",
        title: "the buyer's orders",
        filter: ({ buyerInfo }) => (buyerInfo?.email ? `email = ${quoted(buyerInfo.email)}` : undefined),
      },
      {
        resource: "abandoned",
        title: "what the buyer abandoned",
        filter: ({ buyerInfo }) =>
          buyerInfo?.email ? `buyerInfo.email = ${quoted(buyerInfo.email)}` : undefined,
      },
      { resource: "subscriptions", title: "its subscriptions", filter: subscriptionsFilter },
    ],
    actions: orderActions,
    id: ({ id }) => id ?? "",
    label: (order) => `order ${order.number ?? order.id ?? ""} ${customerOf(order)}`.trim(),
    reference: ({ number, id }) => number || (id ?? ""),
    list: (query) =>
      listRows<Order>(
        {
          call,
          name: "orders.search",
          endpoint: orders.search,
          fields: orderFilterFields,
          words: wordsOfOrder,
        },
        query,
      ),
    get: (id) => findOrder(call, id),
    history: async ({ activities }, words) => activityHistory(activities, words),
  };
}

/** Subscriptions that the order began, or is a charge of. */
function subscriptionsFilter({ lineItems }: Order): string | undefined {
  const ids = (lineItems ?? []).flatMap(({ subscriptionInfo }) => subscriptionInfo?.id ?? []);
  return ids.length === 0 ? undefined : `id in (${[...new Set(ids)].map(quoted).join(", ")})`;
}

/** Products that were ordered; what came from another app is not among the products. */
function productsFilter({ lineItems }: Order): string | undefined {
  const ids = (lineItems ?? []).flatMap(({ catalogReference }) =>
    catalogReference?.appId === inProducts && catalogReference.catalogItemId
      ? [catalogReference.catalogItemId]
      : [],
  );
  return ids.length === 0 ? undefined : `id in (${[...new Set(ids)].map(quoted).join(", ")})`;
}
