import type { Call } from "../../api/caller.ts";
import type { Event } from "../../api/services/events/models/event.ts";
import type { JobOptions } from "../../cli/job-flags.ts";
import { runJob } from "../../cli/jobs/run.ts";
import { readReferences } from "../../cli/references.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { findEvent, listEvents } from "../../resources/events/read.ts";
import { cancelSteps, deleteSteps } from "../../resources/events/work.ts";

type Options = JobOptions & { filter?: string; drafts?: boolean };

/** Cancels the selected events. Cannot be undone. */
export async function cancelEvents(
  context: Context,
  references: string[],
  options: Options,
): Promise<CommandResult> {
  const call = await context.call("admin");
  return await runJob<Event>(context, {
    kind: "events.cancel",
    title: "Cancel events (final; guests are notified)",
    rows: await selectEvents(context, call, references, options),
    toSteps: cancelSteps,
    options,
    dangerous: true,
    final: true,
  });
}

/** Deletes the selected events with their guests, orders and schedules. Cannot be undone. */
export async function deleteEvents(
  context: Context,
  references: string[],
  options: Options,
): Promise<CommandResult> {
  const call = await context.call("admin");
  return await runJob<Event>(context, {
    kind: "events.delete",
    title: "Delete events (final; includes guests, tickets and schedules)",
    rows: await selectEvents(context, call, references, options),
    toSteps: deleteSteps,
    options,
    dangerous: true,
    final: true,
  });
}

/**
 * Returns the events that a bulk command selects: by reference, from stdin or by filter; drafts only with `drafts`. Throws
 * UsageError without any of the three, so that no command runs on all events by accident.
 */
async function selectEvents(
  context: Context,
  call: Call,
  args: readonly string[],
  { filter, drafts }: { filter?: string; drafts?: boolean },
): Promise<AsyncIterable<Event>> {
  if (args.length > 0 && filter !== undefined)
    throw new UsageError("Event arguments and --filter cannot be used together.", { field: "--filter" });
  if (args.length > 0) return byReference(call, await readReferences(context, args, "event"));
  if (filter === undefined || filter.trim() === "" || /^\s*\{\s*\}\s*$/.test(filter)) {
    throw new UsageError("No events selected.", {
      field: "--filter",
      hint: "Pass ids or slugs, pipe records with -, or use a filter: --filter 'status = UPCOMING and start > 2030-05-01'",
    });
  }
  return listEvents(call, { filter, drafts, all: true, signal: context.signal }).rows;
}

/** Yields each event once. */
async function* byReference(call: Call, references: readonly string[]): AsyncGenerator<Event> {
  const seen = new Set<string>();
  for (const reference of new Set(references)) {
    const event = await findEvent(call, reference);
    if (seen.has(event.id ?? "")) continue;
    seen.add(event.id ?? "");
    yield event;
  }
}
