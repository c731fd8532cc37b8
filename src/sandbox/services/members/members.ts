import type { Identity } from "../../../api/services/members/models/identity.ts";
import { guidOf } from "../../kernel/ids.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError, type Table } from "../../kernel/tx.ts";
import { hashPassword } from "./passwords.ts";
import { dropSecretsOf } from "./secrets.ts";
import { endTokensOfMember } from "./tokens.ts";
import { newTotpSecret } from "./totp.ts";

export type Profile = NonNullable<Identity["identityProfile"]>;

/** What a pending member waits for. */
export type PendingReason = "PENDING_ADMIN_APPROVAL_REQUIRED" | "PENDING_EMAIL_VERIFICATION_REQUIRED";

/** The second factors that the sandbox knows; `PASSWORD` asks for the password once more. */
export const factorTypes = ["PASSWORD", "SMS", "CALL", "EMAIL", "TOTP", "PUSH"] as const;
export type Factor = (typeof factorTypes)[number];

/** A member as the store keeps it. Pending is who has reasons to be. */
export interface Member {
  id: string;
  revision: number;
  createdDate: string;
  updatedDate: string;
  /** As it was given; members are found by it whatever its case. */
  email: string;
  emailVerified: boolean;
  profile: Profile;
  state: "ACTIVE" | "BLOCKED" | "DELETED" | "OFFLINE";
  pending: readonly PendingReason[];
  /** Hashed; absent until a first password is set. */
  password?: string;
  /** The next login is refused until the password is set anew. */
  mustReset: boolean;
  factors: readonly Factor[];
  /** Base32. */
  totpSecret: string;
  /** The step of the last code that was taken. */
  totpUsed?: number;
  /** Where codes are sent. */
  phone: string;
}

const table: Table<Member> = {
  name: "members",
  columns: {
    // Who is deleted gives the address free.
    email: {
      type: "text",
      value: ({ email, state }) => (state === "DELETED" ? null : fold(email)),
      unique: true,
    },
    createdDate: { type: "text", value: ({ createdDate }) => createdDate },
  },
};

const fold = (email: string) => email.trim().toLowerCase();

/** The member with an address, or undefined. */
export function memberByEmail(tx: StoreTx, email: string | null | undefined): Member | undefined {
  return tx.findBy(table, "email", fold(email ?? ""));
}

/** The member with an id, or PlatformError 404. */
export function memberOf(tx: StoreTx, id: string | null | undefined): Member {
  const member = tx.get(table, id ?? "");
  if (member && member.state !== "DELETED") return member;
  throw new PlatformError(404, "MEMBER_NOT_FOUND", `There is no member ${id ?? ""}`, { id: id ?? null });
}

/** Every member, the oldest first. */
export function allMembers(tx: StoreTx): Member[] {
  return [...tx.each(table)].sort(
    (a, b) => a.createdDate.localeCompare(b.createdDate) || a.email.localeCompare(b.email),
  );
}

/** What a new member is made from. */
export interface NewMember
  extends Partial<Pick<Member, "emailVerified" | "pending" | "state" | "factors" | "totpSecret" | "phone">> {
  email: string;
  password?: string | undefined;
  profile?: Profile | null | undefined;
}

/** Makes a member; ids are apart from those of the shop's own things. The address must be free. */
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

/** Stores a member with some changes, as its next revision. */
export function saveMember(tx: StoreTx, member: Member, change: Partial<Member>): Member {
  const saved = { ...member, ...change, revision: member.revision + 1, updatedDate: tx.now.toISOString() };
  tx.put(table, saved.id, saved);
  return saved;
}

/** Sets a password: what was proved with the old one ends, but for the login that `except` names. */
export function setPassword(tx: StoreTx, member: Member, password: string, except?: string): Member {
  endLogins(tx, member.id, except);
  return saveMember(tx, member, { password: hashPassword(password), mustReset: false });
}

/** Ends every login of a member, but for one. */
export function endLogins(tx: StoreTx, memberId: string, except?: string): void {
  dropSecretsOf(tx, memberId, except);
  endTokensOfMember(tx, memberId, except);
}

/** `PENDING` where something is waited for, else what the member is. */
export function statusOf({ state, pending }: Member): string {
  return state === "ACTIVE" && pending.length > 0 ? "PENDING" : state;
}

/** A member as the platform shows it. */
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
