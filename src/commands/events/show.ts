import type { Event } from "../../api/services/events/models/event.ts";
import type { Context } from "../../context/context.ts";
import { renderRecord } from "../../output/render.ts";
import { eventDetails, eventFields } from "../../resources/events/fields.ts";

/** Groups of fields that a page about one event is made of. */
export const shownGroups = [
  ...["DETAILS", "TEXTS", "REGISTRATION", "URLS", "DASHBOARD", "CATEGORIES"],
  "ONLINE_CONFERENCING_SESSION",
] as const;

/** Prints one event: its details, or the whole record under the other formats. */
export async function printEvent({ streams, format, globals }: Context, record: Event): Promise<void> {
  const columns = eventDetails.filter((one) => one.value(record) !== "");
  const { fields } = globals;
  await renderRecord({ streams, format, kind: "event", columns, fields, paths: eventFields, record });
}
