import type { EventGuest } from "../../api/services/guests/models/event-guest.ts";
import { exportRows } from "../../cli/export-rows.ts";
import { questionsOf } from "../../cli/form-answers.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { csvLines } from "../../output/csv.ts";
import { jsonText } from "../../output/json.ts";
import { findEvent } from "../../resources/events/read.ts";
import { zoneOf } from "../../resources/events/when.ts";
import { guestCells, guestHeader, listGuests } from "../../resources/guests/guests.ts";

const standardColumns = new Set(["firstName", "lastName", "email", "phone"]);

/** Writes the guests of an event to a file or stdout, with a column for each question of its form. */
export async function run(
  context: Context,
  [reference = "", file]: string[],
  { filter, raw = false, ...options }: { filter?: string; format?: "csv" | "ndjson"; raw?: boolean },
): Promise<ExitCode | undefined> {
  const format = options.format ?? (/\.(nd)?jsonl?$/i.test(file ?? "") ? "ndjson" : "csv");
  const call = await context.call("admin");
  const event = await findEvent(call, reference, ["FORM"]);
  const { rows } = listGuests(call, event.id ?? "", { filter, signal: context.signal });
  const questions = questionsOf(event.form)
    .map(({ name }) => name)
    .filter((name) => !standardColumns.has(name));
  async function* lines(guests: AsyncIterable<EventGuest>): AsyncGenerator<string> {
    for await (const guest of guests) yield `${jsonText({ _kind: "guest", ...guest })}\n`;
  }
  async function* cells(guests: AsyncIterable<EventGuest>): AsyncGenerator<string[]> {
    for await (const guest of guests) yield guestCells(guest, zoneOf(event), questions);
  }
  const header = [...guestHeader, ...questions];
  await exportRows(context, {
    file,
    format,
    singular: "guest",
    rows,
    text: (guests) => (format === "ndjson" ? lines(guests) : csvLines(cells(guests), { header, raw })),
  });
  return undefined;
}
