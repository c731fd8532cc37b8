import { firstCode, type LoginListener, listenForLogin } from "../../../api/auth/login-listener.ts";
import { authorizeInput, exchangeCode } from "../../../api/auth/member-tokens.ts";
import { createOauthData } from "../../../api/auth/pkce.ts";
import { loginPorts, redirectUris } from "../../../api/auth/redirect-uris.ts";
import { openBrowser, requireSafeUrl } from "../../../cli/browser.ts";
import { createLoginUrl } from "../../../cli/sign-in/session.ts";
import { requireClientId, storeMember } from "../../../cli/sign-in/stored-credentials.ts";
import type { Context } from "../../../context/context.ts";
import { TillError, UsageError } from "../../../kernel/errors.ts";
import { sanitiseLine } from "../../../kernel/text.ts";
import type { LoginOptions } from "./options.ts";
import { pastedCode } from "./paste.ts";

/**
 * Logs a member in on the platform's own page. The address is printed before any browser is tried; the answer comes
 * back to a port of this machine, or is pasted. The embedded sandbox is served meanwhile, so that it has pages.
 */
export async function logInByBrowser(context: Context, options: LoginOptions): Promise<void> {
  const { environment, streams } = context;
  const byHand = options.browser === false || environment.ssh;
  if (options.browser !== false) {
    if (environment.ci) throw nobody("this is a build server");
    if (context.choices.setting("noInput").value) throw nobody("--no-input says so");
  }
  const identity = await context.identity();
  const clientId = requireClientId(identity);
  const over = new AbortController();
  const signal = AbortSignal.any([context.signal, over.signal]);
  const served = await identity.serve(
    (error) => void context.notice(`A page of the sandbox failed: ${String(error)}`),
  );
  let listener: LoginListener | undefined;
  let pasting: Promise<string> | undefined;
  try {
    listener = await listenUnlessPasted(context, options, signal);
    const oauth = createOauthData(listener?.redirectUri ?? redirectUris[0] ?? "");
    const { prompt } = options;
    const input = authorizeInput(oauth, { clientId, ...(prompt && { prompt }) });
    const address = requireSafeUrl(await createLoginUrl(context, input));
    await streams.stderr.write(`Log in at this address:\n\n  ${sanitiseLine(address)}\n\n`);
    const opened = !byHand && (await openedBrowser(context, address));
    if (!opened && options.browser !== false && streams.terminal === undefined && !streams.stderr.isTTY)
      throw nobody("there is neither a browser nor a terminal");
    if (!opened) pasting = pastedCode(context, oauth, signal, options.browser === false);
    const sources = [...(listener ? [listener.answer(oauth)] : []), ...(pasting ? [pasting] : [])];
    const code = await firstCode(sources, { signal });
    const tokens = await exchangeCode(code, oauth, clientId, identity, context.signal);
    await storeMember(identity, tokens, { how: "browser" });
  } finally {
    over.abort();
    await Promise.allSettled([pasting, listener?.close()]);
    await served?.close();
  }
}

function nobody(why: string): UsageError {
  return new UsageError(`Nobody is there to log in in a browser: ${why}.`, {
    field: "--email",
    hint: "Log in with --email and --password-file, or set TILL_API_KEY or TILL_ACCESS_TOKEN.",
  });
}

/** Where answers are pasted, a login does without a port. */
async function listenUnlessPasted(
  context: Context,
  { browser, port }: LoginOptions,
  signal: AbortSignal,
): Promise<LoginListener | undefined> {
  try {
    return await listenForLogin({
      ports: port === undefined ? loginPorts : [port],
      notice: (text) => void context.notice(text),
      onError: (error) => void context.notice(`The answer could not be taken: ${String(error)}`),
      signal,
    });
  } catch (error) {
    if (browser !== false || !(error instanceof TillError) || error.code !== "PORT_UNAVAILABLE") throw error;
    await context.notice(error.message);
    return undefined;
  }
}

async function openedBrowser(context: Context, address: string): Promise<boolean> {
  try {
    await openBrowser(address, context.environment.variables.BROWSER);
    await context.notice("Your browser was asked to open it. Waiting for it to come back …");
    return true;
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    await context.notice(`${error.message} Open the address yourself.`);
    return false;
  }
}
