import { randomInt } from "node:crypto";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { LastingPlatformError, PlatformError } from "../../kernel/tx.ts";
import { sendMessage } from "./mailbox.ts";
import { type Member, memberOf, saveMember } from "./members.ts";
import { deleteSecret, findSecret, issueSecret, type PendingLogin, updateSecret } from "./secrets.ts";
import { sameText } from "./totp.ts";

/** Failed attempts after which a pending login ends. */
const maxAttempts = 5;

/** Generates a six-digit code. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** Sends a member a verification code and returns the state token to submit it with. */
export function startVerification(tx: StoreTx, member: Member): string {
  const code = newCode();
  sendCode(tx, member, code);
  return issueSecret(tx, "state", {
    memberId: member.id,
    for: "verification",
    codes: { EMAIL: code },
    failures: 0,
  });
}

/** Sends a new code, which replaces the previous one. */
export function resendVerification(tx: StoreTx, stateToken: string | null | undefined): Member {
  const login = pendingLoginOf(tx, "verification", stateToken);
  const member = memberOf(tx, login.memberId);
  const code = newCode();
  sendCode(tx, member, code);
  updateSecret(tx, stateToken ?? "", { ...login, codes: { EMAIL: code } });
  return member;
}

/** Verifies a member's address with a code. Throws PlatformError 403 for a wrong code; five of them end the state token. */
export function verifyAddress(
  tx: StoreTx,
  stateToken: string | null | undefined,
  code: string | null | undefined,
): Member {
  const login = pendingLoginOf(tx, "verification", stateToken);
  if (!sameText(login.codes.EMAIL ?? "", code ?? "")) throw failedAttempt(tx, stateToken ?? "", login);
  deleteSecret(tx, stateToken ?? "");
  const member = memberOf(tx, login.memberId);
  const pending = member.pending.filter((reason) => reason !== "PENDING_EMAIL_VERIFICATION_REQUIRED");
  return saveMember(tx, member, { emailVerified: true, pending });
}

/** Returns the pending login of a state token. Throws PlatformError 403 if it is invalid. */
export function pendingLoginOf(
  tx: StoreTx,
  purpose: PendingLogin["for"],
  stateToken: string | null | undefined,
): PendingLogin {
  const login = findSecret(tx, "state", stateToken);
  if (login?.for === purpose) return login;
  throw new PlatformError(
    403,
    "INVALID_STATE_TOKEN",
    "The state token is unknown or has expired; log in again",
  );
}

/** Counts a failed attempt and returns the error with the number of attempts left. */
export function failedAttempt(tx: StoreTx, stateToken: string, login: PendingLogin): LastingPlatformError {
  const left = maxAttempts - login.failures - 1;
  if (left > 0) updateSecret(tx, stateToken, { ...login, failures: login.failures + 1 });
  else deleteSecret(tx, stateToken);
  const rest = left > 0 ? `${left} more ${left === 1 ? "try" : "tries"}` : "log in again";
  return new LastingPlatformError(
    403,
    "VERIFICATION_FAILED",
    `The code is wrong or was already used; ${rest}`,
    {
      left,
    },
  );
}

function sendCode(tx: StoreTx, { email }: Member, code: string): void {
  sendMessage(tx, {
    channel: "email",
    to: email,
    subject: "Verify your email address",
    text: `Your verification code is ${code}.`,
    code,
  });
}
