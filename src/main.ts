import { CommanderError } from "commander";
import { createProgram, groups } from "./commands/index.ts";
import type { Invoke } from "./commands/lazy.ts";
import { createContext, type Globals, type Host, processHost } from "./context.ts";
import { type ExitCode, exitCodes, exitMeanings, reportError, TillError, UsageError } from "./errors.ts";
import { sanitise } from "./text.ts";

/** Runs one command line to its exit code. Everything outside (streams, environment, clock) comes with the host. */
export async function main(argv: readonly string[], host: Host): Promise<ExitCode> {
  const { streams } = host;
  const pending: Promise<void>[] = [];
  let globals: Globals = { json: argv.includes("--json"), debug: argv.includes("--debug") };
  let code: ExitCode = exitCodes.ok;

  const invoke: Invoke = async (verb, args, options, all) => {
    globals = all;
    const context = createContext(host, globals, argv);
    try {
      code = (await (await verb.load()).run(context, args, options)) ?? exitCodes.ok;
    } finally {
      await context.close();
    }
  };
  const program = createProgram(invoke, {
    out: (text) => pending.push(streams.stdout.write(text)),
    columns: streams.stdout.isTTY ? streams.stdout.columns : 80,
  });

  try {
    if (argv[0] === "help" && argv[1] === "exit-codes") await streams.stdout.write(exitCodePage());
    else await program.parseAsync(rewriteHelp(argv), { from: "user" }).catch(unlessHelp);
    await Promise.all(pending);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return await printError(host, globals, usageError(error));
    if (host.signal.aborted)
      return host.signal.reason === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
    return await printError(host, globals, error);
  }
}

/** Commander throws once it has printed a help page, too. */
function unlessHelp(error: unknown): void {
  if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
}

/** `help products list` means `products list --help`; Commander's own help command would skip the lazy door. */
function rewriteHelp(argv: readonly string[]): string[] {
  if (argv.length === 0) return ["--help"];
  if (argv[0] !== "help") return [...argv];
  const known = groups.some(({ name, alias }) => argv[1] === name || argv[1] === alias);
  return known || argv.length === 1 ? [...argv.slice(1), "--help"] : argv.slice(1);
}

/** What Commander says, in a sentence of ours; what was probably meant becomes the hint. */
function usageError({ message }: CommanderError): UsageError {
  const [what = "", meant] = message.replace(/^error: /, "").split("\n");
  const sentence = what.replace(/^./, (letter) => letter.toUpperCase()).replace(/'([^']*)'/g, '"$1"');
  return new UsageError(sentence.replace(/\.?$/, "."), {
    hint: meant?.replace(/^\((.*)\)$/, "$1") ?? "Add --help to see what it takes.",
  });
}

/** The only place that turns an error into words. */
async function printError({ streams }: Host, globals: Globals, error: unknown): Promise<ExitCode> {
  const report = reportError(error);
  if (globals.json) {
    await streams.stderr.write(`${JSON.stringify({ error: report })}\n`);
    return report.exitCode;
  }
  const lines = [`error: ${report.message}`];
  if (report.requestId) lines.push(`  request id: ${report.requestId}`);
  if (report.hint) lines.push(`  ${report.hint}`);
  if (!(error instanceof TillError))
    lines.push("  This is a bug in till. Run the command again with --debug and report what it prints.");
  if (globals.debug && error instanceof Error) lines.push(String(error.stack));
  await streams.stderr.write(`${sanitise(lines.join("\n"))}\n`);
  return report.exitCode;
}

function exitCodePage(): string {
  const rows = Object.entries(exitCodes).map(
    ([name, code]) => `  ${String(code).padStart(3)}  ${exitMeanings[name as keyof typeof exitCodes]}`,
  );
  return `Exit codes of every command:\n\n${rows.join("\n")}\n`;
}

/** Runs the process's own command line; called by bin. */
export async function runProcess(): Promise<ExitCode> {
  const argv = process.argv.slice(2);
  return await main(argv, processHost(argv));
}
