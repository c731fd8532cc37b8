import type { Identity } from "../../../api/services/members/identity.ts";
import { guidOf } from "../../kernel/ids.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError, type Table } from "../../kernel/tx.ts";
import { hashPassword } from "./passwords.ts";
import { deleteSecretsOf } from "./secrets.ts";
import { revokeTokensOfMember } from "./tokens.ts";
import { newTotpSecret } from "./totp.ts";

export type Profile = NonNullable<Identity["identityProfile"]>;

/** Why a member is pending. */
export type PendingReason = "PENDING_ADMIN_APPROVAL_REQUIRED" | "PENDING_EMAIL_VERIFICATION_REQUIRED";

/** The supported second factors. `PASSWORD` asks for the password again. */
export const factorTypes = ["PASSWORD", "SMS", "CALL", "EMAIL", "TOTP", "PUSH"] as const;
export type Factor = (typeof factorTypes)[number];

/** A stored member. Members with pending reasons have the status PENDING. */
export interface Member {
  id: string;
  revision: number;
  createdDate: string;
  updatedDate: string;
  /** As entered; lookups ignore case. */
  email: string;
  emailVerified: boolean;
  profile: Profile;
  state: "ACTIVE" | "BLOCKED" | "DELETED" | "OFFLINE";
  pending: readonly PendingReason[];
  /** Hashed; absent until a password is set. */
  password?: string;
  /** Logins are rejected until the password is reset. */
  mustReset: boolean;
  factors: readonly Factor[];
  /** Base32. */
  totpSecret: string;
  /** The time step of the last accepted code. */
  totpUsed?: number;
  /** The phone number for codes. */
  phone: string;
}

const table: Table<Member> = {
  name: "members",
  columns: {
    // The address of a deleted member can be reused.
    email: {
      type: "text",
      value: ({ email, state }) => (state === "DELETED" ? null : normalizeEmail(email)),
      unique: true,
    },
    createdDate: { type: "text", value: ({ createdDate }) => createdDate },
  },
};

const normalizeEmail = (email: string) => email.trim().toLowerCase();

/** Returns the member with an email address, or undefined. */
export function memberByEmail(tx: StoreTx, email: string | null | undefined): Member | undefined {
  return tx.findBy(table, "email", normalizeEmail(email ?? ""));
}

/** Returns a member. Throws PlatformError 404 if it does not exist. */
export function memberOf(tx: StoreTx, id: string | null | undefined): Member {
  const member = tx.get(table, id ?? "");
  if (member && member.state !== "DELETED") return member;
  throw new PlatformError(404, "MEMBER_NOT_FOUND", `There is no member ${id ?? ""}`, { id: id ?? null });
}

/** Returns every member, oldest first. */
export function allMembers(tx: StoreTx): Member[] {
  return [...tx.each(table)].sort(
    (a, b) => a.createdDate.localeCompare(b.createdDate) || a.email.localeCompare(b.email),
  );
}

/** The data of a new member. */
export interface NewMember
  extends Partial<
    Pick<Member, "id" | "emailVerified" | "pending" | "state" | "factors" | "totpSecret" | "phone">
  > {
  email: string;
  password?: string | undefined;
  profile?: Profile | null | undefined;
}

/** Adds a member. The email address must not be in use. */
export function addMember(tx: StoreTx, { email, password, profile, ...rest }: NewMember): Member {
  const now = tx.now.toISOString();
  const member: Member = {
    id: guidOf(tx.setting("seed") ?? "", "member", tx.next("member")),
    revision: 0,
    createdDate: now,
    updatedDate: now,
    email: email.trim(),
    emailVerified: false,
    mustReset: false,
    profile: { ...profile, emails: [email.trim()] },
    state: "ACTIVE",
    pending: [],
    factors: [],
    totpSecret: newTotpSecret(),
    phone: profile?.phones?.[0] ?? "+15550100",
    ...(password !== undefined && { password: hashPassword(password) }),
    ...rest,
  };
  return saveMember(tx, member, {});
}

/** Stores a changed member as its next revision. */
export function saveMember(tx: StoreTx, member: Member, change: Partial<Member>): Member {
  const saved = { ...member, ...change, revision: member.revision + 1, updatedDate: tx.now.toISOString() };
  tx.put(table, saved.id, saved);
  return saved;
}

/** Sets a password and ends every login except the session `except`. */
export function setPassword(tx: StoreTx, member: Member, password: string, except?: string): Member {
  endLogins(tx, member.id, except);
  return saveMember(tx, member, { password: hashPassword(password), mustReset: false });
}

/** Ends every login of a member except the session `except`. */
export function endLogins(tx: StoreTx, memberId: string, except?: string): void {
  deleteSecretsOf(tx, memberId, except);
  revokeTokensOfMember(tx, memberId, except);
}

/** Returns the status: `PENDING` if there are pending reasons, otherwise the state. */
export function statusOf({ state, pending }: Member): string {
  return state === "ACTIVE" && pending.length > 0 ? "PENDING" : state;
}

/** Returns a member in API form. */
export function identityOf(member: Member): Identity {
  const { id, revision, createdDate, updatedDate, email, emailVerified, profile, factors, pending } = member;
  const status = statusOf(member);
  return {
    id,
    revision: String(revision),
    createdDate,
    updatedDate,
    connections: [],
    identityProfile: profile,
    metadata: { tags: [] },
    email: { address: email, isVerified: emailVerified },
    status: { name: status, reasons: status === "PENDING" ? [...pending] : [] },
    factors: factors.map((type, index) => ({
      factorId: guidOf(id, "factor", index),
      type,
      status: "ACTIVE",
    })),
  };
}
