import { type Topic, topics } from "../../api/topics/topics.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";

/** Prints the webhook topics of the platform. */
export async function run(context: Context, [search = ""]: string[]): Promise<ExitCode | undefined> {
  const text = search.toLowerCase();
  const rows = topics.filter(({ type }) => type.toLowerCase().includes(text));
  await renderList<Topic>({
    streams: context.streams,
    format: context.format,
    kind: "topic",
    fields: context.globals.fields,
    columns: [
      column<Topic>("TOPIC", ({ type }) => type, { path: "type", grow: true }),
      column<Topic>("KIND", ({ kind }) => kind, { path: "kind" }),
      column<Topic>("PAYLOAD", ({ payload }) => payload ?? "", { path: "payload" }),
      column<Topic>("DEPRECATED", ({ deprecated }) => deprecated, { path: "deprecated" }),
    ],
    rows,
    total: rows.length,
    empty: "No matching topics.",
    quiet: context.globals.quiet,
  });
  return undefined;
}
