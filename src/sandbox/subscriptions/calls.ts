import type { Handlers } from "../../api/endpoint.ts";
import {
  subscriptionContracts as contractEndpoints,
  type DraftContract,
  draftContracts as draftEndpoints,
} from "../../api/services/subscriptions.ts";
import { bulkResponse, forEachItem, startJob } from "../kernel/bulk.ts";
import { removeEntity, replaceEntity } from "../kernel/entities.ts";
import { listPage, matchingDocuments } from "../kernel/lists.ts";
import { regularHandlers } from "../kernel/regular.ts";
import { invalid, PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { currencyOf, newLines } from "../orders/index.ts";
import {
  beginDraftContract,
  changeDraftContract,
  commitDraftContract,
  draftContractKind,
  draftContractOf,
  draftProblems,
  type StoredDraftContract,
  withLineChanges,
} from "./draft-contracts.ts";
import {
  billCycle,
  contractKind,
  subscriptionContracts as contractTable,
  pauseSubscription,
  startApproved,
} from "./subscriptions.ts";

/** Handlers of subscription contracts. */
export const subscriptionContracts: Handlers<typeof contractEndpoints, Tx> = regularHandlers({
  kind: contractKind,
  calls: contractEndpoints,
  complete: (_tx, given) => given,
});

/** Due work: charges a cycle, and starts the subscriptions of an approved order. */
export const due = { bill: billCycle, start: startApproved };
/** A cycle that cannot be charged pauses the subscription. */
export const giveUp = { bill: pauseSubscription };

/** Handlers of drafts of changes to subscription contracts. */
export const draftContracts: Handlers<typeof draftEndpoints, StoreTx> = {
  draftability(tx, { subscriptionContractId }) {
    const contract = tx.get(contractTable, subscriptionContractId);
    const reasons = draftProblems(contract);
    return {
      draftable: reasons.length === 0,
      nonDraftableReasons: reasons.map((reason) => ({ reason })),
      currentCycle: contract?.internal.cycles,
    };
  },
  create(tx, { subscriptionContractId, target }) {
    const { contractTarget, cycleTarget } = target;
    if (!contractTarget?.nextCycleNumber && !cycleTarget?.cycleNumber)
      throw invalid("target", "REQUIRED_ONE_OF_FIELD", "must have contractTarget or cycleTarget");
    return shown(tx, beginDraftContract(tx, subscriptionContractId, target));
  },
  get: (tx, { draftSubscriptionContractId }) => shown(tx, draftContractOf(tx, draftSubscriptionContractId)),
  remove(tx, { draftSubscriptionContractId }) {
    removeEntity(tx, draftContractKind, draftContractOf(tx, draftSubscriptionContractId));
    return {};
  },
  addLineItems: (tx, { draftSubscriptionContractId, ...added }) =>
    shown(
      tx,
      changeDraftContract(tx, draftSubscriptionContractId, (draft) => {
        const present = draft.lineItems.map(({ lineItem }) => lineItem);
        const lines = newLines(tx, currencyOf(draft.currency), added, present);
        const more = lines.map((lineItem) => ({ lineItem, changeType: "ADDED" as const }));
        return { ...draft, lineItems: [...draft.lineItems, ...more] };
      }),
    ),
  updateLineItems: (tx, { draftSubscriptionContractId, lineItemChanges }) =>
    shown(
      tx,
      changeDraftContract(tx, draftSubscriptionContractId, (draft) =>
        withLineChanges(draft, lineItemChanges),
      ),
    ),
  setShippingInfo: (tx, { draftSubscriptionContractId, shippingInfo }) =>
    shown(
      tx,
      changeDraftContract(tx, draftSubscriptionContractId, (draft) => {
        const old = draft.shippingDetails;
        const before = old?.changed?.shippingInfoBeforeChange ?? old?.shippingInfo;
        const { changeType, isNew } = changeOf(old, before, shippingInfo);
        const changed = before && !isNew ? { changed: { shippingInfoBeforeChange: before } } : {};
        return { ...draft, shippingDetails: { shippingInfo, changeType, ...changed } };
      }),
    ),
  setRecipientInfo: (tx, { draftSubscriptionContractId, recipientInfo }) =>
    shown(
      tx,
      changeDraftContract(tx, draftSubscriptionContractId, (draft) => {
        const old = draft.recipientDetails;
        const before = old?.changed?.recipientInfoBeforeChange ?? old?.recipientInfo;
        const { changeType, isNew } = changeOf(old, before, recipientInfo);
        const changed = before && !isNew ? { changed: { recipientInfoBeforeChange: before } } : {};
        return { ...draft, recipientDetails: { recipientInfo, changeType, ...changed } };
      }),
    ),
  commit: (tx, { draftSubscriptionContractId }) =>
    shown(tx, commitDraftContract(tx, draftSubscriptionContractId)),
  query(tx, { query }) {
    const { items, pagingMetadata } = listPage(tx, draftContractKind.table, query, draftEndpoints.query);
    return { draftSubscriptionContracts: items.map((item) => bare(tx, item)), pagingMetadata };
  },
  bulkUpdateTags(tx, { draftSubscriptionContractIds, ...change }) {
    rejectEmpty(change);
    const done = forEachItem(tx, draftSubscriptionContractIds, (id) =>
      replaceEntity(tx, draftContractKind, retagged(draftContractOf(tx, id), change)),
    );
    return bulkResponse(done, "item", undefined);
  },
  bulkUpdateTagsByFilter(tx, { filter, ...change }) {
    rejectEmpty(change);
    const found = matchingDocuments(tx, draftContractKind.table, { filter }, draftEndpoints.query);
    return startJob(tx, found, (one) => void replaceEntity(tx, draftContractKind, retagged(one, change)));
  },
};

type Tags = DraftContract["tags"];
type TagChange = { assignTags?: Tags; unassignTags?: Tags };
type Detail = { changeType?: string | null } | null | undefined;

const bare = (tx: Tx, draft: StoredDraftContract) => draftContractKind.show(draft, tx.now) as DraftContract;
const shown = (tx: Tx, draft: StoredDraftContract) => ({
  calculatedDraftSubscriptionContract: { draftSubscriptionContract: bare(tx, draft) },
});

/** Returns the type of change of a detail. A detail that the draft added stays "added". */
function changeOf(old: Detail, before: unknown, after: unknown) {
  const isNew = !before || old?.changeType === "ADDED";
  if (!after) return { changeType: "REMOVED" as const, isNew };
  return { changeType: isNew ? ("ADDED" as const) : ("CHANGED" as const), isNew };
}

const tagsOf = (tags: Tags, kind: "privateTags" | "publicTags") => tags?.[kind]?.tagIds ?? [];

function rejectEmpty({ assignTags, unassignTags }: TagChange): void {
  const named = [assignTags, unassignTags].flatMap((tags) => [
    ...tagsOf(tags, "privateTags"),
    ...tagsOf(tags, "publicTags"),
  ]);
  if (named.length === 0)
    throw new PlatformError(
      400,
      "EMPTY_ASSIGN_AND_UNASSIGN_LISTS",
      "There are no tags to assign or unassign",
      {},
    );
}

function retagged(draft: StoredDraftContract, { assignTags, unassignTags }: TagChange): StoredDraftContract {
  const merged = (kind: "privateTags" | "publicTags") => {
    const removed = tagsOf(unassignTags, kind);
    const all = new Set([...tagsOf(draft.tags, kind), ...tagsOf(assignTags, kind)]);
    return { tagIds: [...all].filter((tag) => !removed.includes(tag)) };
  };
  return { ...draft, tags: { privateTags: merged("privateTags"), publicTags: merged("publicTags") } };
}
