import type * as z from "zod/mini";
import { bool, date, enumOf, guid, list, obj, readonly, text } from "../../../models/fields.ts";

/** What a list of the schedule can be narrowed to. */
export const ScheduleState = enumOf("PUBLISHED", "DRAFT", "VISIBLE", "HIDDEN");

const facts = {
  hidden: bool(),
  name: text({ maxLength: 120 }),
  timeSlot: obj({ start: date(), end: date(), timeZoneId: text({ minLength: 1, maxLength: 100 }) }),
  description: text({ maxLength: 10000 }),
  stageName: text({ maxLength: 30 }),
  tags: list(text({ minLength: 1, maxLength: 30 }), { maxSize: 5 }),
  status: enumOf("SCHEDULED", "CANCELED"),
};

/** What is written of an item of a schedule. */
export const ScheduleItemData = obj(facts);

/** One talk, meal or concert in the schedule of an event. */
export const ScheduleItem = obj({
  id: readonly(guid()),
  ...facts,
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  eventId: readonly(guid()),
  draft: readonly(bool()),
});
/** An item of a schedule as it travels (dates as text). */
export interface ScheduleItem extends z.input<typeof ScheduleItem> {}
