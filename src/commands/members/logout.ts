import { authentication } from "../../api/services/members.ts";
import { redirects } from "../../api/services/redirects.ts";
import { openBrowser, requireSafeUrl } from "../../cli/browser.ts";
import {
  removeCredentials,
  removeDamagedCredentials,
  requireClientId,
  requireStorage,
} from "../../cli/stored-credentials.ts";
import type { CredentialKind } from "../../config/credentials.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { sanitizeLine } from "../../kernel/text.ts";

interface LogoutOptions {
  apiKey?: boolean;
  hosted?: boolean;
  returnTo?: string;
  browser?: boolean;
}

/** Removes the stored tokens; with `--hosted`, ends the session on the platform first. */
export async function run(
  context: Context,
  _: string[],
  options: LogoutOptions,
): Promise<ExitCode | undefined> {
  const { streams, format, globals } = context;
  if (options.returnTo !== undefined && !options.hosted)
    throw new UsageError("--return-to can only be used with --hosted.", { field: "--return-to" });
  const profile = await context.choices.profile();
  requireStorage(profile, context);
  const logoutUrl = options.hosted ? await hostedLogout(context, options) : undefined;
  const kinds: CredentialKind[] = [
    "member",
    "staff",
    "visitor",
    "pending",
    ...(options.apiKey ? (["apiKey", "app"] as const) : []),
  ];
  const forgotten = await removeCredentials(context, profile.key, kinds);
  await removeDamagedCredentials(context);

  if (format !== "table" || globals.fields !== undefined) {
    await context.printRecord(
      { profile: profile.name, forgotten, logoutUrl: logoutUrl ?? null },
      { kind: "logout", fields: {} },
    );
  } else {
    if (logoutUrl !== undefined) await streams.stdout.write(`${sanitizeLine(logoutUrl)}\n`);
    const message = `Signed out of profile ${profile.name}.`;
    await context.notice(forgotten.length > 0 ? message : `Not signed in to profile ${profile.name}.`);
  }
  const { ssh, ci, variables } = context.environment;
  const canOpen = logoutUrl !== undefined && options.browser !== false && !ssh && !ci;
  if (canOpen && (await context.site()).hosted) await openBrowser(logoutUrl, variables.BROWSER);
  return undefined;
}

/** Returns the platform's logout URL. The embedded sandbox has none: its member is signed out by an API call. */
async function hostedLogout(context: Context, { returnTo }: LogoutOptions): Promise<string | undefined> {
  const { signal } = context;
  const identity = await context.identity();
  const clientId = requireClientId(identity);
  const call = await context.call("visitor");
  if (!identity.hosted) {
    if (await context.can("member")) {
      const call = await context.call("member");
      await call(authentication.logout, { clientId }, { signal });
    }
    return undefined;
  }
  const input = {
    logout: { clientId },
    callbacks: returnTo === undefined ? undefined : { postFlowUrl: returnTo },
  };
  const { redirectSession } = await call(redirects.createRedirectSession, input, { signal });
  if (redirectSession?.fullUrl) return requireSafeUrl(redirectSession.fullUrl);
  throw new TillError(exitCodes.failure, "The platform returned a redirect session without a URL.", {
    hint: "Nothing was removed. Try again, or sign out on this computer only: till logout",
  });
}
