import type { Call } from "../../api/caller.ts";
import type { Event } from "../../api/services/events/models/event.ts";
import type { Json } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import type { Row } from "../../files/csv/csv.ts";
import { UsageError } from "../../kernel/errors.ts";
import { slugOf } from "../products/slug.ts";
import { rowParts } from "./csv.ts";
import { eventParts, type Parts, partsChanged, partsOf, samePart } from "./parts.ts";
import { announcedLater } from "./place.ts";
import { eventsById, eventsBySlug, eventsByTitle } from "./read.ts";
import { timeIn, zoneOf } from "./when.ts";
import { canceled } from "./work.ts";

/** A row of a file: cells of a CSV, or a record in the platform's form. */
export type EventRow = { line: number; source: string } & ({ row: Row } | { record: Event });

/** What is known across the rows of one file. */
export interface EventImport {
  /** Slugs of new events. */
  taken: Set<string>;
  /** The line that stands for each event of the site. */
  claimed: Map<string, number>;
}

/**
 * What some rows of a file come to: new events, changes, or why they cannot be. Events are found by id, then by slug; a
 * row that has neither is the event of its title that begins at the same instant.
 */
export async function planEvents(
  call: Call,
  rows: readonly EventRow[],
  state: EventImport,
): Promise<PlannedRow[]> {
  const named = rows.map((one) => ({ one, ...nameOf(one) }));
  const byId = await eventsById(
    call,
    named.map(({ id }) => id),
  );
  const bySlug = await eventsBySlug(
    call,
    named.flatMap(({ slug, title }) => [slug, eventSlug(title)]),
  );
  const nameless = named.filter(({ id, slug }) => id === "" && slug === "");
  const alike = await eventsByTitle(
    call,
    nameless.map(({ title }) => title),
  );
  return named.map((row) => {
    const { one, id, slug, title, draft, isCanceled } = row;
    const present =
      byId.get(id) ?? bySlug.get(slug) ?? (nameless.includes(row) ? sameStart(one, title, alike) : undefined);
    const { parts, problems } = readParts(one, present);
    if (problems.length > 0) return { problems };
    if (present !== undefined) return changedSteps(one, present, parts, state);
    return newSteps(one, { ...(slug !== "" && { slug }), title, draft, isCanceled }, parts, {
      state,
      bySlug,
    });
  });
}

function sameStart(one: EventRow, title: string, alike: readonly Event[]): Event | undefined {
  const start = "dateAndTimeSettings.startDate";
  const { [start]: wanted } = readParts(one, undefined).parts;
  const titled = alike.filter((event) => event.title === title);
  return wanted === undefined
    ? undefined
    : titled.find((event) => samePart(start, partsOf(event)[start], wanted));
}

function nameOf(row: EventRow) {
  if ("record" in row) {
    const { id, slug, seoSettings, title, status } = row.record;
    return {
      id: id ?? "",
      slug: seoSettings?.slug ?? slug ?? "",
      title: title ?? "",
      ...statusOf(status ?? ""),
    };
  }
  const cell = (name: string) => row.row.cells[name]?.trim() ?? "";
  return {
    id: cell("id"),
    slug: cell("slug"),
    title: cell("title"),
    ...statusOf(cell("status").toUpperCase()),
  };
}

const statusOf = (status: string) => ({ draft: status === "DRAFT", isCanceled: status === "CANCELED" });

function readParts(one: EventRow, present: Event | undefined) {
  const { line, source } = one;
  if ("row" in one) {
    const { parts, problems } = rowParts(one.row, present);
    return { parts, problems: problems.map((problem) => ({ ...problem, source })) };
  }
  const parts = partsOf(one.record);
  const problems = [];
  const zone = one.record.dateAndTimeSettings?.timeZoneId ?? zoneOf(present ?? {});
  for (const { path, kind } of eventParts) {
    const value = parts[path];
    if (kind !== "time" || typeof value !== "string") continue;
    try {
      parts[path] = timeIn(zone, path, value);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push({ source, line, column: path, value, rule: "time", message: error.message });
    }
  }
  return { parts, problems };
}

