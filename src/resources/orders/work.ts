import { type BulkResponse, itemOutcomes, stepOutcomes } from "../../api/bulk-results.ts";
import type { Call } from "../../api/caller.ts";
import { readByIds } from "../../api/query/by-ids.ts";
import { readAll } from "../../api/query/pages.ts";
import {
  type Fulfillment,
  type Order,
  type OrderWithFulfillments,
  orderFulfillments,
  orders,
  tags,
} from "../../api/services/orders.ts";
import { type OrderTransactions, orderBilling, type Refund } from "../../api/services/payments.ts";
import type { Json, StepDraft, StepError, Work } from "../../bulk/journal/step.ts";
import { unknownKind } from "../../bulk/journal/step-kinds.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { ApiError, TransportError, UsageError } from "../../kernel/errors.ts";
import { isGuid, lowerGuid } from "../../kernel/ids.ts";
import { sameJson } from "../../kernel/json.ts";
import { decimal } from "../../kernel/money.ts";
import { nearest } from "../../kernel/text.ts";
import { readWaits } from "../read-until.ts";
import { countFulfilled, hasParcels } from "./fulfill.ts";
import { listTransactions } from "./payments.ts";
import { findRefund, paymentRefundsOf } from "./refund.ts";
import {
  type MadeRefund,
  type OrderDue,
  type OrderFields,
  type OrderStep,
  type OrderTagLists,
  orderStep,
  orderStepKinds,
  type PaymentMethodName,
  type PlannedRefund,
} from "./steps.ts";

/**
 * Returns how jobs on orders read, write and undo: up to 100 orders in one bulk call, or one order in a call that has no bulk
 * form. Fulfillments, payments and statuses are final and are sent once: after a lost response, the orders decide.
 */
export function orderWork(call: Call): Work {
  return {
    kinds: orderStepKinds,
    rereads: readWaits,
    limits: { steps: 100 },
    once: true,
    group: (step) => groupOf(orderStep(step)),
    read: (all) => readPresent(call, all.map(orderStep)),
    async write(all) {
      const steps = all.map(orderStep);
      const [first] = steps;
      if (first !== undefined && groupOf(first) === undefined) {
        return [{ seq: first.seq, ...(await sendOne(call, first)) }];
      }
      const outcomes = itemOutcomes(
        await send(call, steps),
        steps.map(({ id }) => id),
      );
      return steps.flatMap((step, index) => stepOutcomes([step], outcomes.get(index)));
    },
    invert: (step) => invertStep(orderStep(step)),
  };
}

/** Returns what the orders of one bulk call have in common; undefined if there is no such call. */
function groupOf(step: OrderStep): string | undefined {
  if (step.kind === "order.status" || step.kind === "order.refund") return undefined;
  // The bulk call cannot say how an order was paid.
  if (step.kind === "order.pay") return step.after.method === undefined ? step.kind : undefined;
  if (step.kind !== "order.tags") return step.kind;
  return `${step.kind} ${JSON.stringify(tagChanges(step.before, step.after))}`;
}

/** Returns the tags that a step assigns and removes. */
function tagChanges(before: OrderTagLists, after: OrderTagLists) {
  const added = (from: readonly string[], to: readonly string[]) =>
    to.filter((tag) => !from.includes(tag)).sort();
  const lists = (from: OrderTagLists, to: OrderTagLists) => ({
    tags: { tagIds: added(from.tags, to.tags) },
    privateTags: { tagIds: added(from.privateTags, to.privateTags) },
  });
  return { assignTags: lists(before, after), unassignTags: lists(after, before) };
}

