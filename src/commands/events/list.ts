import { type ListOptions, moreRows } from "../../cli/flags.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { eventColumns, eventFields } from "../../resources/events/fields.ts";
import { eventCall, listEvents, readGroups } from "../../resources/events/read.ts";

/** Prints the events that match. */
export async function run(
  context: Context,
  _args: string[],
  { drafts, groups, ...options }: ListOptions & { drafts?: boolean; groups?: string },
): Promise<ExitCode | undefined> {
  const asked = readGroups(groups);
  const call = await eventCall(context);
  const listing = listEvents(call, { ...options, drafts, groups: asked, signal: context.signal });
  const { streams, format, globals } = context;
  await renderList({
    streams,
    format,
    kind: "event",
    columns: eventColumns,
    fields: globals.fields,
    paths: eventFields,
    rows: listing.rows,
    total: listing.total,
    next: listing.next,
    more: moreRows,
    quiet: globals.quiet,
    empty: "No event matches.",
  });
  if (!options.strict || !listing.moved()) return undefined;
  await context.notice(
    "Events were added or removed while they were listed; run it again for an exact list.",
  );
  return exitCodes.partial;
}
