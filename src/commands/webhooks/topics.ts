import { topics } from "../../api/contract/topics.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";

/** Prints the webhook topics of the platform. */
export async function run(context: Context, [search = ""]: string[]): Promise<ExitCode | undefined> {
  const text = search.toLowerCase();
  const rows = topics.filter(({ type }) => type.toLowerCase().includes(text));
  await context.print(rows, {
    kind: "topic",
    fields: {
      type: { label: "Topic", grow: true },
      kind: {},
      payload: {},
      deprecated: {},
    },
    total: rows.length,
    empty: "No matching topics.",
  });
  return undefined;
}
