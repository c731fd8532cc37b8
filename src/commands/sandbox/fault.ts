import { sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";

interface FaultOptions {
  route?: string;
  count?: number;
  clear?: boolean;
}

/** Sets a fault, lists those that wait, or takes all back. */
export async function run(
  context: Context,
  [fault]: string[],
  { route, count, clear }: FaultOptions,
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context);
  if (clear) {
    await control.clearFaults({});
    await context.notice("No faults are set.");
    return undefined;
  }
  const { faults } =
    fault === undefined
      ? await control.faults({})
      : await control.fault({ fault, ...(route && { route }), ...(count && { times: count }) });
  type Fault = NonNullable<typeof faults>[number];
  await renderList<Fault>({
    streams: context.streams,
    format: context.format,
    kind: "fault",
    fields: context.globals.fields,
    columns: [
      column<Fault>("FAULT", (one) => one.fault ?? "", { path: "fault" }),
      column<Fault>("CALLS", (one) => one.route || "every call", { path: "route" }),
      column<Fault>("TIMES", (one) => one.times ?? 0, { as: "number", path: "times" }),
    ],
    rows: faults ?? [],
    empty: "No faults are set.",
  });
  return undefined;
}
