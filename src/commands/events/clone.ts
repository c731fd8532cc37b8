import { events } from "../../api/services/events/events.ts";
import type { Event } from "../../api/services/events/models/event.ts";
import { pointAtFlags } from "../../cli/fields.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { findEvent } from "../../resources/events/read.ts";
import { type EventOptions, readEvent } from "./input.ts";
import { printEvent, shownGroups } from "./show.ts";

/** Creates an event like another one, two weeks later unless told, and prints it. */
export async function run(
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
    const { body } = await call("events.clone", events.clone, input, { signal: context.signal });
    await printEvent(context, (body as { event?: Event }).event ?? {});
  } catch (error) {
    throw pointAtFlags(error, read, "event");
  }
  return undefined;
}
