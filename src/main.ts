import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CommanderError } from "commander";
import type { LazyGroup, Runnable, Verb } from "./cli/command.ts";
import { expandAlias, findByName, findCommand, isCommand } from "./cli/find-command.ts";
import { flagsOf, isPlainWord, previewsRequest, withoutPreview } from "./cli/flags.ts";
import { createProgram, type Invoke } from "./cli/program.ts";
import { groups } from "./commands/index.ts";
import { secretsOf } from "./config/environment.ts";
import { pathsFor } from "./config/paths.ts";
import { formatSetting } from "./config/settings.ts";
import { type Choices, openChoices, requireNamedShop } from "./context/choices.ts";
import { type Context, createContext, type Program, processHost } from "./context/context.ts";
import type { CommandResult, Globals, Host } from "./context/host.ts";
import type { Trace } from "./context/telemetry.ts";
import { commandLine, quotingHint } from "./kernel/command-line.ts";
import {
  byDeadline,
  type ErrorReport,
  type ExitCode,
  exitCodes,
  isProblem,
  reportError,
  stopCode,
  TillError,
  UnknownOutcomeError,
  UsageError,
} from "./kernel/errors.ts";
import { capitalized, sanitize } from "./kernel/text.ts";
import { type LogForm, withLog } from "./output/log.ts";
import type { Shown, ShowOptions } from "./output/show.ts";
import { withoutSecrets } from "./output/streams.ts";

/** What contexts use of the program above them. */
export const till: Program = {
  run: runLine,
  jobKind: async (name) => await (await import("./commands/jobs/kinds.ts")).loadJobKind(name),
  confirmChange: async (...change) =>
    await (await import("./cli/confirm-change.ts")).confirmChange(...change),
  local: async (context, maxAge) => await (await import("./mirror/local.ts")).openLocal(context, maxAge),
};

/** Runs one command line and returns its exit code. `host` provides streams, environment and clock. */
export async function main(argv: readonly string[], host: Host): Promise<ExitCode> {
  return (await runLine(argv, host)).exitCode;
}

/**
 * Runs one command line, which may begin with an alias, and returns its result, also that of an error: parses it, runs its command,
 * prints what it ends with, and sends notifications and traces where the settings say.
 */
export async function runLine(typed: readonly string[], outer: Host): Promise<CommandResult> {
  let argv = typed;
  let unknownAlias: unknown;
  try {
    argv = await expandAlias(typed, groups, outer);
  } catch (error) {
    unknownAlias = error;
  }
  const trace = await traceOf(argv, outer);
  const line = lineOf(argv, trace?.host ?? outer);
  const { host } = line;
  let result: CommandResult;
  try {
    if (unknownAlias !== undefined) throw unknownAlias;
    if (argv[0] === "__complete")
      await (await import("./commands/program/complete.ts")).complete(argv.slice(1), groups, host);
    else if (argv[0] === "__query") await (await import("./mirror/query-process.ts")).serveQuery();
    else {
      requireHyphens(argv);
      const help = (await helpText(line)) ?? (await parseAndRun(line));
      if (help !== "") await printHelp(line, help);
    }
    result = await resultOf(line);
  } catch (error) {
    result = await failed({ ...line, host: discreet(host) }, error);
  }
  await notify({ ...line, host: discreet(host) }, result);
  await trace?.end(result);
  return result;
}

/** Returns a host whose output has none of its secrets. */
const discreet = (host: Host): Host =>
  host.secrets ? { ...host, streams: withoutSecrets(host.streams, host.secrets) } : host;

/** A command line: its global flags, and its result once its command has run. */
interface Line {
  readonly argv: readonly string[];
  readonly host: Host;
  /** Whether its command changes a shop. */
  changes?: boolean;
  /** Its settings, once they are read. */
  choices?: Choices;
  globals: Globals;
  result: CommandResult;
  /** Aborted when the command has to stop, also by its deadline. */
  signal: AbortSignal;
}

