import { stripVTControlCharacters } from "node:util";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { sanitise } from "../../kernel/text.ts";
import type { Sink } from "../../output/streams.ts";
import { flagWords } from "./flag-words.ts";

/** What came of a command line that was run from the screen. */
export interface LineRun {
  text: string;
  done: boolean;
  /** The job that it began and that can be taken back. */
  job: string | undefined;
}

/** A command line of the screen: its words, the same for a shell, and whether what it prints is to be read. */
interface Line {
  words: readonly string[];
  line: string;
  shows: boolean;
}

/** Runs a command line below the screen, as if it were typed there: with its own questions, output and exit code. */
export async function runLine(context: Context, { words, line, shows }: Line): Promise<LineRun> {
  const { streams, globals } = context;
  const { stdout, stderr, terminal } = streams;
  await stderr.write(`$ ${sanitise(line)}\n`);
  const told: Told = { stdout: "", stderr: "", last: "stderr" };
  const code = await context.command([...words, ...flagWords(globals)], {
    ...streams,
    stdout: heard(stdout, told, "stdout"),
    stderr: heard(stderr, told, "stderr"),
  });
  const isRead = code === exitCodes.ok ? shows : isTold(told, code);
  if (isRead && terminal !== undefined) {
    const { askToGoOn } = await import("../../ui/screens/browse/wait-for-key.tsx");
    await askToGoOn({ ...terminal, colour: stderr.colour }, context.signal);
  }
  return {
    text: sentenceOf(told, code, line),
    done: code === exitCodes.ok,
    job: /till jobs undo (\w+)/.exec(told.stderr)?.[1],
  };
}

/** What a command wrote, and where it wrote last. */
export interface Told {
  stdout: string;
  stderr: string;
  last: "stdout" | "stderr";
}

/** A failure that is told row by row, and not in a sentence that fits below the list. */
function isTold(told: Told, code: ExitCode): boolean {
  const hasSentence = /^error: /m.test(stripVTControlCharacters(told.stderr));
  return code !== exitCodes.interrupted && told.stdout.trim().includes("\n") && !hasSentence;
}

/** The same stream; what is written is kept as well. */
function heard(sink: Sink, told: Told, name: "stdout" | "stderr"): Sink {
  const write = async (text: string) => {
    told[name] += text;
    if (text.trim() !== "") told.last = name;
    await sink.write(text);
  };
  return Object.create(sink, { write: { value: write } });
}

const failureWords: Partial<Record<ExitCode, string>> = {
  [exitCodes.partial]: "Partly done",
  [exitCodes.unknown]: "Outcome unknown, do not do it again blindly",
};

/** What a command said, for a line at the foot: its error and the hint, else its last line where that is a sentence. */
export function sentenceOf(told: Told, code: ExitCode, line: string): string {
  const lines = stripVTControlCharacters(told.stderr).trimEnd().split("\n");
  const error = lines.findLastIndex((one) => one.startsWith("error: "));
  if (code !== exitCodes.ok && error >= 0) {
    const [what = "", ...more] = lines.slice(error);
    // Who looks for the request finds it above, in the scrollback.
    const hints = more.map((one) => one.trim()).filter((one) => !one.startsWith("request id: "));
    return [what.slice("error: ".length), ...hints].join(" ");
  }
  if (code === exitCodes.interrupted)
    return ["Stopped.", ...lines.filter((one) => one.includes("till jobs resume"))].join(" ");
  const result = stripVTControlCharacters(told.stdout).trim();
  const single = result.includes("\n") ? "" : result;
  // A table or a record has no last line that tells; what was said beside it does, but for the site's name.
  const notes = lines.filter((one) => !one.startsWith("Writing to site "));
  const note = told.last === "stderr" || single === "" ? (notes.at(-1) ?? "") : "";
  const said = [single, note.replace(/^Take it back: till jobs undo \w+$/, "z takes it back.")].filter(
    Boolean,
  );
  if (said.length > 0) return said.join(" ");
  return code === exitCodes.ok ? `Done: ${line}` : `${failureWords[code] ?? `Exit code ${code}`}: ${line}`;
}
