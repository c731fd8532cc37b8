import { endpoint, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/bulk.ts";
import { fieldMask, guid, list, obj, text } from "../../models/fields.ts";
import { Fulfillment, OrderWithFulfillments } from "./models/order-fulfillment.ts";

const NewParcels = obj(
  { orderId: text({ minLength: 1, maxLength: 100 }), fulfillments: list(Fulfillment, { minSize: 1 }) },
  { required: ["orderId", "fulfillments"] },
);

/** The fulfillments of orders and their tracking information. */
export const orderFulfillments = service("orderFulfillments", {
  get: endpoint("GET /ecom/v1/fulfillments/orders/{orderId}", {
    input: obj({ orderId: text({ minLength: 1, maxLength: 100 }) }),
    result: obj({ orderWithFulfillments: OrderWithFulfillments }, { always: ["orderWithFulfillments"] }),
    role: "admin",
    summary: "Get the fulfillments of an order",
  }),
  list: endpoint("POST /ecom/v1/fulfillments/list-by-ids", {
    input: obj({ orderIds: list(text(), { minSize: 1, maxSize: 100 }) }),
    result: obj({ ordersWithFulfillments: list(OrderWithFulfillments) }),
    required: ["orderIds"],
    effect: "read",
    role: "admin",
    summary: "List the fulfillments of several orders",
  }),
  create: endpoint("POST /ecom/v1/fulfillments/orders/{orderId}/create-fulfillment", {
    input: obj({ orderId: text(), fulfillment: Fulfillment }),
    result: obj(
      { orderWithFulfillments: OrderWithFulfillments, fulfillmentId: text() },
      { always: ["orderWithFulfillments"] },
    ),
    required: ["orderId", "fulfillment", "fulfillment.lineItems"],
    summary: "Create a fulfillment, with an optional tracking number",
  }),
  update: endpoint("PATCH /ecom/v1/fulfillments/{fulfillment.id}/orders/{orderId}", {
    input: obj({ orderId: text(), fulfillment: Fulfillment, fieldMask: fieldMask() }),
    result: obj({ orderWithFulfillments: OrderWithFulfillments }, { always: ["orderWithFulfillments"] }),
    required: ["orderId", "fulfillment.id"],
    summary: "Update the tracking and status of a fulfillment",
  }),
  remove: endpoint("DELETE /ecom/v1/fulfillments/{fulfillmentId}/orders/{orderId}", {
    input: obj({ orderId: text({ minLength: 1, maxLength: 100 }), fulfillmentId: guid() }),
    result: obj({ orderWithFulfillments: OrderWithFulfillments }, { always: ["orderWithFulfillments"] }),
    required: ["orderId", "fulfillmentId"],
    summary: "Delete a fulfillment",
  }),
  bulkCreate: endpoint("POST /ecom/v1/fulfillments/orders/bulk/create-fulfillments", {
    input: obj({ ordersWithFulfillments: list(NewParcels, { minSize: 1, maxSize: 100 }) }),
    result: bulkResults("ordersWithFulfillments", OrderWithFulfillments),
    required: ["ordersWithFulfillments"],
    summary: "Create fulfillments for several orders",
  }),
});
