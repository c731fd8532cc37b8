import type { Tip, TippableStaff, TipSettings } from "../../../api/services/tips/tips.ts";
import { type Kind, kindOf, type Stored } from "../../kernel/documents/entities.ts";
import type { Table } from "../../kernel/tx.ts";

export type StoredTipSettings = Stored<TipSettings, "default" | "presets" | "tipType">;

export const tipSettings: Table<StoredTipSettings> = { name: "tipSettings", columns: {} };

/** Stored under the ID of its order or draft order. */
export type StoredTip = Tip & { id: string; orderId: string; amount: string };

export const tips: Table<StoredTip> = { name: "tips", columns: {} };

export type StoredStaff = TippableStaff & { id: string; name: string };

export const tippableStaff: Table<StoredStaff> = { name: "tippableStaff", columns: {} };

export const tipSettingsKind: Kind<StoredTipSettings> = {
  ...kindOf(tipSettings, "tips.settings.v1", "tip settings"),
  withoutEvents: true,
};
