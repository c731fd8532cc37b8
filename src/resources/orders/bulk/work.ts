import { type BulkResponse, itemOutcomes, stepOutcomes } from "../../../api/bulk-results.ts";
import type { Call } from "../../../api/caller.ts";
import type { Order } from "../../../api/services/orders/models.ts";
import { orderFulfillments } from "../../../api/services/orders/order-fulfillments.ts";
import { orders } from "../../../api/services/orders/orders.ts";
import type { Json, StepDraft, Work } from "../../../bulk/journal/step.ts";
import { unknownKind } from "../../../bulk/journal/step-kinds.ts";
import { fulfilledOf, hasParcels } from "./fulfill.ts";
import { fulfillmentsByOrder, ordersByReference } from "./read.ts";
import { type OrderFields, type OrderStep, type OrderTagLists, orderStep, orderStepKinds } from "./steps.ts";

/**
 * Returns how jobs on orders read, write and undo: up to 100 orders in one bulk call. Fulfillments are final and are sent
 * once: after a lost response, the fulfillments of the orders decide.
 */
export function orderWork(call: Call): Work {
  return {
    kinds: orderStepKinds,
    limits: { steps: 100 },
    once: true,
    group: (step) => groupOf(orderStep(step)),
    read: (all) => readPresent(call, all.map(orderStep)),
    async write(all) {
      const steps = all.map(orderStep);
      const outcomes = itemOutcomes(
        await send(call, steps),
        steps.map(({ id }) => id),
      );
      return steps.flatMap((step, index) => stepOutcomes([step], outcomes.get(index)));
    },
    find: async () => new Map(),
    invert: (step) => invertStep(orderStep(step)),
  };
}

function groupOf(step: OrderStep): string {
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
  const others = steps.filter(({ kind }) => kind !== "order.fulfill");
  const found = others.length > 0 ? await ordersByReference(call, idsOf(others)) : new Map<string, Order[]>();
  return new Map(
    steps.map((step): [number, Json | undefined] => {
      const { seq, id = "" } = step;
      if (step.kind === "order.fulfill") {
        const present = parcels.get(id) ?? [];
        const { before, after } = step;
        if (hasParcels(before, after.parcels, present)) return [seq, after as unknown as Json];
        return [seq, fulfilledOf(Object.keys(before.fulfilled), present) as unknown as Json];
      }
      const order = found.get(id)?.[0];
      if (order === undefined) return [seq, undefined];
      if (step.kind === "order.tags") return [seq, tagsOf(order) as unknown as Json];
      const fields = fieldsOf(order);
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
    default:
      return unknownKind(first);
  }
}

/** Returns the fields of an order that jobs change. */
export function fieldsOf({ archived, seenByAHuman, buyerNote, buyerInfo }: Order): OrderFields {
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

/** Fulfillments are final: the buyer may have been notified. */
function invertStep(step: OrderStep): StepDraft | undefined {
  if (step.kind === "order.fulfill") return undefined;
  const { id, label, kind, before, after } = step;
  const draft = { kind, label, before: after as unknown as Json, after: before as unknown as Json };
  return { ...draft, ...(id !== undefined && { id }) };
}
