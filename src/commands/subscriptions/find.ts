import type { Call } from "../../api/caller.ts";
import { pages } from "../../api/query/pages.ts";
import {
  draftContracts,
  type SubscriptionContract,
  subscriptionContracts,
} from "../../api/services/subscriptions.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/ids.ts";
import { nearest } from "../../kernel/text.ts";

/** Returns the id of a subscription by id or buyer's email address. Throws TillError 5 if there is none, 6 if several match. */
export async function findSubscription(call: Call, reference: string): Promise<string> {
  if (isGuid(reference)) return reference;
  const all = pages<SubscriptionContract>(call, subscriptionContracts.query, { query: {} });
  const found: string[] = [];
  const known = new Set<string>();
  for await (const { id, buyerInfo } of all) {
    known.add(buyerInfo?.email ?? "");
    if (id && buyerInfo?.email?.toLowerCase() === reference.toLowerCase()) found.push(id);
  }
  const [one] = found;
  if (one !== undefined && found.length === 1) return one;
  if (one !== undefined) {
    const message = `${reference} has ${found.length} subscriptions: ${found.join(", ")}.`;
    throw new TillError(exitCodes.conflict, message, { hint: "Use the id." });
  }
  const suggestion = nearest(reference, known);
  const guess = suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`;
  throw new TillError(exitCodes.notFound, `No subscription has the id or buyer "${reference}".${guess}`, {
    code: "NOT_FOUND",
    hint: "List them: till orders subscriptions list",
  });
}

/** Returns the id of an open draft by id, by its subscription's buyer, or the newest for `last`. Throws TillError 5. */
export async function findDraft(call: Call, reference: string): Promise<string> {
  if (isGuid(reference)) return reference;
  const isLast = reference === "last";
  const own = isLast ? {} : { subscriptionContractId: await findSubscription(call, reference) };
  const sort = [{ fieldName: "createdDate", order: "DESC" as const }];
  const query = { filter: { status: "DRAFT", ...own }, sort, cursorPaging: { limit: 1 } };
  const body = await call(draftContracts.query, { query });
  const [draft] = body.draftSubscriptionContracts ?? [];
  if (draft?.id) return draft.id;
  const message = isLast ? "There is no open draft." : `No draft changes the subscription of ${reference}.`;
  const whose = isLast ? "<subscription>" : reference;
  throw new TillError(exitCodes.notFound, message, {
    code: "NOT_FOUND",
    hint: `Create one: till orders subscriptions drafts begin ${whose} --from-cycle N`,
  });
}

interface LineChange {
  draftSubscriptionContractId: string;
  lineItemChanges: [{ lineItemId: string }];
}

/** Replaces the position (from 1) or name of an item in a change by its id. Throws TillError 5 if there is no such item. */
export async function withItemId(given: unknown, call: Call): Promise<unknown> {
  const input = given as LineChange;
  const [change] = input.lineItemChanges;
  const reference = change.lineItemId;
  if (isGuid(reference)) return input;
  const id = input.draftSubscriptionContractId;
  const body = await call(draftContracts.get, { draftSubscriptionContractId: id });
  const { calculatedDraftSubscriptionContract: calculated } = body;
  const items = (calculated?.draftSubscriptionContract?.lineItems ?? []).map(({ lineItem }) => lineItem);
  const names = items.map((item) => item?.productName?.original ?? "");
  const position = Number(reference);
  const [found, other] = /^\d+$/.test(reference)
    ? items.filter((_, index) => index + 1 === position)
    : items.filter((_, index) => names[index]?.toLowerCase() === reference.toLowerCase());
  if (other)
    throw new TillError(exitCodes.conflict, `Several items of the draft are named "${reference}".`, {
      hint: "Use the position of one of them.",
    });
  if (found?.id) return { ...input, lineItemChanges: [{ ...change, lineItemId: found.id }] };
  throw new TillError(exitCodes.notFound, `The draft has no item "${reference}".`, {
    code: "NOT_FOUND",
    hint: `Items: ${names.join(", ")}`,
  });
}

/** Sets the next cycle as the target of a draft that has no target. */
export async function fromNextCycle(given: unknown, call: Call): Promise<unknown> {
  const input = given as { subscriptionContractId: string; target?: object };
  if (input.target) return input;
  const { subscriptionContractId } = input;
  const body = await call(draftContracts.draftability, {
    subscriptionContractId,
  });
  const nextCycleNumber = Number(body.currentCycle ?? 0) + 1;
  return { ...input, target: { contractTarget: { nextCycleNumber } } };
}
