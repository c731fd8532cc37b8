import { verification } from "../../../api/services/members/verification.ts";
import { keepPending, requireKept } from "../../../cli/sign-in/keeping.ts";
import { whoIs } from "../../../cli/sign-in/who.ts";
import type { Context } from "../../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../../kernel/errors.ts";

/** Sends a verification code to a member; `code` then goes on with it. */
export async function run(
  context: Context,
  _: string[],
  { member }: { member?: string },
): Promise<ExitCode | undefined> {
  requireKept(await context.choices.profile(), context);
  const email = member === undefined ? (await whoIs(context, "member")).member?.email : undefined;
  const client = await context.client({ verification }, "member");
  const input = { ...(member !== undefined && { identityId: member }), target: "EMAIL" as const };
  const { verificationId } = await client.verification.start(input, { signal: context.signal });
  if (!verificationId) {
    throw new TillError(exitCodes.failure, "The platform started no verification.", { hint: "Try again." });
  }
  await keepPending(await context.identity(), verificationId, { how: "password", ...(email && { email }) });
  await context.notice("A code was sent. Go on with: till verify-email code <code>");
  return undefined;
}
