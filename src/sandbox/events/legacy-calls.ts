import type { Handlers } from "../../api/endpoint.ts";
import { type Event, eventsV1 as endpoints, type LegacyEvent } from "../../api/services/events.ts";
import { checkedQuery, fieldsOfList, findPage, translatedFilter } from "../kernel/lists.ts";
import { sortOf } from "../kernel/plain-lists.ts";
import type { Tx } from "../kernel/tx.ts";
import { events, type StoredEvent } from "./events.ts";
import { olderEventStatuses, toLegacyEvent } from "./legacy.ts";
import { visibleEvents } from "./requests.ts";
import { showEvent } from "./view.ts";

/** Paths in events by field of the older service. */
const paths = {
  eventId: "id",
  created: "createdDate",
  modified: "updatedDate",
  start: "dateAndTimeSettings.startDate",
  end: "dateAndTimeSettings.endDate",
};
const sortable = { ...paths, title: "title", slug: "slug" };

const fields = fieldsOfList(() => endpoints.query, { paths });
const fieldsV2 = fieldsOfList(() => endpoints.queryV2, { paths });

/** The older service of events, to read. */
export const eventsV1: Handlers<typeof endpoints, Tx> = {
  queryV2(tx, { query, fieldset, includeDrafts }) {
    const checked = checkedQuery({ ...query, filter: withNewStatuses(query?.filter) }, fieldsV2);
    const { items, metadata } = findPage(tx, events, checked, visibleEvents(tx, includeDrafts));
    const { count, offset, total } = metadata;
    return { events: shownWith(tx, items, fieldset), pagingMetadata: { count, offset, total } };
  },
  query(tx, { filter, offset, limit, sort, order, fieldset }) {
    const checked = checkedQuery({ filter: withNewStatuses(filter) }, fields);
    const { items, total } = tx.query(events, {
      filter: { $and: [checked.filter ?? {}, visibleEvents(tx, false)] },
      sort: sortOf(sort || order, sortable, "created:desc"),
      limit: limit ?? 20,
      offset: offset ?? 0,
    });
    const page = { total, offset: offset ?? 0, limit: limit ?? 20 };
    return { ...page, events: shownWith(tx, items, fieldset), facets: {} };
  },
};

const newStatuses = Object.fromEntries(Object.entries(olderEventStatuses).map(([now, then]) => [then, now]));

/** Returns a filter with the statuses of events today. */
const withNewStatuses = (filter: unknown) =>
  translatedFilter(filter, {
    status: (value) => (typeof value === "string" ? (newStatuses[value] ?? value) : value),
  });

type Groups = readonly (string | null)[] | null | undefined;

const shownWith = (tx: Tx, items: readonly StoredEvent[], groups: Groups) =>
  items.map((event) => shown(tx, event, new Set(groups)));

/** Returns an event with the fields of the requested groups. */
function shown(tx: Tx, event: StoredEvent, groups: ReadonlySet<string | null>): LegacyEvent {
  const { description, about, longDescription, form, registration, ...base } = toLegacyEvent(event);
  const { mainImage, calendarUrls, eventPageUrl } = showEvent(tx, event, ["DETAILS", "URLS"]);
  const has = (group: string) => groups.has(group) || groups.has("FULL");
  return {
    ...base,
    tags: [],
    ...(has("DETAILS") && { description, mainImage, calendarLinks: calendarUrls }),
    about: has("TEXTS") ? about : undefined,
    registration: has("REGISTRATION") ? { ...registration, ...settingsOf(event.registration) } : undefined,
    eventPageUrl: has("URLS") ? eventPageUrl : undefined,
  };
}

function settingsOf({ rsvp, tickets, external }: NonNullable<Event["registration"]>) {
  const { lowestPrice, highestPrice, taxSettings: tax } = tickets ?? {};
  const moneyOf = (price: typeof lowestPrice) =>
    price ? { amount: price.value ?? price.amount, currency: price.currency } : undefined;
  return {
    ticketing: tickets && {
      lowestPrice: lowestPrice?.value ?? lowestPrice?.amount,
      highestPrice: highestPrice?.value ?? highestPrice?.amount,
      currency: tickets.currency ?? lowestPrice?.currency,
      lowestTicketPrice: moneyOf(lowestPrice),
      highestTicketPrice: moneyOf(highestPrice),
      soldOut: tickets.soldOut,
      config: {
        guestAssignedTickets: tickets.guestsAssignedSeparately ?? false,
        ticketLimitPerOrder: tickets.ticketLimitPerOrder,
        reservationDurationInMinutes: tickets.reservationDurationInMinutes,
        taxConfig: tax && {
          type: tax.type,
          name: tax.name,
          rate: tax.rate,
          appliesToDonations: tax.appliedToDonations,
        },
      },
    },
    rsvpCollection: rsvp && {
      config: {
        rsvpStatusOptions: rsvp.responseType,
        limit: rsvp.limit,
        waitlist: rsvp.waitlistEnabled,
        startDate: rsvp.startDate,
        endDate: rsvp.endDate,
      },
    },
    external: external && { registration: external.url },
  };
}
