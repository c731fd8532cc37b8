import type { LineItemChange } from "../../../api/services/orders/models/draft-order.ts";
import type { DraftContract } from "../../../api/services/subscriptions/models/draft-contract.ts";
import type { SubscriptionContract } from "../../../api/services/subscriptions/models/subscription-contract.ts";
import { decimal } from "../../../kernel/money.ts";
import {
  entityOf,
  insertEntity,
  type Kind,
  newEntity,
  replaceEntity,
} from "../../kernel/documents/entities.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { completeLine, currencyOf, priceDraft, type StoredLine } from "../orders/index.ts";
import { changeContract } from "./subscriptions.ts";
import { type StoredContract, subscriptionContracts } from "./tables.ts";

type DraftLine = NonNullable<DraftContract["lineItems"]>[number] & { lineItem: StoredLine };

/** A draft as the store keeps it. */
export interface StoredDraftContract extends DraftContract {
  id: string;
  revision: string;
  createdDate: string;
  updatedDate: string;
  subscriptionContractId: string;
  target: NonNullable<DraftContract["target"]>;
  status: "DRAFT" | "COMMITTED";
  lineItems: DraftLine[];
  currency: string;
}

/** Drafts of changes to contracts; the platform tells of none of them. */
export const draftContractKind: Kind<StoredDraftContract> = {
  table: {
    name: "draftContracts",
    columns: { subscriptionContractId: { type: "text", value: (doc) => doc.subscriptionContractId } },
  },
  fqdn: "wix.ecom.subscription_contracts.v1.draft_subscription_contract",
  name: "draft subscription contract",
  withoutEvents: true,
  show: ({ revision: _, ...draft }) => draft,
};

const refused = (code: string, message: string, data: object = {}) =>
  new PlatformError(409, code, message, data);

/** Why a contract cannot be changed, in the platform's words; none: it can. */
export function problemsOf(contract: StoredContract | undefined): string[] {
  if (!contract) return ["SUBSCRIPTION_CONTRACT_NOT_FOUND"];
  return contract.internal.status === "ENDED" ? ["UNSUPPORTED_STATUS"] : [];
}

/** The cycle that changes are for. */
const cycleOf = ({ contractTarget, cycleTarget }: StoredDraftContract["target"]) =>
  contractTarget?.nextCycleNumber ?? cycleTarget?.cycleNumber ?? 0;

/**
 * Begins changes to a contract, or gives those that were begun for the same cycle. Refusals: 404
 * `SUBSCRIPTION_CONTRACT_NOT_FOUND`, 409 `SUBSCRIPTION_CONTRACT_NOT_DRAFTABLE`, `CYCLE_ALREADY_STARTED` and
 * `DRAFT_ALREADY_EXISTS_FOR_ANOTHER_TARGET`.
 */
export function beginDraftContract(
  tx: StoreTx,
  contractId: string,
  target: StoredDraftContract["target"],
): StoredDraftContract {
  const contract = tx.get(subscriptionContracts, contractId);
  if (!contract) {
    const message = `There is no subscription contract ${contractId}`;
    throw new PlatformError(404, "SUBSCRIPTION_CONTRACT_NOT_FOUND", message, { id: contractId });
  }
  const [reason] = problemsOf(contract);
  if (reason)
    throw refused("SUBSCRIPTION_CONTRACT_NOT_DRAFTABLE", `The subscription has ended (${reason})`, {
      reason,
    });
  const { cycles } = contract.internal;
  if (cycleOf(target) <= cycles) {
    const message = `Cycle ${cycleOf(target)} has begun: the subscription is in cycle ${cycles}`;
    throw refused("CYCLE_ALREADY_STARTED", message, { currentCycle: cycles });
  }
  const open = { subscriptionContractId: contractId, status: "DRAFT" };
  const [old] = tx.query(draftContractKind.table, { filter: open, limit: 1 }).items;
  if (old) {
    if (JSON.stringify(old.target) === JSON.stringify(target)) return old;
    const message = `Changes for cycle ${cycleOf(old.target)} were begun: commit or delete the draft ${old.id}`;
    throw refused("DRAFT_ALREADY_EXISTS_FOR_ANOTHER_TARGET", message, {
      draftId: old.id,
      target: old.target,
    });
  }
  const currency = currencyOf(contract.currency);
  const { shippingInfo, recipientInfo, weightUnit, priceSummary } = contract;
  return insertEntity(tx, draftContractKind, {
    ...newEntity(tx),
    subscriptionContractId: contractId,
    target,
    status: "DRAFT",
    currency: contract.currency,
    weightUnit,
    priceSummary,
    createdBy: { userId: contractId },
    lineItems: contract.lineItems.map((line) => ({
      lineItem: completeLine(tx, currency, line),
      changeType: "EMPTY",
    })),
    ...(shippingInfo && { shippingDetails: { shippingInfo, changeType: "EMPTY" } }),
    ...(recipientInfo && { recipientDetails: { recipientInfo, changeType: "EMPTY" } }),
  });
}

/** A draft by its id, or PlatformError 404. */
export const draftContractOf = (tx: Tx, id: string | null | undefined): StoredDraftContract =>
  entityOf(tx, draftContractKind, id ?? "");

