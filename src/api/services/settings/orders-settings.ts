import { endpoint, service } from "../../endpoint.ts";
import { fieldMask, obj } from "../../models/fields.ts";
import { OrdersSettings } from "./models/orders-settings.ts";

/** The order settings of a shop. */
export const ordersSettings = service("ordersSettings", {
  get: endpoint("GET /ecom/v1/orders-settings", {
    input: obj({}),
    result: obj({ ordersSettings: OrdersSettings }),
    role: "admin",
    summary: "Get the order settings",
  }),
  update: endpoint("PATCH /ecom/v1/orders-settings", {
    input: obj({ ordersSettings: OrdersSettings, fieldMask: fieldMask() }),
    result: obj({ ordersSettings: OrdersSettings }),
    required: ["ordersSettings"],
    summary: "Update the order settings",
  }),
});
