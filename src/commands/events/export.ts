import type { Event } from "../../api/services/events.ts";
import type { TableOptions } from "../../cli/bulk-flags.ts";
import { type ExportKind, exportKind, exportRows, recordContent, tableContent } from "../../cli/export.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { eventCells, eventHeader, isEventText } from "../../resources/events/csv.ts";
import { eventOfParts, partsOfEvent } from "../../resources/events/parts.ts";
import { wholeGroups } from "../../resources/events/read.ts";
import { eventResource } from "../../resources/events/resource.ts";

interface ExportOptions extends TableOptions {
  filter?: string;
  format?: ExportKind;
  limit?: number;
}

/** Writes events, including drafts, to stdout or to a file that appears only when complete. */
export async function run(
  context: Context,
  [file]: string[],
  { filter, limit, format: given, ...options }: ExportOptions,
): Promise<ExitCode | undefined> {
  const format = exportKind(file, given, context.globals);
  const { singular, open, recordFields = [] } = eventResource;
  const { list } = await open(context);
  const query = {
    filter,
    limit,
    all: limit === undefined,
    recount: true,
    drafts: true,
    groups: wholeGroups.join(","),
    signal: context.signal,
  };
  return await exportRows(context, {
    file,
    format,
    singular,
    open: () => list(query),
    content(events) {
      if (format === "ndjson" || format === "json") {
        const fields = ["id", "status", ...recordFields];
        return recordContent(context, format, records(events), { ...options, fields });
      }
      const table = { file, title: "Events", header: eventHeader, rows: cells(events), isText: isEventText };
      return tableContent(context, format, table, options);
    },
  });
}

async function* records(events: AsyncIterable<Event>) {
  for await (const event of events) {
    const { id, status } = event;
    yield { _kind: "event", id, status, ...(eventOfParts(partsOfEvent(event)) as Partial<Event>) };
  }
}

async function* cells(events: AsyncIterable<Event>) {
  for await (const event of events) yield eventCells(event);
}
