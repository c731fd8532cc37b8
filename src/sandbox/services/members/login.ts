import type { AuthenticationState } from "../../../api/services/members/identity.ts";
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

/** The verified factor, and the device. */
export interface LoginProof {
  /** A second factor was verified, or none is required. */
  factor?: boolean;
  /** The id of the device. */
  device?: string | undefined;
}

/**
 * Returns the login state of a member after the first factor: logged in, or waiting for approval, verification or a second
 * factor. Throws PlatformError 403 if the member is blocked.
 */
export function continueLogin(
  tx: StoreTx,
  member: Member,
  { factor, device }: LoginProof = {},
): AuthenticationState {
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

/** Logs a member in by email address and password. */
export function logIn(
  tx: StoreTx,
  email: string | null | undefined,
  password: string | null | undefined,
  device?: string,
): AuthenticationState {
  const member = memberByEmail(tx, email);
  if (!member)
    throw new PlatformError(404, "-19999", `There is no member with the email address ${email ?? ""}`);
  if (member.mustReset || member.password === undefined)
    throw new PlatformError(403, "-19973", "The password must be reset; request a recovery email");
  if (!isPassword(member.password, password ?? ""))
    throw new PlatformError(401, "-19976", "The password is wrong");
  return continueLogin(tx, member, { device });
}

/** Registers a member, who waits for approval or email verification if the settings require it. */
export function registerMember(
  tx: StoreTx,
  email: string | null | undefined,
  password: string | null | undefined,
  profile: Profile | null | undefined,
): AuthenticationState {
  const address = newAddress("loginId.email", email);
  const chosen = newPassword("password", password);
  if (memberByEmail(tx, address))
    throw new PlatformError(409, "-19995", "A member with this email address already exists");
  const pending: PendingReason[] = [
    ...(tx.setting("emailVerification") === "on" ? ["PENDING_EMAIL_VERIFICATION_REQUIRED" as const] : []),
    ...(tx.setting("ownerApproval") === "on" ? ["PENDING_ADMIN_APPROVAL_REQUIRED" as const] : []),
  ];
  return continueLogin(tx, addMember(tx, { email: address, password: chosen, profile, pending }));
}

/** Returns a valid email address. Throws InvalidInput for `field` otherwise. */
export function newAddress(field: string, email: string | null | undefined): string {
  if (email && /^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw new InvalidInput([violation(field, "FORMAT", "is not a valid email address", { type: "EMAIL" })]);
}
