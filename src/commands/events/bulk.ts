import type { Call } from "../../api/caller.ts";
import type { Event } from "../../api/services/events.ts";
import { runJob } from "../../cli/jobs/run.ts";
import { readReferences, readSelection, type SelectionOptions } from "../../cli/selection.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { UsageError } from "../../kernel/errors.ts";
import { eventFilterFields } from "../../resources/events/fields.ts";
import { findEvent, listEvents } from "../../resources/events/read.ts";
import { cancelSteps, deleteSteps } from "../../resources/events/work.ts";

type Options = SelectionOptions & { drafts?: boolean };

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
  options: Options,
): Promise<AsyncIterable<Event>> {
  if (args.length > 0 && (options.filter !== undefined || options.all)) {
    const field = options.all ? "--all" : "--filter";
    throw new UsageError(`Give events or ${field}, not both.`, { field });
  }
  if (args.length > 0) return byReference(call, await readReferences(context, args, "event"));
  const filter = readSelection(context, options, {
    plural: "events",
    fields: eventFilterFields,
    hint: 'Give ids or slugs, pipe in records with -, or add --filter "status = UPCOMING and start > 2030-05-01"',
  });
  return listEvents(call, { filter, drafts: options.drafts, all: true, signal: context.signal }).rows;
}

/** Yields each event once. */
async function* byReference(call: Call, references: readonly string[]): AsyncGenerator<Event> {
  const seen = new Set<string>();
  for (const reference of new Set(references)) {
    const event = await findEvent(call, reference);
    if (seen.has(event.id)) continue;
    seen.add(event.id);
    yield event;
  }
}
