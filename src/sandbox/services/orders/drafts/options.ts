import type { AdditionalFeeOption, DiscountOption } from "../../../../api/services/orders/draft-orders.ts";
import { amountText } from "../../../../kernel/money.ts";
import { invalid } from "../../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { amountOf, currencyOf, zero } from "../amounts.ts";
import { completeFee } from "../lines.ts";
import { itemRefundAmount } from "./price.ts";
import type { DraftDiscount, DraftFee, StoredDraft } from "./tables.ts";

/** Returns a custom discount. Throws PlatformError 404 `LINE_ITEM_NOT_FOUND` or 400 `DISCOUNTS_AMOUNT_EXCEED_…`. */
export function customDiscount(tx: Tx, draft: StoredDraft, given: DiscountOption): DraftDiscount {
  const currency = currencyOf(draft.currency);
  const price = given.priceAmount ?? given.amount;
  if (!price && !given.percentage)
    throw invalid("discounts.priceAmount", "REQUIRED_ONE_OF_FIELD", "or percentage must be set");
  const lineItemId = given.lineItemDiscounts?.[0]?.id ?? given.lineItemId;
  const type = given.discountType ?? "GLOBAL";
  if (type === "SPECIFIC_ITEMS") lineOf(draft, lineItemId);
  const amount = amountOf(price);
  const { items, shipping } = itemRefundAmount(draft);
  const most = type === "SHIPPING" ? shipping : items;
  if (amount.gt(most)) {
    const code =
      { SHIPPING: "SHIPPING_TOTAL", SPECIFIC_ITEMS: "ITEM_TOTALS" }[String(type)] ?? "ORDER_TOTALS";
    const message = `A discount of ${amountText(amount)} exceeds the discounted amount of ${amountText(most)}`;
    throw new PlatformError(400, `DISCOUNTS_AMOUNT_EXCEED_${code}`, message, { most: currency.price(most) });
  }
  return {
    source: "CUSTOM",
    applied: given.applyToDraftOrder ?? true,
    discount: {
      id: tx.newId(),
      discountType: type,
      merchantDiscount: {
        amount: currency.price(amount),
        ...(given.percentage && { percentage: given.percentage }),
        ...(given.description && { description: given.description }),
      },
      lineItemDiscounts: lineItemId ? [{ id: lineItemId, totalDiscount: currency.price(amount) }] : [],
    },
  };
}

/** Returns a custom fee. Throws PlatformError 404 `LINE_ITEM_NOT_FOUND`. */
export function customFee(tx: Tx, draft: StoredDraft, given: AdditionalFeeOption): DraftFee {
  const { name, code, price, lineItemIds, taxDetails } = given;
  for (const id of lineItemIds ?? []) lineOf(draft, id);
  const fee = completeFee(tx, currencyOf(draft.currency), {
    name,
    price: price ?? currencyOf(draft.currency).price(zero),
    lineItemIds: lineItemIds ?? [],
    ...(code && { code }),
  });
  return {
    additionalFee: fee,
    source: "CUSTOM",
    applied: given.applyToDraftOrder ?? true,
    ...(taxDetails && { taxDetails }),
  };
}

function lineOf(draft: StoredDraft, id: string | null | undefined) {
  const line = draft.lineItems.find(({ lineItem, removed }) => lineItem.id === id && !removed);
  if (line) return line;
  throw new PlatformError(404, "LINE_ITEM_NOT_FOUND", `The draft order has no item ${id}`, {
    lineItemId: id,
  });
}

/** The part of a draft that a call applies, leaves out or removes. */
interface Part {
  id(one: DraftDiscount | DraftFee): string | null | undefined;
  label: string;
  code: string;
}

const parts: Readonly<Record<"discounts" | "additionalFees", Part>> = {
  discounts: { id: (one) => (one as DraftDiscount).discount?.id, label: "discount", code: "DISCOUNT" },
  additionalFees: { id: (one) => (one as DraftFee).additionalFee?.id, label: "fee", code: "ADDITIONAL_FEE" },
};

/** Returns the discounts (or fees) with some applied or left out. */
export function withApplied<K extends "discounts" | "additionalFees">(
  draft: StoredDraft,
  key: K,
  changes: readonly { id?: string | null; applied?: boolean | null }[],
): StoredDraft {
  for (const { id } of changes) find(draft, key, id);
  const list = draft[key].map((one) => {
    const change = changes.find(({ id }) => id === parts[key].id(one));
    return change ? { ...one, applied: change.applied ?? false } : one;
  });
  return { ...draft, [key]: list };
}

/** Returns the discounts (or fees) without some. Only custom ones can be removed. */
export function withoutOptions<K extends "discounts" | "additionalFees">(
  draft: StoredDraft,
  key: K,
  ids: readonly string[],
): StoredDraft {
  const { id: idOf, label, code } = parts[key];
  for (const id of ids) {
    if (find(draft, key, id).source === "CUSTOM") continue;
    const message = `The ${label} ${id} is not a custom one: leave it out instead (applied: false)`;
    throw new PlatformError(409, `${code}_REMOVE_NOT_SUPPORTED`, message, { id });
  }
  const list = (draft[key] as (DraftDiscount | DraftFee)[]).filter((one) => !ids.includes(idOf(one) ?? ""));
  return { ...draft, [key]: list };
}

function find(draft: StoredDraft, key: "discounts" | "additionalFees", id: string | null | undefined) {
  const { id: idOf, label, code } = parts[key];
  const found = (draft[key] as (DraftDiscount | DraftFee)[]).find((one) => idOf(one) === id);
  if (found) return found;
  throw new PlatformError(404, `${code}_NOT_FOUND`, `The draft order has no ${label} ${id}`, { id });
}
