import { flowAfter, type LoginFlow, unknownState } from "../../api/auth/login.ts";
import type { SignedIn } from "../../api/auth/tokens.ts";
import { verification } from "../../api/services/members/authentication.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, exitCodes, TillError } from "../../kernel/errors.ts";
import { sanitiseLine } from "../../kernel/text.ts";
import { completeSecondFactor } from "./second-factor.ts";
import { promptAnswer } from "./secrets.ts";
import { tokensForSession } from "./session.ts";
import { storeMember, storePendingLogin } from "./stored-credentials.ts";

/** How the sign-in was started, and for whom. */
export type SignInOrigin = Omit<SignedIn, "at">;

/**
 * Completes a login or registration: stores the member tokens, or returns the state that waits for someone else. Prompts
 * for codes and second factors on a terminal.
 */
export async function finishSignIn(
  context: Context,
  started: LoginFlow,
  origin: SignInOrigin,
): Promise<LoginFlow> {
  let flow = started;
  for (;;) {
    if (flow.state === "SUCCESS") {
      const { sessionToken, identity: member } = flow;
      const tokens = await tokensForSession(context, sessionToken);
      const email = origin.email ?? member?.email?.address;
      const facts = { ...(member?.id && { memberId: member.id }), ...(email && { email }) };
      await storeMember(await context.identity(), tokens, { ...origin, ...facts });
      return flow;
    }
    if (flow.state === "EMAIL_VERIFICATION_REQUIRED") {
      await storePendingLogin(await context.identity(), flow.stateToken, origin);
      if (context.streams.terminal === undefined) return flow;
      flow = await promptForCode(context, flow.stateToken, origin.email);
    } else if (flow.state === "FAILURE") {
      const { answer } = flow;
      const needsSecondFactor = answer?.state === "REQUIRE_MFA" || answer?.state === "MFA_CHALLENGE";
      if (!needsSecondFactor)
        throw unknownState(`the platform answered ${sanitiseLine(answer?.state ?? "nothing")}`);
      flow = await completeSecondFactor(context, answer);
    } else return flow;
  }
}

/** Throws TillError (exit 4) unless the sign-in succeeded, saying what has to happen first. */
export function requireSignedIn(flow: LoginFlow): void {
  if (flow.state === "SUCCESS") return;
  const code = flow.state;
  if (flow.state === "EMAIL_VERIFICATION_REQUIRED") {
    throw new TillError(
      exitCodes.auth,
      "The email address is not verified yet. A verification code was sent to it.",
      {
        code,
        hint: "Enter it with: till verify-email code <code>",
      },
    );
  }
  throw new TillError(exitCodes.auth, "The site owner must approve this member first.", {
    code,
    hint: "Sign in again after the approval.",
  });
}

/** Sends the verification code of a login. Throws the platform's error if the code is wrong. */
export async function verifyCode(context: Context, stateToken: string, code: string): Promise<LoginFlow> {
  const call = await context.call();
  try {
    return flowAfter(await call(verification.verify, { code, stateToken }, { signal: context.signal }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    throw error.withHint(
      "Use the code from the latest email, or request a new one: till verify-email resend",
    );
  }
}

async function promptForCode(
  context: Context,
  stateToken: string,
  email: string | undefined,
): Promise<LoginFlow> {
  const { askText } = await import("../../ui/screens/prompt.tsx");
  const { streams, signal } = context;
  for (;;) {
    if (streams.terminal === undefined) throw new Error("Prompting requires a terminal.");
    const question = `Code from the email to ${sanitiseLine(email ?? "you")}:`;
    const check = (text: string) =>
      /^\S{6}$/.test(text.trim()) ? undefined : "The code must have six characters.";
    const code = promptAnswer(await askText(streams.terminal, { question, signal, check })).trim();
    try {
      return await verifyCode(context, stateToken, code);
    } catch (error) {
      // The platform limits the attempts and then fails with a different error code.
      if (!(error instanceof ApiError) || error.code !== "VERIFICATION_FAILED") throw error;
      await context.notice(error.message);
    }
  }
}
