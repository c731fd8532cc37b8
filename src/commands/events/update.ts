import { events } from "../../api/services/events/events.ts";
import type { Event } from "../../api/services/events/models/event.ts";
import { pointAtFlags } from "../../cli/fields.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { findEvent } from "../../resources/events/read.ts";
import { type EventOptions, readEvent } from "./input.ts";
import { printEvent, shownGroups } from "./show.ts";

/** Changes what is given of one event, and prints it. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  options: EventOptions,
): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const present = await findEvent(call, reference, shownGroups);
  const read = await readEvent(context, events.update, options, present);
  if (Object.keys(read.event).length === 0) {
    throw new UsageError("Nothing to change.", {
      hint: "Say what, such as --title, --start or --description; all of them: till events update --help",
    });
  }
  await announceWriting(context);
  try {
    const input = { event: { ...read.event, id: present.id }, fields: [...shownGroups] };
    const { body } = await call("events.update", events.update, input, { signal: context.signal });
    await printEvent(context, (body as { event?: Event }).event ?? {});
  } catch (error) {
    throw pointAtFlags(error, read, "event");
  }
  return undefined;
}
