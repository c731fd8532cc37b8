import type { Call } from "../../api/caller.ts";
import type { Event } from "../../api/models/event.ts";
import { eventColumns, eventDetails, eventFilterFields, eventSortPaths } from "../events/fields.ts";
import { findEvent, listEvents } from "../events/read.ts";
import { type NounSpec, quoted } from "./noun.ts";

/** Events as people browse them, drafts included. */
export function eventNoun(call: Call): NounSpec<Event> {
  return {
    name: "events",
    one: "event",
    title: "Events",
    columns: eventColumns,
    details: eventDetails,
    fields: eventFilterFields,
    sortPaths: eventSortPaths,
    order: "start",
    relations: [
      {
        noun: "guests",
        title: "its guests",
        filter: ({ id }) => (id ? `eventId = ${quoted(id)}` : undefined),
      },
    ],
    id: ({ id }) => id ?? "",
    label: ({ title, id }) => title ?? id ?? "",
    reference: ({ slug, id }) => slug || (id ?? ""),
    address: ({ eventPageUrl }) =>
      eventPageUrl?.base ? `${eventPageUrl.base}${eventPageUrl.path ?? ""}` : undefined,
    list: (query) => listEvents(call, query),
    get: (id) => findEvent(call, id, ["DETAILS", "TEXTS", "REGISTRATION"]),
  };
}
