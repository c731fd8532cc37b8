import type { Call } from "../../api/caller.ts";
import { readAll } from "../../api/query/pages.ts";
import { type Event, events } from "../../api/services/events.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { ApiError, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/ids.ts";
import { nearest } from "../../kernel/text.ts";
import { type Listing, type ListQuery, listRows } from "../listing.ts";
import type { Session } from "../resource.ts";
import { eventFilterFields, eventGroups, eventSortPaths } from "./fields.ts";

/** Returns calls as admin if the profile has an admin identity, else as its default identity. */
export async function eventCall(session: Pick<Session, "call" | "can">): Promise<Call> {
  return await session.call((await session.can("admin")) ? "admin" : undefined);
}

/** The options of a list of events. */
export interface EventQuery extends ListQuery {
  /** Includes drafts; a filter that names DRAFT does so, too. */
  drafts?: boolean | undefined;
  /** Field groups in addition to those that the list needs. */
  groups?: readonly string[] | undefined;
}

/** Lists events, by default sorted by start. */
export function listEvents(
  call: Call,
  { drafts, groups = [], search, ...query }: EventQuery,
): Listing<Event> {
  const byCategory = /\bcategory\b/i.test(query.filter ?? "");
  const fields = new Set(["REGISTRATION", ...(byCategory ? ["CATEGORIES"] : []), ...groups]);
  const includeDrafts = drafts === true || /\bDRAFT\b/i.test(query.filter ?? "");
  const source = {
    call,
    endpoint: events.query,
    fields: eventFilterFields,
    sortPaths: eventSortPaths,
    sort: "start",
    input: { fields: [...fields], includeDrafts },
  };
  // Events have a title, not a name.
  const title = search === undefined ? "" : `title contains ${JSON.stringify(search)}`;
  const filter = [title, title && query.filter ? `(${query.filter})` : query.filter]
    .filter(Boolean)
    .join(" and ");
  return listRows(source, { ...query, ...(filter !== "" && { filter }) });
}

/** Parses field groups such as `details,texts` to the platform's names. Throws UsageError for an unknown group. */
export function readGroups(text: string | undefined): string[] {
  if (text === undefined) return [];
  if (text.trim().toLowerCase() === "all") return [...eventGroups];
  return text.split(",").map((word) => {
    const group = word.trim().toUpperCase().replaceAll(/[\s-]/g, "_");
    if (eventGroups.includes(group)) return group;
    const suggestion = nearest(group, eventGroups);
    const question = suggestion === undefined ? "" : ` Did you mean ${suggestion.toLowerCase()}?`;
    throw new UsageError(`--groups: unknown field group "${word.trim()}".${question}`, {
      field: "--groups",
      hint: `Groups: ${eventGroups.join(", ").toLowerCase()}, or all`,
    });
  });
}

/** Returns an event by id or slug, with these field groups. Throws TillError 5 if there is none. */
export async function findEvent(
  call: Call,
  reference: string,
  groups: readonly string[] = [],
): Promise<Event> {
  const fields = [...groups];
  try {
    const body = isGuid(reference)
      ? await call(events.get, { eventId: reference, fields })
      : await call(events.getBySlug, { slug: reference, fields });
    return body.event;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new TillError(exitCodes.notFound, `No event has the id or slug "${reference}".`, {
      code: "EVENT_NOT_FOUND",
      hint: "See them all: till events list --drafts",
      cause: error,
    });
  }
}

/** Returns the id of an event by id or slug. Throws TillError 5 if no event has the slug. */
export async function findEventId(call: Call, reference: string): Promise<string> {
  return isGuid(reference) ? reference : (await findEvent(call, reference)).id;
}

/** Reads whole events by id, including drafts, 100 per request. */
export async function eventsById(call: Call, ids: readonly string[]): Promise<Map<string, Event>> {
  return await eventsBy(call, "id", ids);
}

/** Reads whole events by slug, including drafts, 100 per request. */
export async function eventsBySlug(call: Call, slugs: readonly string[]): Promise<Map<string, Event>> {
  return await eventsBy(call, "slug", slugs);
}

/** Reads all whole events with one of these titles, including drafts. */
export async function eventsByTitle(call: Call, titles: readonly string[]): Promise<Event[]> {
  const unique = [...new Set(titles)].filter((title) => title !== "");
  const found: Event[] = [];
  for (const batch of batchesOf(unique, 100)) {
    const filter = { title: { $in: batch } };
    const input = {
      query: { filter, sort: [{ fieldName: "id", order: "ASC" }] },
      fields: wholeGroups,
      includeDrafts: true,
    };
    found.push(...(await readAll<Event>(call, events.query, input)));
  }
  return found;
}

/** The field groups that `events get` reads. */
export const shownGroups = [
  ...["DETAILS", "TEXTS", "REGISTRATION", "URLS", "DASHBOARD", "CATEGORIES"],
  "ONLINE_CONFERENCING_SESSION",
] as const;

/** The field groups that bulk jobs read: those with the parts of a file. */
export const wholeGroups = ["DETAILS", "TEXTS", "REGISTRATION", "SEO_SETTINGS"] as const;

async function eventsBy(
  call: Call,
  key: "id" | "slug",
  values: readonly string[],
): Promise<Map<string, Event>> {
  const found = new Map<string, Event>();
  const unique = [...new Set(values)].filter((value) => value !== "");
  for (const chunk of batchesOf(unique, 100)) {
    const filter = { [key]: { $in: chunk } };
    const input = {
      query: { filter, sort: [{ fieldName: "id", order: "ASC" }] },
      fields: [...wholeGroups],
      includeDrafts: true,
    };
    for (const event of await readAll<Event>(call, events.query, input)) found.set(event[key] ?? "", event);
  }
  return found;
}
