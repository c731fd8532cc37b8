import { flowAfter, type LoginFlow, unknownState } from "../../api/auth/login-flow.ts";
import type { SignedIn } from "../../api/auth/tokens.ts";
import { verification } from "../../api/services/members/verification.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, exitCodes, TillError } from "../../kernel/errors.ts";
import { sanitiseLine } from "../../kernel/text.ts";
import { completeSecondFactor } from "./second-factor.ts";
import { promptAnswer } from "./secrets.ts";
import { tokensForSession } from "./session.ts";
import { storeMember, storePendingLogin } from "./stored-credentials.ts";

/** How somebody came to the state that is finished here. */
export type SignInOrigin = Omit<SignedIn, "at">;

/**
 * Goes on from where a login or registration stands to its end: member tokens that are kept, or a state that waits
 * for somebody else. On a terminal codes and second factors are asked for.
 */
export async function finishSignIn(
  context: Context,
  begun: LoginFlow,
  arrival: SignInOrigin,
): Promise<LoginFlow> {
  let flow = begun;
  for (;;) {
    if (flow.state === "SUCCESS") {
      const { sessionToken, identity: member } = flow;
      const tokens = await tokensForSession(context, sessionToken);
      const email = arrival.email ?? member?.email?.address;
      const facts = { ...(member?.id && { memberId: member.id }), ...(email && { email }) };
      await storeMember(await context.identity(), tokens, { ...arrival, ...facts });
      return flow;
    }
    if (flow.state === "EMAIL_VERIFICATION_REQUIRED") {
      await storePendingLogin(await context.identity(), flow.stateToken, arrival);
      if (context.streams.terminal === undefined) return flow;
      flow = await promptForCode(context, flow.stateToken, arrival.email);
    } else if (flow.state === "FAILURE") {
      const { answer } = flow;
      const wantsFactor = answer?.state === "REQUIRE_MFA" || answer?.state === "MFA_CHALLENGE";
      if (!wantsFactor)
        throw unknownState(`the platform answered ${sanitiseLine(answer?.state ?? "nothing")}`);
      flow = await completeSecondFactor(context, answer);
    } else return flow;
  }
}

/** The error of a command that was to sign in and could not, because somebody else must act first. */
export function requireSignedIn(flow: LoginFlow): void {
  if (flow.state === "SUCCESS") return;
  const code = flow.state;
  if (flow.state === "EMAIL_VERIFICATION_REQUIRED") {
    throw new TillError(exitCodes.auth, "The e-mail address must be verified first: a code was sent to it.", {
      code,
      hint: "Go on with: till verify-email code <code>",
    });
  }
  throw new TillError(exitCodes.auth, "The owner of the site must approve this member first.", {
    code,
    hint: "Try again once that is done; nothing else is needed.",
  });
}

/** Gives the verification code of a login; where it is wrong the platform's error is thrown. */
export async function verifyCode(context: Context, stateToken: string, code: string): Promise<LoginFlow> {
  const client = await context.client({ verification });
  try {
    return flowAfter(await client.verification.verify({ code, stateToken }, { signal: context.signal }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    throw error.withHint(
      "Take the code of the newest e-mail, or have another one sent: till verify-email resend",
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
    if (streams.terminal === undefined) throw new Error("Nothing is asked without a terminal.");
    const question = `Code from the e-mail to ${sanitiseLine(email ?? "you")}:`;
    const check = (text: string) =>
      /^\S{6}$/.test(text.trim()) ? undefined : "The code has six characters.";
    const code = promptAnswer(await askText(streams.terminal, { question, signal, check })).trim();
    try {
      return await verifyCode(context, stateToken, code);
    } catch (error) {
      // The platform counts the tries; once the login is over it says so with another code.
      if (!(error instanceof ApiError) || error.code !== "VERIFICATION_FAILED") throw error;
      await context.notice(error.message);
    }
  }
}
