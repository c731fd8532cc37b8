import type { ScheduleItem } from "../../../api/services/events/models/schedule-item.ts";
import { PlatformError, type Table, type Tx } from "../../kernel/tx.ts";
import type { LifecycleHooks } from "./lifecycle-hooks.ts";

/** An item of a schedule as it is published. */
export interface StoredItem extends ScheduleItem {
  id: string;
  eventId: string;
  createdDate: string;
  updatedDate: string;
  timeSlot: NonNullable<ScheduleItem["timeSlot"]>;
  hidden: boolean;
  draft: boolean;
}
/** An item as it will be once the draft is published; `gone` where it will be no more. */
export interface DraftItem extends StoredItem {
  gone?: true;
}

const columns = <T extends StoredItem>(): Table<T>["columns"] => ({
  eventId: { type: "text", value: ({ eventId }) => eventId },
  "timeSlot.start": { type: "text", value: ({ timeSlot }) => timeSlot.start ?? null },
});
export const publishedItems: Table<StoredItem> = { name: "scheduleItems", columns: columns() };
export const draftItems: Table<DraftItem> = { name: "scheduleDrafts", columns: columns() };

/** Which member marked which item. */
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

/** The items of an event as they will be once its draft is published. */
export function upcomingItems(tx: Tx, eventId: string): DraftItem[] {
  const drafts = new Map([...tx.each(draftItems, { eventId })].map((item) => [item.id, item]));
  const kept = [...tx.each(publishedItems, { eventId })].filter(({ id }) => !drafts.has(id));
  return [...kept, ...drafts.values()].filter(({ gone }) => !gone);
}

/** An item of an event with the changes of the draft, or PlatformError 404. */
export function upcomingItem(tx: Tx, eventId: string, id: string): DraftItem {
  const item = tx.get(draftItems, id) ?? tx.get(publishedItems, id);
  if (item && item.eventId === eventId && !("gone" in item)) return item;
  throw noItem(id);
}

export const noItem = (id: string | null | undefined) =>
  new PlatformError(404, "SCHEDULE_ITEM_NOT_FOUND", `There is no item ${id} in this schedule`, { id });

/** Makes the draft of an event what is published. */
export function publishSchedule(tx: Tx, eventId: string): void {
  for (const { gone, ...item } of [...tx.each(draftItems, { eventId })]) {
    tx.remove(draftItems, item.id);
    if (gone) tx.remove(publishedItems, item.id);
    else tx.put(publishedItems, item.id, { ...item, draft: false });
  }
}

/** Forgets the draft of an event. */
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