/** A title as the last part of an address. */
const eventSlug = (title: string): string =>
  /[a-z0-9]/i.test(title.normalize("NFKD")) ? slugOf(title) : "event";

const initialType = "registration.initialType";

function changedSteps(
  { line, source }: EventRow,
  present: Event,
  parts: Parts,
  { claimed }: EventImport,
): PlannedRow {
  const { id = "", title } = present;
  const problem = (column: string, rule: string, message: string) => ({
    problems: [{ source, line, column, value: "", rule, message }],
  });
  const other = claimed.get(id ?? "");
  if (other !== undefined) return problem("slug", "ambiguous", `this is the same event as on line ${other}`);
  claimed.set(id ?? "", line);
  const there = partsOf(present);
  const { [initialType]: type, ...wanted } = parts;
  if (type !== undefined && type !== null && !samePart(initialType, there[initialType], type)) {
    const message = `the event takes ${there[initialType]}, which was decided when it was made; the file says ${String(type)}`;
    return problem("type", "type", message);
  }
  const { before, after } = partsChanged(there, wanted);
  if (Object.keys(after).length === 0) return [];
  return [{ kind: "event.update", id: id ?? "", label: title ?? id ?? "", before, after, source }];
}

function newSteps(
  { line, source }: EventRow,
  {
    slug: asked,
    title,
    draft,
    isCanceled,
  }: { slug?: string; title: string; draft: boolean; isCanceled: boolean },
  parts: Parts,
  { state, bySlug }: { state: EventImport; bySlug: ReadonlyMap<string, Event> },
): PlannedRow {
  const times = "dateAndTimeSettings";
  const has = (path: string) => parts[path] !== undefined && parts[path] !== null;
  const isDated = has(`${times}.startDate`) && has(`${times}.endDate`) && has(`${times}.timeZoneId`);
  const isSeries = has(`${times}.recurringEvents.individualEventDates`) && has(`${times}.timeZoneId`);
  const lacks = [
    ...(title === "" ? ["title"] : []),
    ...(isDated || isSeries || parts[`${times}.dateAndTimeTbd`] === true ? [] : ["start"]),
  ];
  if (lacks.length > 0) {
    const what: Record<string, string> = {
      title: "a new event needs a title",
      start: "a new event needs start, end and timeZone (or dates, or toBeAnnounced)",
    };
    return {
      problems: lacks.map((column) => ({
        source,
        line,
        column,
        value: "",
        rule: "required",
        message: what[column] ?? "",
      })),
    };
  }
  const slug = freeSlug(asked ?? eventSlug(title), state.taken, bySlug);
  const given = Object.entries(parts).filter(([, value]) => value !== null);
  const after: { [path: string]: Json } = {
    "location.type": "VENUE",
    [initialType]: "RSVP",
    ...Object.fromEntries(given),
    "seoSettings.slug": slug,
    draft,
  };
  // The platform rejects an open date without a message, and an open location without a name.
  if (after[`${times}.dateAndTimeTbd`] === true && !has(`${times}.dateAndTimeTbdMessage`))
    after[`${times}.dateAndTimeTbdMessage`] = announcedLater;
  if (after["location.type"] === "VENUE" && !has("location.name") && !has("location.address")) {
    after["location.locationTbd"] = true;
    after["location.name"] = announcedLater;
  }
  const create = { kind: "event.create", label: title, key: slug, before: null, after, source };
  // What was called off there is not to be held here.
  const cancel = { kind: "event.cancel", label: title, dependsOn: 0, before: null, after: canceled, source };
  return isCanceled ? [create, cancel] : [create];
}

function freeSlug(wanted: string, taken: Set<string>, known: ReadonlyMap<string, Event>): string {
  let slug = wanted || "event";
  for (let serial = 1; taken.has(slug) || known.has(slug); serial++) slug = `${wanted}-${serial}`;
  taken.add(slug);
  return slug;
}
