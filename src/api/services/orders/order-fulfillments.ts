import type * as z from "zod/mini";
import { endpoint, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/errors.ts";
import {
  bool,
  date,
  draft,
  fieldMask,
  guid,
  list,
  map,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";

/** A fulfillment of an order: its items and tracking information. */
export const Fulfillment = obj(
  {
    trackingInfo: obj({
      trackingNumber: text({ minLength: 1, maxLength: 100 }),
      shippingProvider: text({ minLength: 1, maxLength: 100 }),
      trackingLink: text({ minLength: 1, maxLength: 2048, format: "WEB_URL" }),
    }),
    customInfo: obj({ fieldsData: map(text()) }),
    id: guid(),
    createdDate: readonly(date()),
    lineItems: list(obj({ id: text(), quantity: num({ min: 1, max: 100000 }) }, { required: ["id"] }), {
      maxSize: 300,
    }),
    status: text({ minLength: 1, maxLength: 100 }),
    completed: bool(),
  },
  { oneOf: [["trackingInfo", "customInfo"]], always: ["id"] },
);
export interface Fulfillment extends z.input<typeof Fulfillment> {}

/** The fulfillments of an order. */
export const OrderWithFulfillments = obj(
  {
    orderId: text({ minLength: 1, maxLength: 100 }),
    fulfillments: list(Fulfillment),
  },
  { always: ["orderId"], holds: ["fulfillments"] },
);
export interface OrderWithFulfillments extends z.input<typeof OrderWithFulfillments> {}

const NewParcels = obj(
  { orderId: text({ minLength: 1, maxLength: 100 }), fulfillments: list(draft(Fulfillment), { minSize: 1 }) },
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
    once: true,
    input: obj({ orderId: text(), fulfillment: draft(Fulfillment) }),
    result: obj(
      { orderWithFulfillments: OrderWithFulfillments, fulfillmentId: text() },
      { always: ["orderWithFulfillments"] },
    ),
    required: ["orderId", "fulfillment", "fulfillment.lineItems"],
    summary: "Create a fulfillment, with an optional tracking number",
  }),
  update: endpoint("PATCH /ecom/v1/fulfillments/{fulfillment.id}/orders/{orderId}", {
    input: obj({ orderId: text(), fulfillment: draft(Fulfillment), fieldMask: fieldMask() }),
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
    once: true,
    input: obj({ ordersWithFulfillments: list(NewParcels, { minSize: 1, maxSize: 100 }) }),
    result: bulkResults("ordersWithFulfillments", OrderWithFulfillments),
    required: ["ordersWithFulfillments"],
    summary: "Create fulfillments for several orders",
  }),
});
