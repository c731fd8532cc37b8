import { authentication } from "../../../api/services/members/authentication.ts";
import { redirects } from "../../../api/services/redirects/redirects.ts";
import { openBrowser, requireSafeUrl } from "../../../cli/browser.ts";
import { rawOutput } from "../../../cli/raw-output.ts";
import { removeCredentials, requireClientId, requireStorage } from "../../../cli/sign-in/stored-credentials.ts";
import type { CredentialKind } from "../../../config/credentials.ts";
import type { Context } from "../../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../../kernel/errors.ts";
import { sanitiseLine } from "../../../kernel/text.ts";

interface LogoutOptions {
  apiKey?: boolean;
  hosted?: boolean;
  returnTo?: string;
  browser?: boolean;
}

/** Clears both tokens; with `--hosted` once the platform has been told. */
export async function run(
  context: Context,
  _: string[],
  options: LogoutOptions,
): Promise<ExitCode | undefined> {
  const { streams, format, globals } = context;
  if (options.returnTo !== undefined && !options.hosted)
    throw new UsageError("--return-to belongs to --hosted: give that too.", { field: "--return-to" });
  const profile = await context.choices.profile();
  requireStorage(profile, context);
  const address = options.hosted ? await hostedLogout(context, options) : undefined;
  const kinds: CredentialKind[] = [
    "member",
    "visitor",
    "pending",
    ...(options.apiKey ? ["apiKey" as const] : []),
  ];
  const forgotten = await removeCredentials(context, profile.key, kinds);

  if (format !== "table" || globals.fields !== undefined) {
    await rawOutput(context).print({
      _kind: "logout",
      profile: profile.name,
      forgotten,
      logoutUrl: address ?? null,
    });
  } else {
    if (address !== undefined) await streams.stdout.write(`${sanitiseLine(address)}\n`);
    const done = `Signed out of profile ${profile.name}.`;
    await context.notice(forgotten.length > 0 ? done : `Nobody was signed in to profile ${profile.name}.`);
  }
  const { ssh, ci, variables } = context.environment;
  const opens = address !== undefined && options.browser !== false && !ssh && !ci;
  if (opens && (await context.site()).hosted) await openBrowser(address, variables.BROWSER);
  return undefined;
}

/** The address that ends the login on the platform's pages. The embedded sandbox has none now: it is told itself. */
async function hostedLogout(context: Context, { returnTo }: LogoutOptions): Promise<string | undefined> {
  const { signal } = context;
  const identity = await context.identity();
  const clientId = requireClientId(identity);
  const client = await context.client({ redirects }, "visitor");
  if (!identity.hosted) {
    if (await context.can("member")) {
      const asMember = await context.client({ authentication }, "member");
      await asMember.authentication.logout({ clientId }, { signal });
    }
    return undefined;
  }
  const input = {
    logout: { clientId },
    ...(returnTo !== undefined && { callbacks: { postFlowUrl: returnTo } }),
  };
  const { redirectSession } = await client.redirects.createRedirectSession(input, { signal });
  if (redirectSession?.fullUrl) return requireSafeUrl(redirectSession.fullUrl);
  throw new TillError(exitCodes.failure, "The platform made a redirect session without an address.", {
    hint: "Nothing was forgotten. Try again, or sign out here only: till logout",
  });
}
