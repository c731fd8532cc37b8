import type { TipSettings } from "../../../api/services/tips/models/tip.ts";
import type { Tx } from "../../kernel/tx.ts";
import { type StoredTipSettings, tipSettings } from "./tables.ts";

/** Stores tip settings of another shop. */
export function putCopiedTipSettings(tx: Tx, given: TipSettings): void {
  const settings = given as StoredTipSettings;
  tx.put(tipSettings, settings.id, { ...settings, default: settings.default ?? false });
}
