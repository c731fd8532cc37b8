import type { Event } from "../../api/services/events/models/event.ts";
import type { Context } from "../../context/context.ts";
import { renderRecord } from "../../output/render.ts";
import { eventDetails, eventFields } from "../../resources/events/fields.ts";

/** The field groups for showing an event. */
export const shownGroups = [
  ...["DETAILS", "TEXTS", "REGISTRATION", "URLS", "DASHBOARD", "CATEGORIES"],
  "ONLINE_CONFERENCING_SESSION",
] as const;

/** Prints an event: its details as a table, or the whole record in other formats. */
export async function printEvent({ streams, format, globals }: Context, record: Event): Promise<void> {
  const columns = eventDetails.filter((column) => column.value(record) !== "");
  const { fields } = globals;
  await renderRecord({ streams, format, kind: "event", columns, fields, paths: eventFields, record });
}
