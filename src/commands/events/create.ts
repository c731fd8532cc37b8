import { events } from "../../api/services/events/events.ts";
import type { Event } from "../../api/services/events/models/event.ts";
import { pointAtFlags } from "../../cli/fields.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { type EventOptions, readEvent } from "./input.ts";
import { printEvent, shownGroups } from "./show.ts";

/** Creates one event from flags or JSON and prints it; it is public at once unless it is a draft. */
export async function run(
  context: Context,
  _args: string[],
  options: EventOptions & { draft?: boolean },
): Promise<ExitCode | undefined> {
  const read = await readEvent(context, events.create, options);
  const event = complete(read.event);
  const call = await context.call("admin");
  await announceWriting(context);
  try {
    const input = { event, draft: options.draft ?? false, fields: [...shownGroups] };
    const { body } = await call("events.create", events.create, input, { signal: context.signal });
    await printEvent(context, (body as { event?: Event }).event ?? {});
  } catch (error) {
    throw pointAtFlags(error, read, "event");
  }
  return undefined;
}

/** What every event needs, and what is meant where it is left out. */
function complete(event: Event): Event {
  const { title, dateAndTimeSettings: times, location, registration } = event;
  if (!title) throw missing("a title", "--title");
  const hasDate = times?.startDate || times?.recurringEvents || times?.dateAndTimeTbd;
  if (!hasDate) throw missing("a date, or --to-be-announced", "--start");
  if (times?.startDate && !times.endDate) throw missing("an end", "--end");
  return {
    ...event,
    location: {
      type: event.onlineConferencing?.enabled ? "ONLINE" : "VENUE",
      ...(!location && { locationTbd: true }),
      ...location,
    },
    registration: { initialType: "RSVP", ...registration },
  };
}

const missing = (what: string, flag: string) =>
  new UsageError(`An event needs ${what}.`, {
    field: flag,
    hint: "For example: till events create --title 'Raku night' --start 2030-05-01T19:00 --end 2030-05-01T22:00 --time-zone Europe/Berlin",
  });
