import type { Handlers } from "../../../api/endpoint.ts";
import type { ordersSettings as endpoints } from "../../../api/services/settings/settings.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import {
  changeOrdersSettings,
  ordersSettings as settingsOf,
} from "../../services/settings/orders-settings.ts";

/** Handlers of the order settings. */
export const ordersSettings: Handlers<typeof endpoints, StoreTx> = {
  get: (tx) => ({ ordersSettings: settingsOf(tx) }),
  update: (tx, { ordersSettings }) => ({ ordersSettings: changeOrdersSettings(tx, ordersSettings ?? {}) }),
};
