import type { Handlers } from "../../api/endpoint.ts";
import { draftOrders as endpoints } from "../../api/services/orders.ts";
import { listPage } from "../kernel/lists.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import { currencyOf, exactAmount } from "./amounts.ts";
import {
  beginDraft,
  changeDraft,
  customDiscount,
  customFee,
  draftabilityOf,
  editOrder,
  newLines,
  withApplied,
  withChanges,
  withDetail,
  withoutOptions,
} from "./draft-changes.ts";
import { commitDraft, orderFromDraft } from "./draft-commit.ts";
import {
  deleteDraft,
  draftOrderOf,
  drafts,
  openDraft,
  putDraft,
  type StoredDraft,
  showDraft,
} from "./drafts.ts";
import { showOrder } from "./store.ts";

const calculated = (draft: StoredDraft) => ({
  calculatedDraftOrder: { draftOrder: showDraft(draft), shippingOptions: [], calculationErrors: {} },
});

/** Handlers of new orders in preparation and of changes to existing orders. */
export const draftOrders: Handlers<typeof endpoints, StoreTx> = {
  create(tx, { sourceOrderId, orderId, draftOrder }) {
    const source = sourceOrderId ?? orderId;
    if (!source) return { ...calculated(beginDraft(tx, draftOrder ?? {})), preexistingDraftOrder: false };
    const { draft, isOld } = editOrder(tx, source);
    return { ...calculated(draft), preexistingDraftOrder: isOld };
  },
  createEmpty: (tx) => calculated(beginDraft(tx, {})),
  addLineItems(tx, { draftOrderId, currency, ...given }) {
    const added = (draft: StoredDraft) => {
      const present = draft.lineItems.map(({ lineItem }) => lineItem);
      const lines = newLines(tx, currencyOf(draft.currency), given, present);
      return {
        ...draft,
        lineItems: [...draft.lineItems, ...lines.map((lineItem) => ({ lineItem, added: true }))],
      };
    };
    return calculated(changeDraft(tx, draftOrderId, added, currency));
  },
  updateLineItems: (tx, { draftOrderId, lineItemChanges, currency }) =>
    calculated(changeDraft(tx, draftOrderId, (draft) => withChanges(draft, lineItemChanges), currency)),
  setDeposit(tx, { draftOrderId, depositDetails }) {
    const draft = openDraft(tx, draftOrderId);
    if (draft.orderId) {
      const message = "Only new orders can have a deposit: this draft changes an existing order";
      throw new PlatformError(409, "SET_DEPOSIT_NOT_ALLOWED_IN_EDIT_MODE", message, { draftOrderId });
    }
    if (exactAmount(depositDetails?.amount).gt(exactAmount(draft.priceSummary?.total)))
      throw new PlatformError(400, "INVALID_AMOUNT", "The deposit exceeds the price of the order", {
        draftOrderId,
      });
    return calculated(putDraft(tx, { ...draft, depositDetails: depositDetails || draft.depositDetails }));
  },
  setDiscounts: (tx, { draftOrderId, discounts }) =>
    calculated(changeDraft(tx, draftOrderId, (draft) => withApplied(draft, "discounts", discounts))),
  createDiscounts(tx, { draftOrderId, discounts, currency }) {
    const discounted = (draft: StoredDraft) => {
      const added = (discounts ?? []).map((discount) => customDiscount(tx, draft, discount));
      return { ...draft, discounts: [...draft.discounts, ...added] };
    };
    return calculated(changeDraft(tx, draftOrderId, discounted, currency));
  },
  removeDiscounts: (tx, { draftOrderId, discountIds }) =>
    calculated(changeDraft(tx, draftOrderId, (draft) => withoutOptions(draft, "discounts", discountIds))),
  setFees: (tx, { draftOrderId, additionalFees }) =>
    calculated(
      changeDraft(tx, draftOrderId, (draft) => withApplied(draft, "additionalFees", additionalFees)),
    ),
  createFees(tx, { draftOrderId, customAdditionalFees, currency }) {
    const charged = (draft: StoredDraft) => {
      const added = (customAdditionalFees ?? []).map((fee) => customFee(tx, draft, fee));
      return { ...draft, additionalFees: [...draft.additionalFees, ...added] };
    };
    return calculated(changeDraft(tx, draftOrderId, charged, currency));
  },
  removeFees: (tx, { draftOrderId, customAdditionalFees: ids }) =>
    calculated(changeDraft(tx, draftOrderId, (draft) => withoutOptions(draft, "additionalFees", ids))),
  setShipping(tx, { draftOrderId, shippingInfo, currency }) {
    const sent = (draft: StoredDraft) => withDetail(draft, "shippingInfo", shippingInfo);
    return calculated(changeDraft(tx, draftOrderId, sent, currency));
  },
  setBuyer: (tx, { draftOrderId, buyerInfo }) =>
    calculated(changeDraft(tx, draftOrderId, (draft) => withDetail(draft, "buyerDetails", buyerInfo))),
  setRecipient: (tx, { draftOrderId, recipientInfo }) =>
    calculated(changeDraft(tx, draftOrderId, (draft) => withDetail(draft, "recipientInfo", recipientInfo))),
  setBilling: (tx, { draftOrderId, billingInfo }) =>
    calculated(changeDraft(tx, draftOrderId, (draft) => withDetail(draft, "billingDetails", billingInfo))),
  get: (tx, { draftOrderId }) => calculated(draftOrderOf(tx, draftOrderId)),
  draftability(tx, { orderId }) {
    const nonDraftableReasons = draftabilityOf(tx, orderId);
    return { orderId, orderDraftable: nonDraftableReasons.length === 0, nonDraftableReasons };
  },
  commit(tx, { draftOrderId, commitSettings, reason }) {
    const { draft, order } = commitDraft(tx, draftOrderId, commitSettings, reason);
    return { committedDraftOrder: showDraft(draft), orderAfterCommit: showOrder(order) };
  },
  createOrder(tx, { draftOrderId, ...input }) {
    const { draft, order } = orderFromDraft(tx, draftOrderId, input);
    return { committedDraftOrder: showDraft(draft), createdOrder: showOrder(order) };
  },
  remove(tx, { draftOrderId }) {
    deleteDraft(tx, draftOrderId);
    return {};
  },
  query(tx, { query }) {
    const { items, pagingMetadata } = listPage(tx, drafts, query, endpoints.query);
    return { draftOrders: items.map(showDraft), pagingMetadata };
  },
  updateExtendedFields(tx, { id, namespace, namespaceData }) {
    const draft = openDraft(tx, id);
    const namespaces = { ...draft.extendedFields?.namespaces, [namespace]: namespaceData };
    return { draftOrder: showDraft(putDraft(tx, { ...draft, extendedFields: { namespaces } })) };
  },
  setTaxExemption: (tx, { draftOrderId, taxExempt }) =>
    calculated(
      changeDraft(tx, draftOrderId, (draft) => {
        return { ...draft, internal: { ...draft.internal, taxExempt } };
      }),
    ),
  setBusinessLocation: (tx, { draftOrderId, businessLocation }) =>
    calculated(
      changeDraft(tx, draftOrderId, (draft) =>
        withDetail(draft, "businessLocationDetails", businessLocation),
      ),
    ),
};
