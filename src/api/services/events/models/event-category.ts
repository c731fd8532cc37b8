import type * as z from "zod/mini";
import { date, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";

/** What a category is: made by hand, or by the platform for a series of events. */
export const EventCategoryState = enumOf("MANUAL", "AUTO", "RECURRING_EVENT", "HIDDEN", "COMPONENT");
/** Groups of fields that a list of categories can be asked for. */
export const EventCategoryFieldset = enumOf("COUNTS");

/** A category of events. */
export const EventCategory = obj({
  id: readonly(guid()),
  name: text({ minLength: 1, maxLength: 30 }),
  createdDate: readonly(date()),
  counts: readonly(obj({ assignedEventsCount: num(), assignedDraftEventsCount: num() })),
  states: list(EventCategoryState, { maxSize: 3 }),
});
/** A category as it travels (dates as text). */
export interface EventCategory extends z.input<typeof EventCategory> {}
