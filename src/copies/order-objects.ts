import { obj } from "../api/models/fields.ts";
import { Order, OrderWithFulfillments, orders } from "../api/services/orders.ts";
import { OrderTransactions } from "../api/services/payments.ts";
import { listTransactions } from "../resources/orders/payments.ts";
import { fulfillmentsByOrder } from "../resources/orders/work.ts";
import { type ShopObject, shopObject } from "./shop-object.ts";

/** An order with its payments and fulfillments. */
const WholeOrder = obj({ order: Order, transactions: OrderTransactions, parcels: OrderWithFulfillments });

/** Orders with their payments, refunds and fulfillments. They are read, not written. */
export const orderObjects: readonly ShopObject[] = [
  shopObject<Order>({
    kind: "order",
    domain: "orders",
    noun: "order",
    list: ({ since }) => ({
      endpoint: orders.search,
      input: {
        search: {
          filter: since ? { createdDate: { $gte: since.toISOString() } } : {},
          sort: [{ fieldName: "createdDate", order: "ASC" }],
        },
      },
    }),
    key: ["number"],
    apart: ["checkoutId"],
    copy: {
      model: WholeOrder,
      limited: true,
      complete: (shop) => async (found) => {
        const orderIds = found.map(({ id }) => String(id));
        if (orderIds.length === 0) return [];
        const [{ found: transactions }, parcels] = await Promise.all([
          listTransactions(shop.call, orderIds),
          fulfillmentsByOrder(shop.call, orderIds),
        ]);
        return found.map((order) => {
          const orderId = String(order.id);
          return {
            order,
            transactions: transactions.get(orderId),
            parcels: { orderId, fulfillments: parcels.get(orderId) ?? [] },
          };
        });
      },
    },
  }),
];