/** Begins a trace if there is a collector for it. */
async function traceOf(argv: readonly string[], host: Host): Promise<Trace | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector } = host.environment.variables;
  if (collector === undefined || host.inspect || argv[0] === "__complete") return undefined;
  return (await import("./context/telemetry.ts")).beginTrace(host, argv);
}

/** Returns a line that is not parsed yet, with the flags that errors are printed with until it is. */
function lineOf(argv: readonly string[], outer: Host): Line {
  const form = logForm(argv, outer);
  const host = {
    ...outer,
    secrets: outer.secrets ?? new Set(secretsOf(outer.environment)),
    streams: withLog(outer.streams, { form, now: outer.now, onLine: outer.telemetry?.log }),
  };
  const globals: Globals = {
    json: argv.some((word) => /^--(json|jq|template)(=|$)/.test(word)),
    log: form === "log" ? "json" : "text",
    debug: argv.includes("--debug"),
  };
  return { argv, host, globals, result: { exitCode: exitCodes.ok }, signal: host.signal };
}

/** Returns the form of stderr: with --json, it has JSON lines as well. */
function logForm(argv: readonly string[], { environment }: Host): LogForm {
  const words = argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv;
  const [, given = words[words.indexOf("--log") + 1]] =
    words.map((word) => /^--log=(.*)$/.exec(word)).find(Boolean) ?? [];
  const format = words.some((word) => /^--log(=|$)/.test(word)) ? given : environment.variables.TILL_LOG;
  return format === "json" ? "log" : words.includes("--json") ? "json" : "text";
}

/** Returns the result of a line whose command has ended; one that was stopped says why. */
async function resultOf({ result, signal, globals, host }: Line): Promise<CommandResult> {
  if (result.exitCode !== exitCodes.interrupted && result.exitCode !== exitCodes.deadline) return result;
  const exitCode = stopCode(signal);
  if (exitCode !== exitCodes.deadline) return { ...result, exitCode };
  return { ...result, exitCode, error: await printError(discreet(host), globals, deadlinePassed(globals)) };
}

/** Sends the result of a change, or of a change that failed, where the settings say. The exit code stays as it is. */
async function notify({ argv, host, globals, changes, choices }: Line, result: CommandResult): Promise<void> {
  if (!changes || globals.dryRun || choices === undefined || host.run || host.confined || host.approved)
    return;
  const target = choices.setting("notify").value;
  const { exitCode } = result;
  const isWanted = isProblem(exitCode) || choices.setting("notifyOn").value === "all";
  // Whoever pressed Ctrl-C knows.
  const isKnown = exitCode === exitCodes.interrupted && !(host.unattended?.() ?? false);
  if (target === null || !isWanted || isKnown || result.job?.queued) return;
  const { notificationOf, sendNotification } = await import("./context/notify.ts");
  const profile = await choices.profile().catch(() => undefined);
  const { environment, now, sleep = async (ms: number) => await pause(ms) } = host;
  const problem = await sendNotification(
    notificationOf(result, {
      ...(host.who?.() ?? { actor: "unknown", host: "unknown" }),
      ci: environment.ciRun,
      command: commandLine(...argv),
      profile: profile?.name ?? globals.profile ?? "",
      site: profile?.siteId,
      now: now(),
    }),
    { target, environment, now, sleep },
  );
  if (problem !== undefined && !globals.quiet)
    await host.streams.stderr.write(
      `${sanitize(`The notification did not arrive: ${problem.replace(/\.$/, "")}.`)}\n`,
    );
}

