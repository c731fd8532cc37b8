import type { Endpoint } from "../../api/endpoint.ts";
import { fillField, unknownFields } from "../../api/input-fields.ts";
import type { Event } from "../../api/services/events/models/event.ts";
import type { FieldOptions } from "../../cli/field-flags.ts";
import { givenFields, type ReadFields } from "../../cli/fields.ts";
import { resolveTime } from "../../cli/resolve-time.ts";
import { readJsonObject, readText } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { addressFrom, readGeocode } from "../../resources/events/place.ts";
import { nodesOf } from "../../resources/events/rich-nodes.ts";
import { opaqueNodes, readRichText } from "../../resources/events/rich-write.ts";
import { readDate, readZone, zoneOf } from "../../resources/events/when.ts";

/** What the flags of an event come to. */
export interface EventOptions extends FieldOptions {
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
 * The event that a call is given: `--input`, the flags over it, then `-f` and `-F`. Local times are those of the event's
 * zone: the one that is given now, or the one it has. `present` is the event that is changed or copied.
 */
export async function readEvent(
  context: Context,
  endpoint: Endpoint,
  options: EventOptions,
  present?: Event,
): Promise<ReadFields & { event: Event }> {
  const given = options.input === undefined ? {} : await readJsonObject(context, "--input", options.input);
  const { _kind: kind, ...whole } = ("event" in given ? given.event : given) as Event & { _kind?: string };
  if (kind !== undefined && kind !== "event") {
    throw new UsageError(`--input: this is of kind "${kind}", and an event is wanted. Nothing was sent.`, {
      code: "WRONG_KIND",
      field: "_kind",
    });
  }
  for (const { field, meant } of unknownFields(endpoint.input, { event: whole })) {
    const guess = meant === undefined ? "" : ` Did you mean ${meant}?`;
    await context.notice(
      `--input: till knows no field "${field}" of this call.${guess} It is sent all the same.`,
    );
  }
  let input: unknown = { event: merged(whole, await flagged(context, options, whole, present)) };
  const written: { field: string; label: string }[] = Object.entries(labels).flatMap(([field, label]) =>
    field in ((input as { event: object }).event ?? {}) ? [{ field: `event.${field}`, label }] : [],
  );
  for (const { path, value, label } of await givenFields(context, options)) {
    const filled = fillField(endpoint.input, input, `event.${path}`, value, label);
    input = filled.input;
    written.push({ field: filled.field, label });
  }
  return { input, event: (input as { event: Event }).event, written };
}

/** Which flags write what, for errors that name a field. */
const labels: Readonly<Record<string, string>> = {
  title: "--title",
  shortDescription: "--short",
  description: "--description",
};

async function flagged(
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
    if (!hasZone && !/(Z|[+-]\d\d:?\d\d)$/i.test(text)) throw noZone(what, text);
    return await resolveTime(context, zone, what, text);
  };
  const event = compact({
    title,
    shortDescription: short,
    seoSettings: compact({ slug }),
    description: description === undefined ? undefined : await richTextOf(context, description, present),
    dateAndTimeSettings: await times(options, zone, time),
    location: place(options, present),
    onlineConferencing: options.conference && { enabled: true, type: options.conference.toUpperCase() },
    registration: await registration(options, present, time),
    agendaSettings: compact({ enabled: agenda }),
  });
  return (event ?? {}) as Event;
}

async function richTextOf(context: Context, text: string, present: Event | undefined) {
  const source = text.startsWith("@") ? await readText(context, text.slice(1)) : text;
  return readRichText(source, opaqueNodes(nodesOf(present?.description)));
}

type ReadTime = (what: string, text: string) => Promise<string>;

async function times(
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
    ...(toBeAnnounced !== undefined && { dateAndTimeTbd: true }),
    ...(typeof toBeAnnounced === "string" && { dateAndTimeTbdMessage: toBeAnnounced }),
    ...(toBeAnnounced === undefined && (start !== undefined || date.length > 0) && { dateAndTimeTbd: false }),
  });
}

function place(options: EventOptions, present: Event | undefined): Event["location"] {
  const { venue, address, postalCode, city, country, geocode, online } = options;
  const point = geocode === undefined ? undefined : readGeocode(geocode, "--geocode");
  const isVenue = [venue, address, postalCode, city, country, geocode].some((one) => one !== undefined);
  if (online && isVenue) {
    throw new UsageError("An event takes place online or at a venue, not both.", { field: "--online" });
  }
  const parts = compact({ addressLine: address, postalCode, city, country, geocode: point });
  return compact({
    type: online ? "ONLINE" : isVenue ? "VENUE" : undefined,
    name: venue,
    address: parts && addressFrom(parts, present?.location?.address),
    ...(isVenue && present?.location?.locationTbd && { locationTbd: false }),
  });
}

async function registration(
  options: EventOptions,
  present: Event | undefined,
  time: ReadTime,
): Promise<Event["registration"]> {
  const { type, url, visibleTo, answers, places, waitlist, signUpFrom, signUpUntil, perOrder } = options;
  if (type === "external" && url === undefined && !present?.registration?.external?.url) {
    throw new UsageError("--type external needs to know where people sign up.", {
      field: "--url",
      hint: "Add: --url https://…",
    });
  }
  const external = type === "external" || url !== undefined;
  const constant = (word: string | undefined) => word?.toUpperCase().replaceAll("-", "_");
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

const noZone = (what: string, text: string) =>
  new UsageError(`${what} ${text} is a local time, and the event has no time zone yet.`, {
    field: what,
    hint: "Say where its clocks are: --time-zone Europe/Berlin",
  });

/** The object without what is undefined; undefined where nothing is left. */
function compact<T extends object>(fields: T): T | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T);
}

/** One object over another, field by field; lists, addresses and formatted texts as a whole. */
function merged<T extends object>(base: T, over: object | undefined): T {
  const fields = Object.entries(over ?? {}).map(([key, value]) => {
    const before = (base as Record<string, unknown>)[key];
    const inner = isFields(before) && isFields(value) && key !== "address" && key !== "description";
    return [key, inner ? merged(before, value) : value];
  });
  return { ...base, ...Object.fromEntries(fields) };
}

const isFields = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
