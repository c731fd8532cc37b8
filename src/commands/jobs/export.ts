import type { TableOptions } from "../../cli/bulk-flags.ts";
import { type ExportKind, exportKind } from "../../cli/export.ts";
import { exportChanges, printChanges, recordedChanges } from "../../cli/jobs/changes.ts";
import type { JobOptions } from "../../cli/jobs/list.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";

interface ExportOptions extends JobOptions, TableOptions {
  format?: ExportKind;
}

/** Writes one line per change to stdout or a file, newest job first. */
export async function run(
  context: Context,
  [file]: (string | undefined)[],
  { since, until, by, command, run: ofRun, format, ...layout }: ExportOptions,
): Promise<ExitCode | undefined> {
  const kind = exportKind(file, format, context.globals);
  const changes = recordedChanges(context, { since, until, by, command, run: ofRun });
  await exportChanges(context, { file, kind, layout }, changes);
  return undefined;
}

/** Prints the changes that were made in a range of time, or writes them to a file. */
export async function audit(
  context: Context,
  [file]: string[],
  options: ExportOptions,
): Promise<ExitCode | undefined> {
  if (file !== undefined || context.format === "csv") return await run(context, [file ?? "-"], options);
  const { since, until, by, command, run: ofRun, ...layout } = options;
  const given = Object.entries(layout).find(([, value]) => value !== undefined)?.[0];
  if (given !== undefined) {
    const flag = given === "timeZone" ? "--time-zone" : `--${given}`;
    throw new UsageError(`${flag} is for files and CSV output.`, {
      field: flag,
      hint: "Name a file, or add: --output csv",
    });
  }
  const isChosen = [since, until, by, command, ofRun].some((flag) => flag !== undefined);
  const changes = recordedChanges(context, { since, until, by, command, run: ofRun });
  await printChanges(context, changes, isChosen ? "No change matches." : "No changes yet.");
  return undefined;
}
