import { askerOf } from "../../cli/ask.ts";
import { readText } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import type { Prompted } from "../../ui/screens/prompt.tsx";

/** Returns the answer of a prompt. Throws TillError if the prompt was interrupted or canceled. */
export function promptAnswer<T>(prompted: Prompted<T>): T {
  if (prompted === "interrupted") throw new TillError(exitCodes.interrupted, "Stopped.");
  if (prompted === "canceled") throw new TillError(exitCodes.failure, "Canceled; nothing was sent.");
  return prompted.answer;
}

/** A secret that is never passed as an argument, and where to read it from. */
export interface SecretSource {
  /** Its name in errors, such as `password`. */
  what: string;
  /** The file passed to the flag; `-` is stdin. */
  file: string | undefined;
  /** The flag that takes a file. */
  flag: string;
  /** The prompt shown on a terminal if no file is given. */
  question: string;
  /** Prompt twice, to catch typing errors in a new secret. */
  twice?: boolean;
}

/**
 * Reads a secret from the first line of a file or stdin, or from a hidden prompt. Throws UsageError naming the flag if
 * there is neither a file nor a terminal.
 */
export async function readSecret(context: Context, source: SecretSource): Promise<string> {
  const { what, file, flag, question, twice } = source;
  if (file !== undefined) {
    const [line = ""] = (await readText(context, file)).split(/\r?\n/);
    if (line !== "") return line;
    throw new UsageError(
      `The first line of ${file === "-" ? "stdin" : file} is empty. It must contain the ${what}.`,
      { field: flag },
    );
  }
  const asker = askerOf(context);
  if (asker === undefined) {
    throw new UsageError(`Cannot ask for the ${what} without a terminal.`, {
      code: "SECRET_NEEDED",
      field: flag,
      hint: `Pass a file whose first line is the ${what}: ${flag} <file>, or ${flag} - for stdin.`,
    });
  }
  const check = (text: string) => (text === "" ? `Enter the ${what}.` : undefined);
  const secret = promptAnswer(await asker.secret({ question, check }));
  if (twice) {
    const same = (text: string) => (text === secret ? undefined : "The entries do not match. Try again.");
    promptAnswer(await asker.secret({ question: "Repeat it:", check: same }));
  }
  return secret;
}
