import type { EventGuest } from "../../api/services/guests/models/event-guest.ts";
import { exportText } from "../../cli/export-text.ts";
import { questionsOf } from "../../cli/form-answers.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
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
  let count = 0;
  async function* counted(): AsyncGenerator<EventGuest> {
    for await (const guest of rows) {
      count += 1;
      yield guest;
    }
  }
  async function* lines(): AsyncGenerator<string> {
    for await (const guest of counted()) yield `${jsonText({ _kind: "guest", ...guest })}\n`;
  }
  async function* cells(): AsyncGenerator<string[]> {
    for await (const guest of counted()) yield guestCells(guest, zoneOf(event), questions);
  }
  const header = [...guestHeader, ...questions];
  await exportText(context, file, format === "ndjson" ? lines() : csvLines(cells(), { header, raw }));
  if (file !== undefined && file !== "-")
    await context.notice(`Exported ${countOf(count, "guest")} to ${file} (${format}).`);
  return undefined;
}
