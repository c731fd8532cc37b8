import type { AuthenticationState } from "../../../api/services/members/models/identity.ts";
import { violation } from "../../../api/violations.ts";
import { InvalidInput } from "../../kernel/invalid.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import {
  addMember,
  identityOf,
  type Member,
  memberByEmail,
  type PendingReason,
  type Profile,
} from "./members.ts";
import { isTrusted, requireFactor } from "./mfa.ts";
import { isPassword, newPassword } from "./passwords.ts";
import { issueSecret } from "./secrets.ts";
import { startVerification } from "./verification.ts";

/** What is proved already, and on which device. */
export interface Proved {
  /** A second factor was proved, or none is to be asked for. */
  factor?: boolean;
  /** What a remembered device is told by. */
  device?: string | undefined;
}

/**
 * Where a member who proved the first factor stands: logged in, or waiting for an approval, a verification, a second
 * factor. PlatformError 403 for who is blocked.
 */
export function proceed(tx: StoreTx, member: Member, { factor, device }: Proved = {}): AuthenticationState {
  const identity = identityOf(member);
  if (member.state === "BLOCKED") throw new PlatformError(403, "MEMBER_BLOCKED", "This member is blocked");
  if (member.state === "OFFLINE") return { state: "STATUS_CHECK", identity };
  if (member.pending.includes("PENDING_EMAIL_VERIFICATION_REQUIRED")) {
    return { state: "REQUIRE_EMAIL_VERIFICATION", stateToken: startVerification(tx, member), identity };
  }
  if (member.pending.length > 0) return { state: "REQUIRE_OWNER_APPROVAL", identity };
  if (!factor && member.factors.length > 0 && !isTrusted(tx, member, device))
    return { ...requireFactor(tx, member), identity };
  return { state: "SUCCESS", sessionToken: issueSecret(tx, "session", { memberId: member.id }), identity };
}

/** A login by address and password. */
export function logIn(
  tx: StoreTx,
  email: string | null | undefined,
  password: string | null | undefined,
  device?: string,
): AuthenticationState {
  const member = memberByEmail(tx, email);
  if (!member)
    throw new PlatformError(404, "MEMBER_NOT_FOUND", `There is no member with the address ${email ?? ""}`);
  if (member.mustReset || member.password === undefined)
    throw new PlatformError(403, "-19973", "The password must be set anew: ask for a recovery e-mail");
  if (!isPassword(member.password, password ?? ""))
    throw new PlatformError(403, "-19976", "The password is wrong");
  return proceed(tx, member, { device });
}

/** A registration; where the settings say so, the new member waits for the owner or proves the address. */
export function registerMember(
  tx: StoreTx,
  email: string | null | undefined,
  password: string | null | undefined,
  profile: Profile | null | undefined,
): AuthenticationState {
  const address = newAddress("loginId.email", email);
  const chosen = newPassword("password", password);
  if (memberByEmail(tx, address))
    throw new PlatformError(409, "-19995", "There is a member with this e-mail address already");
  const pending: PendingReason[] = [
    ...(tx.setting("emailVerification") === "on" ? ["PENDING_EMAIL_VERIFICATION_REQUIRED" as const] : []),
    ...(tx.setting("ownerApproval") === "on" ? ["PENDING_ADMIN_APPROVAL_REQUIRED" as const] : []),
  ];
  return proceed(tx, addMember(tx, { email: address, password: chosen, profile, pending }));
}

/** An address that may be registered, or InvalidInput for `field` with a violation of type EMAIL. */
export function newAddress(field: string, email: string | null | undefined): string {
  if (email && /^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw new InvalidInput([violation(field, "FORMAT", "is not a valid e-mail address", { type: "EMAIL" })]);
}
