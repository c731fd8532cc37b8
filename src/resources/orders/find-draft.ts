import type { Call } from "../../api/caller.ts";
import { draftOrders } from "../../api/services/orders/draft-orders.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/guid.ts";
import { findOrderId } from "./find.ts";

/** Returns the id of a draft by id, by the number of the order that it changes, or the newest for `last`. Throws TillError 5. */
export async function findDraftId(call: Call, reference: string): Promise<string> {
  if (isGuid(reference)) return reference;
  const own = reference === "last" ? {} : { orderId: await findOrderId(call, reference) };
  const query = {
    filter: { status: "DRAFT", ...own },
    sort: [{ fieldName: "createdDate", order: "DESC" }],
    cursorPaging: { limit: 1 },
  };
  const body = await call(draftOrders.query, { query });
  const [draft] = body.draftOrders ?? [];
  if (draft?.id) return draft.id;
  const what = reference === "last" ? "There is no draft order" : `No draft changes order ${reference}`;
  throw new TillError(exitCodes.notFound, `${what}.`, {
    code: "NOT_FOUND",
    hint:
      reference === "last"
        ? "Create one: till orders drafts create"
        : `Create one: till orders drafts edit ${reference}`,
  });
}
