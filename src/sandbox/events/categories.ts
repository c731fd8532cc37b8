import type { EventCategory } from "../../api/services/events.ts";
import { PlatformError, type Table, type Tx } from "../kernel/tx.ts";
import type { StoredEvent } from "./events.ts";

/** A category with its events in order. */
export interface StoredEventCategory extends EventCategory {
  id: string;
  name: string;
  createdDate: string;
  states: string[];
  internal: { eventIds: string[] };
}

export const eventCategories: Table<StoredEventCategory> = {
  name: "eventCategories",
  columns: {
    name: "text",
    createdDate: "text",
  },
};

/** Returns a category. Throws PlatformError 404 `CATEGORY_NOT_FOUND` if it does not exist. */
export function categoryOf(tx: Tx, id: string | null | undefined): StoredEventCategory {
  const category = tx.get(eventCategories, id ?? "");
  if (category) return category;
  throw new PlatformError(404, "CATEGORY_NOT_FOUND", `There is no event category ${id}`, { id });
}

/** Stores a new category. */
export function insertCategory(
  tx: Tx,
  name: string,
  states: readonly string[],
  eventIds: readonly string[] = [],
): StoredEventCategory {
  const category = {
    id: tx.newId(),
    name,
    createdDate: tx.now.toISOString(),
    states: [...states],
    internal: { eventIds: [...eventIds] },
  };
  tx.put(eventCategories, category.id, category);
  return category;
}

/** Returns the categories of an event, sorted by name. */
export const categoriesWith = (tx: Tx, eventId: string): StoredEventCategory[] =>
  tx.query(eventCategories, {
    filter: { "internal.eventIds": { $hasSome: [eventId] } },
    sort: [{ fieldName: "name" }],
    limit: 1000,
  }).items;

/** Returns the categories of an event in the format of the event. */
export function categoriesOf(tx: Tx, { id }: StoredEvent) {
  return categoriesWith(tx, id).map((category) => ({
    id: category.id,
    name: category.name,
    createdDate: category.createdDate,
    hidden: category.states.includes("HIDDEN"),
    type: category.states.find((state) => state === "RECURRING_EVENT" || state === "COMPONENT") ?? "MANUAL",
  }));
}

/** Adds events to the end of a category. Existing ones keep their position. */
export function assign(
  tx: Tx,
  category: StoredEventCategory,
  eventIds: readonly string[],
): StoredEventCategory {
  return saveCategory(tx, category, [...new Set([...category.internal.eventIds, ...eventIds])]);
}

/** Removes events from a category. */
export function unassign(
  tx: Tx,
  category: StoredEventCategory,
  eventIds: readonly string[],
): StoredEventCategory {
  return saveCategory(
    tx,
    category,
    category.internal.eventIds.filter((id) => !eventIds.includes(id)),
  );
}

/** Stores a category with its events in order. */
export function saveCategory(tx: Tx, category: StoredEventCategory, eventIds: string[]): StoredEventCategory {
  const after = { ...category, internal: { eventIds } };
  tx.put(eventCategories, after.id, after);
  return after;
}
