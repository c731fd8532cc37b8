import type * as z from "zod/mini";
import { bool, date, enumOf, guid, list, obj, readonly, text } from "../../../models/fields.ts";

/** The states that schedule lists can filter by. */
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

/** The fields of a schedule item that can be set. */
export const ScheduleItemData = obj(facts);

/** An item in the schedule of an event, such as a talk. */
export const ScheduleItem = obj({
  id: readonly(guid()),
  ...facts,
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  eventId: readonly(guid()),
  draft: readonly(bool()),
});
export interface ScheduleItem extends z.input<typeof ScheduleItem> {}
