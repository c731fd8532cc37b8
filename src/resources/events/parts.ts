import { valueAt } from "../../api/endpoint.ts";
import type { Event } from "../../api/services/events/models/event.ts";
import type { Json } from "../../bulk/journal/step.ts";
import { sameJson } from "../../bulk/plan/same-json.ts";
import { nodesOf, type RichText } from "./rich-nodes.ts";
import { sameText } from "./rich-write.ts";

/** What a part of an event holds, which is how two values are compared and how a cell of a file is written. */
export type PartKind = "text" | "flag" | "number" | "time" | "rich" | "dates" | "json";

/** A part of an event that jobs change as a whole, by its path in the platform's form. */
export interface Part {
  path: string;
  kind: PartKind;
  /** Its column in a CSV file; absent: it travels in NDJSON only. */
  column?: string;
  /** An empty cell clears it; of all others it leaves alone what is there. */
  clears?: true;
}

/** A part that an event can be without. */
const free = (column: string, path: string, kind: PartKind = "text"): Part => ({
  column,
  path,
  kind,
  clears: true,
});
const part = (column: string, path: string, kind: PartKind = "text"): Part => ({ column, path, kind });
const times = "dateAndTimeSettings";
const rsvp = "registration.rsvp";
const tickets = "registration.tickets";

/** Everything of an event that a file carries and a job can set. */
export const eventParts: readonly Part[] = [
  part("slug", "seoSettings.slug"),
  part("title", "title"),
  part("timeZone", `${times}.timeZoneId`),
  part("start", `${times}.startDate`, "time"),
  part("end", `${times}.endDate`, "time"),
  free("dates", `${times}.recurringEvents.individualEventDates`, "dates"),
  part("toBeAnnounced", `${times}.dateAndTimeTbd`, "flag"),
  free("toBeAnnouncedText", `${times}.dateAndTimeTbdMessage`),
  part("hideEnd", `${times}.hideEndDate`, "flag"),
  part("showTimeZone", `${times}.showTimeZone`, "flag"),
  part("location", "location.type"),
  free("venue", "location.name"),
  part("locationToBeAnnounced", "location.locationTbd", "flag"),
  { path: "location.address", kind: "json" },
  part("conference", "onlineConferencing.enabled", "flag"),
  part("conferenceType", "onlineConferencing.type"),
  part("type", "registration.initialType"),
  part("visibleTo", "registration.allowedGuestTypes"),
  free("signUpUrl", "registration.external.url"),
  part("noSignUp", "registration.registrationDisabled", "flag"),
  part("signUpPaused", "registration.registrationPaused", "flag"),
  part("answers", `${rsvp}.responseType`),
  free("places", `${rsvp}.limit`, "number"),
  part("waitlist", `${rsvp}.waitlistEnabled`, "flag"),
  free("signUpFrom", `${rsvp}.startDate`, "time"),
  free("signUpUntil", `${rsvp}.endDate`, "time"),
  part("ticketsPerOrder", `${tickets}.ticketLimitPerOrder`, "number"),
  free("shortDescription", "shortDescription"),
  free("description", "description", "rich"),
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

const byPath = new Map(eventParts.map((one) => [one.path, one]));

/** Parts of an event by path, as they stand in the journal. Null: not there. */
export type Parts = Record<string, Json>;

/** The parts that a record says something of; what it leaves out is left alone. */
export function partsOf(event: Event): Parts {
  const found = eventParts.flatMap(({ path }): [string, Json][] => {
    const value = valueAt(event, path);
    return value === undefined ? [] : [[path, value as Json]];
  });
  // The dates of a series belong to the platform once it is published.
  const isSeries = Boolean(event.dateAndTimeSettings?.recurringEvents?.categoryId);
  const parts = Object.fromEntries(found);
  if (isSeries) delete parts[`${times}.recurringEvents.individualEventDates`];
  return parts;
}

/** The parts as a body of create and update calls. */
export function eventOfParts(parts: Parts): Event {
  const event: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(parts)) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    let place = event;
    for (const key of keys) {
      place[key] ??= {};
      place = place[key] as Record<string, unknown>;
    }
    place[last] = value;
  }
  return event;
}

/** Whether two values of a part mean the same: times are instants, texts are what they show. */
export function samePart(path: string, one: Json | undefined, other: Json | undefined): boolean {
  const [a, b] = [one ?? null, other ?? null];
  const kind = byPath.get(path)?.kind;
  if (kind === "flag") return Boolean(a) === Boolean(b);
  if (kind === "text") return (a ?? "") === (b ?? "");
  if (a === null || b === null) return a === b;
  if (kind === "time") return Date.parse(String(a)) === Date.parse(String(b));
  if (kind === "rich") return sameText(nodesOf(a as unknown as RichText), nodesOf(b as unknown as RichText));
  if (kind === "dates") return sameJson(instants(a), instants(b));
  return sameJson(a, b);
}

const instants = (dates: Json): Json =>
  (dates as { startDate?: string; endDate?: string }[]).map(({ startDate = "", endDate = "" }) => [
    Date.parse(startDate),
    Date.parse(endDate),
  ]);

/** What differs of `wanted` from what is there, as before and after. */
export function partsChanged(present: Parts, wanted: Parts): { before: Parts; after: Parts } {
  const changed = Object.keys(wanted).filter((path) => !samePart(path, present[path], wanted[path]));
  const pick = (from: Parts) => Object.fromEntries(changed.map((path) => [path, from[path] ?? null]));
  return { before: pick(present), after: pick(wanted) };
}

/** What is there of the parts that a step names, in the step's own words where it means the same. */
export function presentParts(event: Event, after: Parts, before: Parts): Parts {
  const present = partsOf(event);
  const entries = Object.keys(after).map((path): [string, Json] => {
    const known = [after[path], before[path]].find((one) => samePart(path, present[path], one));
    return [path, known === undefined ? (present[path] ?? null) : known];
  });
  return Object.fromEntries(entries);
}