async function readPresent(call: Call, steps: readonly OrderStep[]): Promise<Map<number, Json | undefined>> {
  const idsOf = (some: readonly OrderStep[]) => some.flatMap(({ id }) => id ?? []);
  const fulfills = steps.filter(({ kind }) => kind === "order.fulfill");
  const parcels = fulfills.length > 0 ? await fulfillmentsByOrder(call, idsOf(fulfills)) : new Map();
  const refunds = steps.filter(({ kind }) => kind === "order.refund");
  const paid = refunds.length > 0 ? (await listTransactions(call, idsOf(refunds))).found : new Map();
  const others = steps.filter(({ kind }) => kind !== "order.fulfill" && kind !== "order.refund");
  const found = others.length > 0 ? await ordersByReference(call, idsOf(others)) : new Map<string, Order[]>();
  return new Map(
    steps.map((step): [number, Json | undefined] => {
      const { seq, id = "" } = step;
      if (step.kind === "order.fulfill") {
        const present = parcels.get(id) ?? [];
        const { before, after } = step;
        if (hasParcels(before, after.parcels, present)) return [seq, after as unknown as Json];
        return [seq, countFulfilled(Object.keys(before.fulfilled), present) as unknown as Json];
      }
      if (step.kind === "order.refund") return [seq, presentRefund(step, paid.get(id)) as unknown as Json];
      const order = found.get(id)?.[0];
      if (order === undefined) return [seq, undefined];
      if (step.kind === "order.tags") return [seq, tagsOf(order) as unknown as Json];
      if (step.kind === "order.status") return [seq, { status: order.status ?? "" }];
      if (step.kind === "order.pay") {
        const isPaid = order.paymentStatus === "PAID";
        return [seq, (isPaid ? step.after : dueOf(order)) as unknown as Json];
      }
      const fields = changeableFields(order);
      return [
        seq,
        Object.fromEntries(
          Object.keys(step.after).map((name) => [name, fields[name as keyof OrderFields] ?? null]),
        ),
      ];
    }),
  );
}

async function send(call: Call, steps: readonly OrderStep[]): Promise<BulkResponse> {
  const [first] = steps;
  if (first === undefined) return {};
  switch (first.kind) {
    case "order.fulfill": {
      const ordersWithFulfillments = steps.map(({ id = "", after }) => ({
        orderId: id,
        fulfillments: (after as typeof first.after).parcels,
      }));
      const input = { ordersWithFulfillments };
      const body = await call(orderFulfillments.bulkCreate, input);
      return body;
    }
    case "order.update": {
      const input = {
        orders: steps.map(({ id, after }) => ({ order: { id, ...bodyOf(after as OrderFields) } })),
      };
      return await call(orders.bulkUpdate, input);
    }
    case "order.tags": {
      const { before, after } = first;
      const input = { orderIds: steps.map(({ id = "" }) => id), ...tagChanges(before, after) };
      return await call(orders.bulkUpdateTags, input);
    }
    case "order.pay":
      return await call(orders.bulkMarkAsPaid, { ecomOrderIds: steps.map(({ id = "" }) => id) });
    case "order.status":
    case "order.refund":
      throw new RangeError(`${first.kind} has no bulk call.`);
    default:
      return unknownKind(first);
  }
}

/** Sends a step that has no bulk call. */
async function sendOne(call: Call, { id = "", ...step }: OrderStep): Promise<Outcome> {
  if (step.kind === "order.refund") return await refund(call, id, step.after);
  if (step.kind === "order.status")
    await call(orders.updateStatus, { orderId: id, status: step.after.status });
  else if (step.kind === "order.pay")
    await call(orders.markAsPaid, { ecomOrderId: id, userDefinedPaymentMethodName: step.after.method });
  return { ok: true };
}

type Outcome = { ok: true } | { ok: false; error: StepError };

