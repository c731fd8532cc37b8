import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import type { Prompted } from "../../ui/screens/prompt.tsx";
import { readText } from "../source.ts";

/** What was answered. A prompt that was left ends the command: nobody was signed in. */
export function promptAnswer<T>(asked: Prompted<T>): T {
  if (asked === "interrupted") throw new TillError(exitCodes.interrupted, "Stopped.");
  if (asked === "cancelled") throw new TillError(exitCodes.failure, "Cancelled: nothing was sent.");
  return asked.answer;
}

/** A secret that never stands on a command line, and where it may come from. */
export interface SecretSource {
  /** What to call it in errors: `password`. */
  what: string;
  /** The file that the flag named; `-` is stdin. */
  file: string | undefined;
  /** The flag that names a file. */
  flag: string;
  /** What is asked on a terminal where no file is named. */
  question: string;
  /** Ask twice, for what nobody could correct afterwards. */
  twice?: boolean;
}

/**
 * A secret from the first line of a file or of stdin, else from a prompt that shows nothing of it. Without a terminal
 * it fails at once and names the flag.
 */
export async function readSecret(context: Context, source: SecretSource): Promise<string> {
  const { what, file, flag, question, twice } = source;
  if (file !== undefined) {
    const [line = ""] = (await readText(context, file)).split(/\r?\n/);
    if (line !== "") return line;
    throw new UsageError(
      `The first line of ${file === "-" ? "stdin" : file} is empty; the ${what} belongs there.`,
      {
        field: flag,
      },
    );
  }
  const { terminal } = context.streams;
  if (terminal === undefined) {
    throw new UsageError(`The ${what} is needed, and there is no terminal to ask on.`, {
      code: "SECRET_NEEDED",
      field: flag,
      hint: `Name a file with the ${what} in its first line: ${flag} <file>, or ${flag} - for stdin.`,
    });
  }
  const { askSecret } = await import("../../ui/screens/prompt.tsx");
  const { signal } = context;
  const check = (text: string) => (text === "" ? `Type the ${what}.` : undefined);
  const secret = promptAnswer(await askSecret(terminal, { question, signal, check }));
  if (twice) {
    const same = (text: string) => (text === secret ? undefined : "That was not the same. Try again.");
    promptAnswer(await askSecret(terminal, { question: "The same again:", signal, check: same }));
  }
  return secret;
}
