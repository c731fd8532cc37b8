import { CommanderError } from "commander";
import type { Verb } from "./cli/command.ts";
import { findByName, findCommand } from "./cli/find-command.ts";
import type { Invoke } from "./cli/lazy-commands.ts";
import { createProgram } from "./cli/program.ts";
import { groups } from "./commands/index.ts";
import { pathsFor } from "./config/paths.ts";
import { type Choices, openChoices } from "./context/choices.ts";
import type { CommandResult } from "./context/command-result.ts";
import { createContext, type Globals, type Host, processHost } from "./context/context.ts";
import {
  type ErrorReport,
  type ExitCode,
  exitCodes,
  reportError,
  TillError,
  UnknownOutcomeError,
  UsageError,
} from "./kernel/errors.ts";
import { sanitise } from "./kernel/text.ts";
import type { Shown } from "./output/pager.ts";
import type { ShowOptions } from "./output/show.ts";

/** Runs one command line to its exit code. Everything outside (streams, environment, clock) comes with the host. */
export async function main(argv: readonly string[], host: Host): Promise<ExitCode> {
  return (await runLine(argv, host)).exitCode;
}

/** Runs one command line and returns its result. */
export async function runLine(argv: readonly string[], host: Host): Promise<CommandResult> {
  const { streams } = host;
  const help: string[] = [];
  let globals: Globals = {
    json: argv.some((word) => /^--(json|jq|template)(=|$)/.test(word)),
    debug: argv.includes("--debug"),
  };
  let result: CommandResult = { exitCode: exitCodes.ok };

  const invoke: Invoke = async (verb, args, options, all) => {
    const { jq, template, output } = all;
    globals = jq !== undefined || template !== undefined ? { ...all, json: true } : all;
    const choices = await choicesOf(host, globals, verb.repairs);
    const paged = pagedVerbs.has(verb.name) && choices.setting("output").value !== "ndjson";
    const shown = await showing(host, { jq, template, output, paged }, choices);
    const inner = shown ? { ...host, streams: shown.streams } : host;
    const context = createContext(inner, globals, argv, choices, runLine);
    let complete = false;
    try {
      const chosen = withSettings(verb, options, choices);
      const returned = await (await verb.load()).run(context, args, chosen);
      const summary = context.lastNotice();
      result = {
        ...(summary !== undefined && { summary }),
        ...(typeof returned === "object" ? returned : { exitCode: returned ?? exitCodes.ok }),
      };
      complete = true;
    } finally {
      await context.close();
      await shown?.end(complete);
    }
  };

  try {
    if (argv[0] === "__complete") {
      await (await import("./commands/completion/complete.ts")).complete(argv.slice(1), groups, host);
      return result;
    }
    const topic = argv[0] === "help" ? await helpText(argv.slice(1)) : undefined;
    if (topic !== undefined) help.push(topic);
    else {
      if (argv.includes("--help") || argv.includes("-h")) await checkWords(argv);
      const columns = streams.stdout.isTTY ? streams.stdout.columns : 80;
      const screen = streams.terminal !== undefined && !globals.json && !argv.includes("--no-input");
      const typed = argv.length === 0 && screen ? [] : rewriteHelp(argv);
      const out = (text: string) => void help.push(text);
      const program = createProgram(groups, invoke, { out, columns, screen, word: typed[0] });
      await program.parseAsync(typed, { from: "user" }).catch(unlessHelp);
    }
    if (help.length > 0) {
      const shown = await showing(host, { paged: !argv.includes("--no-pager") });
      await (shown?.streams ?? streams).stdout.write(help.join(""));
      await shown?.end(true);
    }
    const { exitCode } = result;
    return exitCode === exitCodes.interrupted ? { ...result, exitCode: stopCode(host.signal) } : result;
  } catch (error) {
    if (host.signal.aborted && !(error instanceof CommanderError)) {
      const exitCode = stopCode(host.signal);
      // A request that was interrupted may have taken effect.
      return error instanceof UnknownOutcomeError
        ? { exitCode, error: await printError(host, globals, error, exitCode) }
        : { exitCode };
    }
    const printed = await printError(
      host,
      globals,
      error instanceof CommanderError ? usageError(error) : error,
    );
    return {
      ...result,
      error: printed,
      exitCode: result.exitCode === exitCodes.ok ? printed.exitCode : result.exitCode,
    };
  }
}

/** The verbs whose results are read like a page. */
const pagedVerbs = new Set(["list", "get", "show"]);

