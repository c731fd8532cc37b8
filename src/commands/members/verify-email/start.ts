import { verification } from "../../../api/services/members/verification.ts";
import { activeIdentity } from "../../../cli/sign-in/active-identity.ts";
import { requireStorage, storePendingLogin } from "../../../cli/sign-in/stored-credentials.ts";
import type { Context } from "../../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../../kernel/errors.ts";

/** Sends a verification code to a member; `code` then goes on with it. */
export async function run(
  context: Context,
  _: string[],
  { member }: { member?: string },
): Promise<ExitCode | undefined> {
  requireStorage(await context.choices.profile(), context);
  const email = member === undefined ? (await activeIdentity(context, "member")).member?.email : undefined;
  const client = await context.client({ verification }, "member");
  const input = { ...(member !== undefined && { identityId: member }), target: "EMAIL" as const };
  const { verificationId } = await client.verification.start(input, { signal: context.signal });
  if (!verificationId) {
    throw new TillError(exitCodes.failure, "The platform started no verification.", { hint: "Try again." });
  }
  await storePendingLogin(await context.identity(), verificationId, {
    how: "password",
    ...(email && { email }),
  });
  await context.notice("A code was sent. Go on with: till verify-email code <code>");
  return undefined;
}
