import type { Tip, TipChoice, TipDistribution, TippableStaff, TipSettings } from "../../api/services/tips.ts";
import { amountText, type Decimal, decimal, moneyText, roundMoney, sum } from "../../kernel/money.ts";
import { entityKind, type Kind, type Stored } from "../kernel/entities.ts";
import { PlatformError, type Table, type Tx } from "../kernel/tx.ts";
import { allocate, percentOf, zero } from "../pricing/allocate.ts";

/** The tips that buyers chose before ordering, by purchase flow. */
export const tipChoices: Table<TipChoice> = { name: "tipChoices" };

/** Returns the default tip settings of the shop or of an app. */
export function defaultTipSettings(tx: Tx, appId?: string | null): StoredTipSettings | undefined {
  for (const settings of tx.each(tipSettings))
    if (settings.default && (settings.appId ?? null) === (appId ?? null)) return settings;
  return undefined;
}

/** A tipped item. Amounts are decimal text. */
interface Tipped {
  price?: string | null | undefined;
  quantity?: number | null | undefined;
}

/** Returns a tip on items, distributed among the tippable staff as the settings say. */
export function previewTip(
  tx: Tx,
  items: readonly Tipped[],
  { tipType, value }: TipChoice,
  settingsId: string | null | undefined,
): Tip {
  const settings = settingsId ? tx.get(tipSettings, settingsId) : defaultTipSettings(tx);
  if (!settings) {
    const message = settingsId ? `There are no tip settings ${settingsId}` : "The shop has no tip settings";
    throw new PlatformError(404, "TIP_SETTINGS_NOT_FOUND", message, { tipSettingsId: settingsId });
  }
  const currency = tx.setting("currency");
  const prices = items.map(({ price, quantity }) =>
    decimal(price ?? "0").times(decimal(String(quantity ?? 1))),
  );
  const subtotal = sum(prices);
  const selection: TipSelection = {
    tipType: (tipType ?? "AMOUNT") as TipSelection["tipType"],
    value: decimal(value ?? "0"),
  };
  const amount = tipOn(subtotal, selection, currency);
  const staff = [...tx.each(tippableStaff)];
  // The staff member of an item is unknown, so items are assigned in turn.
  const earned = staff.map((_, position) =>
    sum(prices.filter((__, index) => index % staff.length === position)),
  );
  const method = settings.staffDistributionMethod === "PROPORTIONAL" ? "PROPORTIONAL" : "EQUAL";
  const parts = splitTip(amount, method, earned, currency);
  return {
    lineItemSubtotal: moneyText(subtotal, currency),
    amount: moneyText(amount, currency),
    distributions: staff.map((one, index) => ({
      staff: one,
      amount: moneyText(parts[index] ?? decimal("0"), currency),
    })),
    undistributedAmount: staff.length === 0 ? moneyText(amount, currency) : undefined,
  };
}

/** Returns the tip on an order or draft order. Throws PlatformError 404. */
export function tipOnOrder(tx: Tx, orderId: string | null | undefined): StoredTip {
  const tip = tx.get(tips, orderId ?? "");
  if (tip) return tip;
  throw new PlatformError(404, "TIP_NOT_FOUND", `There is no tip on the order ${orderId}`, { orderId });
}

/** Sets the tip on an order, replacing an existing one. */
export function setTip(tx: Tx, orderId: string, tip: Tip): StoredTip {
  const id = tx.get(tips, orderId)?.id ?? tx.newId();
  const distributions = (tip.distributions ?? []).map((distribution) =>
    distributionOf(tx, distribution, id, orderId),
  );
  const shared = sum(distributions.map(({ amount }) => decimal(amount ?? "0")));
  const amount = decimal(tip.amount ?? amountText(shared));
  if (shared.gt(amount)) {
    const message = `The distributed amount (${amountText(shared)}) exceeds the tip (${amountText(amount)})`;
    throw new PlatformError(400, "INVALID_TIP", message, { orderId });
  }
  const left = amount.minus(shared);
  const stored: StoredTip = {
    id,
    orderId,
    amount: amountText(amount),
    distributions,
    undistributedAmount: left.gt(decimal("0")) ? amountText(left) : undefined,
  };
  tx.put(tips, orderId, stored);
  return stored;
}

/** Adds to the shares of staff members. The tip grows by the same amount. */
export function addToTip(tx: Tx, orderId: string, added: readonly TipDistribution[]): StoredTip {
  const before = tx.get(tips, orderId);
  const more = sum(added.map(({ amount }) => decimal(amount ?? "0")));
  return setTip(tx, orderId, {
    amount: amountText(decimal(before?.amount ?? "0").plus(more)),
    distributions: [...(before?.distributions ?? []), ...added],
  });
}

function distributionOf(tx: Tx, given: TipDistribution, tipId: string, orderId: string): TipDistribution {
  const now = tx.now.toISOString();
  const { id = tx.newId(), createdDate = now, source = "DASHBOARD" } = given;
  return { ...given, id, tipId, orderId, createdDate, source };
}

/** The tip that a buyer selected: a percentage of the subtotal, an offered AMOUNT, or a CUSTOM amount. */
interface TipSelection {
  tipType: "PERCENTAGE" | "AMOUNT" | "CUSTOM";
  value: Decimal;
}

/** Returns the tip on a subtotal. */
export function tipOn(subtotal: Decimal, { tipType, value }: TipSelection, currency: string): Decimal {
  return roundMoney(tipType === "PERCENTAGE" ? percentOf(subtotal, value) : value, currency);
}

/** Splits a tip equally (EQUAL) or in proportion to each recipient's earnings (PROPORTIONAL). */
export function splitTip(
  tip: Decimal,
  method: "EQUAL" | "PROPORTIONAL",
  earned: readonly Decimal[],
  currency: string,
): Decimal[] {
  return allocate(tip, method === "EQUAL" ? earned.map(() => zero) : earned, currency);
}

type StoredTipSettings = Stored<TipSettings, "default" | "presets" | "tipType">;

export const tipSettings: Table<StoredTipSettings> = { name: "tipSettings" };

/** Stored under the ID of its order or draft order. */
export type StoredTip = Tip & { id: string; orderId: string; amount: string };

export const tips: Table<StoredTip> = { name: "tips" };

export type StoredStaff = TippableStaff & { id: string; name: string };

export const tippableStaff: Table<StoredStaff> = { name: "tippableStaff" };

export const tipSettingsKind: Kind<StoredTipSettings> = {
  ...entityKind(tipSettings, "tips.settings.v1", "tip settings"),
  withoutEvents: true,
};
