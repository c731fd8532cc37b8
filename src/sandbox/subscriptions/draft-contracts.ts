import type { LineItemChange } from "../../api/services/orders.ts";
import type { DraftContract, SubscriptionContract } from "../../api/services/subscriptions.ts";
import { decimal } from "../../kernel/money.ts";
import {
  entityOf,
  insertEntity,
  type Kind,
  newEntity,
  replaceEntity,
  type Stored,
} from "../kernel/entities.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { completeLine, currencyOf, priceDraft, type StoredLine } from "../orders/index.ts";
import { changeContract, type StoredContract, subscriptionContracts } from "./subscriptions.ts";

type DraftLine = NonNullable<DraftContract["lineItems"]>[number] & { lineItem: StoredLine };

/** A stored draft of changes to a contract. */
export interface StoredDraftContract extends Stored<DraftContract> {
  subscriptionContractId: string;
  target: NonNullable<DraftContract["target"]>;
  status: "DRAFT" | "COMMITTED";
  lineItems: DraftLine[];
  currency: string;
}

/** The platform has no events of these drafts. */
export const draftContractKind: Kind<StoredDraftContract> = {
  table: {
    name: "draftContracts",
    columns: { subscriptionContractId: "text" },
  },
  fqdn: "wix.ecom.subscription_contracts.v1.draft_subscription_contract",
  name: "draft subscription contract",
  withoutEvents: true,
  show: ({ revision, ...draft }) => draft,
};

const rejection = (code: string, message: string, data: object = {}) =>
  new PlatformError(409, code, message, data);

/** Returns the platform's reasons why a contract cannot be changed; empty if it can. */
export function draftProblems(contract: StoredContract | undefined): string[] {
  if (!contract) return ["SUBSCRIPTION_CONTRACT_NOT_FOUND"];
  return contract.internal.status === "ENDED" ? ["UNSUPPORTED_STATUS"] : [];
}

/** Returns the cycle that changes apply to. */
const cycleOf = ({ contractTarget, cycleTarget }: StoredDraftContract["target"]) =>
  contractTarget?.nextCycleNumber ?? cycleTarget?.cycleNumber ?? 0;

/**
 * Creates a draft of changes to a contract, or returns the one for the same cycle. Throws PlatformError 404
 * `SUBSCRIPTION_CONTRACT_NOT_FOUND`, or 409 `SUBSCRIPTION_CONTRACT_NOT_DRAFTABLE`, `CYCLE_ALREADY_STARTED` or
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
  const [reason] = draftProblems(contract);
  if (reason)
    throw rejection("SUBSCRIPTION_CONTRACT_NOT_DRAFTABLE", `The subscription has ended (${reason})`, {
      reason,
    });
  rejectStarted(contract, target);
  const open = { subscriptionContractId: contractId, status: "DRAFT" };
  const [old] = tx.query(draftContractKind.table, { filter: open, limit: 1 }).items;
  if (old) {
    if (JSON.stringify(old.target) === JSON.stringify(target)) return old;
    const message = `There is a draft for cycle ${cycleOf(old.target)}: commit or delete the draft ${old.id} first`;
    throw rejection("DRAFT_ALREADY_EXISTS_FOR_ANOTHER_TARGET", message, {
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
    shippingDetails: shippingInfo ? { shippingInfo, changeType: "EMPTY" } : undefined,
    recipientDetails: recipientInfo ? { recipientInfo, changeType: "EMPTY" } : undefined,
  });
}

/** Throws PlatformError 409 `CYCLE_ALREADY_STARTED` if the changes would come too late. */
function rejectStarted(
  { internal: { cycles } }: StoredContract,
  target: StoredDraftContract["target"],
): void {
  if (cycleOf(target) > cycles) return;
  const message = `Cycle ${cycleOf(target)} has already started: the subscription is in cycle ${cycles}`;
  throw rejection("CYCLE_ALREADY_STARTED", message, { currentCycle: cycles });
}

/** Returns a draft by ID. Throws PlatformError 404. */
export const draftContractOf = (tx: Tx, id: string): StoredDraftContract =>
  entityOf(tx, draftContractKind, id);

/** Changes an open draft and recalculates its prices. Throws PlatformError 409 `ALREADY_COMMITTED`. */
export function changeDraftContract(
  tx: Tx,
  id: string,
  change: (draft: StoredDraftContract) => StoredDraftContract,
): StoredDraftContract {
  const before = draftContractOf(tx, id);
  if (before.status === "COMMITTED")
    throw rejection("ALREADY_COMMITTED", `The draft ${id} was committed and can no longer be changed`);
  return replaceEntity(tx, draftContractKind, priced(tx, change(before)));
}

/**
 * Returns a draft with changed quantities and prices. Throws PlatformError 404 `LINE_ITEM_NOT_FOUND` or 409
 * `LINE_ITEM_IS_REMOVED`.
 */
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
      throw rejection("LINE_ITEM_IS_REMOVED", `The item ${lineItemId} was removed`, { lineItemId });
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

/** Calculates prices from items and address, as for draft orders. */
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
      removed: changeType === "REMOVED" || undefined,
    })),
    discounts: [],
    additionalFees: [],
    createdDate: draft.createdDate,
    updatedDate: draft.updatedDate,
    shippingInfo: shippingInfo ? { shippingInfo } : undefined,
    recipientInfo: recipientInfo ? { recipientInfo } : undefined,
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
 * Applies a draft to its contract, from its cycle on or for that cycle only. Throws PlatformError 409
 * `NO_CHANGES_TO_COMMIT`, `NO_SUBSCRIPTION_LINE_ITEMS_AFTER_COMMIT`, `SUBSCRIPTION_CONTRACT_NOT_DRAFTABLE` or, if the
 * cycle has started meanwhile, `CYCLE_ALREADY_STARTED`.
 */
export function commitDraftContract(tx: StoreTx, id: string): StoredDraftContract {
  return changeDraftContract(tx, id, (draft) => {
    const { lineItems, shippingDetails, recipientDetails, target, priceSummary } = draft;
    const contract = tx.get(subscriptionContracts, draft.subscriptionContractId);
    const [reason] = draftProblems(contract);
    if (!contract || reason)
      throw rejection(
        "SUBSCRIPTION_CONTRACT_NOT_DRAFTABLE",
        `The subscription cannot be changed (${reason})`,
      );
    rejectStarted(contract, target);
    const parts = [...lineItems, shippingDetails, recipientDetails];
    if (parts.every((part) => (part?.changeType ?? "EMPTY") === "EMPTY"))
      throw rejection("NO_CHANGES_TO_COMMIT", `The draft ${id} contains no changes`);
    const left = lineItems.flatMap(({ lineItem, changeType }) =>
      changeType === "REMOVED" ? [] : [lineItem],
    );
    if (left.length === 0)
      throw rejection("NO_SUBSCRIPTION_LINE_ITEMS_AFTER_COMMIT", "A subscription needs at least one item");
    // A change for a later cycle is stored, and JSON keeps null only.
    const content: Partial<SubscriptionContract> = {
      lineItems: left,
      shippingInfo: shippingDetails?.shippingInfo ?? null,
      recipientInfo: recipientDetails?.recipientInfo ?? null,
      priceSummary,
    };
    changeContract(tx, contract, { cycle: cycleOf(target), once: Boolean(target.cycleTarget), content });
    return { ...draft, status: "COMMITTED" };
  });
}
