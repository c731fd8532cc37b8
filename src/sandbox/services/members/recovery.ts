import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { sendMessage } from "./mailbox.ts";
import { type Member, memberOf, setPassword } from "./members.ts";
import { newPassword } from "./passwords.ts";
import { deleteSecret, findSecret, issueSecret } from "./secrets.ts";

const subjects = { recovery: "Set a new password", activation: "Activate your account" };

/** Sends a member a link to the page that sets a password, which then redirects to `returnTo`. */
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

/** Sets a member's password with a recovery token. Ends the token and all logins. */
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
      "The recovery token is unknown, was already used, or has expired",
    );
  const chosen = newPassword("password", password);
  deleteSecret(tx, recoveryToken ?? "");
  return { member: setPassword(tx, memberOf(tx, found.memberId), chosen), returnTo: found.returnTo };
}
