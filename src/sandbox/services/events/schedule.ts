import type { ScheduleItem } from "../../../api/services/events/event-schedule.ts";
import { PlatformError, type Table, type Tx } from "../../kernel/tx.ts";
import type { LifecycleHooks } from "./lifecycle-hooks.ts";

/** A published schedule item. */
export interface StoredItem extends ScheduleItem {
  id: string;
  eventId: string;
  createdDate: string;
  updatedDate: string;
  timeSlot: NonNullable<ScheduleItem["timeSlot"]>;
  hidden: boolean;
  draft: boolean;
}
/** A draft of a schedule item; `gone` if publishing deletes it. */
export interface DraftItem extends StoredItem {
  gone?: true;
}

const columns = <T extends StoredItem>(): Table<T>["columns"] => ({
  eventId: { type: "text", value: ({ eventId }) => eventId },
  "timeSlot.start": { type: "text", value: ({ timeSlot }) => timeSlot.start ?? null },
});
export const publishedItems: Table<StoredItem> = { name: "scheduleItems", columns: columns() };
export const draftItems: Table<DraftItem> = { name: "scheduleDrafts", columns: columns() };

/** A member's bookmark of an item. */
export interface Bookmark {
  id: string;
  memberId: string;
  eventId: string;
  itemId: string;
}
export const bookmarks: Table<Bookmark> = {
  name: "scheduleBookmarks",
  columns: {
    memberId: { type: "text", value: ({ memberId }) => memberId },
    eventId: { type: "text", value: ({ eventId }) => eventId },
  },
};

/** Returns the items of an event with the changes of its draft. */
export function upcomingItems(tx: Tx, eventId: string): DraftItem[] {
  const drafts = new Map([...tx.each(draftItems, { eventId })].map((item) => [item.id, item]));
  const rest = [...tx.each(publishedItems, { eventId })].filter(({ id }) => !drafts.has(id));
  return [...rest, ...drafts.values()].filter(({ gone }) => !gone);
}

/** Returns an item with the changes of the draft. Throws PlatformError 404 if it does not exist. */
export function draftedItem(tx: Tx, eventId: string, id: string): DraftItem {
  const item = tx.get(draftItems, id) ?? tx.get(publishedItems, id);
  if (item && item.eventId === eventId && !("gone" in item)) return item;
  throw noItem(id);
}

export const noItem = (id: string | null | undefined) =>
  new PlatformError(404, "SCHEDULE_ITEM_NOT_FOUND", `There is no item ${id} in this schedule`, { id });

/** Publishes the draft of an event. */
export function publishSchedule(tx: Tx, eventId: string): void {
  for (const { gone, ...item } of [...tx.each(draftItems, { eventId })]) {
    tx.remove(draftItems, item.id);
    if (gone) tx.remove(publishedItems, item.id);
    else tx.put(publishedItems, item.id, { ...item, draft: false });
  }
}

/** Discards the draft of an event. */
export function discardSchedule(tx: Tx, eventId: string): void {
  for (const { id } of [...tx.each(draftItems, { eventId })]) tx.remove(draftItems, id);
}

export const scheduleHooks: LifecycleHooks = {
  removed(tx, { id: eventId }) {
    discardSchedule(tx, eventId);
    for (const { id } of [...tx.each(publishedItems, { eventId })]) tx.remove(publishedItems, id);
    for (const { id } of [...tx.each(bookmarks, { eventId })]) tx.remove(bookmarks, id);
  },
};
