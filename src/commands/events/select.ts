import type { Call } from "../../api/caller.ts";
import type { Event } from "../../api/services/events/models/event.ts";
import { readReferences } from "../../cli/references.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { findEvent, listEvents } from "../../resources/events/read.ts";

/**
 * The events that a bulk command is about: by reference, from stdin, or by filter; drafts only where they are asked for.
 * Never all of them by accident: without any of the three it is a UsageError.
 */
export async function selectEvents(
  context: Context,
  call: Call,
  args: readonly string[],
  { filter, drafts }: { filter?: string; drafts?: boolean },
): Promise<AsyncIterable<Event>> {
  if (args.length > 0 && filter !== undefined)
    throw new UsageError("Name events or give a --filter, not both.", { field: "--filter" });
  if (args.length > 0) return byReference(call, await readReferences(context, args, "event"));
  if (filter === undefined || filter.trim() === "" || /^\s*\{\s*\}\s*$/.test(filter)) {
    throw new UsageError("Which events? None is named.", {
      field: "--filter",
      hint: "Name them by id or slug, pipe records in with -, or match them: --filter 'status = UPCOMING and start > 2030-05-01'",
    });
  }
  return listEvents(call, { filter, drafts, all: true, signal: context.signal }).rows;
}

/** An event named twice comes once. */
async function* byReference(call: Call, references: readonly string[]): AsyncGenerator<Event> {
  const seen = new Set<string>();
  for (const reference of new Set(references)) {
    const event = await findEvent(call, reference);
    if (seen.has(event.id ?? "")) continue;
    seen.add(event.id ?? "");
    yield event;
  }
}