/** Sends a refund. A payment whose provider rejects its part makes it a failure, which names what was refunded. */
async function refund(
  call: Call,
  orderId: string,
  { parts, items, reason, currency }: MadeRefund,
): Promise<Outcome> {
  const { refund: made } = await call(orderBilling.refund, {
    orderId,
    paymentRefunds: paymentRefundsOf(parts),
    refundItems: items && { lineItems: items },
    customerReason: reason,
  });
  if (!made?.id) throw new TransportError("The response does not contain the refund.", "maybe");
  const failed = failedParts(made);
  if (failed.length === 0) return { ok: true };
  const rejected = failed.map(
    ({ amount, paymentId }) => `${amount?.amount} ${currency} of payment ${paymentId}`,
  );
  const message = `the payment provider rejected the refund of ${rejected.join(", ")}`;
  return { ok: false, error: { code: "REFUND_FAILED", message } };
}

const failedParts = ({ transactions }: Refund) =>
  (transactions ?? []).filter(({ refundStatus }) => refundStatus === "FAILED");

/** Returns what the refunds of an order show of a step: as before it, as after it, or something else. */
function presentRefund(
  { before, after }: Extract<OrderStep, { kind: "order.refund" }>,
  transactions: OrderTransactions | undefined,
): PlannedRefund | undefined {
  if (transactions === undefined) return undefined;
  const refunds = transactions.refunds ?? [];
  const found = findRefund(refunds, after.parts, before.refunds);
  if (found === "absent") return before;
  if (found !== "unclear" && failedParts(found.done).length === 0) return after;
  return { ...before, refunds: refunds.map(({ id }) => id ?? "") };
}

/** Returns what is left to pay of an order. */
export function dueOf({ balanceSummary, currency }: Order): OrderDue {
  return { due: balanceSummary?.balance?.amount ?? "0", currency: currency ?? "" };
}

/** Returns the fields of an order that jobs change. */
export function changeableFields({ archived, seenByAHuman, buyerNote, buyerInfo }: Order): OrderFields {
  return {
    archived: archived ?? false,
    seen: seenByAHuman ?? false,
    note: buyerNote || null,
    email: buyerInfo?.email ?? null,
  };
}

/** Returns the tags of an order. */
export function tagsOf({ tags }: Order): OrderTagLists {
  const ids = (list: { tagIds?: (string | null)[] | null } | null | undefined) =>
    (list?.tagIds ?? []).flatMap((tag) => tag ?? []).sort();
  return { tags: ids(tags?.tags), privateTags: ids(tags?.privateTags) };
}

function bodyOf({ archived, seen, note, email }: OrderFields) {
  return {
    ...(archived !== undefined && { archived: archived === true }),
    ...(seen !== undefined && { seenByAHuman: seen === true }),
    ...(note !== undefined && { buyerNote: note === null ? "" : String(note) }),
    ...(email !== undefined && { buyerInfo: { email: String(email ?? "") } }),
  };
}

/** Fulfillments, payments and statuses are final: the buyer may have been notified. */
function invertStep(step: OrderStep): StepDraft | undefined {
  if (step.kind !== "order.update" && step.kind !== "order.tags") return undefined;
  const { id, label, kind, before, after } = step;
  const draft = { kind, label, before: after as unknown as Json, after: before as unknown as Json };
  return { ...draft, id };
}

/** One `--set` of orders. */
export type OrderChange =
  | { field: keyof OrderFields; value: string | boolean | null }
  | { field: keyof OrderTagLists; sign: "+=" | "-=" | "="; tags: string[] };

const flags = ["archived", "seen"] as const;
const texts = ["note", "email"] as const;
const lists = ["tags", "privateTags"] as const;
const fieldNames: readonly string[] = [...flags, ...texts, ...lists];

