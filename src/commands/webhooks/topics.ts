import { type Topic, topics } from "../../api/topics/topics.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";

/** Prints the events that the platform tells of. */
export async function run(context: Context, [search = ""]: string[]): Promise<ExitCode | undefined> {
  const wanted = search.toLowerCase();
  const rows = topics.filter(({ type }) => type.toLowerCase().includes(wanted));
  await renderList<Topic>({
    streams: context.streams,
    format: context.format,
    kind: "topic",
    fields: context.globals.fields,
    columns: [
      column<Topic>("TOPIC", ({ type }) => type, { path: "type", grow: true }),
      column<Topic>("KIND", ({ kind }) => kind, { path: "kind" }),
      column<Topic>("CARRIES", ({ payload }) => payload ?? "", { path: "payload" }),
      column<Topic>("ENDING", ({ deprecated }) => deprecated, { path: "deprecated" }),
    ],
    rows,
    total: rows.length,
    empty: "No topic contains that.",
    quiet: context.globals.quiet,
  });
  return undefined;
}
