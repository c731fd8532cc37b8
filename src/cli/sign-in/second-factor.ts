import { flowAfter, type LoginFlow, unknownState } from "../../api/auth/login.ts";
import { authentication } from "../../api/services/members/authentication.ts";
import type { AuthenticationState } from "../../api/services/members/identity.ts";
import type { Context } from "../../context/context.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Terminal } from "../../ui/mount.tsx";
import { promptAnswer } from "./secrets.ts";

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
    throw unknownState(`the platform answered ${waiting.state}: a second factor is required`, {
      hint: "Sign in on a terminal, or in a browser: till login",
    });
  }
  const factorType = await chooseFactor(terminal, usable, signal);
  const call = await context.call();
  const verify: Verify = async (proof, rememberThisDevice = false) =>
    await call(
      authentication.verify,
      { factorType, stateToken, ...proof, ...(rememberThisDevice && { rememberThisDevice }) },
      { signal },
    );
  const { askConfirmation } = await import("../../ui/screens/confirm.tsx");
  for (;;) {
    const proof = await readProof(terminal, factorType, verify, signal);
    if (proof === undefined) {
      await verify({});
      await context.notice("Sent the code again.");
      continue;
    }
    const remember = await askConfirmation(terminal, {
      question: "Remember this device?",
      target: undefined,
      signal,
    });
    if (remember === "interrupted") promptAnswer(remember);
    try {
      return flowAfter(await verify(proof, remember === "yes"));
    } catch (error) {
      // The platform limits the attempts and then fails with a different error code.
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

/** Prompts for the proof of a factor. Returns undefined to request the code again. */
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
      await askText(terminal, { question: "Approve the login on your phone, then press Enter:", signal }),
    );
    return { [data]: { transactionId } };
  }
  const sentAgain = factor === "TOTP" ? "" : ", leave empty to resend";
  const question = `Code (${factors[factor]})${sentAgain}:`;
  const check = (text: string) => (factor === "TOTP" && text.trim() === "" ? "Enter the code." : undefined);
  const code = promptAnswer(await askText(terminal, { question, signal, check })).trim();
  return code === "" ? undefined : { [data]: { code } };
}
