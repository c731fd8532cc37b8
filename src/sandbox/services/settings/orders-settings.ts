import type { OrdersSettings } from "../../../api/services/settings/settings.ts";
import { emitDomainEvent } from "../../kernel/domain-events.ts";
import type { Tx } from "../../kernel/tx.ts";

const name = "ordersSettings";
/** The dates of settings that were never changed. */
const opened = "2024-01-01T00:00:00.000Z";
const standard: OrdersSettings = {
  inventoryUpdateTrigger: "ON_ORDER_PLACED",
  createInvoice: false,
  createdDate: opened,
  updatedDate: opened,
};

/** Returns the shop's order settings. */
export function ordersSettings(tx: Tx): OrdersSettings {
  const stored = tx.setting(name);
  return stored === undefined ? standard : (JSON.parse(stored) as OrdersSettings);
}

/** Returns when an order's items are taken out of the stock. */
export const inventoryTrigger = (tx: Tx) => ordersSettings(tx).inventoryUpdateTrigger;

/** Changes order settings and emits their event. */
export function changeOrdersSettings(tx: Tx, given: OrdersSettings): OrdersSettings {
  const { createdDate: _, updatedDate: __, ...changes } = given;
  const now = tx.now.toISOString();
  const before = ordersSettings(tx);
  const after = { ...before, createdDate: before.createdDate ?? now, ...changes, updatedDate: now };
  tx.setSetting(name, JSON.stringify(after));
  const id = tx.setting("siteId") ?? "";
  emitDomainEvent(tx, "wix.ecom.v1.orders_settings", "updated", id, {
    updatedEvent: { currentEntity: after },
  });
  return after;
}

/** Stores the order settings of another shop with their dates. */
export function copiedOrdersSettings(tx: Tx, given: OrdersSettings): boolean {
  tx.setSetting(name, JSON.stringify({ ...standard, ...given }));
  return true;
}
