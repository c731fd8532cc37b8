import type { Handlers } from "../../api/endpoint.ts";
import { valuesAt } from "../../api/query/filter-match.ts";
import type { events as endpoints } from "../../api/services/events.ts";
import { startJob } from "../kernel/bulk.ts";
import { invalid, PlatformError, type StoreTx } from "../kernel/tx.ts";
import { eventHooks } from "../tickets/index.ts";
import { categoryOf } from "./categories.ts";
import { eventOf, events as table } from "./events.ts";
import {
  applyTransition,
  cancelEvent,
  cloneEvent,
  deleteEvent,
  insertEvent,
  publishEvent,
  updateEvent,
} from "./lifecycle.ts";
import { eventFilter, queryEvents, visibleEvents } from "./requests.ts";
import { showEvent } from "./view.ts";

const pageSize = 50;
/** The facets of event counts. */
const facets = [
  "status",
  "registration.type",
  "registration.initialType",
  "registration.status",
  "dateAndTimeSettings.recurrenceStatus",
  "location.type",
  "userId",
];

/** Events v3. The sandbox clock starts and ends them transitions.ts. */
export const events: Handlers<typeof endpoints, StoreTx> = {
  create: (tx, { event, draft, fields }) => ({
    event: showEvent(tx, insertEvent(tx, event, draft ?? false, eventHooks), fields),
  }),
  // On the live platform a clone is a draft unless the call says otherwise.
  clone: (tx, { eventId, event, draft, fields }) => ({
    event: showEvent(
      tx,
      cloneEvent(tx, eventOf(tx, eventId), event ?? {}, draft ?? true, eventHooks),
      fields,
    ),
  }),
  update: (tx, { event, fieldmask, fields }) => ({
    event: showEvent(tx, updateEvent(tx, eventOf(tx, event.id), event, fieldmask, eventHooks), fields),
  }),
  publish: (tx, { eventId, fields }) => ({
    event: showEvent(tx, publishEvent(tx, eventOf(tx, eventId), eventHooks), fields),
  }),
  cancel: (tx, { eventId, fields }) => ({
    event: showEvent(tx, cancelEvent(tx, eventOf(tx, eventId), eventHooks), fields),
  }),
  cancelByFilter(tx, { filter }) {
    startJob(tx, chosen(tx, filter.filter), (event) => cancelEvent(tx, event, eventHooks));
    return {};
  },
  remove(tx, { eventId }) {
    deleteEvent(tx, eventOf(tx, eventId), eventHooks);
    return { eventId };
  },
  removeByFilter(tx, { filter }) {
    startJob(tx, chosen(tx, filter.filter), (event) => deleteEvent(tx, event, eventHooks));
    return {};
  },
  countByStatus(tx, { filter, facet, includeDrafts }) {
    // As on the live platform, no facet is counted unless it is requested.
    const paths = facet ?? [];
    const unknown = paths.find((path) => !facets.includes(path));
    if (unknown !== undefined)
      throw invalid("facet", "INVALID_ENUM_VALUE", `must be one of: ${facets.join(", ")}, not "${unknown}"`, {
        values: facets,
      });
    const counts = new Map(paths.map((path) => [path, new Map<string, number>()]));
    let total = 0;
    for (const event of tx.each(table, {
      $and: [eventFilter(tx, filter), visibleEvents(tx, includeDrafts)],
    })) {
      total += 1;
      for (const [path, known] of counts)
        for (const value of valuesAt(event, path))
          known.set(String(value), (known.get(String(value)) ?? 0) + 1);
    }
    return {
      pagingMetadata: { count: total, offset: 0, total, tooManyToCount: false },
      facets: Object.fromEntries(
        [...counts].map(([path, known]) => [path, { counts: Object.fromEntries(known) }]),
      ),
    };
  },
  listByCategory(tx, { categoryId, paging, fields }) {
    const { internal } = categoryOf(tx, categoryId);
    const seen = internal.eventIds.flatMap((id) => {
      const event = tx.get(table, id);
      return event && event.status !== "DRAFT" ? [event] : [];
    });
    const offset = paging?.offset ?? 0;
    const page = seen.slice(offset, offset + (paging?.limit ?? pageSize));
    return {
      events: page.map((event) => showEvent(tx, event, fields)),
      pagingMetadata: { count: page.length, offset, total: seen.length, tooManyToCount: false },
    };
  },
  get: (tx, { eventId, fields }) => ({ event: showEvent(tx, eventOf(tx, eventId), fields) }),
  getBySlug(tx, { slug, fields }) {
    const event = tx.findBy(table, "slug", slug);
    if (event && (event.status !== "DRAFT" || tx.caller.role === "admin"))
      return { event: showEvent(tx, event, fields) };
    throw new PlatformError(404, "EVENT_NOT_FOUND", `There is no event with the slug "${slug}"`, { slug });
  },
  query(tx, { query, fields, includeDrafts }) {
    const { items, pagingMetadata } = queryEvents(tx, query, includeDrafts);
    return { events: items.map((event) => showEvent(tx, event, fields)), pagingMetadata };
  },
};

/** Due work: starts and ends events and sends reminders. */
export const due = { turn: (tx: StoreTx, id: string) => applyTransition(tx, id, eventHooks) };

/** Returns the events that match a filter, including drafts. */
function chosen(tx: StoreTx, filter: unknown) {
  return tx.each(table, eventFilter(tx, filter));
}