/** Parses a command line and runs its command. Returns the help that it asks for, or an empty text. */
async function parseAndRun(line: Line): Promise<string> {
  const { argv, host, globals } = line;
  const { stdout, terminal } = host.streams;
  const at = argv.findIndex((_, index) => isPlainWord(argv, index));
  const extension = await extensionOf(argv[at], host);
  if (extension === undefined && (argv.includes("--help") || argv.includes("-h"))) await checkCommand(argv);
  let help = "";
  const invoke: Invoke = (...parsed) => runParsed(line, ...parsed);
  const screen = terminal !== undefined && !globals.json && !argv.includes("--no-input");
  // The flags behind an extension are its own.
  const own = extension && [...argv.slice(0, at + 1), "--", ...argv.slice(at + 1)];
  const typed = own ?? (argv.length === 0 && screen ? [] : rewriteHelp(argv));
  const program = createProgram(extension ? [extension] : groups, invoke, {
    out: (text) => {
      help += text;
    },
    columns: stdout.isTTY ? stdout.columns : 80,
    screen,
    words: typed.slice(typed.findIndex((_, index) => isPlainWord(typed, index))),
  });
  await program.parseAsync(typed, { from: "user" }).catch(unlessHelp);
  return help;
}

/** Returns the command that a program on PATH adds, if the word is no command of till. */
async function extensionOf(word: string | undefined, { extensions }: Host): Promise<LazyGroup | undefined> {
  if (word === undefined || extensions === undefined || isCommand(word, groups)) return undefined;
  const program = (await extensions()).get(word);
  if (program === undefined) return undefined;
  const verb = (await import("./cli/extension.ts")).extensionVerb(word, program);
  const load = async () => verb;
  return { name: word, summary: program, below: [], own: load, load };
}

/** Runs the command of a parsed line with a context of its own. */
async function runParsed(line: Line, ...[verb, args, typed, all, group]: Parameters<Invoke>): Promise<void> {
  const { argv } = line;
  const deadline = deadlineOf(verb.printsSecrets ? line.host : discreet(line.host), all.deadline);
  const { host } = deadline;
  line.signal = host.signal;
  if (host.inspect) {
    const command = group === verb.name ? group : `${group} ${verb.name}`;
    const flags = flagsOf(verb).map((flag) => flag.flags);
    return host.inspect({
      command,
      single: previewsRequest(verb),
      undoes: verb.undoes,
      flags,
      args,
      options: { ...typed },
      globals: all,
    });
  }
  if (host.telemetry) host.telemetry.group = group.split(" ")[0];
  const { jq, template, output } = all;
  const json = jq !== undefined || template !== undefined;
  const globals = {
    ...all,
    json: json || all.json,
    log: line.globals.log,
    yes: "yes" in typed && typed.yes === true,
    ...(host.run?.plan && { dryRun: true }),
    ...(previewsRequest(verb) && "planOut" in typed && { dryRun: true, planOut: String(typed.planOut) }),
  };
  line.globals = globals;
  if (globals.notify !== undefined) (await import("./context/notify.ts")).checkNotifyTarget(globals.notify);
  const choices = await choicesOf(host, globals, verb.repairs);
  line.choices = choices;
  const paged = pagedVerbs.has(verb.name) && choices.setting("output").value !== "ndjson";
  const shown = await showing(host, { jq, template, output, paged }, choices);
  const changes = flagsOf(verb).some(({ flags }) => flags.includes("--dry-run"));
  line.changes = changes;
  const inner = { ...host, ...(shown && { streams: shown.streams }) };
  const context = createContext(inner, globals, argv, choices, till);
  let complete = false;
  try {
    const { namesShops = false } = verb;
    const isNamed = typeof namesShops === "function" ? namesShops(args) : namesShops;
    if (changes && !isNamed && host.access !== "read") requireNamedShop(await context.profile(), host);
    const own = withoutPreview(verb, typed);
    const seen = "view" in own ? await withSavedView(context, verb, group, own) : own;
    const options = withSettings(verb, seen, choices);
    const work = await workOf(context, verb, options);
    const returned = await work(context, args, options);
    const summary = context.lastNotice();
    const isSilent = (globals.quiet && !changes) || /^sandbox\b/.test(group);
    const sandbox = isSilent ? undefined : await context.sandboxUsed();
    line.result = {
      ...(sandbox !== undefined && { sandbox }),
      ...(summary !== undefined && { summary }),
      ...(typeof returned === "object" ? returned : { exitCode: returned ?? exitCodes.ok }),
    };
    complete = true;
  } finally {
    deadline.end();
    await context.close();
    await shown?.end(complete);
  }
}

