import type { Event } from "../../api/services/events/models/event.ts";
import type { JobOptions } from "../../cli/job-flags.ts";
import { runJob } from "../../cli/jobs/run.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import { cancelSteps, deleteSteps } from "../../resources/events/work.ts";
import { selectEvents } from "./select.ts";

type Options = JobOptions & { filter?: string; drafts?: boolean };

/** Cancels events: those named, those piped in, or those that match a filter. It is final. */
export async function cancelEvents(
  context: Context,
  references: string[],
  options: Options,
): Promise<CommandResult> {
  const call = await context.call("admin");
  return await runJob<Event>(context, {
    kind: "events.cancel",
    title: "Cancel events (final; guests are told)",
    rows: await selectEvents(context, call, references, options),
    toSteps: cancelSteps,
    options,
    dangerous: true,
    final: true,
  });
}

/** Deletes events with all that hangs on them: guests, orders, schedule. It is final. */
export async function deleteEvents(
  context: Context,
  references: string[],
  options: Options,
): Promise<CommandResult> {
  const call = await context.call("admin");
  return await runJob<Event>(context, {
    kind: "events.delete",
    title: "Delete events (final; guests, tickets and schedules go with them)",
    rows: await selectEvents(context, call, references, options),
    toSteps: deleteSteps,
    options,
    dangerous: true,
    final: true,
  });
}
