import type { Handlers } from "../../../api/endpoint.ts";
import type { orderFulfillments as endpoints } from "../../../api/services/orders/order-fulfillments.ts";
import { bulkResponse, forEachItem } from "../../kernel/documents/bulk.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import {
  addFulfillment,
  changeFulfillment,
  parcelsOf,
  removeFulfillment,
} from "../../services/orders/fulfillments.ts";

/** Handlers of fulfillments. */
export const orderFulfillments: Handlers<typeof endpoints, StoreTx> = {
  get: (tx, { orderId }) => ({ orderWithFulfillments: parcelsOf(tx, orderId ?? "") }),
  list: (tx, { orderIds }) => ({ ordersWithFulfillments: (orderIds ?? []).map((id) => parcelsOf(tx, id)) }),
  create(tx, { orderId, fulfillment }) {
    const { parcels, id } = addFulfillment(tx, orderId ?? "", fulfillment ?? {});
    return { orderWithFulfillments: parcels, fulfillmentId: id };
  },
  update: (tx, { orderId, fulfillment }) => ({
    orderWithFulfillments: changeFulfillment(tx, orderId ?? "", fulfillment ?? {}),
  }),
  remove: (tx, { orderId, fulfillmentId }) => ({
    orderWithFulfillments: removeFulfillment(tx, orderId ?? "", fulfillmentId ?? ""),
  }),
  bulkCreate(tx, { ordersWithFulfillments }) {
    const done = forEachItem(tx, ordersWithFulfillments ?? [], ({ orderId, fulfillments }) => {
      for (const fulfillment of fulfillments ?? []) addFulfillment(tx, orderId ?? "", fulfillment);
      return { ...parcelsOf(tx, orderId ?? ""), id: orderId ?? "" };
    });
    return bulkResponse(done, "ordersWithFulfillments", ({ id: _, ...parcels }) => parcels);
  },
};
