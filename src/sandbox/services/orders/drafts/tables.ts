import type { DraftOrder } from "../../../../api/services/orders/draft-orders.ts";
import { emitDomainEvent } from "../../../kernel/domain-events.ts";
import { PlatformError, type Table, type Tx } from "../../../kernel/tx.ts";
import type { StoredLine } from "../tables.ts";

export type DraftLine = NonNullable<DraftOrder["lineItems"]>[number] & { lineItem: StoredLine };
export type DraftDiscount = NonNullable<DraftOrder["discounts"]>[number];
export type DraftFee = NonNullable<DraftOrder["additionalFees"]>[number];

/** A stored draft: the API document plus the sandbox's own `internal`, which the API never returns. */
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

/** Draft orders by ID. */
export const drafts: Table<StoredDraft> = {
  name: "draft-orders",
  columns: {
    createdDate: { type: "text", value: (doc) => doc.createdDate },
    status: { type: "text", value: (doc) => doc.status },
    orderId: { type: "text", value: (doc) => doc.orderId ?? null },
  },
};

const fqdn = "wix.ecom.v1.draft_order";

/** Returns the public view of a draft. */
export function showDraft({ internal: _, ...draft }: StoredDraft): DraftOrder {
  return draft;
}

/** Returns the draft. Throws PlatformError 404 `DRAFT_ORDER_DOES_NOT_EXIST`. */
export function draftOf(tx: Tx, id: string | null | undefined): StoredDraft {
  const draft = tx.get(drafts, id ?? "");
  if (draft) return draft;
  const message = `There is no draft order ${id}`;
  throw new PlatformError(404, "DRAFT_ORDER_DOES_NOT_EXIST", message, { draftOrderId: id });
}

/** Returns a draft that can be changed. Throws PlatformError 409 `DRAFT_ORDER_ALREADY_COMMITTED`. */
export function openDraft(tx: Tx, id: string | null | undefined): StoredDraft {
  const draft = draftOf(tx, id);
  if (draft.status === "DRAFT") return draft;
  const message = `The draft order ${id} can no longer be changed: its status is COMMITTED`;
  throw new PlatformError(409, "DRAFT_ORDER_ALREADY_COMMITTED", message, {
    draftOrderId: id,
    status: draft.status,
  });
}

/** Stores a draft and emits its event. */
export function putDraft(tx: Tx, draft: StoredDraft, isNew = false): StoredDraft {
  const after = { ...draft, updatedDate: tx.now.toISOString() };
  tx.put(drafts, after.id, after);
  const entity = showDraft(after);
  const body = isNew ? { createdEvent: { entity } } : { updatedEvent: { currentEntity: entity } };
  emitDomainEvent(tx, fqdn, isNew ? "created" : "updated", after.id, body);
  return after;
}

/** Deletes a draft. Throws PlatformError if it was committed. */
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
