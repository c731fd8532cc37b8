import type { Event } from "../../api/services/events/models/event.ts";
import { exportRows } from "../../cli/export-rows.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { csvLines } from "../../output/csv.ts";
import { jsonText } from "../../output/json.ts";
import { eventCells, eventHeader, isEventText } from "../../resources/events/csv.ts";
import { eventOfParts, partsOf } from "../../resources/events/parts.ts";
import { wholeGroups } from "../../resources/events/read.ts";
import { eventResource } from "../../resources/events/resource.ts";

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
  const { singular, open } = eventResource;
  const { list } = await open(context);
  const query = { filter, limit, all: limit === undefined, drafts: true, groups: wholeGroups.join(",") };
  await exportRows(context, {
    file,
    format,
    singular,
    rows: list({ ...query, signal: context.signal }).rows,
    text: (events) => (format === "ndjson" ? lines(events) : table(events, raw)),
  });
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
