import type { Endpoint } from "../../api/endpoint.ts";
import { fillField } from "../../api/input-fields.ts";
import { unknownFields } from "../../api/schema-fields.ts";
import { type Event, events } from "../../api/services/events.ts";
import { resolveTime } from "../../cli/answers.ts";
import { pointAtFlags, type ReadFields, readFieldOptions } from "../../cli/fields.ts";
import type { FieldOptions } from "../../cli/flags.ts";
import { printObject } from "../../cli/generic/print.ts";
import { readJsonObject, readText } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { checkRecordKind } from "../../files/ndjson.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { isRecord } from "../../kernel/json.ts";
import { addressFrom, announcedLater, readGeocode } from "../../resources/events/fields.ts";
import { findEvent, shownGroups } from "../../resources/events/read.ts";
import { eventResource } from "../../resources/events/resource.ts";
import { nodesOf, opaqueNodes, readRichText } from "../../resources/events/rich-text.ts";
import { readDate, readZone, zoneOf } from "../../resources/events/when.ts";

/** Creates an event and prints it. It is public at once unless it is a draft. */
export async function createEvent(
  context: Context,
  _: string[],
  options: EventOptions & { draft?: boolean },
): Promise<ExitCode | undefined> {
  const read = await readEvent(context, events.create, options);
  const event = withDefaults(read.event);
  const call = await context.call("admin");
  try {
    const input = { event, draft: options.draft ?? false, fields: [...shownGroups] };
    const body = await call(events.create, input, { signal: context.signal });
    await printObject(context, eventResource, body.event);
  } catch (error) {
    throw pointAtFlags(error, read, "event");
  }
  return undefined;
}

/** Adds the defaults of a new event. Throws UsageError if a required field is missing. */
function withDefaults(event: Event): Event {
  const { title, dateAndTimeSettings: times, location, registration } = event;
  if (!title) throw missing("a title", "--title");
  const hasDate = times?.startDate || times?.recurringEvents || times?.dateAndTimeTbd;
  if (!hasDate) throw missing("a start date or --to-be-announced", "--start");
  if (times?.startDate && !times.endDate) throw missing("an end date", "--end");
  return {
    ...event,
    location: {
      type: event.onlineConferencing?.enabled ? "ONLINE" : "VENUE",
      ...(!location && !event.onlineConferencing?.enabled && { locationTbd: true, name: announcedLater }),
      ...location,
    },
    registration: { initialType: "RSVP", ...registration },
  };
}

const missing = (what: string, flag: string) =>
  new UsageError(`An event requires ${what}.`, {
    field: flag,
    hint: 'Example: till events create --title "Raku night" --start 2030-05-01T19:00 --end 2030-05-01T22:00 --time-zone Europe/Berlin',
  });

/** Changes the given fields of an event and prints it. */
export async function updateEvent(
  context: Context,
  [reference = ""]: string[],
  options: EventOptions,
): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const present = await findEvent(call, reference, shownGroups);
  const read = await readEvent(context, events.update, options, present);
  if (Object.keys(read.event).length === 0) {
    throw new UsageError("Nothing to change.", {
      hint: "Pass a flag such as --title, --start or --description. List all flags: till events update --help",
    });
  }
  try {
    const event = { ...withBothTimes(read.event, present), id: present.id };
    const input = { event, fields: [...shownGroups] };
    const body = await call(events.update, input, { signal: context.signal });
    await printObject(context, eventResource, body.event);
  } catch (error) {
    throw pointAtFlags(error, read, "event");
  }
  return undefined;
}

/** Returns a change of an event with both its times if it has one of them: the platform replaces them together. */
function withBothTimes(change: Event, { dateAndTimeSettings: present }: Event): Event {
  const times = change.dateAndTimeSettings;
  if (!times || (times.startDate === undefined) === (times.endDate === undefined)) return change;
  const { startDate, endDate } = { ...present, ...times };
  return { ...change, dateAndTimeSettings: { ...times, startDate, endDate } };
}

/** Clones an event, two weeks from now unless dates are given, and prints the new one. */
export async function cloneEvent(
  context: Context,
  [reference = ""]: string[],
  options: EventOptions & { draft?: boolean },
): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const present = await findEvent(call, reference, shownGroups);
  const read = await readEvent(context, events.clone, options, present);
  try {
    const input = {
      eventId: present.id,
      draft: options.draft ?? false,
      fields: [...shownGroups],
      event: Object.keys(read.event).length > 0 ? read.event : undefined,
    };
    const body = await call(events.clone, input, { signal: context.signal });
    await printObject(context, eventResource, body.event);
  } catch (error) {
    throw pointAtFlags(error, read, "event");
  }
  return undefined;
}

