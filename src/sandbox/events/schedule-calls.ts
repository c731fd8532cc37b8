import type { Handlers, WireInput } from "../../api/endpoint.ts";
import {
  type eventScheduleBookmarks as bookmarkEndpoints,
  eventSchedule as scheduleEndpoints,
} from "../../api/services/events.ts";
import { isTimeZone } from "../../kernel/zoned-time.ts";
import { requiredName, ruleViolation } from "../kernel/entities.ts";
import { invalid, type Tx } from "../kernel/tx.ts";
import { eventOf, inStoredTimes } from "./events.ts";
import {
  bookmarks,
  type DraftItem,
  discardSchedule,
  draftedItem,
  draftItems,
  noItem,
  publishedItems,
  publishSchedule,
  type StoredItem,
  upcomingItems,
} from "./parts.ts";
import { eventsPage, patched } from "./requests.ts";

const scheduleFacets = ["stageName", "tags", "status"] as const;
const pageSize = 50;

/** Event schedules: published items and the draft. */
export const eventSchedule: Handlers<typeof scheduleEndpoints, Tx> = {
  list(tx, request) {
    const items = listed(tx, request);
    const limit = request.paging?.limit ?? request.limit ?? pageSize;
    const offset = request.paging?.offset ?? request.offset ?? 0;
    const page = items.slice(offset, offset + limit);
    const total = items.length;
    const pending = (request.eventId ?? []).some(
      (eventId) => tx.query(draftItems, { filter: { eventId }, limit: 1 }).total > 0,
    );
    return {
      items: page,
      total,
      limit,
      offset,
      draftNotPublished: pending && tx.caller.role === "admin",
      facets: facetsOf(items, request.facet ?? []),
      pagingMetadata: { count: page.length, offset, total },
    };
  },
  query(tx, { query }) {
    const scope = tx.caller.role === "admin" ? {} : { hidden: false };
    return eventsPage(tx, publishedItems, query, scheduleEndpoints.query, scope);
  },
  get(tx, { itemId, includeDraft }) {
    const isAdmin = tx.caller.role === "admin";
    const item = tx.get(publishedItems, itemId);
    const draft = includeDraft && isAdmin ? tx.get(draftItems, itemId) : undefined;
    if ((!item || (item.hidden && !isAdmin)) && !draft) throw noItem(itemId);
    return { item, ...(draft && !draft.gone && { draft }) };
  },
  add(tx, { eventId, item }) {
    const { id, dateAndTimeSettings } = eventOf(tx, eventId);
    const now = tx.now.toISOString();
    const created: DraftItem = {
      hidden: false,
      description: "",
      status: "SCHEDULED",
      tags: [],
      ...item,
      timeSlot: { timeZoneId: dateAndTimeSettings.timeZoneId ?? "UTC", ...item.timeSlot },
      id: tx.newId(),
      eventId: id,
      createdDate: now,
      updatedDate: now,
      draft: true,
    } as DraftItem;
    return { item: storedDraft(tx, created) };
  },
  update(tx, { eventId, itemId, item, fields: mask }) {
    const before = draftedItem(tx, eventOf(tx, eventId).id, itemId);
    const { id, createdDate } = before;
    const changed = { ...patched(before, item ?? {}, mask), id, eventId: before.eventId, createdDate };
    return { item: storedDraft(tx, { ...changed, updatedDate: tx.now.toISOString(), draft: true }) };
  },
  remove(tx, { eventId, itemIds }) {
    const event = eventOf(tx, eventId);
    for (const id of itemIds) {
      const item = draftedItem(tx, event.id, id);
      if (tx.get(publishedItems, id)) tx.put(draftItems, id, { ...item, draft: true, gone: true });
      else tx.remove(draftItems, id);
    }
    return {};
  },
  discardDraft(tx, { eventId }) {
    discardSchedule(tx, eventOf(tx, eventId).id);
    return {};
  },
  publishDraft(tx, { eventId }) {
    publishSchedule(tx, eventOf(tx, eventId).id);
    return {};
  },
  reschedule(tx, { eventId, timeZoneId, timeSlotOffset }) {
    const { id } = eventOf(tx, eventId);
    if (!isTimeZone(timeZoneId))
      throw invalid("timeZoneId", "FORMAT", `is not a time zone: ${timeZoneId}`, { type: "TIME_ZONE" });
    const ms = durationOf(timeSlotOffset ?? "0s");
    const moved = (iso: string | null | undefined) => new Date(Date.parse(iso ?? "") + ms).toISOString();
    for (const item of upcomingItems(tx, id)) {
      const timeSlot = {
        start: moved(item.timeSlot.start),
        end: moved(item.timeSlot.end),
        timeZoneId: timeZoneId,
      };
      storedDraft(tx, { ...item, timeSlot, updatedDate: tx.now.toISOString(), draft: true });
    }
    return {};
  },
};

