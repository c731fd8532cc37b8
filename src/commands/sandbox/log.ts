import { sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";

/** Prints the last requests that the sandbox answered. */
export async function run(
  context: Context,
  _args: string[],
  { limit = 20 }: { limit?: number },
): Promise<ExitCode | undefined> {
  const { requests } = await (await sandboxControl(context)).log({ limit });
  type Entry = NonNullable<typeof requests>[number];
  await renderList<Entry>({
    streams: context.streams,
    format: context.format,
    kind: "request",
    fields: context.globals.fields,
    columns: [
      column<Entry>("TIME", ({ at }) => at ?? "", { path: "at" }),
      column<Entry>("METHOD", ({ method }) => method ?? "", { path: "method" }),
      column<Entry>("PATH", ({ path }) => path ?? "", { grow: true, path: "path" }),
      column<Entry>("STATUS", ({ status }) => status ?? 0, { as: "number", path: "status" }),
      column<Entry>("MS", ({ ms }) => ms ?? 0, { as: "number", path: "ms" }),
      column<Entry>("REQUEST", ({ requestId }) => requestId ?? "", { path: "requestId" }),
    ],
    rows: requests ?? [],
    empty: "No request yet.",
  });
  return undefined;
}