/** Publishes a draft event and prints it. */
export async function publishEvent(
  context: Context,
  [reference = ""]: string[],
): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const { id } = await findEvent(call, reference);
  const input = { eventId: id, fields: [...shownGroups] };
  const body = await call(events.publish, input, { signal: context.signal });
  await printObject(context, eventResource, body.event);
  return undefined;
}

/** Parsed options of create, update and clone. */
interface EventOptions extends FieldOptions {
  title?: string;
  slug?: string;
  short?: string;
  description?: string;
  start?: string;
  end?: string;
  timeZone?: string;
  date?: string[];
  toBeAnnounced?: string | true;
  venue?: string;
  address?: string;
  postalCode?: string;
  city?: string;
  country?: string;
  geocode?: string;
  online?: true;
  conference?: "meeting" | "webinar";
  type?: "rsvp" | "ticketing" | "external" | "none";
  url?: string;
  visibleTo?: string;
  answers?: string;
  places?: number;
  waitlist?: boolean;
  signUpFrom?: string;
  signUpUntil?: string;
  perOrder?: number;
  pause?: true;
  resume?: true;
  agenda?: boolean;
}

/**
 * Builds the event of a call from `--input`, the flags, and then `-f` and `-F`. Local times are in the event's time zone,
 * new or existing. `present` is the event to change or clone.
 */
async function readEvent(
  context: Context,
  endpoint: Endpoint,
  options: EventOptions,
  present?: Event,
): Promise<ReadFields & { event: Event }> {
  const parsed = options.input === undefined ? {} : await readJsonObject(context, "--input", options.input);
  const { _kind, ...whole } = ("event" in parsed ? parsed.event : parsed) as Event & { _kind?: string };
  checkRecordKind({ _kind }, "event", "--input");
  for (const { field, suggestion } of unknownFields(endpoint.input, { event: whole })) {
    const guess = suggestion === undefined ? "" : ` Did you mean ${suggestion}?`;
    await context.notice(`--input: unknown field "${field}".${guess} It is sent anyway.`);
  }
  let input: unknown = { event: merge(whole, await eventFromFlags(context, options, whole, present)) };
  const written: { field: string; label: string }[] = Object.entries(labels).flatMap(([field, label]) =>
    field in (input as { event: object }).event ? [{ field: `event.${field}`, label }] : [],
  );
  for (const { path, value, label } of await readFieldOptions(context, options)) {
    const filled = fillField(endpoint.input, input, `event.${path}`, value, label);
    input = filled.input;
    written.push({ field: filled.field, label });
  }
  return { input, event: (input as { event: Event }).event, written };
}

/** The flags that set fields, for errors about a field. */
const labels: Readonly<Record<string, string>> = {
  title: "--title",
  shortDescription: "--short",
  description: "--description",
};

async function eventFromFlags(
  context: Context,
  options: EventOptions,
  whole: Event,
  present: Event | undefined,
): Promise<Event> {
  const { title, slug, short, description, timeZone, agenda } = options;
  const known =
    present === undefined ? zoneOf(whole) : whole.dateAndTimeSettings?.timeZoneId || zoneOf(present);
  const hasZone =
    timeZone ?? whole.dateAndTimeSettings?.timeZoneId ?? present?.dateAndTimeSettings?.timeZoneId;
  const zone = timeZone === undefined ? known : readZone(timeZone, "--time-zone");
  const time = async (what: string, text: string) => {
    if (!hasZone && !/(Z|[+-]\d\d:?\d\d)$/i.test(text)) throw missingZone(what, text);
    return await resolveTime(context, zone, what, text);
  };
  const event = compact({
    title,
    shortDescription: short,
    seoSettings: compact({ slug }),
    description: description === undefined ? undefined : await readDescription(context, description, present),
    dateAndTimeSettings: await datesFrom(options, zone, time),
    location: locationFrom(options, present),
    onlineConferencing: options.conference && { enabled: true, type: options.conference.toUpperCase() },
    registration: await registrationFrom(options, present, time),
    agendaSettings: compact({ enabled: agenda }),
  });
  return (event ?? {}) as Event;
}

