import { events } from "../../api/endpoints/events.ts";
import type { Event } from "../../api/models/event.ts";
import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { findEvent } from "../../resources/events/read.ts";
import { announceWriting } from "../writing.ts";
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