/** Parses `archived=true`, `seen=true`, `note=TEXT`, `email=ADDRESS`, `tags += a, b`, `tags -= a` and `privateTags = a`. */
export function parseOrderChange(text: string): OrderChange {
  const [, name = "", sign = "", value = ""] = /^\s*(\w+)\s*(\+=|-=|=)\s*([\s\S]*?)\s*$/.exec(text) ?? [];
  const fail = (message: string) => new UsageError(`--set ${text}: ${message}.`, { field: "--set" });
  if (sign === "") throw fail("expected field=value, such as archived=true or tags += VIP");
  if (!fieldNames.includes(name)) {
    const near = nearest(name, fieldNames);
    throw new UsageError(`There is no field ${name}.${near === undefined ? "" : ` Did you mean ${near}?`}`, {
      field: "--set",
      hint: `Fields: ${fieldNames.join(", ")}`,
    });
  }
  const list = lists.find((list) => list === name);
  if (list !== undefined) {
    const tags = value.split(",").flatMap((tag) => tag.trim() || []);
    if (tags.length === 0 && sign !== "=") throw fail("no tags given");
    return { field: list, sign: sign as "+=", tags };
  }
  if (sign !== "=") throw fail(`${sign} is for tags and privateTags`);
  if (flags.some((flag) => flag === name)) {
    if (!/^(true|false)$/.test(value)) throw fail("expected true or false");
    return { field: name as "archived", value: value === "true" };
  }
  if (name === "email" && value === "") throw fail("email cannot be empty");
  return { field: name as "note", value: value === "" ? null : value };
}

/** A tag of the shop's orders. */
export interface OrderTag {
  id: string;
  name: string;
}

/** Returns the tags of the shop's orders; none if the platform does not list them for this identity. */
export async function orderTags(call: Call): Promise<OrderTag[]> {
  try {
    const { tags: all } = await call(tags.list, { fqdn: "wix.ecom.v1.order" });
    return (all ?? []).flatMap(({ id, name }) => (id ? [{ id, name: name || id }] : []));
  } catch (error) {
    // An older permission does not include it: ids still work.
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return [];
    throw error;
  }
}

/** Returns the id of a tag by its name, in any case, or its id. Throws UsageError for a name that no tag has. */
export function tagId(tag: string, all: readonly OrderTag[], field: string): string {
  const found =
    all.find(({ id, name }) => name === tag || id === tag) ??
    all.find(({ name }) => name.toLowerCase() === tag.toLowerCase());
  if (found !== undefined) return found.id;
  // The list may lack new tags, and ids have at most five characters.
  if (tag.length <= 5 && !tag.includes(" ")) return tag;
  const near = nearest(
    tag,
    all.map(({ name }) => name),
  );
  const mean = near === undefined ? "" : ` Did you mean "${near}"?`;
  throw new UsageError(`No tag is named "${tag}".${mean}`, {
    code: "UNKNOWN_TAG",
    field,
    hint: "List them: till orders tags list. The platform creates tags in its dashboard only.",
  });
}

/** Returns changes of orders with the ids of the tags that they name. Reads the tags if there are such changes. */
export async function withTagIds(
  call: Call,
  changes: readonly OrderChange[],
  field = "--set",
): Promise<OrderChange[]> {
  if (!changes.some((change) => "tags" in change && change.tags.length > 0)) return [...changes];
  const all = await orderTags(call);
  return changes.map((change) =>
    "tags" in change ? { ...change, tags: change.tags.map((tag) => tagId(tag, all, field)) } : change,
  );
}

/** Plans changes of an order: one step for its fields and one for its tags. */
export function orderChangeSteps(order: Order, changes: readonly OrderChange[]): StepDraft[] {
  const base = { id: order.id, label: order.number ?? order.id };
  const present = changeableFields(order);
  const before: Record<string, Json> = {};
  const after: Record<string, Json> = {};
  const tagsBefore = tagsOf(order);
  const tagsAfter = { ...tagsBefore };
  for (const change of changes) {
    if (!("tags" in change)) {
      before[change.field] = present[change.field] ?? null;
      after[change.field] = change.value;
      continue;
    }
    const { field, sign, tags } = change;
    const kept = sign === "=" ? [] : tagsAfter[field].filter((tag) => !tags.includes(tag));
    tagsAfter[field] = (sign === "-=" ? kept : [...kept, ...tags]).sort();
  }
  return [
    ...(sameJson(before, after) ? [] : [{ ...base, kind: "order.update", before, after }]),
    ...(sameJson(tagsBefore, tagsAfter)
      ? []
      : [
          {
            ...base,
            kind: "order.tags",
            before: tagsBefore as unknown as Json,
            after: tagsAfter as unknown as Json,
          },
        ]),
  ];
}