async function readDescription(context: Context, text: string, present: Event | undefined) {
  const source = text.startsWith("@") ? await readText(context, text.slice(1)) : text;
  return readRichText(source, opaqueNodes(nodesOf(present?.description)));
}

type ReadTime = (what: string, text: string) => Promise<string>;

async function datesFrom(
  { start, end, timeZone, date = [], toBeAnnounced }: EventOptions,
  zone: string,
  time: ReadTime,
): Promise<Event["dateAndTimeSettings"]> {
  const dates = date.map((text) => readDate(text, zone, "--date"));
  return compact({
    timeZoneId: timeZone,
    startDate: start === undefined ? undefined : await time("--start", start),
    endDate: end === undefined ? undefined : await time("--end", end),
    recurringEvents: dates.length === 0 ? undefined : { individualEventDates: dates },
    dateAndTimeTbd: toBeAnnounced === undefined ? undefined : true,
    dateAndTimeTbdMessage:
      toBeAnnounced === undefined
        ? undefined
        : typeof toBeAnnounced === "string"
          ? toBeAnnounced
          : announcedLater,
    ...(toBeAnnounced === undefined && (start !== undefined || date.length > 0) && { dateAndTimeTbd: false }),
  });
}

function locationFrom(options: EventOptions, present: Event | undefined): Event["location"] {
  const { venue, address, postalCode, city, country, geocode, online } = options;
  const point = geocode === undefined ? undefined : readGeocode(geocode, "--geocode");
  const isVenue = [venue, address, postalCode, city, country, geocode].some((one) => one !== undefined);
  if (online && isVenue) {
    throw new UsageError("--online cannot be combined with a venue.", { field: "--online" });
  }
  const parts = compact({ addressLine: address, postalCode, city, country, geocode: point });
  return compact({
    type: online ? "ONLINE" : isVenue ? "VENUE" : undefined,
    name: venue ?? (isVenue && present?.location?.name === announcedLater ? null : undefined),
    address: parts && addressFrom(parts, present?.location?.address),
    locationTbd: isVenue && present?.location?.locationTbd ? false : undefined,
  });
}

async function registrationFrom(
  options: EventOptions,
  present: Event | undefined,
  time: ReadTime,
): Promise<Event["registration"]> {
  const { type, url, visibleTo, answers, places, waitlist, signUpFrom, signUpUntil, perOrder } = options;
  if (type === "external" && url === undefined && !present?.registration?.external?.url) {
    throw new UsageError("--type external requires --url.", {
      field: "--url",
      hint: "Add: --url https://…",
    });
  }
  const external = type === "external" || url !== undefined;
  const constant = (text: string | undefined) => text?.toUpperCase().replaceAll("-", "_");
  return compact({
    initialType:
      present === undefined || type === "rsvp" || type === "ticketing" ? initialType(options) : undefined,
    registrationDisabled: type === undefined ? undefined : type === "none" || (present ? false : undefined),
    registrationPaused: options.pause ? true : options.resume ? false : undefined,
    external: external ? (url === undefined ? undefined : { url }) : undefined,
    ...(type !== undefined && !external && present?.registration?.external && { external: null }),
    allowedGuestTypes: constant(visibleTo),
    rsvp: compact({
      responseType: constant(answers),
      limit: places,
      waitlistEnabled: waitlist,
      startDate: signUpFrom === undefined ? undefined : await time("--sign-up-from", signUpFrom),
      endDate: signUpUntil === undefined ? undefined : await time("--sign-up-until", signUpUntil),
    }),
    tickets: compact({ ticketLimitPerOrder: perOrder }),
  });
}

const initialType = ({ type }: EventOptions) =>
  type === "ticketing" ? "TICKETING" : type === undefined ? undefined : "RSVP";

const missingZone = (what: string, text: string) =>
  new UsageError(`${what} ${text} is a local time, but the event has no time zone.`, {
    field: what,
    hint: "Add a time zone: --time-zone Europe/Berlin",
  });

/** Removes undefined fields; returns undefined if none are left. */
function compact<T extends object>(fields: T): T | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T);
}

/** Merges two objects field by field; lists, addresses and rich text are replaced as a whole. */
function merge<T extends object>(base: T, over: object | undefined): T {
  const fields = Object.entries(over ?? {}).map(([key, value]) => {
    const before = (base as Record<string, unknown>)[key];
    const inner = isRecord(before) && isRecord(value) && key !== "address" && key !== "description";
    return [key, inner ? merge(before, value) : value];
  });
  return { ...base, ...Object.fromEntries(fields) };
}
