import { once } from "node:events";
import { createInterface } from "node:readline";
import { codeOf, type OauthData, readReturn } from "../../../api/auth/login.ts";
import { promptAnswer } from "../../../cli/sign-in/secrets.ts";
import type { Context } from "../../../context/context.ts";
import { TillError } from "../../../kernel/errors.ts";

/**
 * Returns the code from the pasted callback URL. Prompts for it on a terminal, without echo; with `piped`, reads the
 * first line of stdin. With neither, waits until `signal` aborts.
 */
export async function pastedCode(
  context: Context,
  login: OauthData,
  signal: AbortSignal,
  piped: boolean,
): Promise<string> {
  const { terminal } = context.streams;
  if (terminal !== undefined) {
    const { askSecret } = await import("../../../ui/screens/prompt.tsx");
    const question = "If the login does not finish automatically, paste the URL that the browser ended on:";
    const check = (text: string) => problemOf(text, login);
    return codeOf(readReturn(promptAnswer(await askSecret(terminal, { question, signal, check }))), login);
  }
  const line = piped ? await firstLine(context, signal) : undefined;
  return line === undefined ? await never(signal) : codeOf(readReturn(line), login);
}

/** Waits until `signal` aborts, then throws its reason. */
async function never(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted();
  const [{ target }] = await once(signal, "abort");
  throw (target as AbortSignal).reason;
}

/** Returns what is wrong with a pasted URL, or undefined. A login that the platform rejected is a valid result. */
function problemOf(text: string, login: OauthData): string | undefined {
  try {
    codeOf(readReturn(text), login);
    return undefined;
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    return error.code === "LOGIN_REFUSED" ? undefined : error.message;
  }
}

async function firstLine({ streams }: Context, signal: AbortSignal): Promise<string | undefined> {
  if (streams.stdin.isTTY) return undefined;
  const lines = createInterface({ input: streams.stdin, signal });
  try {
    for await (const line of lines) if (line.trim() !== "") return line;
    return undefined;
  } finally {
    lines.close();
    streams.stdin.pause();
  }
}