/** Returns a host whose command stops after a time, in milliseconds, as it does after Ctrl-C. */
function deadlineOf(host: Host, ms: number | undefined): { host: Host; end(): void } {
  if (ms === undefined || host.inspect) return { host, end: () => {} };
  const passed = new AbortController();
  const timer = setTimeout(() => passed.abort(byDeadline), ms);
  const either = (signal: AbortSignal) => AbortSignal.any([signal, passed.signal]);
  return {
    host: {
      ...host,
      signal: either(host.signal),
      takeStop() {
        const { signal, end } = host.takeStop();
        return { signal: either(signal), end };
      },
    },
    end: () => clearTimeout(timer),
  };
}

/** Returns the error (exit 124) of a command that its deadline has stopped. */
function deadlinePassed({ deadline = 0 }: Globals): TillError {
  const time = formatSetting({ type: "duration" }, deadline);
  return new TillError(exitCodes.deadline, `Stopped: the deadline of ${time} has passed.`, {
    code: "DEADLINE",
    field: "--deadline",
    hint: "Requests in flight were finished and recorded. A job that is not done can be resumed: till jobs resume last",
  });
}

async function printHelp({ argv, host }: Line, help: string): Promise<void> {
  const shown = await showing(host, { paged: !argv.includes("--no-pager") });
  await (shown?.streams ?? host.streams).stdout.write(help);
  await shown?.end(true);
}

/** Prints the error that ended a command line, and returns its result. */
async function failed(
  { argv, host, globals, result, changes, signal }: Line,
  error: unknown,
): Promise<CommandResult> {
  if (signal.aborted && !(error instanceof CommanderError)) {
    const exitCode = stopCode(signal);
    if (exitCode === exitCodes.deadline && !(error instanceof UnknownOutcomeError))
      return { exitCode, error: await printError(host, globals, deadlinePassed(globals)) };
    // A request that was interrupted may have taken effect.
    return error instanceof UnknownOutcomeError
      ? { exitCode, error: await printError(host, globals, error, exitCode) }
      : { exitCode };
  }
  const printed = await printError(
    host,
    globals,
    withQuotingHint(error instanceof CommanderError ? usageError(error) : error, argv, host),
  );
  // A guard that failed is a result that someone looks for.
  if (changes && host.environment.annotations && !host.run)
    await (await import("./cli/jobs/ci-report.ts")).reportFailure(host, argv, printed);
  return {
    ...result,
    error: printed,
    exitCode: result.exitCode === exitCodes.ok ? printed.exitCode : result.exitCode,
  };
}

/** Returns what runs a command: a dry run, a part of a run of many sites, or its own work. */
async function workOf(
  { run: part, globals }: Context,
  verb: Verb,
  options: object,
): Promise<Runnable["run"]> {
  if (part?.plan) {
    const { planPart } = await import("./cli/site-part.ts");
    return async (context, args, typed) => await planPart(context, verb, args, typed);
  }
  if (globals.dryRun) {
    const { runDry } = await import("./cli/dry-run.ts");
    return async (context, args, typed) => await runDry(context, verb, args, typed);
  }
  // The plan was confirmed for all sites; a job is applied as it was planned.
  const { job } = part ?? {};
  if (job !== undefined) {
    if ("detach" in options && options.detach === true) {
      const { run } = await import("./commands/jobs/submit.ts");
      return async (context) => await run(context, [job]);
    }
    const { run } = await import("./commands/jobs/resume.ts");
    return async (context) => await run(context, [job], { yes: true });
  }
  if (part) {
    const { applyPart } = await import("./cli/site-part.ts");
    return async (context, args, typed) => await applyPart(context, verb, args, typed);
  }
  return (await verb.load()).run;
}

