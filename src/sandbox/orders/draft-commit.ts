import type { OrderChange } from "../../api/services/orders.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import { exactAmount } from "./amounts.ts";
import { keptLines, openDraft, putDraft, type StoredDraft } from "./drafts.ts";
import { editProblems } from "./editability.ts";
import { parcelsOf, statusOfParcels } from "./fulfillments.ts";
import { placeOrder } from "./place.ts";
import { moveLines } from "./stock.ts";
import { activity, emitOrderAction, orderOf, settleOrder, transactionsOf } from "./store.ts";
import type { StoredOrder } from "./tables.ts";

/** Options of a commit; `updateInventory` names the items whose stock changes. */
type CommitSettings = NonNullable<StoredDraft["commitSettings"]>;

interface Committed {
  draft: StoredDraft;
  order: StoredOrder;
}

/**
 * Applies a draft to its order and updates balance and payment status. Throws PlatformError 409
 * `DRAFT_ORDER_COMMIT_FAILED_VALIDATIONS` if the order can no longer be edited, or if fewer units would remain than
 * are fulfilled.
 */
export function commitDraft(
  tx: StoreTx,
  id: string,
  settings: CommitSettings | null | undefined,
  reason: string | null | undefined,
): Committed {
  const draft = openDraft(tx, id);
  if (!draft.orderId)
    throw failed("COMMIT", `The draft order ${id} has no order: create one from it`, draft, []);
  const before = orderOf(tx, draft.orderId);
  const reasons = editProblems(tx, before, "edit");
  const lineItems = keptLines(draft).map(({ lineItem }) => lineItem);
  if (lineItems.length === 0) reasons.push("NO_LINE_ITEMS");
  const parcels = parcelsOf(tx, before.id);
  const shipped = new Map<string, number>();
  for (const { id: lineId, quantity } of parcels.fulfillments.flatMap((fulfillment) => fulfillment.lineItems))
    shipped.set(lineId, (shipped.get(lineId) ?? 0) + quantity);
  for (const [lineId, units] of shipped)
    if ((lineItems.find((line) => line.id === lineId)?.quantity ?? 0) < units)
      reasons.push("LINE_ITEM_IS_FULFILLED");
  if (reasons.length > 0)
    throw failed(
      "COMMIT",
      `The draft order ${id} cannot be committed: ${reasons.join(", ")}`,
      draft,
      reasons,
    );
  const changed: StoredOrder = { ...before, ...contentOf(draft), lineItems };
  const named = new Set((settings?.updateInventory ?? []).map(({ lineItemId }) => lineItemId));
  const stocked = moveLines(tx, changed, (lineId) => named.has(lineId));
  const changes = changesOf(before, changed);
  const content = { draftOrderId: id, changes, reason: reason || undefined };
  const isRecorded = settings?.addActivitiesToOrder !== false;
  const order = settleOrder(
    tx,
    { ...stocked, fulfillmentStatus: statusOfParcels(stocked, parcels.fulfillments) },
    transactionsOf(tx, before),
    {
      activities: isRecorded
        ? [activity(tx, "DRAFT_ORDER_CHANGES_APPLIED", { draftOrderChangesApplied: content })]
        : [],
    },
  );
  const deltas = { lineItems: draft.lineItems.filter(isDelta) };
  const commitSettings = settings ?? {};
  emitOrderAction(tx, order, "committed", {
    draftOrderId: id,
    changes: deltas,
    commitSettings,
    commitDate: tx.now.toISOString(),
  });
  return { draft: putDraft(tx, { ...draft, status: "COMMITTED", commitSettings }), order };
}

/** The input of an order from a draft. Default status: APPROVED. */
interface OrderInput {
  channelInfo?: StoredOrder["channelInfo"];
  createSettings?: { orderStatus?: string | null } | null;
}

