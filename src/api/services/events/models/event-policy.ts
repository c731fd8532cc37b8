import type * as z from "zod/mini";
import { date, guid, obj, readonly, text } from "../../../models/fields.ts";

/** A policy that ticket buyers agree to, such as refund terms. */
export const EventPolicy = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  name: text({ minLength: 1, maxLength: 40 }),
  body: text({ minLength: 1, maxLength: 50000 }),
  eventId: guid(),
});
export interface EventPolicy extends z.input<typeof EventPolicy> {}
