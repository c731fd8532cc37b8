import { events } from "../../api/services/events/events.ts";
import type { Event } from "../../api/services/events/models/event.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { findEvent } from "../../resources/events/read.ts";
import { printEvent, shownGroups } from "./show.ts";

/** Publishes a draft and prints it. */
export async function run(context: Context, [reference = ""]: string[]): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const { id } = await findEvent(call, reference);
  await announceWriting(context);
  const input = { eventId: id, fields: [...shownGroups] };
  const { body } = await call("events.publish", events.publish, input, { signal: context.signal });
  await printEvent(context, (body as { event?: Event }).event ?? {});
  return undefined;
}
