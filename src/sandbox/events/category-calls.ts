import type { Handlers } from "../../api/endpoint.ts";
import { eventCategories as endpoints } from "../../api/services/events.ts";
import { bulkResponse, forEachItem } from "../kernel/bulk.ts";
import { requiredName, ruleViolation } from "../kernel/entities.ts";
import type { Tx } from "../kernel/tx.ts";
import {
  assign,
  categoriesWith,
  categoryOf,
  insertCategory,
  type StoredEventCategory,
  saveCategory,
  eventCategories as table,
  unassign,
} from "./categories.ts";
import { eventOf, events } from "./events.ts";
import { eventFilter, eventsPage, reordered } from "./requests.ts";

/** Event categories. A category stores its events in order. */
export const eventCategories: Handlers<typeof endpoints, Tx> = {
  create: (tx, { category }) => ({ category: show(makeCategory(tx, category)) }),
  bulkCreate(tx, { categories }) {
    return bulkResponse(
      forEachItem(tx, categories, (given) => makeCategory(tx, given)),
      "item",
      show,
    );
  },
  update(tx, { category }) {
    const before = categoryOf(tx, category.id);
    const { name, states } = category;
    const after = {
      ...before,
      ...(name !== undefined && { name: requiredName("category.name", name) }),
      ...(states && { states: ownStates(states, before.states) }),
    };
    tx.put(table, after.id, after);
    return { category: show(after) };
  },
  remove(tx, { categoryId }) {
    tx.remove(table, categoryOf(tx, categoryId).id);
    return {};
  },
  query(tx, { query, fieldset }) {
    const { items, pagingMetadata } = eventsPage(tx, table, query, endpoints.query);
    const counted = fieldset?.includes("COUNTS");
    return {
      categories: items.map((one) => ({ ...show(one), ...(counted && { counts: countsOf(tx, one) }) })),
      metaData: pagingMetadata,
    };
  },
  assignEvents(tx, { categoryId, eventId }) {
    const ids = eventId.map((id) => eventOf(tx, id).id);
    assign(tx, categoryOf(tx, categoryId), ids);
    return {};
  },
  bulkAssignEvents(tx, { categoryId, eventId }) {
    const ids = eventId.map((id) => eventOf(tx, id).id);
    const done = forEachItem(tx, categoryId, (id) => assign(tx, categoryOf(tx, id), ids));
    return bulkResponse(done, "item", show);
  },
  assignEventsByFilter(tx, { categoryId, filter }) {
    const ids = matching(tx, filter);
    for (const id of categoryId) assign(tx, categoryOf(tx, id), ids);
    return {};
  },
  unassignEvents(tx, { categoryId, eventId }) {
    unassign(tx, categoryOf(tx, categoryId), eventId);
    return {};
  },
  bulkUnassignEvents(tx, { categoryId, eventId }) {
    const done = forEachItem(tx, categoryId, (id) => {
      const category = categoryOf(tx, id);
      return unassign(tx, category, eventId ?? category.internal.eventIds);
    });
    return bulkResponse(done, "item", show);
  },
  unassignEventsByFilter(tx, { categoryId, filter }) {
    const ids = matching(tx, filter);
    for (const id of categoryId) unassign(tx, categoryOf(tx, id), ids);
    return {};
  },
  listOfEvent: (tx, { eventId }) => ({
    categories: categoriesWith(tx, eventOf(tx, eventId).id).map(show),
  }),
  reorderEvents(tx, { categoryId, eventId, beforeEventId, afterEventId }) {
    const category = categoryOf(tx, categoryId);
    const position = { before: beforeEventId, after: afterEventId };
    saveCategory(tx, category, reordered(category.internal.eventIds, eventId ?? "", position));
    return {};
  },
};

const show = ({ internal, ...category }: StoredEventCategory) => category;

function makeCategory(
  tx: Tx,
  { name, states }: Partial<Record<"name", string | null>> & { states?: string[] | null },
) {
  return insertCategory(tx, requiredName("category.name", name), ownStates(states ?? [], []));
}

/** Returns the category's states. The platform sets the origin; callers can set HIDDEN only. */
function ownStates(given: readonly string[], before: readonly string[]): string[] {
  const origin = before.find((state) => state !== "HIDDEN") ?? "MANUAL";
  const foreign = given.find((state) => state !== "HIDDEN" && state !== origin);
  if (foreign) {
    const description = `${foreign} is set by the platform; a category can be ${origin} and HIDDEN`;
    throw ruleViolation("category.states", "INVALID_CATEGORY_STATE", description, {
      states: [origin, "HIDDEN"],
    });
  }
  return [origin, ...(given.includes("HIDDEN") ? ["HIDDEN"] : [])];
}

function countsOf(tx: Tx, { internal }: StoredEventCategory) {
  const drafts = internal.eventIds.filter((id) => tx.get(events, id)?.status === "DRAFT").length;
  return { assignedEventsCount: internal.eventIds.length - drafts, assignedDraftEventsCount: drafts };
}

function matching(tx: Tx, filter: unknown): string[] {
  return [...tx.each(events, eventFilter(tx, filter))].map(({ id }) => id);
}
