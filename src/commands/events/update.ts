import { events } from "../../api/endpoints/events.ts";
import type { Event } from "../../api/models/event.ts";
import type { Context } from "../../context.ts";
import { type ExitCode, UsageError } from "../../errors.ts";
import { findEvent } from "../../resources/events/read.ts";
import { pointAtFlags } from "../fields.ts";
import { announceWriting } from "../writing.ts";
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
