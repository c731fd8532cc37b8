import type { Call } from "../../api/caller.ts";
import type { Event } from "../../api/services/events/models/event.ts";
import { queryFlags } from "../edits.ts";
import { type NounSpec, quoted } from "../resource.ts";
import { eventActs } from "./actions.ts";
import { eventColumns, eventDetails, eventFilterFields, eventSortPaths } from "./fields.ts";
import { findEvent, listEvents } from "./read.ts";

/** Events as people browse them; an admin sees drafts among them, and can do something with them. */
export function eventNoun(call: Call, admin: boolean): NounSpec<Event> {
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
      {
        noun: "tickets",
        title: "its tickets",
        filter: ({ id }) => (id ? `eventId = ${quoted(id)}` : undefined),
      },
      {
        noun: "tickets definitions",
        title: "its kinds of tickets",
        filter: ({ id }) => (id ? `eventId = ${quoted(id)}` : undefined),
      },
    ],
    acts: admin ? eventActs : [],
    id: ({ id }) => id ?? "",
    label: ({ title, id }) => title ?? id ?? "",
    reference: ({ slug, id }) => slug || (id ?? ""),
    address: ({ eventPageUrl }) =>
      eventPageUrl?.base ? `${eventPageUrl.base}${eventPageUrl.path ?? ""}` : undefined,
    listWords: (query) => ["events", "list", ...queryFlags(query), ...(admin ? ["--drafts"] : [])],
    list: (query) => listEvents(call, { ...query, drafts: admin }),
    get: (id) => findEvent(call, id, ["DETAILS", "TEXTS", "REGISTRATION"]),
  };
}
