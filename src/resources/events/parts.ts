import { valueAt } from "../../api/endpoint.ts";
import type { Event } from "../../api/services/events.ts";
import type { Json } from "../../bulk/journal/step.ts";
import { sameJson } from "../../kernel/json.ts";
import { nestedFields } from "../flat-fields.ts";
import { nodesOf, type RichText, sameRichText } from "./rich-text.ts";

/** The type of a part, which decides how values are compared and how cells are written. */
export type PartKind = "text" | "flag" | "number" | "time" | "rich" | "dates" | "json";

/** A part of an event that jobs change as a whole, with its path in the platform's format. */
export interface Part {
  path: string;
  kind: PartKind;
  /** Its column in a CSV file. Absent: only in NDJSON. */
  column?: string;
  /** An empty cell clears it. Empty cells of other parts change nothing. */
  clears?: true;
}

/** Declares a part that an empty cell clears. */
const optional = (column: string, path: string, kind: PartKind = "text"): Part => ({
  column,
  path,
  kind,
  clears: true,
});
const part = (column: string, path: string, kind: PartKind = "text"): Part => ({ column, path, kind });
const times = "dateAndTimeSettings";
/** The path of the dates of a series. */
export const seriesDates = `${times}.recurringEvents.individualEventDates`;
const rsvp = "registration.rsvp";
const tickets = "registration.tickets";

/** All parts of an event that files contain and jobs can set. */
export const eventParts: readonly Part[] = [
  part("slug", "seoSettings.slug"),
  part("title", "title"),
  part("timeZone", `${times}.timeZoneId`),
  part("start", `${times}.startDate`, "time"),
  part("end", `${times}.endDate`, "time"),
  optional("dates", seriesDates, "dates"),
  part("toBeAnnounced", `${times}.dateAndTimeTbd`, "flag"),
  optional("toBeAnnouncedText", `${times}.dateAndTimeTbdMessage`),
  part("hideEnd", `${times}.hideEndDate`, "flag"),
  part("showTimeZone", `${times}.showTimeZone`, "flag"),
  part("location", "location.type"),
  optional("venue", "location.name"),
  part("locationToBeAnnounced", "location.locationTbd", "flag"),
  { path: "location.address", kind: "json" },
  part("conference", "onlineConferencing.enabled", "flag"),
  part("conferenceType", "onlineConferencing.type"),
  part("type", "registration.initialType"),
  part("visibleTo", "registration.allowedGuestTypes"),
  optional("signUpUrl", "registration.external.url"),
  part("noSignUp", "registration.registrationDisabled", "flag"),
  part("signUpPaused", "registration.registrationPaused", "flag"),
  part("answers", `${rsvp}.responseType`),
  optional("places", `${rsvp}.limit`, "number"),
  part("waitlist", `${rsvp}.waitlistEnabled`, "flag"),
  optional("signUpFrom", `${rsvp}.startDate`, "time"),
  optional("signUpUntil", `${rsvp}.endDate`, "time"),
  part("ticketsPerOrder", `${tickets}.ticketLimitPerOrder`, "number"),
  optional("shortDescription", "shortDescription"),
  optional("description", "description", "rich"),
  { path: `${rsvp}.confirmationMessages`, kind: "json" },
  { path: `${tickets}.guestsAssignedSeparately`, kind: "flag" },
  { path: `${tickets}.reservationDurationInMinutes`, kind: "number" },
  { path: `${tickets}.taxSettings`, kind: "json" },
  { path: `${tickets}.confirmationMessages`, kind: "json" },
  { path: "mainImage", kind: "json" },
  { path: "guestListSettings.displayedPublicly", kind: "flag" },
  { path: "eventDisplaySettings", kind: "json" },
  { path: "seoSettings.advancedSeoData", kind: "json" },
];

const byPath = new Map(eventParts.map((eventPart) => [eventPart.path, eventPart]));

/** The parts of an event by path, as the journal stores them. Null: absent. */
export type Parts = Record<string, Json>;

/** Returns the parts that a record has; absent parts are not changed. */
export function partsOfEvent(event: Partial<Event>): Parts {
  const found = eventParts.flatMap(({ path }): [string, Json][] => {
    const value = valueAt(event, path);
    return value === undefined ? [] : [[path, value as Json]];
  });
  // Once a series is published, its dates are read-only.
  const isSeries = Boolean(event.dateAndTimeSettings?.recurringEvents?.categoryId);
  const parts = Object.fromEntries(found);
  if (isSeries) delete parts[seriesDates];
  return parts;
}

/** Returns the parts as the body of a create or update call. */
export const eventOfParts = (parts: Parts): Event => nestedFields(parts, { nulls: true }) as Event;

/** Whether two values of a part are equivalent: times as instants, formatted texts by their visible content. */
export function samePart(path: string, one: Json | undefined, other: Json | undefined): boolean {
  const [a, b] = [one ?? null, other ?? null];
  const kind = byPath.get(path)?.kind;
  if (kind === "flag") return Boolean(a) === Boolean(b);
  if (kind === "text") return (a ?? "") === (b ?? "");
  if (a === null || b === null) return a === b;
  if (kind === "time") return Date.parse(String(a)) === Date.parse(String(b));
  if (kind === "rich")
    return sameRichText(nodesOf(a as unknown as RichText), nodesOf(b as unknown as RichText));
  if (kind === "dates") return sameJson(instants(a), instants(b));
  return sameJson(a, b);
}

const instants = (dates: Json): Json =>
  (dates as { startDate?: string; endDate?: string }[]).map(({ startDate = "", endDate = "" }) => [
    Date.parse(startDate),
    Date.parse(endDate),
  ]);

/** The platform replaces the two times together: one without the other is rejected. */
const ends = [`${times}.startDate`, `${times}.endDate`];

/** Returns the parts that differ between the present and the new values, as before and after. Both times, if one differs. */
export function partsChanged(present: Parts, next: Parts): { before: Parts; after: Parts } {
  const changed = Object.keys(next).filter((path) => !samePart(path, present[path], next[path]));
  const other = ends.some((path) => changed.includes(path))
    ? ends.filter((path) => !changed.includes(path) && present[path] != null)
    : [];
  const pick = (from: Parts, paths: readonly string[]) =>
    Object.fromEntries(paths.map((path) => [path, from[path] ?? null]));
  const kept = pick(present, other);
  return { before: { ...pick(present, changed), ...kept }, after: { ...pick(next, changed), ...kept } };
}

/** Returns the present values of a step's parts, replaced by the step's own value where it is equivalent. */
export function presentParts(event: Event, after: Parts, before: Parts): Parts {
  const present = partsOfEvent(event);
  const entries = Object.keys(after).map((path): [string, Json] => {
    const known = [after[path], before[path]].find((one) => samePart(path, present[path], one));
    return [path, known === undefined ? (present[path] ?? null) : known];
  });
  return Object.fromEntries(entries);
}
