import { flowAfter } from "../../../api/auth/login-flow.ts";
import { recovery } from "../../../api/services/members/recovery.ts";
import { printSignedIn } from "../../../cli/sign-in/active-identity.ts";
import { finishSignIn, requireSignedIn } from "../../../cli/sign-in/finish.ts";
import { readSecret } from "../../../cli/sign-in/secrets.ts";
import { requireClientId, requireStorage } from "../../../cli/sign-in/stored-credentials.ts";
import { announceWriting } from "../../../cli/writing.ts";
import type { Context } from "../../../context/context.ts";
import { ApiError, type ExitCode, UsageError } from "../../../kernel/errors.ts";

interface RecoverOptions {
  tokenFile?: string;
  passwordFile?: string;
}

/** Sets a new password with a recovery token, and signs in. */
export async function run(
  context: Context,
  _: string[],
  { tokenFile, passwordFile }: RecoverOptions,
): Promise<ExitCode | undefined> {
  if (tokenFile === "-" && passwordFile === "-") {
    throw new UsageError("Only one of them can be read from stdin.", { field: "--password-file" });
  }
  requireStorage(await context.choices.profile(), context);
  requireClientId(await context.identity());
  const link = await readSecret(context, {
    what: "link of the e-mail",
    file: tokenFile,
    flag: "--token-file",
    question: "The link of the e-mail, or its token:",
  });
  const password = await readSecret(context, {
    what: "new password",
    file: passwordFile,
    flag: "--password-file",
    question: "New password:",
    twice: true,
  });
  const client = await context.client({ recovery });
  await announceWriting(context);
  const input = { recoveryToken: tokenIn(link), password };
  const answer = await client.recovery.recover(input, { signal: context.signal }).catch(explainRefusal);
  await context.notice("The new password is set.");
  requireSignedIn(await finishSignIn(context, flowAfter(answer), { how: "recovery" }));
  await printSignedIn(context, "member");
  return undefined;
}

/** A link serves once, and not for long. */
function explainRefusal(error: unknown): never {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  throw error.withHint("A link serves once. To get another one: till password forgot <address>");
}

/** The token of a link; a text that is no address is the token itself. */
function tokenIn(link: string): string {
  const query = URL.parse(link.trim())?.searchParams;
  return query?.get("recoveryToken") ?? query?.get("token") ?? link.trim();
}
