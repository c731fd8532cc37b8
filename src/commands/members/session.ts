import { createOauthData, redirectUris } from "../../api/auth/login.ts";
import { askForCode, authorizeInput, exchangeCode } from "../../api/auth/member-tokens.ts";
import type { Tokens } from "../../api/auth/tokens.ts";
import { redirects } from "../../api/services/redirects.ts";
import { requireClientId } from "../../cli/stored-credentials.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";

/** Creates a redirect session and returns the URL of the login page. */
export async function createLoginUrl(
  context: Context,
  input: ReturnType<typeof authorizeInput>,
): Promise<string> {
  const call = await context.call();
  const options = { signal: context.signal };
  const { redirectSession } = await call(redirects.createRedirectSession, input, options);
  if (redirectSession?.fullUrl) return redirectSession.fullUrl;
  throw new TillError(exitCodes.failure, "The platform returned a redirect session without a URL.", {
    hint: "You are not signed in. Try again.",
  });
}

/** Exchanges a session token for member tokens without a browser, with a silent authorization (prompt=none). */
export async function tokensForSession(context: Context, sessionToken: string): Promise<Tokens> {
  const identity = await context.identity();
  const clientId = requireClientId(identity);
  const oauth = createOauthData(redirectUris[0] ?? "");
  const address = await createLoginUrl(
    context,
    authorizeInput(oauth, { clientId, prompt: "none", sessionToken }),
  );
  const code = await askForCode(identity.send, address, oauth, context.signal);
  return await exchangeCode(code, oauth, clientId, identity, context.signal);
}