/** Changes a draft that is open, and prices it. PlatformError 409 `ALREADY_COMMITTED`. */
export function changeDraftContract(
  tx: Tx,
  id: string | null | undefined,
  change: (draft: StoredDraftContract) => StoredDraftContract,
): StoredDraftContract {
  const before = draftContractOf(tx, id);
  if (before.status === "COMMITTED")
    throw refused("ALREADY_COMMITTED", `The draft ${id} was committed: it cannot be changed any more`);
  return replaceEntity(tx, draftContractKind, priced(tx, change(before)));
}

/** The draft with other quantities and prices. Refusals: 404 `LINE_ITEM_NOT_FOUND`, 409 `LINE_ITEM_IS_REMOVED`. */
export function withLineChanges(
  draft: StoredDraftContract,
  changes: readonly LineItemChange[],
): StoredDraftContract {
  for (const { lineItemId } of changes) {
    const line = draft.lineItems.find(({ lineItem }) => lineItem.id === lineItemId);
    if (!line)
      throw new PlatformError(404, "LINE_ITEM_NOT_FOUND", `The draft has no item ${lineItemId}`, {
        lineItemId,
      });
    if (line.changeType === "REMOVED")
      throw refused("LINE_ITEM_IS_REMOVED", `The item ${lineItemId} was taken out`, { lineItemId });
  }
  const lineItems = draft.lineItems.flatMap((line): DraftLine[] => {
    const change = changes.find(({ lineItemId }) => lineItemId === line.lineItem.id);
    if (!change) return [line];
    const isAdded = line.changeType === "ADDED";
    if (change.newQuantity === 0)
      return isAdded ? [] : [{ lineItem: line.lineItem, changeType: "REMOVED" as const }];
    const { quantity, price } = line.lineItem;
    const other = change.newPrice ? currencyOf(draft.currency).price(decimal(change.newPrice)) : price;
    const lineItem = {
      ...line.lineItem,
      quantity: change.newQuantity ?? quantity,
      price: other,
      priceBeforeDiscounts: other,
    };
    if (isAdded) return [{ lineItem, changeType: "ADDED" as const }];
    const changed = { quantityBeforeChange: quantity, priceBeforeChange: price, ...line.changed };
    return [{ lineItem, changeType: "CHANGED" as const, changed }];
  });
  return { ...draft, lineItems };
}

/** Prices follow from the items and the address, as those of draft orders do. */
function priced(tx: Tx, draft: StoredDraftContract): StoredDraftContract {
  const contract = tx.get(subscriptionContracts, draft.subscriptionContractId);
  const { shippingInfo } = draft.shippingDetails ?? {};
  const { recipientInfo } = draft.recipientDetails ?? {};
  const { lineItems, priceSummary } = priceDraft(tx, {
    id: draft.id,
    status: "DRAFT",
    currency: draft.currency,
    lineItems: draft.lineItems.map(({ lineItem, changeType }) => ({
      lineItem,
      ...(changeType === "REMOVED" && { removed: true }),
    })),
    discounts: [],
    additionalFees: [],
    createdDate: draft.createdDate,
    updatedDate: draft.updatedDate,
    ...(shippingInfo && { shippingInfo: { shippingInfo } }),
    ...(recipientInfo && { recipientInfo: { recipientInfo } }),
    internal: { taxExempt: false, taxIncluded: contract?.taxIncludedInPrices === true },
  });
  const found = new Map(lineItems.map(({ lineItem }) => [lineItem.id, lineItem]));
  const lines = draft.lineItems.map((line) => ({
    ...line,
    lineItem: found.get(line.lineItem.id) ?? line.lineItem,
  }));
  return { ...draft, lineItems: lines, priceSummary };
}

/**
 * Puts a draft's changes into its contract, from its cycle on or for that cycle alone. Refusals 409 `NO_CHANGES_TO_COMMIT`,
 * `NO_SUBSCRIPTION_LINE_ITEMS_AFTER_COMMIT`, `SUBSCRIPTION_CONTRACT_NOT_DRAFTABLE`.
 */
export function commitDraftContract(tx: StoreTx, id: string | null | undefined): StoredDraftContract {
  return changeDraftContract(tx, id, (draft) => {
    const { lineItems, shippingDetails, recipientDetails, target, priceSummary } = draft;
    const contract = tx.get(subscriptionContracts, draft.subscriptionContractId);
    const [reason] = problemsOf(contract);
    if (!contract || reason)
      throw refused("SUBSCRIPTION_CONTRACT_NOT_DRAFTABLE", `The subscription cannot be changed (${reason})`);
    const parts = [...lineItems, shippingDetails, recipientDetails];
    if (parts.every((part) => (part?.changeType ?? "EMPTY") === "EMPTY"))
      throw refused("NO_CHANGES_TO_COMMIT", `Nothing was changed in the draft ${id}`);
    const left = lineItems.flatMap(({ lineItem, changeType }) =>
      changeType === "REMOVED" ? [] : [lineItem],
    );
    if (left.length === 0)
      throw refused("NO_SUBSCRIPTION_LINE_ITEMS_AFTER_COMMIT", "A subscription needs at least one item");
    const content: Partial<SubscriptionContract> = {
      lineItems: left,
      shippingInfo: shippingDetails?.shippingInfo,
      recipientInfo: recipientDetails?.recipientInfo,
      priceSummary,
    };
    changeContract(tx, contract, { cycle: cycleOf(target), once: Boolean(target.cycleTarget), content });
    return { ...draft, status: "COMMITTED" };
  });
}
