import type { Call } from "../../api/caller.ts";
import type { Event } from "../../api/services/events/models/event.ts";
import { queryFlags } from "../edits.ts";
import { quoted, type Resource } from "../resource.ts";
import { eventActions } from "./actions.ts";
import { eventColumns, eventDetails, eventFilterFields, eventSortPaths } from "./fields.ts";
import { findEvent, listEvents } from "./read.ts";

/** Events as people browse them; an admin sees drafts among them, and can do something with them. */
export function eventResource(call: Call, admin: boolean): Resource<Event> {
  return {
    name: "events",
    singular: "event",
    title: "Events",
    columns: eventColumns,
    details: eventDetails,
    fields: eventFilterFields,
    sortPaths: eventSortPaths,
    order: "start",
    relations: [
      {
        resource: "guests",
        title: "its guests",
        filter: ({ id }) => (id ? `eventId = ${quoted(id)}` : undefined),
      },
      {
        resource: "tickets",
        title: "its tickets",
        filter: ({ id }) => (id ? `eventId = ${quoted(id)}` : undefined),
      },
      {
        resource: "tickets definitions",
        title: "its kinds of tickets",
        filter: ({ id }) => (id ? `eventId = ${quoted(id)}` : undefined),
      },
    ],
    actions: admin ? eventActions : [],
    id: ({ id }) => id ?? "",
    label: ({ title, id }) => title ?? id ?? "",
    reference: ({ slug, id }) => slug || (id ?? ""),
    address: ({ eventPageUrl }) =>
      eventPageUrl?.base ? `${eventPageUrl.base}${eventPageUrl.path ?? ""}` : undefined,
    listArgs: (query) => ["events", "list", ...queryFlags(query), ...(admin ? ["--drafts"] : [])],
    list: (query) => listEvents(call, { ...query, drafts: admin }),
    get: (id) => findEvent(call, id, ["DETAILS", "TEXTS", "REGISTRATION"]),
  };
}
