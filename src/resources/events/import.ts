import type { Call } from "../../api/caller.ts";
import type { Event } from "../../api/services/events.ts";
import type { Json } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import type { Row } from "../../files/table.ts";
import { UsageError } from "../../kernel/errors.ts";
import { lowerGuid } from "../../kernel/ids.ts";
import { productSlug } from "../products/catalog.ts";
import { rowParts } from "./csv.ts";
import { announcedLater } from "./fields.ts";
import { eventParts, type Parts, partsChanged, partsOfEvent, samePart, seriesDates } from "./parts.ts";
import { eventsById, eventsBySlug, eventsByTitle } from "./read.ts";
import { timeIn, zoneOf } from "./when.ts";
import { canceled } from "./work.ts";

/** A row of a file: the cells of a CSV row, or a record in the platform's format. */
export type EventRow = { line: number; source: string } & ({ row: Row } | { record: Event });

/** The state shared by the rows of one file. */
export interface EventImport {
  /** The slugs that are taken: those of new events, and of the shop's events with a number. */
  slugs: Set<string>;
  /** The first of each hundred numbered slugs that was looked up. */
  numbered: Set<string>;
  /** The line of each existing event, by id. */
  lines: Map<string, number>;
}

/** Returns the state of a file of which no row is read. */
export const eventImport = (): EventImport => ({ slugs: new Set(), numbered: new Set(), lines: new Map() });

/**
 * Plans the steps of some rows of a file: new events, changes or problems. Finds events by id, then by slug; a row with
 * neither matches the event with the same title and start.
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
  const withoutKey = named.filter(({ id, slug }) => id === "" && slug === "");
  const sameTitle = await eventsByTitle(
    call,
    withoutKey.map(({ title }) => title),
  );
  const planned: PlannedRow[] = [];
  for (const row of named) planned.push(await plan(row));
  return planned;

  async function plan(row: (typeof named)[number]): Promise<PlannedRow> {
    const { one, id, slug, title, draft, isCanceled } = row;
    const present =
      byId.get(id) ??
      bySlug.get(slug) ??
      (withoutKey.includes(row) ? withSameStart(one, title, sameTitle) : undefined);
    const { parts, problems } = readParts(one, present);
    if (problems.length > 0) return { problems };
    if (present !== undefined) return changedSteps(one, present, parts, state);
    const free = (base: string) => freeSlug(call, base, state, bySlug);
    return await newSteps(
      one,
      { slug: slug !== "" ? slug : undefined, title, draft, isCanceled },
      parts,
      free,
    );
  }
}

function withSameStart(eventRow: EventRow, title: string, events: readonly Event[]): Event | undefined {
  const start = startOf(readParts(eventRow, undefined).parts);
  const sameTitle = events.filter((event) => event.title === title);
  return start === null
    ? undefined
    : sameTitle.find((event) => samePart(startPath, startOf(partsOfEvent(event)), start));
}

/** Returns the start of an event, or the first of an unpublished series. */
function startOf({ [startPath]: start, [seriesDates]: dates }: Parts): Json {
  const [first] = (dates ?? []) as { startDate?: string }[];
  return start ?? first?.startDate ?? null;
}

function nameOf(row: EventRow) {
  if ("record" in row) {
    const { id, slug, seoSettings, title, status } = row.record;
    return {
      id: lowerGuid(id ?? ""),
      slug: seoSettings?.slug ?? slug ?? "",
      title: title ?? "",
      ...statusOf(status ?? ""),
    };
  }
  const cell = (name: string) => row.row.cells[name]?.trim() ?? "";
  return {
    id: lowerGuid(cell("id")),
    slug: cell("slug"),
    title: cell("title"),
    ...statusOf(cell("status").toUpperCase()),
  };
}

const statusOf = (status: string) => ({ draft: status === "DRAFT", isCanceled: status === "CANCELED" });

