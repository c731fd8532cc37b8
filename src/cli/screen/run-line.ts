import { stripVTControlCharacters } from "node:util";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { sanitise } from "../../kernel/text.ts";
import type { Sink } from "../../output/streams.ts";
import { inheritedFlags } from "./inherited-flags.ts";

/** The result of a command line that was run from the screen. */
export interface LineResult {
  /** For the line below the list. */
  text: string;
  done: boolean;
  /** The id of the job that it ran, if that can be undone. */
  job: string | undefined;
}

/** A command line: its arguments, the same as shell text, and whether the user wants to read its output. */
interface Line {
  args: readonly string[];
  line: string;
  showsOutput: boolean;
}

/** Runs a command line below the screen, with its own prompts and output, as if it had been typed there. */
export async function runLine(context: Context, { args, line, showsOutput }: Line): Promise<LineResult> {
  const { streams, globals } = context;
  const { stdout, stderr, terminal } = streams;
  await stderr.write(`$ ${sanitise(line)}\n`);
  const output = { text: "" };
  const result = await context.command([...args, ...inheritedFlags(globals)], {
    ...streams,
    stdout: recorded(stdout, output),
  });
  const { exitCode, error, job } = result;
  const done = exitCode === exitCodes.ok;
  // Failures of single rows are in the output and do not fit below the list.
  const hasRows = hasLines(output.text) && error === undefined && exitCode !== exitCodes.interrupted;
  if ((done ? showsOutput : hasRows) && terminal !== undefined) {
    const { waitForKey } = await import("../../ui/screens/wait-for-key.tsx");
    await waitForKey({ ...terminal, colour: stderr.colour }, context.signal);
  }
  return {
    text: resultText(result, output.text, line),
    done,
    job: job?.undoable ? job.id : undefined,
  };
}

/** Returns the same stream; `output` receives what is written, until it has more than one line. */
function recorded(sink: Sink, output: { text: string }): Sink {
  const write = async (text: string) => {
    if (!hasLines(output.text)) output.text += text;
    await sink.write(text);
  };
  return Object.create(sink, { write: { value: write } });
}

const hasLines = (text: string) => text.trim().includes("\n");

const failures: Partial<Record<ExitCode, string>> = {
  [exitCodes.partial]: "Partly done",
  [exitCodes.unknown]: "Outcome unknown, do not run it again blindly",
};

/** Returns the result of a command in one line; `output`: what it printed on stdout, if that is a single line. */
export function resultText(
  { exitCode, error, summary, job }: CommandResult,
  output: string,
  line: string,
): string {
  if (error) return errorText(error);
  if (job && summary !== undefined)
    return job.undoable && exitCode === exitCodes.ok ? `${summary} Press z to undo.` : summary;
  if (exitCode === exitCodes.interrupted) return "Stopped.";
  const single = hasLines(output) ? "" : stripVTControlCharacters(output).trim();
  if (single !== "") return single;
  if (summary !== undefined) return summary;
  return exitCode === exitCodes.ok
    ? `Done: ${line}`
    : `${failures[exitCode] ?? `Exit code ${exitCode}`}: ${line}`;
}

/** Returns an error and what to do about it, in one line. */
export function errorText({ message, hint }: { message: string; hint?: string | undefined }): string {
  return [message, hint].filter(Boolean).join(" ").replace(/\s+/g, " ");
}
