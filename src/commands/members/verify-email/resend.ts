import { flowAfter } from "../../../api/auth/login-flow.ts";
import { verification } from "../../../api/services/members/verification.ts";
import { requireStorage, storePendingLogin } from "../../../cli/sign-in/stored-credentials.ts";
import type { Context } from "../../../context/context.ts";
import type { ExitCode } from "../../../kernel/errors.ts";
import { waitingLogin } from "./pending.ts";

/** Has another code sent for the login that waits. */
export async function run(context: Context): Promise<ExitCode | undefined> {
  requireStorage(await context.choices.profile(), context);
  const { stateToken, arrival } = await waitingLogin(context);
  const client = await context.client({ verification });
  const answer = await client.verification.resend({ stateToken }, { signal: context.signal });
  const flow = flowAfter(answer);
  if (flow.state === "EMAIL_VERIFICATION_REQUIRED")
    await storePendingLogin(await context.identity(), flow.stateToken, arrival);
  await context.notice("Another code was sent. Go on with: till verify-email code <code>");
  return undefined;
}
