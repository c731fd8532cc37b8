import type { DraftOrder } from "../../../../api/services/orders/models/draft-order.ts";
import { emitDomainEvent } from "../../../kernel/domain-events.ts";
import { PlatformError, type Table, type Tx } from "../../../kernel/tx.ts";
import type { StoredLine } from "../tables.ts";

export type DraftLine = NonNullable<DraftOrder["lineItems"]>[number] & { lineItem: StoredLine };
export type DraftDiscount = NonNullable<DraftOrder["discounts"]>[number];
export type DraftFee = NonNullable<DraftOrder["additionalFees"]>[number];

/** A draft as the store keeps it: the wire document, and what only the sandbox knows. */
export interface StoredDraft extends DraftOrder {
  id: string;
  status: "DRAFT" | "COMMITTED";
  currency: string;
  lineItems: DraftLine[];
  discounts: DraftDiscount[];
  additionalFees: DraftFee[];
  createdDate: string;
  updatedDate: string;
  internal: { taxExempt: boolean; taxIncluded: boolean };
}

/** Draft orders by id. */
export const drafts: Table<StoredDraft> = {
  name: "draft-orders",
  columns: {
    createdDate: { type: "text", value: (doc) => doc.createdDate },
    status: { type: "text", value: (doc) => doc.status },
    orderId: { type: "text", value: (doc) => doc.orderId ?? null },
  },
};

const fqdn = "wix.ecom.v1.draft_order";

/** The draft as it is shown. */
export function showDraft({ internal: _, ...draft }: StoredDraft): DraftOrder {
  return draft;
}

/** The draft, or PlatformError 404 `DRAFT_ORDER_DOES_NOT_EXIST`. */
export function draftOf(tx: Tx, id: string | null | undefined): StoredDraft {
  const draft = tx.get(drafts, id ?? "");
  if (draft) return draft;
  const message = `There is no draft order ${id}`;
  throw new PlatformError(404, "DRAFT_ORDER_DOES_NOT_EXIST", message, { draftOrderId: id });
}

/** The draft while it can be changed; PlatformError 409 `DRAFT_ORDER_ALREADY_COMMITTED`. */
export function openDraft(tx: Tx, id: string | null | undefined): StoredDraft {
  const draft = draftOf(tx, id);
  if (draft.status === "DRAFT") return draft;
  const message = `The draft order ${id} cannot be changed any more: its status is COMMITTED`;
  throw new PlatformError(409, "DRAFT_ORDER_ALREADY_COMMITTED", message, {
    draftOrderId: id,
    status: draft.status,
  });
}

/** Stores a draft and tells of it. */
export function putDraft(tx: Tx, draft: StoredDraft, isNew = false): StoredDraft {
  const after = { ...draft, updatedDate: tx.now.toISOString() };
  tx.put(drafts, after.id, after);
  const entity = showDraft(after);
  const body = isNew ? { createdEvent: { entity } } : { updatedEvent: { currentEntity: entity } };
  emitDomainEvent(tx, fqdn, isNew ? "created" : "updated", after.id, body);
  return after;
}

/** Deletes a draft; what was committed stays. */
export function deleteDraft(tx: Tx, id: string): void {
  const draft = draftOf(tx, id);
  if (draft.status === "COMMITTED") {
    const message = `The draft order ${id} is part of its order's history: its status is COMMITTED`;
    throw new PlatformError(409, "DRAFT_ORDER_CANNOT_BE_DELETED", message, {
      draftOrderId: id,
      status: draft.status,
    });
  }
  tx.remove(drafts, id);
  emitDomainEvent(tx, fqdn, "deleted", id, { deletedEvent: { deletedEntity: showDraft(draft) } });
}
