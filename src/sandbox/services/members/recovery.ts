import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { sendMessage } from "./mailbox.ts";
import { type Member, memberOf, setPassword } from "./members.ts";
import { newPassword } from "./passwords.ts";
import { dropSecret, findSecret, issueSecret } from "./secrets.ts";

const subjects = { recovery: "Set a new password", activation: "Activate your account" };

/** Sends a member a link to the page that sets a password; from there it leads on to `returnTo`. */
export function sendRecovery(
  tx: StoreTx,
  { id: memberId, email }: Member,
  kind: keyof typeof subjects,
  returnTo: string | undefined,
): void {
  const token = issueSecret(tx, "recovery", { memberId, returnTo });
  const link = `${tx.origin}/__till/pages/recover?${new URLSearchParams({ recoveryToken: token })}`;
  const subject = subjects[kind];
  sendMessage(tx, { channel: "email", to: email, subject, text: `${subject}: ${link}`, link, token });
}

/** Sets the password of the member that a recovery token was sent to, and ends the token and the logins that were. */
export function recover(
  tx: StoreTx,
  recoveryToken: string | null | undefined,
  password: string | null | undefined,
): { member: Member; returnTo: string | undefined } {
  const found = findSecret(tx, "recovery", recoveryToken);
  if (!found)
    throw new PlatformError(
      403,
      "INVALID_RECOVERY_TOKEN",
      "The recovery token is not known, was used, or has ended",
    );
  const chosen = newPassword("password", password);
  dropSecret(tx, recoveryToken ?? "");
  return { member: setPassword(tx, memberOf(tx, found.memberId), chosen), returnTo: found.returnTo };
}
