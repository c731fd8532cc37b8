import type * as z from "zod/mini";
import { date, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";

/** The type of a category: created manually, or by the platform for a series of events. */
export const EventCategoryState = enumOf("MANUAL", "AUTO", "RECURRING_EVENT", "HIDDEN", "COMPONENT");
/** The field groups of event categories. */
export const EventCategoryFieldset = enumOf("COUNTS");

/** A category of events. */
export const EventCategory = obj({
  id: readonly(guid()),
  name: text({ minLength: 1, maxLength: 30 }),
  createdDate: readonly(date()),
  counts: readonly(obj({ assignedEventsCount: num(), assignedDraftEventsCount: num() })),
  states: list(EventCategoryState, { maxSize: 3 }),
});
export interface EventCategory extends z.input<typeof EventCategory> {}
