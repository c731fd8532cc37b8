import type { Handlers } from "../../../api/endpoint.ts";
import type { tips as endpoints, tippableStaff as staffEndpoints } from "../../../api/services/tips/tips.ts";
import { amountText, decimal, sum } from "../../../kernel/money.ts";
import { checkFields } from "../../kernel/documents/lists.ts";
import { scan, scanPage } from "../../kernel/documents/pages.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { orders } from "../../services/orders/index.ts";
import { type StoredTip, tippableStaff as staffTable, tips as table } from "../../services/tips/tables.ts";
import { addToTip, previewTip, setTip, tipChoices, tipOnOrder } from "../../services/tips/tips.ts";

const mostScanned = 1_000_000;
const distributionFields = ["id", "tipId", "orderId", "source", "createdDate", "staff.id", "transaction.id"];

/** Handlers of tips on orders and their distribution among staff. */
export const tips: Handlers<typeof endpoints, Tx> = {
  preview: (tx, { lineItemInfo, tipChoice, tipSettingsId }) => ({
    tip: previewTip(tx, lineItemInfo ?? [], tipChoice ?? {}, tipSettingsId),
  }),
  getByOrder: (tx, { orderId }) => ({ tip: shown(tipOnOrder(tx, orderId)) }),
  getByDraftOrder: (tx, { draftOrderId }) => ({ tip: shown(tipOnOrder(tx, draftOrderId)) }),
  getChoice(tx, { purchaseFlowId }) {
    const tipChoice = tx.get(tipChoices, purchaseFlowId ?? "");
    if (tipChoice) return { tipChoice };
    const message = `No tip was chosen in the purchase flow ${purchaseFlowId}`;
    throw new PlatformError(404, "PERSON_IDENTITY_NOT_FOUND", message, { purchaseFlowId });
  },
  updateChoice(tx, { tipChoice, purchaseFlowId }) {
    tx.put(tipChoices, purchaseFlowId ?? "", tipChoice ?? {});
    return { tipChoice: tipChoice ?? {} };
  },
  setOnOrder(tx, { orderId, draftOrderId, tip }) {
    const stored = setTip(tx, orderRef(tx, orderId, draftOrderId), tip ?? {});
    return { tip: shown(stored), orderInfo: infoOf(stored) };
  },
  removeFromOrder(tx, { orderId, draftOrderId }) {
    const stored = tipOnOrder(tx, orderId ?? draftOrderId);
    tx.remove(table, stored.orderId);
    return { orderInfo: { orderId: stored.orderId } };
  },
  addDistributions(tx, { orderId, draftOrderId, tipDistributions }) {
    const stored = addToTip(tx, orderRef(tx, orderId, draftOrderId), tipDistributions ?? []);
    const added = stored.distributions?.slice(-(tipDistributions?.length ?? 0)) ?? [];
    return { tipDistributions: added, orderInfo: infoOf(stored) };
  },
  queryDistributions(tx, { query }) {
    checkFields(query ?? {}, { filterable: distributionFields, sortable: distributionFields });
    const { items, metadata } = scanPage(distributions(tx), {
      ...query,
      cursorPaging: query?.cursorPaging ?? {},
    });
    const { count, cursors } = metadata;
    return { tipDistributions: items, pagingMetadata: { count, cursors, hasNext: Boolean(cursors?.next) } };
  },
  sumDistributions(tx, { filter }) {
    checkFields({ filter }, { filterable: distributionFields, sortable: [] });
    const { items } = scan(distributions(tx), { filter, limit: mostScanned });
    return { totalAmount: amountText(sum(items.map(({ amount }) => decimal(amount ?? "0")))) };
  },
};

/** Handlers of tippable staff. */
export const tippableStaff: Handlers<typeof staffEndpoints, Tx> = {
  list(tx, { filterByName, filterByIds }) {
    const name = filterByName?.toLowerCase() ?? "";
    const staff = [...tx.each(staffTable)]
      .filter((one) => one.name.toLowerCase().includes(name))
      .filter(({ id }) => !filterByIds?.length || filterByIds.includes(id));
    return { staff: staff.slice(0, 100) };
  },
};

function* distributions(tx: Tx) {
  for (const tip of tx.each(table)) yield* tip.distributions ?? [];
}

/** Returns the ID of the tipped order or draft order. An order must exist, a draft need not. */
function orderRef(tx: Tx, orderId: string | null | undefined, draftId: string | null | undefined): string {
  if (!orderId) return draftId ?? "";
  if (tx.get(orders, orderId)) return orderId;
  throw new PlatformError(404, "ORDER_NOT_FOUND", `There is no order ${orderId}`, { orderId });
}

function shown({ orderId: _, ...tip }: StoredTip) {
  return tip;
}

const infoOf = ({ id, orderId, amount }: StoredTip) => ({
  orderId,
  additionalFeeId: id,
  additionalFeePrice: { amount },
});