/** Creates an unpaid order from a draft. Throws PlatformError 409 `CREATE_ORDER_FAILED_VALIDATIONS`. */
export function orderFromDraft(
  tx: StoreTx,
  id: string,
  { channelInfo, createSettings }: OrderInput,
): Committed {
  const draft = openDraft(tx, id);
  if (draft.orderId) throw failed("CREATE", `The draft order ${id} changes an order: commit it`, draft, []);
  const lineItems = keptLines(draft).map(({ lineItem }) => lineItem);
  if (lineItems.length === 0)
    throw failed("CREATE", `The draft order ${id} has no items`, draft, ["NO_LINE_ITEMS"]);
  const order = placeOrder(tx, {
    ...contentOf(draft),
    lineItems,
    currency: draft.currency,
    channelInfo: channelInfo ?? { type: "BACKOFFICE_MERCHANT" },
    status: createSettings?.orderStatus === "INITIALIZED" ? "INITIALIZED" : "APPROVED",
    extendedFields: draft.extendedFields || undefined,
    payment: { outcome: "offline" },
  });
  return { draft: putDraft(tx, { ...draft, status: "COMMITTED", orderId: order.id }), order };
}

/** Returns the fields that an order takes from its draft. */
function contentOf(draft: StoredDraft) {
  const {
    shippingInfo,
    buyerDetails,
    billingDetails,
    recipientInfo,
    businessLocationDetails: location,
  } = draft;
  return {
    appliedDiscounts: draft.discounts.flatMap(({ discount, applied }) =>
      applied && discount ? [discount] : [],
    ),
    additionalFees: draft.additionalFees.flatMap(({ additionalFee, applied }) =>
      applied && additionalFee ? [additionalFee] : [],
    ),
    priceSummary: draft.priceSummary as StoredOrder["priceSummary"],
    taxInfo: draft.taxInfo ?? null,
    taxIncludedInPrices: draft.internal.taxIncluded,
    shippingInfo: (!shippingInfo?.removed && shippingInfo?.shippingInfo) || null,
    buyerInfo: (!buyerDetails?.removed && buyerDetails?.buyerInfo) || {},
    billingInfo: (!billingDetails?.removed && billingDetails?.billingInfo) || null,
    recipientInfo: (!recipientInfo?.removed && recipientInfo?.recipientInfo) || null,
    businessLocation: (!location?.removed && location?.businessLocation) || null,
  };
}

const isDelta = ({ added, removed, changedDetails }: StoredDraft["lineItems"][number]) =>
  Boolean(added || removed || changedDetails);

/** Returns the differences between an order and its next version for the order's history. */
function changesOf(before: StoredOrder, after: StoredOrder): OrderChange[] {
  const changes: OrderChange[] = [];
  const was = (id: string) => before.lineItems.find((line) => line.id === id);
  for (const { id, productName, quantity, price } of after.lineItems) {
    const name = productName ?? {};
    const old = was(id);
    if (!old) {
      changes.push({ lineItemAdded: { id, name, quantity } });
      continue;
    }
    const units = quantity === old.quantity ? {} : { quantity: quantityChange(old.quantity, quantity) };
    const cost =
      price.amount === old.price.amount ? {} : { price: { originalPrice: old.price, newPrice: price } };
    if ("quantity" in units || "price" in cost)
      changes.push({ lineItemChanged: { id, name, ...units, ...cost } });
  }
  for (const { id, productName, quantity } of before.lineItems)
    if (!after.lineItems.some((line) => line.id === id))
      changes.push({ lineItemRemoved: { id, name: productName ?? {}, quantity } });
  const [originalTotal, newTotal] = [before.priceSummary.total, after.priceSummary.total];
  if (!exactAmount(originalTotal).eq(exactAmount(newTotal)))
    changes.push({ totalPriceChanged: { originalTotal, newTotal } });
  return changes;
}

function quantityChange(originalQuantity: number, newQuantity: number) {
  const more = newQuantity > originalQuantity;
  const deltaType = more ? "QUANTITY_INCREASED" : "QUANTITY_DECREASED";
  return { originalQuantity, newQuantity, diff: Math.abs(newQuantity - originalQuantity), deltaType };
}

function failed(
  action: "COMMIT" | "CREATE",
  message: string,
  draft: StoredDraft,
  reasons: readonly string[],
): PlatformError {
  const code =
    action === "COMMIT" ? "DRAFT_ORDER_COMMIT_FAILED_VALIDATIONS" : "CREATE_ORDER_FAILED_VALIDATIONS";
  return new PlatformError(409, code, message, { draftOrderId: draft.id, status: draft.status, reasons });
}
