import type { Handlers } from "../../api/endpoint.ts";
import type { ordersSettings as endpoints } from "../../api/endpoints/orders-settings.ts";
import { changeOrdersSettings, ordersSettings as settingsOf } from "../orders/settings.ts";
import type { StoreTx } from "../store-tx.ts";

/** How the shop deals with its orders. */
export const ordersSettings: Handlers<typeof endpoints, StoreTx> = {
  get: (tx) => ({ ordersSettings: settingsOf(tx) }),
  update: (tx, { ordersSettings }) => ({ ordersSettings: changeOrdersSettings(tx, ordersSettings ?? {}) }),
};
