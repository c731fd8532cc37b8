import { flowAfter, type LoginFlow, unknownState } from "../../api/auth/login-flow.ts";
import { authentication } from "../../api/services/members/authentication.ts";
import type { AuthenticationState } from "../../api/services/members/models/identity.ts";
import type { Context } from "../../context/context.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Terminal } from "../../ui/mount.tsx";
import { promptAnswer } from "./secrets.ts";

/** The factors that a terminal can offer, and how they are called. */
const factors = {
  TOTP: "authenticator app",
  SMS: "text message",
  EMAIL: "e-mail",
  CALL: "phone call",
  PUSH: "approval on a phone",
  PASSWORD: "password",
} as const;

type Factor = keyof typeof factors;

const isFactor = (name: string): name is Factor => Object.hasOwn(factors, name);

/** Gives a proof of one factor; without one the platform sends its challenge once more. */
type Verify = (proof: object, remember?: boolean) => Promise<AuthenticationState>;

/**
 * Asks for a second factor and proves it. For the specification this login is a failure with an unknown state, and
 * without a terminal it stays one (exit 4).
 */
export async function completeSecondFactor(
  context: Context,
  waiting: AuthenticationState,
): Promise<LoginFlow> {
  const { streams, signal } = context;
  const { terminal } = streams;
  const { stateToken } = waiting;
  const offered = [waiting.requireMfaData, waiting.mfaChallengeData].flatMap(
    (one) => one?.availableFactors ?? [],
  );
  const usable = [...new Set(offered.map(({ factorType }) => factorType ?? ""))].filter(isFactor);
  if (terminal === undefined || !stateToken || usable.length === 0) {
    throw unknownState(`the platform answered ${waiting.state}: it wants a second factor`, {
      hint: "Sign in on a terminal, which asks for it; or in a browser: till login",
    });
  }
  const factorType = await chooseFactor(terminal, usable, signal);
  const client = await context.client({ authentication });
  const verify: Verify = async (proof, rememberThisDevice = false) =>
    await client.authentication.verify(
      { factorType, stateToken, ...proof, ...(rememberThisDevice && { rememberThisDevice }) },
      { signal },
    );
  const { askYesNo } = await import("../../ui/screens/prompt.tsx");
  for (;;) {
    const proof = await readProof(terminal, factorType, verify, signal);
    if (proof === undefined) {
      await verify({});
      await context.notice("Sent again.");
      continue;
    }
    const remember = await askYesNo(terminal, { question: "Remember this device?", signal });
    if (remember === "interrupted") promptAnswer(remember);
    try {
      return flowAfter(await verify(proof, remember === "yes"));
    } catch (error) {
      // The platform counts the tries; once the login is over it says so with another code.
      if (!(error instanceof ApiError) || error.code !== "VERIFICATION_FAILED") throw error;
      await context.notice(error.message);
    }
  }
}

async function chooseFactor(
  terminal: Terminal,
  usable: readonly Factor[],
  signal: AbortSignal,
): Promise<Factor> {
  const [only] = usable;
  if (only !== undefined && usable.length === 1) return only;
  const { askSelect } = await import("../../ui/screens/prompt.tsx");
  const choices = usable.map((factor) => ({ label: factors[factor], value: factor }));
  return promptAnswer(await askSelect(terminal, { question: "Second factor:", choices, signal }));
}

/** What proves the factor; undefined where its code shall be sent once more. */
async function readProof(
  terminal: Terminal,
  factor: Factor,
  verify: Verify,
  signal: AbortSignal,
): Promise<object | undefined> {
  const { askSecret, askText } = await import("../../ui/screens/prompt.tsx");
  const data = `${factor.toLowerCase()}Data`;
  if (factor === "PASSWORD")
    return { [data]: { code: promptAnswer(await askSecret(terminal, { question: "Password:", signal })) } };
  if (factor === "PUSH") {
    const { mfaChallengeData } = await verify({});
    const transactionId = mfaChallengeData?.verificationChallengeData?.pushData?.transactionId;
    promptAnswer(
      await askText(terminal, { question: "Approve it on your phone, then press Enter:", signal }),
    );
    return { [data]: { transactionId } };
  }
  const sentAgain = factor === "TOTP" ? "" : ", or nothing to have it sent again";
  const question = `Code (${factors[factor]})${sentAgain}:`;
  const check = (text: string) => (factor === "TOTP" && text.trim() === "" ? "Type the code." : undefined);
  const code = promptAnswer(await askText(terminal, { question, signal, check })).trim();
  return code === "" ? undefined : { [data]: { code } };
}
