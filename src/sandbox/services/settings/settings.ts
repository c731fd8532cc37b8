import type { BackInStockSettings } from "../../../api/services/back-in-stock/back-in-stock.ts";
import type { CheckoutSettings } from "../../../api/services/settings/settings.ts";
import type { TaxSettings } from "../../../api/services/tax/models.ts";
import { isRecord } from "../../../kernel/json.ts";
import type { Table, Tx } from "../../kernel/tx.ts";

interface Single {
  id: "backInStock" | "checkout" | "tax";
  value: object;
  createdDate: string;
  updatedDate: string;
}

/** Settings objects that a shop has one of each. */
export const sellingSettingsTable: Table<Single> = { name: "sellingSettings", columns: {} };

interface Kinds {
  backInStock: BackInStockSettings;
  checkout: CheckoutSettings;
  tax: TaxSettings;
}

const policy = { visible: false, content: "" };
const standard: Kinds = {
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
    value: standard[kind],
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
  const value = merged(stored?.value ?? standard[kind], change) as object;
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
  return { id: kind, value: merged(standard[kind], value) as object, ...dates };
}

function merged(before: unknown, change: unknown): unknown {
  if (!isRecord(before) || !isRecord(change)) return change;
  const keys = Object.entries(change).map(([key, value]): [string, unknown] => [
    key,
    merged(Object.hasOwn(before, key) ? before[key] : undefined, value),
  ]);
  return { ...before, ...Object.fromEntries(keys) };
}
