import type { Call } from "../../api/caller.ts";
import { pages } from "../../api/query/pages.ts";
import type { Event } from "../../api/services/events.ts";
import {
  type TicketDefinitionV3 as TicketDefinition,
  ticketDefinitions,
} from "../../api/services/tickets.ts";
import { columnsOf } from "../../output/field.ts";
import {
  filterQuoted,
  type Page,
  type Resource,
  type RowAction,
  type Section,
  tableSection,
} from "../resource.ts";
import { saleWords } from "../tickets/sale-words.ts";
import { ticketMoney } from "../tickets/words.ts";
import { addressOf, eventFields, eventView } from "./fields.ts";
import { type EventQuery, eventCall, findEvent, listEvents, readGroups, shownGroups } from "./read.ts";

const ofEvent = ({ id }: Event) => (id ? `eventId = ${filterQuoted(id)}` : undefined);

export const eventResource: Resource<Event> = {
  name: "events",
  kind: "event",
  singular: "event",
  title: "Events",
  ...eventView,
  recordFields: eventFields,
  matchKeys: ["slug"],
  relations: [
    { resource: "events guests", title: "guests", filter: ofEvent },
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
      listOptions: isAdmin ? { drafts: true as const } : undefined,
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

/** Reads the ticket types of an event, for its page on the screen: sales against capacity. */
async function eventPage(call: Call, event: Event): Promise<Page<Event>> {
  const { registration, summaries } = event;
  const sections: Section[] = [];
  if (registration?.type === "TICKETING" || registration?.type === "RSVP_AND_TICKETING") {
    const found: TicketDefinition[] = [];
    const input = { query: { filter: { eventId: event.id } }, fields: ["SALES_DETAILS"] };
    for await (const one of pages<TicketDefinition>(call, ticketDefinitions.query, input, { id: "id" }))
      found.push(one);
    if (found.length > 0) sections.push(tableSection("Tickets sold", ticketColumns, found, soldShare));
  }
  const { limit } = registration?.rsvp ?? {};
  const { yesCount, waitlistCount } = summaries?.rsvps ?? {};
  if (summaries?.rsvps) {
    const row = { guests: yesCount ?? 0, limit: limit ?? undefined, waiting: waitlistCount ?? 0 };
    sections.push(tableSection("Guests", guestColumns, [row], (one) => one.limit && one.guests / one.limit));
  }
  return { row: event, sections };
}

const ofCapacity = (count: number, capacity: number | undefined) =>
  capacity === undefined ? String(count) : `${count} of ${capacity}`;

const capacityOf = ({ initialLimit, limited }: TicketDefinition) =>
  limited === false || typeof initialLimit !== "number" ? undefined : initialLimit;

const soldOf = ({ salesDetails }: TicketDefinition) => salesDetails?.soldCount ?? 0;

const ticketColumns = columnsOf<TicketDefinition>({
  type: { path: "name" },
  price: {
    path: "pricingMethod.fixedPrice.value",
    as: "money",
    words: ({ pricingMethod }) => [ticketMoney(pricingMethod?.fixedPrice).split(" ")[0] ?? ""],
  },
  sold: { value: (one) => ofCapacity(soldOf(one), capacityOf(one)), align: "right" },
  saleStatus: {
    label: "Sale",
    words: ({ salesDetails, saleStatus }) =>
      salesDetails?.soldOut ? ["sold out", "bad"] : (saleWords[saleStatus ?? ""] ?? [""]),
  },
});

function soldShare(definition: TicketDefinition): number | undefined {
  const capacity = capacityOf(definition);
  return capacity ? soldOf(definition) / capacity : undefined;
}

interface Guests {
  guests: number;
  limit: number | undefined;
  waiting: number;
}

const guestColumns = columnsOf<Guests>({
  coming: { value: ({ guests, limit }) => ofCapacity(guests, limit), align: "right" },
  waiting: { as: "number" },
});

/** The actions on events. */
const eventActions: readonly RowAction<Event>[] = [
  {
    key: "p",
    name: "publish",
    help: "publish the draft",
    target: "row",
    unavailable: ({ status }) => {
      if (status === "CANCELED") return "It is canceled. Clone it instead.";
      return status === "DRAFT" ? undefined : "It is already published.";
    },
    args: (events) => ["events", "publish", ...events],
  },
  {
    key: "s",
    name: "stop sign-up",
    help: "pause registration",
    target: "row",
    unavailable: (event) =>
      closedFor(event) ?? (isPaused(event) ? "Registration is already paused." : undefined),
    args: (events) => ["events", "update", ...events, "--pause"],
  },
  {
    key: "o",
    name: "open sign-up",
    help: "resume registration",
    target: "row",
    unavailable: (event) => closedFor(event) ?? (isPaused(event) ? undefined : "Registration is not paused."),
    args: (events) => ["events", "update", ...events, "--resume"],
  },
  {
    key: "l",
    name: "clone",
    help: "copy the event",
    target: "row",
    questions: [
      { title: "Title", hint: "default: unchanged" },
      { title: "Start", hint: "2030-06-01T18:00; default: two weeks from now" },
      { title: "End", hint: "2030-06-01T22:00; default: the same duration" },
    ],
    args: (events, [title, start, end]) => [
      ...["events", "clone", ...events],
      ...(title ? ["--title", title] : []),
      ...(start ? ["--start", start] : []),
      ...(end ? ["--end", end] : []),
    ],
  },
  {
    key: "t",
    name: "door",
    help: "check guests in at the door",
    target: "row",
    unavailable: ({ registration }) =>
      registration?.type === "TICKETING" || registration?.type === "RSVP_AND_TICKETING"
        ? undefined
        : "It sells no tickets.",
    args: (events) => ["tickets", "door", ...events],
  },
  {
    key: "k",
    name: "cancel",
    help: "cancel and notify the guests; cannot be undone",
    target: "rows",
    unavailable: ({ status }) => {
      if (status === "CANCELED") return "It is already canceled.";
      if (status === "DRAFT") return "It is a draft. Delete it instead.";
      return status === "ENDED" ? "It has ended." : undefined;
    },
    args: (events) => ["events", "cancel", ...events],
  },
  {
    key: "d",
    name: "delete",
    help: "delete with guests, tickets and schedule; cannot be undone",
    target: "rows",
    args: (events) => ["events", "delete", ...events],
  },
];

const isPaused = ({ registration }: Event) =>
  registration?.registrationPaused === true || registration?.status === "CLOSED_MANUALLY";

/** Returns why registration cannot change, or undefined if it can. */
function closedFor({ status }: Event): string | undefined {
  if (status === "CANCELED") return "It is canceled.";
  return status === "ENDED" ? "It has ended." : undefined;
}
