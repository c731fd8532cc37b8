import type * as z from "zod/mini";
import { bool, date, guid, list, map, num, obj, readonly, text } from "../../../models/fields.ts";

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
  { oneOf: [["trackingInfo", "customInfo"]] },
);
export interface Fulfillment extends z.input<typeof Fulfillment> {}

/** The fulfillments of an order. */
export const OrderWithFulfillments = obj(
  {
    orderId: text({ minLength: 1, maxLength: 100 }),
    fulfillments: list(Fulfillment),
  },
  { always: ["orderId"] },
);
export interface OrderWithFulfillments extends z.input<typeof OrderWithFulfillments> {}