/** The verbs whose output is paged on a terminal. */
const pagedVerbs = new Set(["list", "get", "show"]);

/** Resolves flags, environment, profile and settings for this command. */
function choicesOf(host: Host, globals: Globals, repairs?: Verb["repairs"]): Promise<Choices> {
  const { environment, streams } = host;
  return openChoices({
    environment,
    paths: pathsFor(environment.variables, host.platform),
    globals,
    cwd: host.cwd,
    notice: (text) => void (globals.quiet || streams.stderr.write(`${sanitize(text)}\n`)),
    repairs,
  });
}

/** Fills in options that are not given from their settings. */
function withSettings({ flags = [] }: Verb, options: object, choices: Choices): object {
  const chosen: Record<string, unknown> = { ...options };
  for (const { setting } of flags) if (setting) chosen[setting] ??= choices.setting(setting).value;
  return chosen;
}

/** Replaces `--view` by what the view shows. */
async function withSavedView(context: Context, verb: Verb, list: string, typed: object): Promise<object> {
  return (await import("./cli/view-options.ts")).viewOptions(context, verb, list, typed);
}

/** Redirects output through --jq, --template or the pager. Returns undefined if none of them applies. */
async function showing(host: Host, options: ShowOptions, choices?: Choices): Promise<Shown | undefined> {
  const { streams } = host;
  const paged = options.paged && streams.terminal !== undefined;
  if (options.jq === undefined && options.template === undefined && !paged) return undefined;
  const { setting } = choices ?? (await choicesOf(host, {}, true));
  const { showThrough } = await import("./output/show.ts");
  const pager = setting("pager").value ?? undefined;
  return await showThrough(streams, { ...options, pager, blocking: host.blocking });
}

/** Returns the text of `till help …`; undefined for other lines, and for the help of a command, which Commander prints. */
async function helpText({ argv: [word, ...args], host }: Line): Promise<string | undefined> {
  if (word !== "help") return undefined;
  const names = args.filter((arg) => !arg.startsWith("-"));
  const json = args.includes("--json");
  const [first] = names;
  // `help search …` searches the help; `search --help` is about the command.
  if (json || first === "search" || (first !== undefined && !findByName(groups, first))) {
    const extensions = (first === "commands" && (await host.extensions?.())) || new Map();
    const { helpPage } = await import("./cli/help/page.ts");
    return await helpPage(names, groups, { json, sink: host.streams.stdout, extensions });
  }
  if (first !== undefined) await findCommand(groups, names);
  return undefined;
}

/** Throws UsageError for an unknown command before --help, for which Commander would print the parent's help. */
async function checkCommand(argv: readonly string[]): Promise<void> {
  const flag = argv.findIndex((word) => word.startsWith("-"));
  if (flag > 0) await findCommand(groups, argv.slice(0, flag));
}

/** Ignores the error that Commander throws after printing help. */
function unlessHelp(error: unknown): void {
  if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
}

/** Rewrites `help products list` to `products list --help`; Commander's help command would not load lazy groups. */
function rewriteHelp(argv: readonly string[]): string[] {
  if (argv.length === 0) return ["--help"];
  if (argv.length === 1 && argv[0] === "version") return ["--version"];
  return argv[0] === "help" ? [...argv.slice(1), "--help"] : [...argv];
}

