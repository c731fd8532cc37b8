import { flowAfter } from "../../api/auth/login.ts";
import { authentication, recovery } from "../../api/services/members.ts";
import { requireClientId, requireStorage } from "../../cli/stored-credentials.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode, UsageError } from "../../kernel/errors.ts";
import { readSecret } from "./secrets.ts";
import { finishSignIn, requireSignedIn } from "./sign-in.ts";
import { printSignedIn } from "./whoami.ts";

interface EmailOptions {
  language?: string;
  returnTo?: string;
}

/** Requests a password reset email. */
export async function forgot(
  context: Context,
  [email = ""]: string[],
  options: EmailOptions,
): Promise<ExitCode | undefined> {
  const call = await context.call();
  const input = { email, ...(await emailFields(context, options)) };
  await call(recovery.sendEmail, input, { signal: context.signal });
  await context.notice(
    `If ${email} belongs to a member, a reset link was sent. Open it in a browser, or run: till account password recover`,
  );
  return undefined;
}

/** Requests an email with which a member sets a first password. */
export async function activate(
  context: Context,
  [identityId = ""]: string[],
  options: EmailOptions,
): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const emailOptions = await emailFields(context, options);
  const input = { identityId, emailOptions: Object.keys(emailOptions).length > 0 ? emailOptions : undefined };
  await call(recovery.activationEmail, input, { signal: context.signal });
  await context.notice("Sent the email.");
  return undefined;
}

/** Changes the password of the signed-in member. */
export async function change(
  context: Context,
  _: string[],
  { passwordFile }: { passwordFile?: string },
): Promise<ExitCode | undefined> {
  const call = await context.call("member");
  const newPassword = await readNewPassword(context, passwordFile);
  await call(authentication.changePassword, { newPassword }, { signal: context.signal });
  await context.notice("Changed the password.");
  return undefined;
}

/** Sets a new password with a recovery token and signs in. */
export async function recover(
  context: Context,
  _: string[],
  { tokenFile, passwordFile }: { tokenFile?: string; passwordFile?: string },
): Promise<ExitCode | undefined> {
  if (tokenFile === "-" && passwordFile === "-") {
    throw new UsageError("--token-file and --password-file cannot both read from stdin.", {
      field: "--password-file",
    });
  }
  requireStorage(await context.choices.profile(), context);
  requireClientId(await context.identity());
  const link = await readSecret(context, {
    what: "link from the email",
    file: tokenFile,
    flag: "--token-file",
    question: "Link from the email, or its token:",
  });
  const password = await readNewPassword(context, passwordFile);
  const call = await context.call();
  const input = { recoveryToken: recoveryTokenOf(link), password };
  const answer = await call(recovery.recover, input, { signal: context.signal }).catch(rethrowWithHint);
  await context.notice("Set the new password.");
  requireSignedIn(await finishSignIn(context, flowAfter(answer), { how: "recovery" }));
  await printSignedIn(context, "member");
  return undefined;
}

async function readNewPassword(context: Context, file: string | undefined): Promise<string> {
  return await readSecret(context, {
    what: "new password",
    file,
    flag: "--password-file",
    question: "New password:",
    twice: true,
  });
}

async function emailFields(context: Context, { language, returnTo }: EmailOptions) {
  const { clientId } = await context.site();
  return {
    ...(language !== undefined && { language }),
    ...(returnTo !== undefined && {
      redirect: { url: returnTo, clientId },
    }),
  };
}

function rethrowWithHint(error: unknown): never {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  throw error.withHint(
    "A reset link works only once. Request a new one: till account password forgot <email>",
  );
}

/** Returns the token of a reset link; text that is not a URL is the token itself. */
function recoveryTokenOf(link: string): string {
  const query = URL.parse(link.trim())?.searchParams;
  return query?.get("recoveryToken") ?? query?.get("token") ?? link.trim();
}