function readParts(eventRow: EventRow, present: Event | undefined) {
  const { line, source } = eventRow;
  if ("row" in eventRow) {
    const { parts, problems } = rowParts(eventRow.row, present);
    return { parts, problems: problems.map((problem) => ({ ...problem, source })) };
  }
  const parts = partsOfEvent(eventRow.record);
  const problems = [];
  const zone = eventRow.record.dateAndTimeSettings?.timeZoneId ?? zoneOf(present ?? {});
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

/** Returns the slug for a title. */
const eventSlug = (title: string): string =>
  /[a-z0-9]/i.test(title.normalize("NFKD")) ? productSlug(title) : "event";

const initialType = "registration.initialType";
const startPath = "dateAndTimeSettings.startDate";

function changedSteps(
  { line, source }: EventRow,
  present: Event,
  parts: Parts,
  { lines }: EventImport,
): PlannedRow {
  const { id, title } = present;
  const problem = (column: string, rule: string, message: string) => ({
    problems: [{ source, line, column, value: "", rule, message }],
  });
  const other = lines.get(id);
  if (other !== undefined) return problem("slug", "ambiguous", `this is the same event as on line ${other}`);
  lines.set(id, line);
  const current = partsOfEvent(present);
  const { [initialType]: type, ...others } = parts;
  if (type !== undefined && type !== null && !samePart(initialType, current[initialType], type)) {
    const message = `the type of an event cannot change: it is ${current[initialType]}, not ${String(type)}`;
    return problem("type", "type", message);
  }
  // The platform keeps the dates of a published series, and changes them in its single events only.
  const { [seriesDates]: dates, ...single } = others;
  const own = present.dateAndTimeSettings?.recurringEvents;
  const isSeries = Boolean(own?.categoryId);
  if (isSeries && dates && !samePart(seriesDates, own?.individualEventDates as Json, dates))
    return problem(
      "dates",
      "dates",
      "the dates of a published series cannot change: change its single events",
    );
  const { before, after } = partsChanged(current, isSeries ? single : others);
  if (Object.keys(after).length === 0) return [];
  return [{ kind: "event.update", id, label: title ?? id, before, after, source }];
}

async function newSteps(
  { line, source }: EventRow,
  {
    slug: requested,
    title,
    draft,
    isCanceled,
  }: { slug?: string; title: string; draft: boolean; isCanceled: boolean },
  parts: Parts,
  free: (base: string) => Promise<string>,
): Promise<PlannedRow> {
  const times = "dateAndTimeSettings";
  const has = (path: string) => parts[path] !== undefined && parts[path] !== null;
  const isDated = has(`${times}.startDate`) && has(`${times}.endDate`) && has(`${times}.timeZoneId`);
  const isSeries = has(seriesDates) && has(`${times}.timeZoneId`);
  const missing = [
    ...(title === "" ? ["title"] : []),
    ...(isDated || isSeries || parts[`${times}.dateAndTimeTbd`] === true ? [] : ["start"]),
  ];
  if (missing.length > 0) {
    const messages: Record<string, string> = {
      title: "a new event needs a title",
      start: "a new event needs start, end and timeZone (or dates, or toBeAnnounced)",
    };
    return {
      problems: missing.map((column) => ({
        source,
        line,
        column,
        value: "",
        rule: "required",
        message: messages[column] ?? "",
      })),
    };
  }
  const slug = await free(requested ?? eventSlug(title));
  const setParts = Object.entries(parts).filter(([, value]) => value !== null);
  const after: { [path: string]: Json } = {
    "location.type": "VENUE",
    [initialType]: "RSVP",
    ...Object.fromEntries(setParts),
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
  // An event that was canceled where it was exported is canceled here, too.
  const cancel = { kind: "event.cancel", label: title, dependsOn: 0, before: null, after: canceled, source };
  return isCanceled ? [create, cancel] : [create];
}

/** The slugs that are looked up in one request. */
const batchSize = 100;

/** Returns a slug that no event has, with a number if necessary, and takes it. */
async function freeSlug(
  call: Call,
  base: string,
  { slugs, numbered }: EventImport,
  existing: ReadonlyMap<string, Event>,
): Promise<string> {
  let slug = base;
  for (let serial = 1; slugs.has(slug) || existing.has(slug); serial++) {
    slug = `${base}-${serial}`;
    if ((serial - 1) % batchSize > 0 || numbered.has(slug)) continue;
    numbered.add(slug);
    const next = Array.from({ length: batchSize }, (_, index) => `${base}-${serial + index}`);
    for (const taken of (await eventsBySlug(call, next)).keys()) slugs.add(taken);
  }
  slugs.add(slug);
  return slug;
}
