import type { Event } from "../../api/services/events/models/event.ts";
import { exportText } from "../../cli/export-text.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import { csvLines } from "../../output/csv.ts";
import { jsonText } from "../../output/json.ts";
import { eventCells, eventHeader, isEventText } from "../../resources/events/csv.ts";
import { eventOfParts, partsOf } from "../../resources/events/parts.ts";
import { eventCall, listEvents, wholeGroups } from "../../resources/events/read.ts";

interface ExportOptions {
  filter?: string;
  format?: "csv" | "ndjson";
  raw?: boolean;
  limit?: number;
}

/** Writes events, including drafts, to stdout or to a file that appears only when complete. */
export async function run(
  context: Context,
  [file]: string[],
  {
    filter,
    limit,
    raw = false,
    format = /\.(nd)?jsonl?$/i.test(file ?? "") ? "ndjson" : "csv",
  }: ExportOptions,
): Promise<ExitCode | undefined> {
  const call = await eventCall(context);
  const { rows } = listEvents(call, {
    filter,
    limit,
    all: limit === undefined,
    drafts: true,
    groups: wholeGroups,
    signal: context.signal,
  });
  let count = 0;
  async function* counted(): AsyncGenerator<Event> {
    for await (const event of rows) {
      count += 1;
      yield event;
    }
  }
  await exportText(context, file, format === "ndjson" ? lines(counted()) : table(counted(), raw));
  if (file !== undefined && file !== "-")
    await context.notice(`Exported ${countOf(count, "event")} to ${file} (${format}).`);
  return undefined;
}

async function* lines(events: AsyncIterable<Event>): AsyncGenerator<string> {
  for await (const event of events) {
    const { id, status } = event;
    yield `${jsonText({ _kind: "event", id, status, ...eventOfParts(partsOf(event)) })}\n`;
  }
}

async function* table(events: AsyncIterable<Event>, raw: boolean): AsyncGenerator<string> {
  async function* cells() {
    for await (const event of events) yield eventCells(event);
  }
  yield* csvLines(cells(), { header: eventHeader, isText: isEventText, raw });
}
