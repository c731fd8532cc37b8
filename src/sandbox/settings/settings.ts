import type { BackInStockSettings } from "../../api/services/back-in-stock.ts";
import type { EventsSettings } from "../../api/services/events.ts";
import type { CheckoutSettings, OrdersSettings } from "../../api/services/settings.ts";
import type { TaxSettings } from "../../api/services/tax.ts";
import { isRecord } from "../../kernel/json.ts";
import type { Entity, Kind } from "../kernel/entities.ts";
import { seededId } from "../kernel/ids.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import type { Table, Tx } from "../kernel/tx.ts";

interface Single {
  id: "backInStock" | "checkout" | "tax";
  value: object;
  createdDate: string;
  updatedDate: string;
}

/** Settings objects that a shop has one of each. */
export const sellingSettingsTable: Table<Single> = { name: "sellingSettings" };

interface Kinds {
  backInStock: BackInStockSettings;
  checkout: CheckoutSettings;
  tax: TaxSettings;
}

const policy = { visible: false, content: "" };
const standardSettings: Kinds = {
  backInStock: { collectionStates: [] },
  checkout: {
    checkoutPolicies: {
      termsAndConditions: policy,
      privacyPolicy: policy,
      returnPolicy: policy,
      digitalItemPolicy: policy,
      contactUs: policy,
      customPolicy: { ...policy, title: "" },
    },
    checkoutFields: {
      subscriptionCheckbox: { visible: false, checkedByDefault: false },
      policyAgreementCheckbox: { visible: false, checkedByDefault: false },
      giftCardRedeemEnabled: true,
      delayCaptureEnabled: false,
      captureBeforeExpiryEnabled: true,
    },
    checkoutBillingFields: "All_FIELDS",
  },
  tax: { taxIncludedInItemPrices: false },
};

/** The dates of settings that were never changed. */
const opened = "2024-01-01T00:00:00.000Z";

/** Returns a settings object, with the defaults of a new shop for what is not set. */
export function sellingSettings<K extends keyof Kinds>(tx: Tx, kind: K): Kinds[K] {
  const stored = tx.get(sellingSettingsTable, kind) ?? {
    value: standardSettings[kind],
    createdDate: opened,
    updatedDate: opened,
  };
  const { value, createdDate, updatedDate } = stored;
  return { ...(value as Kinds[K]), ...(kind !== "backInStock" && { createdDate, updatedDate }) };
}

/** Merges a change into a settings object. Lists and plain values are replaced. */
export function changeSellingSettings<K extends keyof Kinds>(tx: Tx, kind: K, change: Kinds[K]): Kinds[K] {
  const now = tx.now.toISOString();
  const stored = tx.get(sellingSettingsTable, kind);
  const value = merged(stored?.value ?? standardSettings[kind], change) as object;
  tx.put(sellingSettingsTable, kind, {
    id: kind,
    value,
    createdDate: stored?.createdDate ?? now,
    updatedDate: now,
  });
  return sellingSettings(tx, kind);
}

/** Returns the document of a settings object of another shop, with its dates. */
export function copiedSettings<K extends "checkout" | "tax">(kind: K, given: Kinds[K]): Single {
  const { createdDate, updatedDate, ...value } = given;
  const dates = { createdDate: createdDate ?? opened, updatedDate: updatedDate ?? opened };
  return { id: kind, value: merged(standardSettings[kind], value) as object, ...dates };
}

function merged(before: unknown, change: unknown): unknown {
  if (!isRecord(before) || !isRecord(change)) return change;
  const keys = Object.entries(change).map(([key, value]): [string, unknown] => [
    key,
    merged(Object.hasOwn(before, key) ? before[key] : undefined, value),
  ]);
  return { ...before, ...Object.fromEntries(keys) };
}

const ordersSettingName = "ordersSettings";
const standardOrdersSettings: OrdersSettings = {
  inventoryUpdateTrigger: "ON_ORDER_PLACED",
  createInvoice: false,
  createdDate: opened,
  updatedDate: opened,
};

/** Returns the shop's order settings. */
export function ordersSettings(tx: Tx): OrdersSettings {
  const stored = tx.setting(ordersSettingName);
  return stored === undefined ? standardOrdersSettings : (JSON.parse(stored) as OrdersSettings);
}

/** Returns when an order's items are taken out of the stock. */
export const inventoryTrigger = (tx: Tx) => ordersSettings(tx).inventoryUpdateTrigger;

/** Changes order settings and emits their event. */
export function changeOrdersSettings(tx: Tx, given: OrdersSettings): OrdersSettings {
  const { createdDate, updatedDate, ...changes } = given;
  const now = tx.now.toISOString();
  const before = ordersSettings(tx);
  const after = { ...before, createdDate: before.createdDate ?? now, ...changes, updatedDate: now };
  tx.setSetting(ordersSettingName, JSON.stringify(after));
  const id = tx.setting("siteId");
  emitDomainEvent(tx, "wix.ecom.v1.orders_settings", "updated", id, {
    updatedEvent: { currentEntity: after },
  });
  return after;
}

/** Stores the order settings of another shop with their dates. */
export function copiedOrdersSettings(tx: Tx, given: OrdersSettings): boolean {
  tx.setSetting(ordersSettingName, JSON.stringify({ ...standardOrdersSettings, ...given }));
  return true;
}

/** The writable settings of a site. */
export interface StoredSettings extends Entity {
  delayedCapture: boolean;
}

export const eventsSettingsKind: Kind<StoredSettings> = {
  table: { name: "eventsSettings" },
  fqdn: "wix.events.v1.events_settings",
  name: "events settings",
  show: ({ delayedCapture, ...entity }) => ({ ...entity, paymentSettings: paymentSettings(delayedCapture) }),
};

/** Returns the settings of the site, by default those of a new one. */
export function eventsSettingsOf(tx: Tx): StoredSettings {
  const id = seededId(tx, "events settings");
  const start = "2024-01-01T00:00:00.000Z";
  const blank = { id, revision: "1", createdDate: start, updatedDate: start, delayedCapture: false };
  return tx.get(eventsSettingsKind.table, id) ?? blank;
}

/** Returns the payment settings in API form. */
export const paymentSettings = (enabled: boolean) => ({
  ticketSalesEnabled: true,
  activePaymentMethods: [{ methodId: "creditCard" }, { methodId: "offline" }],
  couponsAccepted: true,
  giftCardsAccepted: false,
  delayedPaymentCaptureSettings: { enabled },
});

/** Returns the settings of another site as the document of this site, with this site's ID. */
export function copiedEventsSettings(tx: Tx, given: EventsSettings): StoredSettings {
  const { revision, createdDate, updatedDate, paymentSettings: payment } = given;
  const dates = { ...(createdDate && { createdDate }), ...(updatedDate && { updatedDate }) };
  const delayedCapture = payment?.delayedPaymentCaptureSettings?.enabled ?? false;
  return { ...eventsSettingsOf(tx), delayedCapture, ...dates, ...(revision && { revision }) };
}
