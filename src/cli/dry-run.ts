import { resolve } from "node:path";
import { loadEndpoint } from "../api/services/index.ts";
import type { Json } from "../bulk/journal/step.ts";
import type { Context } from "../context/context.ts";
import type { CommandResult } from "../context/host.ts";
import type { PlannedCall } from "../context/recorder.ts";
import { commandLine, inShell } from "../kernel/command-line.ts";
import { type ExitCode, exitCodes, UsageError } from "../kernel/errors.ts";
import { redact } from "../kernel/text.ts";
import { toolVersion } from "../kernel/version.ts";
import { jsonText } from "../output/json.ts";
import type { Verb } from "./command.ts";
import { printChange } from "./confirm-change.ts";
import { sameSiteLine } from "./same-site.ts";

/** Runs a command with --dry-run. If it ended at its first write, prints that request instead of sending it. */
export async function runDry(
  context: Context,
  verb: Verb,
  args: string[],
  options: object,
): Promise<ExitCode | CommandResult | undefined> {
  const command = await verb.load();
  let returned: ExitCode | CommandResult | undefined;
  try {
    returned = await command.run(context, args, options);
  } catch (error) {
    if ((await context.planned()) === undefined) throw error;
  }
  const planned = await context.planned();
  if (planned === undefined) return returned;
  const { planOut: file, detailedExitcode } = context.globals;
  if (file !== undefined) await writeChange(context, file, planned);
  await printPlanned(context, planned);
  const rest = "Further requests, if any, depend on the response to this one.";
  const summary =
    file === undefined
      ? `Dry run: nothing was sent. ${rest}`
      : `Nothing was sent. The plan is in ${file}; apply it with: ${sameSiteLine(context, "apply", file)}. ${rest}`;
  await context.notice(summary);
  return { exitCode: detailedExitcode ? exitCodes.changes : exitCodes.ok, summary };
}

/** Writes the plan of a single change: its command line, which is run when it is applied, and its first request. */
async function writeChange(context: Context, file: string, planned: PlannedCall): Promise<void> {
  const { call, method, path, input, before, money, reads } = planned;
  const { argv, environment, place, now } = context;
  const typed = commandLine(...argv);
  const command = redact(typed);
  if (command !== typed)
    throw new UsageError("The command line has a secret: it cannot be planned into a file.", {
      field: "--plan-out",
    });
  const [{ writeChangePlan }, { personOf }] = await Promise.all([
    import("../bulk/plan/plan-file.ts"),
    import("./jobs/approvals.ts"),
  ]);
  const json = <T>(value: T) => value as Json;
  const { options } = await context.parse(argv);
  await writeChangePlan(resolve(context.cwd, file), {
    ...(await place()),
    kind: call,
    command: inShell(command, environment.shell),
    toolVersion,
    createdAt: now().toISOString(),
    plannedBy: personOf(context),
    final: false,
    change: {
      argv: withoutPreview(argv, options.dryRun === true),
      call,
      method,
      path,
      input: json(input),
      ...(before !== undefined && { before: json(before) }),
      money,
      ...(money && { reads }),
    },
  });
}

/** Returns the command line that makes a planned change: without --plan-out, and without --dry-run if it was given, too. */
function withoutPreview(argv: readonly string[], dryRun: boolean): string[] {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  return argv.flatMap((word, at) => {
    if (at >= end) return [word];
    if (/^--plan-out(=|$)/.test(word) || argv[at - 1] === "--plan-out") return [];
    if (!dryRun) return [word];
    if (word === "--dry-run" || word === "-n") return [];
    // `-yn`. What follows -f and -F is their value.
    return [word.replace(/^-[a-eg-z]{2,}/i, (flags) => flags.replaceAll("n", ""))];
  });
}

/** Prints a change as it is shown before it is sent, and the request; for programs, the request as a record. */
async function printPlanned(context: Context, { reads, money, ...planned }: PlannedCall): Promise<void> {
  const { call, method, path, input } = planned;
  const { streams, format, globals, printRecord } = context;
  if (format !== "table" || globals.fields !== undefined)
    return await printRecord(planned, {
      kind: "plannedCall",
      fields: {
        call: {},
        request: { value: () => `${method} ${path}` },
        label: {},
        input: { path: "input", value: () => jsonText(input as object) },
      },
    });
  const endpoint = await loadEndpoint(call).catch(() => undefined);
  await printChange(streams.stdout, { ...planned, reads, money }, endpoint);
  await streams.stdout.write(`${method} ${path} ${jsonText(input as object)}\n`);
}
