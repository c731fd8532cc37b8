import { flowAfter, type LoginFlow, verifiable } from "../../api/auth/login.ts";
import type { SignedIn } from "../../api/auth/tokens.ts";
import { verification } from "../../api/services/members.ts";
import { askerOf } from "../../cli/ask.ts";
import { readText } from "../../cli/source.ts";
import { requireStorage, storePendingLogin } from "../../cli/stored-credentials.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { promptAnswer } from "./secrets.ts";
import { finishSignIn, requireSignedIn, verifyCode } from "./sign-in.ts";
import { activeIdentity, printSignedIn } from "./whoami.ts";

/** Sends the verification code of the pending login and completes the login. */
export async function enterCode(context: Context, [argument]: string[]): Promise<ExitCode | undefined> {
  requireStorage(await context.choices.profile(), context);
  const { stateToken, origin } = await pendingLogin(context);
  const flow = await verifyCode(context, stateToken, await readCode(context, argument));
  requireSignedIn(await finishSignIn(context, flow, origin));
  await printSignedIn(context, "member");
  return undefined;
}

/** Requests a new code for the pending login. */
export async function resendCode(context: Context): Promise<ExitCode | undefined> {
  requireStorage(await context.choices.profile(), context);
  const { stateToken, origin } = await pendingLogin(context);
  const call = await context.call();
  const answer = await call(verification.resend, { stateToken }, { signal: context.signal });
  const flow = flowAfter(answer);
  if (flow.state === "EMAIL_VERIFICATION_REQUIRED")
    await storePendingLogin(await context.identity(), flow.stateToken, origin);
  await context.notice("Sent a new code. Enter it with: till account verify-email code <code>");
  return undefined;
}

/** Sends a verification code to a member; `till account verify-email code` completes the verification. */
export async function startVerification(
  context: Context,
  _: string[],
  { member }: { member?: string },
): Promise<ExitCode | undefined> {
  requireStorage(await context.choices.profile(), context);
  const email = member === undefined ? (await activeIdentity(context, "member")).member?.email : undefined;
  const call = await context.call("member");
  const input = { identityId: member, target: "EMAIL" as const };
  const { verificationId } = await call(verification.start, input, { signal: context.signal });
  if (!verificationId) {
    throw new TillError(exitCodes.failure, "The platform did not start a verification.", {
      hint: "Try again.",
    });
  }
  await storePendingLogin(await context.identity(), verificationId, {
    how: "password",
    email: email || undefined,
  });
  await context.notice("Sent a code. Enter it with: till account verify-email code <code>");
  return undefined;
}

async function readCode(context: Context, argument: string | undefined): Promise<string> {
  if (argument !== undefined) return (argument === "-" ? await readText(context, "-") : argument).trim();
  const asker = askerOf(context);
  if (asker === undefined) {
    throw new UsageError("Cannot ask for the code without a terminal.", {
      field: "code",
      hint: "Pass it as an argument: till account verify-email code <code>",
    });
  }
  return promptAnswer(await asker.text({ question: "Code from the email:" })).trim();
}

/** Returns the stored login that waits for a code. Throws the `Unknown _state` error if there is none. */
async function pendingLogin(context: Context): Promise<{ stateToken: string; origin: Omit<SignedIn, "at"> }> {
  const { store, key, kept, now } = await context.identity();
  const pending = kept ? await store().get(key, "pending") : undefined;
  const isWaiting = pending !== undefined && pending.expiresAt > now() / 1000;
  const flow: LoginFlow = isWaiting
    ? { state: "EMAIL_VERIFICATION_REQUIRED", stateToken: pending.accessToken }
    : { state: "INITIAL" };
  const stateToken = verifiable(flow);
  const { at, ...origin } = pending?.signedIn ?? { at: 0, how: "password" };
  return { stateToken, origin };
}