/** The step of an order, that it needs none, or why the platform would reject it. */
type PlannedOrder = readonly StepDraft[] | { problems: [{ rule: string; message: string }] };

/** Plans the payment of what is left to pay of an order; nothing if it is paid. */
export function paySteps(order: Order, method: PaymentMethodName | undefined): PlannedOrder {
  const { id, number = id, paymentStatus, balanceSummary } = order;
  if (paymentStatus === "PAID") return [];
  const before = dueOf(order);
  const isAuthorized = decimal(balanceSummary?.authorized?.amount ?? "0").gt(decimal("0"));
  if (isAuthorized) return problemWith(number, "payment", "its payment is authorized: capture it instead");
  if (order.status !== "APPROVED") return problemWith(number, "status", `it is ${order.status}`);
  if (!decimal(before.due).gt(decimal("0"))) return problemWith(number, "payment", "it has nothing to pay");
  const after = { ...before, due: "0", method };
  return [
    {
      kind: "order.pay",
      id,
      label: number ?? id,
      before: before as unknown as Json,
      after: after as unknown as Json,
    },
  ];
}

/** Plans the approval or rejection of an order; nothing if it has the status. */
export function statusSteps(order: Order, status: "APPROVED" | "REJECTED"): PlannedOrder {
  const { id, number = id, status: present = "" } = order;
  if (present === status) return [];
  if (present !== "PENDING")
    return problemWith(number, "status", `it is ${present}: only a pending order can become ${status}`);
  return [{ kind: "order.status", id, label: number ?? id, before: { status: present }, after: { status } }];
}

function problemWith(number: string | null, rule: string, why: string): PlannedOrder {
  return { problems: [{ rule, message: `order ${number}: ${why}` }] };
}

const pageSize = 100;

/** Reads orders by number or id, 100 per request. Returns them by the references; several can have one number. */
export async function ordersByReference(
  call: Call,
  references: readonly string[],
): Promise<Map<string, Order[]>> {
  const found = new Map<string, Order[]>();
  const search = async (field: "id" | "number", values: readonly string[]) => {
    for (const batch of batchesOf(values, pageSize)) {
      const filter = { [field]: { $in: batch } };
      // Numbers need not be unique, so there can be more orders than a page has.
      for (const order of await readAll<Order>(call, orders.search, { search: { filter } }))
        found.set(order[field] ?? "", [...(found.get(order[field] ?? "") ?? []), order]);
    }
  };
  const names = [...new Set(references.map(lowerGuid))];
  await search("id", names.filter(isGuid));
  await search(
    "number",
    names.filter((name) => !isGuid(name)),
  );
  return new Map(references.map((reference) => [reference, found.get(lowerGuid(reference)) ?? []]));
}

/** Reads the fulfillments of orders by id, 100 orders per request. */
export async function fulfillmentsByOrder(
  call: Call,
  ids: readonly string[],
): Promise<Map<string, Fulfillment[]>> {
  const found = new Map<string, Fulfillment[]>();
  const unique = [...new Set(ids)];
  for (const orderIds of batchesOf(unique, pageSize)) {
    const parcels = await readByIds<OrderWithFulfillments>(orderIds, {
      many: async (ids) =>
        (await call(orderFulfillments.list, { orderIds: [...ids] })).ordersWithFulfillments ?? [],
      one: async (orderId) => (await call(orderFulfillments.get, { orderId })).orderWithFulfillments,
      idOf: ({ orderId }) => orderId,
    });
    for (const [id, { fulfillments }] of parcels) found.set(id, fulfillments ?? []);
  }
  return found;
}
