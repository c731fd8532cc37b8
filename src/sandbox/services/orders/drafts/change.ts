import type { LineItemChange } from "../../../../api/services/orders/draft-orders.ts";
import { decimal } from "../../../../kernel/money.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { currencyOf } from "../amounts.ts";
import { priceDraft } from "./price.ts";
import { type DraftLine, openDraft, putDraft, type StoredDraft } from "./tables.ts";

/** Changes an open draft, recalculates its prices and stores it. */
export function changeDraft(
  tx: Tx,
  id: string | null | undefined,
  change: (draft: StoredDraft) => StoredDraft,
): StoredDraft {
  return putDraft(tx, priceDraft(tx, change(openDraft(tx, id))));
}

/** Returns a draft with changed items. Items of the order keep their previous values. */
export function withChanges(draft: StoredDraft, changes: readonly LineItemChange[]): StoredDraft {
  const ids = changes.map(({ lineItemId }) => lineItemId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) {
    const message = `The item ${twice} is changed twice`;
    throw new PlatformError(400, "MULTIPLE_CHANGES_FOR_SAME_LINE_ITEM", message, { lineItemId: twice });
  }
  for (const change of changes) checkChange(draft, change);
  const lineItems = draft.lineItems.flatMap((line) => {
    const change = changes.find(({ lineItemId }) => lineItemId === line.lineItem.id);
    if (!change) return [line];
    // An item that this draft added is removed without a trace.
    if (change.newQuantity === 0) return line.added ? [] : [{ lineItem: line.lineItem, removed: true }];
    return [changedLine(line, change, draft.currency)];
  });
  return { ...draft, lineItems };
}

function checkChange(
  draft: StoredDraft,
  { lineItemId, newQuantity, newPrice, ...others }: LineItemChange,
): void {
  const data = { lineItemId };
  if (!draft.lineItems.some(({ lineItem }) => lineItem.id === lineItemId))
    throw new PlatformError(
      404,
      "LINE_ITEM_DOES_NOT_EXIST",
      `The draft order has no item ${lineItemId}`,
      data,
    );
  const given = [newQuantity, newPrice, ...Object.values(others)].filter(
    (one) => one !== undefined && one !== null,
  );
  if (given.length === 0)
    throw new PlatformError(
      400,
      "EMPTY_CHANGE_REQUEST",
      `The change of the item ${lineItemId} is empty`,
      data,
    );
  if (newQuantity === 0 && newPrice) {
    const message = `The item ${lineItemId} is removed: its price cannot be changed`;
    throw new PlatformError(400, "UPDATING_PRICE_OF_REMOVED_ITEM_IS_FORBIDDEN", message, data);
  }
}

function changedLine(line: DraftLine, change: LineItemChange, currency: string): DraftLine {
  const { lineItem: old } = line;
  const price = change.newPrice ? currencyOf(currency).price(decimal(change.newPrice)) : old.price;
  const { newProductName, newPriceDescription, newDescriptionLines, newModifierGroups } = change;
  const quantity = change.newQuantity ?? old.quantity;
  const before = line.changedDetails ?? {};
  return {
    ...(line.added
      ? { added: true }
      : {
          changedDetails: {
            ...before,
            ...(quantity !== old.quantity && {
              quantityBeforeChange: before.quantityBeforeChange ?? old.quantity,
            }),
            ...(price.amount !== old.price.amount && {
              priceBeforeChange: before.priceBeforeChange ?? old.price,
            }),
            ...(newProductName && old.productName && { productNameBeforeChange: old.productName }),
          },
        }),
    lineItem: {
      ...old,
      quantity,
      price,
      priceBeforeDiscounts: change.newPrice ? price : (old.priceBeforeDiscounts ?? price),
      ...(newProductName && { productName: newProductName }),
      ...(newPriceDescription && { priceDescription: newPriceDescription }),
      ...(newDescriptionLines?.descriptionLines && {
        descriptionLines: newDescriptionLines.descriptionLines,
      }),
      ...(newModifierGroups?.modifierGroups && { modifierGroups: newModifierGroups.modifierGroups }),
    },
  };
}

type Detail =
  | "shippingInfo"
  | "recipientInfo"
  | "buyerDetails"
  | "billingDetails"
  | "businessLocationDetails";
const valueKeys = {
  shippingInfo: "shippingInfo",
  recipientInfo: "recipientInfo",
  buyerDetails: "buyerInfo",
  billingDetails: "billingInfo",
  businessLocationDetails: "businessLocation",
} as const satisfies Record<Detail, string>;

/** Returns a draft with its delivery, customer or location set, or cleared if there is no value. */
export function withDetail(
  draft: StoredDraft,
  detail: Detail,
  value: object | null | undefined,
): StoredDraft {
  const key = valueKeys[detail];
  const before = draft[detail] as Record<string, unknown> | null | undefined;
  const old = before?.[key];
  if (!value) return { ...draft, [detail]: old ? { removed: true, [key]: old } : undefined };
  const first = (before?.changedDetails as object | undefined) ?? { [`${key}BeforeChange`]: old };
  const change = old && !before?.added ? { changedDetails: first } : { added: true };
  const plain =
    detail === "buyerDetails"
      ? { buyerInfo: value }
      : detail === "billingDetails"
        ? { billingInfo: value }
        : {};
  return { ...draft, ...plain, [detail]: { ...change, [key]: value } } as StoredDraft;
}
