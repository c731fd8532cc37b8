import { randomInt } from "node:crypto";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { LastingPlatformError, PlatformError } from "../../kernel/tx.ts";
import { sendMessage } from "./mailbox.ts";
import { type Member, memberOf, saveMember } from "./members.ts";
import { changeSecret, dropSecret, findSecret, issueSecret, type Waiting } from "./secrets.ts";
import { sameText } from "./totp.ts";

/** Wrong answers after which a waiting login ends. */
const tries = 5;

/** Six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** Sends a member a code that proves the address; the state token is what the code is given with. */
export function startVerification(tx: StoreTx, member: Member): string {
  const code = newCode();
  sendCode(tx, member, code);
  return issueSecret(tx, "state", {
    memberId: member.id,
    for: "verification",
    codes: { EMAIL: code },
    wrong: 0,
  });
}

/** Sends another code; the one before is worth nothing. */
export function resendVerification(tx: StoreTx, stateToken: string | null | undefined): Member {
  const waiting = waitingFor(tx, "verification", stateToken);
  const member = memberOf(tx, waiting.memberId);
  const code = newCode();
  sendCode(tx, member, code);
  changeSecret(tx, stateToken ?? "", { ...waiting, codes: { EMAIL: code } });
  return member;
}

/** The member whose address a code proves, verified. PlatformError 403 for a wrong code; five of them end the state token. */
export function proveAddress(
  tx: StoreTx,
  stateToken: string | null | undefined,
  code: string | null | undefined,
): Member {
  const waiting = waitingFor(tx, "verification", stateToken);
  if (!sameText(waiting.codes.EMAIL ?? "", code ?? "")) throw wrongProof(tx, stateToken ?? "", waiting);
  dropSecret(tx, stateToken ?? "");
  const member = memberOf(tx, waiting.memberId);
  const pending = member.pending.filter((reason) => reason !== "PENDING_EMAIL_VERIFICATION_REQUIRED");
  return saveMember(tx, member, { emailVerified: true, pending });
}

/** What a state token stands for, or PlatformError 403. */
export function waitingFor(
  tx: StoreTx,
  what: Waiting["for"],
  stateToken: string | null | undefined,
): Waiting {
  const waiting = findSecret(tx, "state", stateToken);
  if (waiting?.for === what) return waiting;
  throw new PlatformError(
    403,
    "INVALID_STATE_TOKEN",
    "The state token is not known, or has ended: log in again",
  );
}

/** Counts a wrong answer and says how many are left. */
export function wrongProof(tx: StoreTx, stateToken: string, waiting: Waiting): LastingPlatformError {
  const left = tries - waiting.wrong - 1;
  if (left > 0) changeSecret(tx, stateToken, { ...waiting, wrong: waiting.wrong + 1 });
  else dropSecret(tx, stateToken);
  const rest = left > 0 ? `${left} more ${left === 1 ? "try" : "tries"}` : "log in again";
  return new LastingPlatformError(
    403,
    "VERIFICATION_FAILED",
    `The code is wrong, or was used before; ${rest}`,
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
