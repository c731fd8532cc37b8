import { once } from "node:events";
import { createInterface } from "node:readline";
import {
  awaitCode,
  codeFromRedirect,
  createOauthData,
  type LoginListener,
  listenForLogin,
  loginPorts,
  type OauthData,
  readReturn,
  redirectUris,
} from "../../api/auth/login.ts";
import { authorizeInput, exchangeCode } from "../../api/auth/member-tokens.ts";
import { askerOf } from "../../cli/ask.ts";
import { openBrowser, requireSafeUrl } from "../../cli/browser.ts";
import { requireClientId, storeMember } from "../../cli/stored-credentials.ts";
import type { Context } from "../../context/context.ts";
import { TillError, UsageError } from "../../kernel/errors.ts";
import { sanitizeLine } from "../../kernel/text.ts";
import type { LoginOptions } from "./flags.ts";
import { promptAnswer } from "./secrets.ts";
import { createLoginUrl } from "./session.ts";

/**
 * Signs a member in on the platform's login page. Prints the URL before opening a browser; receives the code on a loopback
 * port or as a pasted URL. Serves the embedded sandbox meanwhile, so that its login page is available.
 */
export async function loginWithBrowser(context: Context, options: LoginOptions): Promise<void> {
  const { environment, streams } = context;
  const manual = options.browser === false || environment.ssh;
  if (options.browser !== false) {
    if (environment.ci) throw browserUnavailable("running in CI");
    if (context.choices.setting("noInput").value)
      throw browserUnavailable("prompts are disabled with --no-input");
  }
  const identity = await context.identity();
  const clientId = requireClientId(identity);
  const done = new AbortController();
  const signal = AbortSignal.any([context.signal, done.signal]);
  const served = await identity.serve(
    (error) => void context.notice(`The sandbox failed to serve a page: ${String(error)}`),
  );
  let listener: LoginListener | undefined;
  let pasting: Promise<string> | undefined;
  try {
    listener = await listenIfPossible(context, options, signal);
    const oauth = createOauthData(listener?.redirectUri ?? redirectUris[0] ?? "");
    const { prompt } = options;
    const input = authorizeInput(oauth, { clientId, prompt });
    const url = requireSafeUrl(await createLoginUrl(context, input));
    await streams.stderr.write(`Open this URL to sign in:\n\n  ${sanitizeLine(url)}\n\n`);
    const opened = !manual && (await tryOpenBrowser(context, url));
    if (!opened && options.browser !== false && streams.terminal === undefined && !streams.stderr.isTTY)
      throw browserUnavailable("there is no browser and no terminal");
    if (!opened) pasting = pastedCode(context, oauth, signal, options.browser === false);
    const sources = [...(listener ? [listener.code(oauth)] : []), ...(pasting ? [pasting] : [])];
    const code = await awaitCode(sources, { signal });
    const tokens = await exchangeCode(code, oauth, clientId, identity, context.signal);
    await storeMember(identity, tokens, { how: "browser" });
  } finally {
    done.abort();
    await Promise.allSettled([pasting, listener?.close()]);
    await served?.close();
  }
}

function browserUnavailable(reason: string): UsageError {
  return new UsageError(`Cannot sign in with a browser: ${reason}.`, {
    field: "--email",
    hint: "Use --email and --password-file, or set TILL_API_KEY or TILL_ACCESS_TOKEN.",
  });
}

/** Starts the callback listener. With --no-browser, a taken port is not an error because the URL can be pasted. */
async function listenIfPossible(
  context: Context,
  { browser, port }: LoginOptions,
  signal: AbortSignal,
): Promise<LoginListener | undefined> {
  try {
    return await listenForLogin({
      ports: port === undefined ? loginPorts : [port],
      notice: (text) => void context.notice(text),
      onError: (error) => void context.notice(`Failed to handle the login callback: ${String(error)}`),
      signal,
    });
  } catch (error) {
    if (browser !== false || !(error instanceof TillError) || error.code !== "PORT_UNAVAILABLE") throw error;
    await context.notice(error.message);
    return undefined;
  }
}

async function tryOpenBrowser(context: Context, url: string): Promise<boolean> {
  try {
    await openBrowser(url, context.environment.variables.BROWSER);
    await context.notice("Opened the URL in your browser. Waiting for the login to finish…");
    return true;
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    await context.notice(`${error.message} Open the URL manually.`);
    return false;
  }
}

/**
 * Returns the code from the pasted callback URL. Prompts for it on a terminal, without echo; with `piped`, reads the
 * first line of stdin. With neither, waits until `signal` aborts.
 */
async function pastedCode(
  context: Context,
  login: OauthData,
  signal: AbortSignal,
  piped: boolean,
): Promise<string> {
  const asker = askerOf(context);
  if (asker !== undefined) {
    const question = "If the login does not finish automatically, paste the URL that the browser ended on:";
    const check = (text: string) => problemOf(text, login);
    return codeFromRedirect(readReturn(promptAnswer(await asker.secret({ question, check }, signal))), login);
  }
  const line = piped ? await firstLine(context, signal) : undefined;
  return line === undefined ? await never(signal) : codeFromRedirect(readReturn(line), login);
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
    codeFromRedirect(readReturn(text), login);
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