/** What flags, environment, profile and settings file say about this command. */
function choicesOf(host: Host, globals: Globals, lenient = false): Promise<Choices> {
  const { environment, streams } = host;
  return openChoices({
    environment,
    paths: pathsFor(environment.variables, host.platform),
    globals,
    notice: (text) => void (globals.quiet || streams.stderr.write(`${sanitise(text)}\n`)),
    lenient,
  });
}

/** A verb's options, with settings where flags that have one are absent. */
function withSettings({ flags = [] }: Verb, options: object, choices: Choices): object {
  const chosen: Record<string, unknown> = { ...options };
  for (const { setting } of flags) if (setting) chosen[setting] ??= choices.setting(setting).value;
  return chosen;
}

/** What is needed to change or page a result is opened only where that was asked for. */
async function showing(host: Host, options: ShowOptions, choices?: Choices): Promise<Shown | undefined> {
  const { streams } = host;
  const paged = options.paged && streams.terminal !== undefined;
  if (options.jq === undefined && options.template === undefined && !paged) return undefined;
  const { setting } = choices ?? (await choicesOf(host, {}, true));
  const { showThrough } = await import("./output/show.ts");
  return await showThrough(streams, { ...options, pager: setting("pager").value ?? undefined });
}

async function helpText(words: readonly string[]): Promise<string | undefined> {
  const names = words.filter((word) => !word.startsWith("-"));
  const json = words.includes("--json");
  const [first] = names;
  if (json || (first !== undefined && !findByName(groups, first)))
    return await (await import("./cli/help/page.ts")).helpPage(names, groups, json);
  if (first !== undefined) await findCommand(groups, names);
  return undefined;
}

/** Commander prints the help of what it knows where a word in front of --help is unknown. */
async function checkWords(argv: readonly string[]): Promise<void> {
  const flag = argv.findIndex((word) => word.startsWith("-"));
  if (flag > 0) await findCommand(groups, argv.slice(0, flag));
}

/** What the shell expects of a command that a signal ended early. */
function stopCode({ reason }: AbortSignal): ExitCode {
  return reason === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
}

/** Commander throws once it has printed a help page, too. */
function unlessHelp(error: unknown): void {
  if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
}

/** `help products list` means `products list --help`; Commander's own help command would skip the lazy door. */
function rewriteHelp(argv: readonly string[]): string[] {
  if (argv.length === 0) return ["--help"];
  return argv[0] === "help" ? [...argv.slice(1), "--help"] : [...argv];
}

/** What Commander says, in a sentence of ours, with what was probably meant. */
function usageError({ message }: CommanderError): UsageError {
  const [what = "", meant] = message.replace(/^error: /, "").split("\n");
  const sentence = what.replace(/^./, (letter) => letter.toUpperCase()).replace(/'([^']*)'/g, '"$1"');
  const guess = meant === undefined ? "" : ` ${meant.replace(/^\((.*)\)$/, "$1")}`;
  return new UsageError(`${sentence.replace(/\.?$/, ".")}${guess}`, {
    hint: "Add --help to see what it takes.",
  });
}

/** The only place that turns an error into words. */
async function printError(
  host: Host,
  globals: Globals,
  error: unknown,
  exitCode?: ExitCode,
): Promise<ErrorReport> {
  const { streams } = host;
  const report = { ...reportError(error), ...(exitCode !== undefined && { exitCode }) };
  if (host.environment.githubActions && !globals.json) await annotateError(host, report.message, error);
  if (globals.json) {
    await streams.stderr.write(`${JSON.stringify({ error: report })}\n`);
    return report;
  }
  const lines = [`error: ${report.message}`];
  if (report.requestId) lines.push(`  request id: ${report.requestId}`);
  if (report.hint) lines.push(`  ${report.hint}`);
  if (!(error instanceof TillError))
    lines.push("  This is a bug in till. Run the command again with --debug and report what it prints.");
  if (globals.debug && error instanceof Error) lines.push(String(error.stack));
  await streams.stderr.write(`${sanitise(lines.join("\n"))}\n`);
  return report;
}

async function annotateError(host: Host, message: string, error: unknown): Promise<void> {
  const place = error instanceof TillError ? error.place : undefined;
  await (await import("./cli/jobs/github.ts")).annotate(host, { ...place, message });
}

/** Runs the process's own command line; called by bin. */
export async function runProcess(): Promise<ExitCode> {
  const argv = process.argv.slice(2);
  return await main(argv, processHost());
}
