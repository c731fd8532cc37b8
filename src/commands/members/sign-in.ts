import { flowAfter, type LoginFlow, unknownState } from "../../api/auth/login.ts";
import type { SignedIn } from "../../api/auth/tokens.ts";
import { type AuthenticationState, authentication, verification } from "../../api/services/members.ts";
import { type Asker, askerOf } from "../../cli/ask.ts";
import { storeMember, storePendingLogin } from "../../cli/stored-credentials.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, exitCodes, TillError } from "../../kernel/errors.ts";
import { sanitizeLine } from "../../kernel/text.ts";
import { promptAnswer } from "./secrets.ts";
import { tokensForSession } from "./session.ts";

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
      const asker = askerOf(context);
      if (asker === undefined) return flow;
      flow = await promptForCode(context, asker, flow.stateToken, origin.email);
    } else if (flow.state === "FAILURE") {
      const { answer } = flow;
      const needsSecondFactor = answer?.state === "REQUIRE_MFA" || answer?.state === "MFA_CHALLENGE";
      if (!needsSecondFactor)
        throw unknownState(`the platform answered ${sanitizeLine(answer?.state ?? "nothing")}`);
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
        hint: "Enter it with: till account verify-email code <code>",
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
      "Use the code from the latest email, or request a new one: till account verify-email resend",
    );
  }
}

async function promptForCode(
  context: Context,
  asker: Asker,
  stateToken: string,
  email: string | undefined,
): Promise<LoginFlow> {
  for (;;) {
    const question = `Code from the email to ${sanitizeLine(email ?? "you")}:`;
    const check = (text: string) =>
      /^\S{6}$/.test(text.trim()) ? undefined : "The code must have six characters.";
    const code = promptAnswer(await asker.text({ question, check })).trim();
    try {
      return await verifyCode(context, stateToken, code);
    } catch (error) {
      // The platform limits the attempts and then fails with a different error code.
      if (!(error instanceof ApiError) || error.code !== "VERIFICATION_FAILED") throw error;
      await context.notice(error.message);
    }
  }
}

/** The second factors that can be used on a terminal, with their labels. */
const factors = {
  TOTP: "authenticator app",
  SMS: "text message",
  EMAIL: "email",
  CALL: "phone call",
  PUSH: "push notification",
  PASSWORD: "password",
} as const;

type Factor = keyof typeof factors;

const isFactor = (name: string): name is Factor => Object.hasOwn(factors, name);

/** Submits the proof of a factor; with an empty proof the platform sends its challenge again. */
type Verify = (proof: object, remember?: boolean) => Promise<AuthenticationState>;

/** Prompts for a second factor and submits it. Throws the `Unknown _state` error (exit 4) without a terminal. */
async function completeSecondFactor(context: Context, waiting: AuthenticationState): Promise<LoginFlow> {
  const { signal } = context;
  const asker = askerOf(context);
  const { stateToken } = waiting;
  const offered = [waiting.requireMfaData, waiting.mfaChallengeData].flatMap(
    (one) => one?.availableFactors ?? [],
  );
  const usable = [...new Set(offered.map(({ factorType }) => factorType ?? ""))].filter(isFactor);
  if (asker === undefined || !stateToken || usable.length === 0) {
    throw unknownState(`the platform answered ${waiting.state}: a second factor is required`, {
      hint: "Sign in on a terminal, or in a browser: till login",
    });
  }
  const factorType = await chooseFactor(asker, usable);
  const call = await context.call();
  const verify: Verify = async (proof, rememberThisDevice = false) =>
    await call(
      authentication.verify,
      { factorType, stateToken, ...proof, ...(rememberThisDevice && { rememberThisDevice }) },
      { signal },
    );
  for (;;) {
    const proof = await readProof(asker, factorType, verify);
    if (proof === undefined) {
      await verify({});
      await context.notice("Sent the code again.");
      continue;
    }
    const remember = promptAnswer(await asker.yes("Remember this device?"));
    try {
      return flowAfter(await verify(proof, remember));
    } catch (error) {
      // The platform limits the attempts and then fails with a different error code.
      if (!(error instanceof ApiError) || error.code !== "VERIFICATION_FAILED") throw error;
      await context.notice(error.message);
    }
  }
}

async function chooseFactor(asker: Asker, usable: readonly Factor[]): Promise<Factor> {
  const [only] = usable;
  if (only !== undefined && usable.length === 1) return only;
  const choices = usable.map((factor) => ({ label: factors[factor], value: factor }));
  return promptAnswer(await asker.select({ question: "Second factor:", choices }));
}

/** Prompts for the proof of a factor. Returns undefined to request the code again. */
async function readProof(asker: Asker, factor: Factor, verify: Verify): Promise<object | undefined> {
  const data = `${factor.toLowerCase()}Data`;
  if (factor === "PASSWORD")
    return { [data]: { code: promptAnswer(await asker.secret({ question: "Password:" })) } };
  if (factor === "PUSH") {
    const { mfaChallengeData } = await verify({});
    const transactionId = mfaChallengeData?.verificationChallengeData?.pushData?.transactionId;
    promptAnswer(await asker.text({ question: "Approve the login on your phone, then press Enter:" }));
    return { [data]: { transactionId } };
  }
  const sentAgain = factor === "TOTP" ? "" : ", leave empty to resend";
  const question = `Code (${factors[factor]})${sentAgain}:`;
  const check = (text: string) => (factor === "TOTP" && text.trim() === "" ? "Enter the code." : undefined);
  const code = promptAnswer(await asker.text({ question, check })).trim();
  return code === "" ? undefined : { [data]: { code } };
}