/** Converts a Commander error to a UsageError. */
function usageError({ code, message }: CommanderError): UsageError {
  const [, flag, value] = /'(?:-\w, )?(--[\w-]+) (\S+)' argument missing/.exec(message) ?? [];
  if (code === "commander.optionMissingArgument" && flag !== undefined)
    return new UsageError(`${flag} needs a value: ${flag} ${value}`, { field: flag });
  // A surplus argument may be a secret: login --api-key KEY, as other tools have it.
  const text = message.replace(/^error: /, "").replace(/( but got \d+): .*/s, "$1");
  const sentence = capitalized(text).replace(/'([^']*)'/g, '"$1"');
  return new UsageError(sentence.replace(/\.?$/, "."), {
    hint: "Add --help to see the arguments and flags.",
  });
}

/** Throws UsageError for a flag with a dash that a word processor has put in place of its hyphens. */
function requireHyphens(argv: readonly string[]): void {
  const word = argv
    .slice(0, argv.indexOf("--") + 1 || undefined)
    .find((one) => /^[–—−]+[a-z][a-z-]*(=|$)/.test(one));
  if (word === undefined) return;
  throw new UsageError(`"${word}" begins with a dash that is not a hyphen.`, {
    hint: `Write ${word.replace(/^[–—−]+/, "--")}`,
  });
}

/** Adds a hint to a usage error if it may come from quotes that the shell does not know. */
function withQuotingHint(error: unknown, argv: readonly string[], { platform }: Host): unknown {
  const hint = quotingHint(argv, platform);
  if (hint === undefined || !(error instanceof UsageError)) return error;
  const { message, code, field, location } = error;
  return new UsageError(message, { code, field, location, hint, cause: error });
}

/** Prints an error to stderr, as text or JSON. */
async function printError(
  host: Host,
  globals: Globals,
  thrown: unknown,
  exitCode?: ExitCode,
): Promise<ErrorReport> {
  const { streams } = host;
  const error =
    thrown instanceof TillError ? thrown : (await import("./kernel/export-file.ts")).withPath(thrown);
  const report = { ...reportError(error), ...(exitCode !== undefined && { exitCode }) };
  const asJson = globals.json || globals.log === "json";
  if (host.environment.annotations && !asJson) await annotateError(host, report.message, error);
  if (asJson) {
    await streams.stderr.write(`${JSON.stringify({ error: report })}\n`);
    return report;
  }
  const lines = [`error: ${error instanceof TillError ? error.plain : report.message}`];
  if (report.requestId && !report.message.includes(report.requestId))
    lines.push(`  request id: ${report.requestId}`);
  if (report.hint) lines.push(`  ${report.hint}`);
  if (!(error instanceof TillError))
    lines.push("  This is a bug in till. Run the command again with --debug and report what it prints.");
  if (globals.debug && thrown instanceof Error) lines.push(String(thrown.stack));
  await streams.stderr.write(`${sanitize(lines.join("\n"))}\n`);
  return report;
}

async function annotateError(host: Host, message: string, error: unknown): Promise<void> {
  const location = error instanceof TillError ? error.location : undefined;
  await (await import("./cli/jobs/ci-report.ts")).annotate(host, { ...location, message });
}

/**
 * Runs the process's own command line; called by bin. If its result is not shown on a terminal, notes on stderr that it is from a
 * sandbox.
 */
export async function runProcess(): Promise<ExitCode> {
  const argv = process.argv.slice(2);
  const host = processHost();
  const { exitCode, sandbox, job, refused = 0 } = await runLine(argv, host);
  const { variables } = host.environment;
  if (variables.TILL_RESULT !== undefined)
    writeFileSync(
      resolve(host.cwd, variables.TILL_RESULT),
      `${JSON.stringify({ exitCode, job: job?.id ?? null, refused })}\n`,
    );
  const { stderr } = withLog(host.streams, { form: logForm(argv, host), now: host.now });
  if (sandbox !== undefined && !stderr.isTTY && variables.TILL_STORY === undefined)
    await stderr.write(`Profile ${sanitize(sandbox)}: the embedded sandbox, not a hosted shop.\n`);
  return exitCode;
}
