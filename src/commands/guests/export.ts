import { shapeOf } from "../../api/schema-fields.ts";
import { EventGuest } from "../../api/services/guests.ts";
import { questionsOf } from "../../cli/answers.ts";
import type { TableOptions } from "../../cli/bulk-flags.ts";
import { type ExportKind, exportKind, exportRows, recordContent, tableContent } from "../../cli/export.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { findEvent } from "../../resources/events/read.ts";
import { zoneOf } from "../../resources/events/when.ts";
import { guestCells, guestHeader, listGuests } from "../../resources/guests/guests.ts";

const standardColumns = new Set(["firstName", "lastName", "email", "phone"]);

/** Writes the guests of an event to a file or stdout, with a column for each question of its form. */
export async function run(
  context: Context,
  [reference = "", file]: string[],
  { filter, format: given, ...options }: TableOptions & { filter?: string; format?: ExportKind },
): Promise<ExitCode | undefined> {
  const format = exportKind(file, given, context.globals);
  const call = await context.call("admin");
  const event = await findEvent(call, reference, ["FORM"]);
  const questions = questionsOf(event.form)
    .map(({ name }) => name)
    .filter((name) => !standardColumns.has(name));
  async function* records(guests: AsyncIterable<EventGuest>) {
    for await (const guest of guests) yield { _kind: "guest", ...guest };
  }
  async function* cells(guests: AsyncIterable<EventGuest>): AsyncGenerator<string[]> {
    for await (const guest of guests) yield guestCells(guest, zoneOf(event), questions);
  }
  const header = [...guestHeader, ...questions];
  return await exportRows(context, {
    personal: true,
    file,
    format,
    singular: "guest",
    open: () => listGuests(call, event.id, { filter, signal: context.signal }),
    content: (guests) =>
      format === "ndjson" || format === "json"
        ? recordContent(context, format, records(guests), {
            ...options,
            fields: Object.keys(shapeOf(EventGuest)),
          })
        : tableContent(context, format, { file, title: "Guests", header, rows: cells(guests) }, options),
  });
}
