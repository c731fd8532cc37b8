import type { Event } from "../../api/services/events/events.ts";
import { quoted } from "../command-line.ts";
import type { Resource } from "../resource.ts";
import { eventActions } from "./actions.ts";
import { addressOf, eventFields, eventView } from "./fields.ts";
import { eventPage } from "./page.ts";
import { type EventQuery, eventCall, findEvent, listEvents, readGroups, shownGroups } from "./read.ts";

const ofEvent = ({ id }: Event) => (id ? `eventId = ${quoted(id)}` : undefined);

export const eventResource: Resource<Event> = {
  name: "events",
  kind: "event",
  singular: "event",
  title: "Events",
  ...eventView,
  recordFields: eventFields,
  matchKeys: ["slug"],
  relations: [
    { resource: "guests", title: "guests", filter: ofEvent },
    { resource: "tickets", title: "tickets", filter: ofEvent },
    { resource: "tickets definitions", title: "ticket types", filter: ofEvent },
  ],
  id: ({ id }) => id,
  label: ({ title, id }) => title ?? id,
  reference: ({ slug, id }) => slug || id,
  address: ({ eventPageUrl }) => addressOf(eventPageUrl),
  async open(session) {
    const isAdmin = await session.can("admin");
    const call = await eventCall(session);
    return {
      sort: "start",
      ...(isAdmin && { listOptions: { drafts: true as const } }),
      list: ({ groups, ...query }: EventQuery & { groups?: string }) =>
        listEvents(call, { ...query, groups: readGroups(groups) }),
      get(reference, { groups }: { groups?: string }) {
        const names = readGroups(groups);
        return findEvent(call, reference, names.length > 0 ? names : shownGroups);
      },
      page: (event) => eventPage(call, event),
      actions: isAdmin ? eventActions : [],
    };
  },
};
