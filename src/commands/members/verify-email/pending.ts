import { type LoginFlow, verifiable } from "../../../api/auth/login-flow.ts";
import type { SignedIn } from "../../../api/auth/tokens.ts";
import type { Context } from "../../../context/context.ts";

/** The login that waits for a code, which this or another process began. Throws `Unknown _state` where none does. */
export async function waitingLogin(
  context: Context,
): Promise<{ stateToken: string; arrival: Omit<SignedIn, "at"> }> {
  const { store, key, kept, now } = await context.identity();
  const pending = kept ? await (await store()).get(key, "pending") : undefined;
  const waits = pending !== undefined && pending.expiresAt > now() / 1000;
  const flow: LoginFlow = waits
    ? { state: "EMAIL_VERIFICATION_REQUIRED", stateToken: pending.accessToken }
    : { state: "INITIAL" };
  const stateToken = verifiable(flow);
  const { at: _, ...arrival } = pending?.signedIn ?? { at: 0, how: "password" };
  return { stateToken, arrival };
}
