import type { Context } from "../context/context.ts";
import type { CommandResult } from "../context/host.ts";
import type { PlannedCall } from "../context/recorder.ts";
import { type ExitCode, exitCodes } from "../kernel/errors.ts";
import { jsonText } from "../output/json.ts";
import { changeLines } from "../resources/history.ts";
import type { JobOptions } from "./bulk-flags.ts";
import type { Verb } from "./command.ts";
import { previewsRequest } from "./flags.ts";

/** Runs a command with --dry-run. If it ended at its first write, prints that request instead of sending it. */
export async function runDry(
  context: Context,
  verb: Verb,
  args: string[],
  options: JobOptions,
): Promise<ExitCode | CommandResult | undefined> {
  const { dryRun, detailedExitcode, ...others } = options;
  const command = await verb.load();
  let returned: ExitCode | CommandResult | undefined;
  try {
    returned = await command.run(context, args, previewsRequest(verb) ? others : options);
  } catch (error) {
    if ((await context.planned()) === undefined) throw error;
  }
  const planned = await context.planned();
  if (planned === undefined) return returned;
  await printPlanned(context, planned);
  const summary = "Dry run: nothing was sent. Further requests, if any, depend on the response to this one.";
  await context.notice(summary);
  return { exitCode: detailedExitcode ? exitCodes.changes : exitCodes.ok, summary };
}

async function printPlanned({ printRecord }: Context, planned: PlannedCall): Promise<void> {
  const changes = planned.before === undefined ? [] : changeLines(planned.before, planned.after);
  await printRecord(planned, {
    kind: "plannedCall",
    fields: {
      call: {},
      request: { value: ({ method, path }) => `${method} ${path}` },
      ...(planned.label !== undefined && {
        label: { label: "Object" },
      }),
      ...(changes.length > 0 && {
        change: { value: () => changes.join("\n") },
      }),
      input: { path: "input", value: ({ input }) => jsonText(input as object) },
    },
  });
}
