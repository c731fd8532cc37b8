import { type Event, events } from "../../api/services/events/events.ts";
import { pointAtFlags } from "../../cli/fields.ts";
import { printObject } from "../../cli/generic/print.ts";
import { announceWriting } from "../../cli/write-notice.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { announcedLater } from "../../resources/events/fields.ts";
import { findEvent, shownGroups } from "../../resources/events/read.ts";
import { eventResource } from "../../resources/events/resource.ts";
import { type EventOptions, readEvent } from "./input.ts";

/** Creates an event and prints it. It is public at once unless it is a draft. */
export async function createEvent(
  context: Context,
  _: string[],
  options: EventOptions & { draft?: boolean },
): Promise<ExitCode | undefined> {
  const read = await readEvent(context, events.create, options);
  const event = withDefaults(read.event);
  const call = await context.call("admin");
  await announceWriting(context);
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
    hint: "Example: till events create --title 'Raku night' --start 2030-05-01T19:00 --end 2030-05-01T22:00 --time-zone Europe/Berlin",
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
  await announceWriting(context);
  try {
    const input = { event: { ...read.event, id: present.id }, fields: [...shownGroups] };
    const body = await call(events.update, input, { signal: context.signal });
    await printObject(context, eventResource, body.event);
  } catch (error) {
    throw pointAtFlags(error, read, "event");
  }
  return undefined;
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
  await announceWriting(context);
  try {
    const input = {
      eventId: present.id,
      draft: options.draft ?? false,
      fields: [...shownGroups],
      ...(Object.keys(read.event).length > 0 && { event: read.event }),
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
  await announceWriting(context);
  const input = { eventId: id, fields: [...shownGroups] };
  const body = await call(events.publish, input, { signal: context.signal });
  await printObject(context, eventResource, body.event);
  return undefined;
}