function storedDraft(tx: Tx, given: DraftItem): DraftItem {
  const item = { ...given, timeSlot: inStoredTimes(given.timeSlot) };
  requiredName("item.name", item.name);
  const { start, end, timeZoneId } = item.timeSlot;
  if (!start || !end || end <= start)
    throw ruleViolation(
      "item.timeSlot.end",
      "INVALID_TIME_SLOT",
      `must be after the start: ${end} is not after ${start}`,
    );
  if (!isTimeZone(timeZoneId ?? ""))
    throw ruleViolation("item.timeSlot.timeZoneId", "INVALID_TIME_SLOT", `is not a time zone: ${timeZoneId}`);
  tx.put(draftItems, item.id, item);
  return item;
}

/** Parses a duration such as `3600s` or `-1.5s` to milliseconds. */
function durationOf(text: string): number {
  if (/^-?\d+(\.\d+)?s$/.test(text)) return Math.round(Number(text.slice(0, -1)) * 1000);
  throw invalid("timeSlotOffset", "FORMAT", `must be a duration in seconds such as 3600s, not ${text}`, {
    type: "DURATION",
  });
}

type ListRequest = WireInput<(typeof scheduleEndpoints)["list"]>;

function listed(tx: Tx, request: ListRequest): StoredItem[] {
  const { state, eventId, itemId, tag, stageName, startingFrom, startingBefore } = request;
  const isAdmin = tx.caller.role === "admin";
  const drafts = isAdmin && state?.includes("DRAFT") && !state.includes("PUBLISHED");
  const has = (all: readonly unknown[] | null | undefined, one: unknown) => !all?.length || all.includes(one);
  const isSeen = ({ hidden }: StoredItem) =>
    (isAdmin || !hidden) &&
    (state?.includes("HIDDEN") === state?.includes("VISIBLE") || hidden === state?.includes("HIDDEN"));
  const events = eventId?.length ? { eventId: { $in: eventId } } : {};
  const all: Iterable<StoredItem> = drafts
    ? (eventId ?? []).flatMap((id) => upcomingItems(tx, id))
    : tx.each(publishedItems, events);
  return [...all]
    .filter(
      (item) =>
        isSeen(item) &&
        has(itemId, item.id) &&
        has(stageName, item.stageName) &&
        (!tag?.length || item.tags?.some((one) => tag.includes(one))) &&
        (!startingFrom || startOf(item) >= Date.parse(startingFrom)) &&
        (!startingBefore || startOf(item) < Date.parse(startingBefore)),
    )
    .sort((one, other) => startOf(one) - startOf(other) || (one.id < other.id ? -1 : 1));
}

const startOf = ({ timeSlot }: StoredItem) => Date.parse(timeSlot.start ?? "");

function facetsOf(items: readonly StoredItem[], requested: readonly string[]) {
  const paths = scheduleFacets.filter((path) => requested.includes(path));
  return Object.fromEntries(
    paths.map((path) => {
      const values = items.flatMap((item) => item[path] ?? []);
      const counts = Object.fromEntries(
        Object.entries(Object.groupBy(values, String)).map(([value, all]) => [value, all?.length ?? 0]),
      );
      return [path, { counts }];
    }),
  );
}

/** Bookmarks of members in event schedules. Callers with an API key have their own bookmarks. */
export const eventScheduleBookmarks: Handlers<typeof bookmarkEndpoints, Tx> = {
  list(tx, { eventId }) {
    const own = tx.each(bookmarks, { memberId: memberOf(tx), eventId: eventOf(tx, eventId).id });
    const items = [...own].flatMap(({ itemId }) => tx.get(publishedItems, itemId) ?? []);
    const startOf = ({ timeSlot }: (typeof items)[number]) => timeSlot.start ?? "";
    return { items: items.sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1)) };
  },
  create(tx, { eventId, itemId }) {
    const item = tx.get(publishedItems, itemId);
    if (!item || item.eventId !== eventOf(tx, eventId).id) throw noItem(itemId);
    const memberId = memberOf(tx);
    const id = `${memberId}:${item.id}`;
    tx.put(bookmarks, id, { id, memberId, eventId: item.eventId, itemId: item.id });
    return {};
  },
  remove(tx, { itemId }) {
    tx.remove(bookmarks, `${memberOf(tx)}:${itemId}`);
    return {};
  },
};

const memberOf = ({ caller }: Tx) => caller.memberId ?? "owner";
