import { createHmac, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import type { Identity, Member as SiteMember } from "../../api/services/members.ts";
import { slugOf } from "../kernel/entities.ts";
import { contactIdOf, guidOf, seededId } from "../kernel/ids.ts";
import { invalid, PlatformError, type StoreTx, type Table } from "../kernel/tx.ts";
import { deleteSecretsOf } from "./secrets.ts";
import { revokeTokensOfMember } from "./tokens.ts";

type MemberImage = NonNullable<NonNullable<SiteMember["profile"]>["photo"]>;
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
  /** Kept for lists, which filter by it. */
  contactId?: string;
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
  /** What only the profile page of the member shows. */
  title?: string;
  photo?: MemberImage;
  cover?: MemberImage;
  /** Muted members cannot write comments. */
  muted?: boolean;
}

/** Members; the columns have the names of the fields that lists filter and sort by. */
export const memberTable: Table<Member> = {
  name: "members",
  columns: {
    // The address of a deleted member can be reused.
    email: {
      type: "text",
      value: ({ email, state }) => (state === "DELETED" ? null : normalizeEmail(email)),
      unique: true,
    },
    createdDate: "text",
    updatedDate: "text",
    loginEmail: { type: "text", value: ({ email }) => email },
    contactId: "text",
    status: { type: "text", value: shownStatus, index: false },
    state: { type: "text", index: false },
    privacyStatus: { type: "text", value: shownPrivacy, index: false },
    "contact.firstName": { type: "text", value: ({ profile }) => profile.firstName || null },
    "contact.lastName": { type: "text", value: ({ profile }) => profile.lastName || null },
    "profile.nickname": { type: "text", value: shownNickname },
    "profile.slug": { type: "text", value: shownSlug },
    searchText: { type: "text", value: searchText, index: false },
  },
};

const nameOf = ({ email, profile: { firstName, lastName } }: Member): string =>
  [firstName, lastName].filter(Boolean).join(" ") || (email.split("@")[0] ?? "");

/** Returns the nickname, or else the name or the first part of the address. */
export function shownNickname(member: Member): string {
  return member.profile.nickname || nameOf(member);
}

/** Returns the slug, or else that of the nickname. */
export function shownSlug(member: Member): string {
  return member.profile.slug || slugOf(shownNickname(member));
}

const statuses: Readonly<Record<string, "APPROVED" | "BLOCKED" | "OFFLINE" | "PENDING">> = {
  ACTIVE: "APPROVED",
  BLOCKED: "BLOCKED",
  OFFLINE: "OFFLINE",
  PENDING: "PENDING",
};

/** Returns the status as lists of members have it. */
export function shownStatus(member: Member) {
  return statuses[memberStatus(member)] ?? "UNKNOWN";
}

/** Returns whether others see the member; members are private unless they join the community. */
export function shownPrivacy({ profile }: Member) {
  return profile.privacyStatus === "PUBLIC" ? "PUBLIC" : "PRIVATE";
}

function searchText({ email, profile: { firstName, lastName, nickname } }: Member): string {
  return [email, firstName, lastName, nickname].join(" ").toLowerCase();
}

const normalizeEmail = (email: string) => email.trim().toLowerCase();

/** Returns the member with an email address, or undefined. */
export function memberByEmail(tx: StoreTx, email: string | null | undefined): Member | undefined {
  return tx.findBy(memberTable, "email", normalizeEmail(email ?? ""));
}

/** Returns a member. Throws PlatformError 404 if it does not exist. */
export function memberOf(tx: StoreTx, id: string | null | undefined): Member {
  const member = tx.get(memberTable, id ?? "");
  if (member && member.state !== "DELETED") return member;
  throw new PlatformError(404, "MEMBER_NOT_FOUND", `There is no member ${id ?? ""}`, { id: id ?? null });
}

/** Returns the signed-in member. Throws PlatformError 403 for any other caller. */
export function self(tx: StoreTx): Member {
  if (tx.caller.memberId !== undefined) return memberOf(tx, tx.caller.memberId);
  const message = "This call requires a logged-in member; an API key is not enough";
  throw new PlatformError(403, "NO_MEMBER", message);
}

/** Returns every member, oldest first. */
export function allMembers(tx: StoreTx): Member[] {
  return [...tx.each(memberTable)].sort(
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

/** The setting with the privacy of new members, as JSON. */
export const defaultPrivacySetting = "memberDefaultPrivacy";

/** Adds a member. The email address must not be in use. */
export function addMember(tx: StoreTx, { email, password, profile, ...rest }: NewMember): Member {
  const now = tx.now.toISOString();
  const { defaultPrivacy } = JSON.parse(tx.setting(defaultPrivacySetting) ?? "{}");
  const member: Member = {
    id: seededId(tx, "member", tx.next("member")),
    revision: 0,
    createdDate: now,
    updatedDate: now,
    email: email.trim(),
    emailVerified: false,
    mustReset: false,
    profile: {
      ...(defaultPrivacy === "PUBLIC" && { privacyStatus: defaultPrivacy }),
      ...profile,
      emails: [email.trim()],
    },
    state: "ACTIVE",
    pending: [],
    factors: [],
    totpSecret: newTotpSecret(),
    phone: profile?.phones?.[0] ?? "+15550100",
    password: password === undefined ? undefined : hashPassword(password),
    ...rest,
  };
  return saveMember(tx, member, {});
}

/** Stores a changed member as its next revision. */
export function saveMember(tx: StoreTx, member: Member, change: Partial<Member>): Member {
  const changed = { ...member, ...change };
  const saved = {
    ...changed,
    contactId: contactIdOf(tx, changed.email),
    revision: member.revision + 1,
    updatedDate: tx.now.toISOString(),
  };
  tx.put(memberTable, saved.id, saved);
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
export function memberStatus({ state, pending }: Member): string {
  return state === "ACTIVE" && pending.length > 0 ? "PENDING" : state;
}

/** Returns a member in API form. */
export function memberIdentity(member: Member): Identity {
  const { id, revision, createdDate, updatedDate, email, emailVerified, profile, factors, pending } = member;
  const status = memberStatus(member);
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

const minPasswordLength = 4;
const maxPasswordLength = 100;
// Deliberately cheap: sandbox passwords protect nothing real.
const passwordCost = { N: 1024, r: 8, p: 1 };

/** Hashes a password with scrypt and a random salt. */
function hashPassword(password: string): string {
  const salt = randomBytes(12);
  return `${salt.toString("base64url")}.${scryptSync(password, salt, 24, passwordCost).toString("base64url")}`;
}

/** Returns whether a password matches a hash. False without a hash. */
export function isPassword(stored: string | undefined, password: string): boolean {
  const [salt = "", key = ""] = (stored ?? "").split(".");
  const expected = Buffer.from(key, "base64url");
  const given = scryptSync(password, Buffer.from(salt, "base64url"), 24, passwordCost);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Returns a valid new password of 4 to 100 characters. Throws InvalidInput for `field` otherwise. */
export function newPassword(field: string, password: string | null | undefined): string {
  if (!password) throw invalid(field, "REQUIRED_FIELD", "must not be empty");
  const { length } = password;
  if (length < minPasswordLength)
    throw invalid(field, "MIN_LENGTH", `has length ${length}, expected ${minPasswordLength} or more`, {
      threshold: minPasswordLength,
    });
  if (length > maxPasswordLength)
    throw invalid(field, "MAX_LENGTH", `has length ${length}, expected ${maxPasswordLength} or less`, {
      threshold: maxPasswordLength,
    });
  return password;
}

const base32Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const totpPeriod = 30;

/** Generates a shared secret for authenticator apps: 20 random bytes as base32. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20));
}

/** Encodes bytes as base32 (RFC 4648) without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => base32Letters[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

/** Decodes base32 text in either case, with optional spaces and padding. Returns undefined if it is invalid. */
export function fromBase32(text: string): Buffer | undefined {
  const plain = text.toUpperCase().replaceAll(/[\s=]/g, "");
  if (plain === "" || [...plain].some((letter) => !base32Letters.includes(letter))) return undefined;
  const bits = [...plain]
    .map((letter) => base32Letters.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the 30-second time step at a time. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / totpPeriod);
}

/** Returns the code of a time step (RFC 6238, RFC 4226, HMAC-SHA-1) with leading zeros. */
export function totpCode(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const start = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(start) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/**
 * Returns the time step of a code: the current one, or the one before or after it to allow for clock skew. Returns
 * undefined if the code is wrong or its step is not later than the last used one.
 */
export function matchTotp(
  secret: Uint8Array,
  code: string,
  at: Date,
  lastUsed = Number.NEGATIVE_INFINITY,
): number | undefined {
  const now = totpStep(at);
  return [now - 1, now, now + 1].find(
    (step) => step > lastUsed && isSameSecret(totpCode(secret, step), code),
  );
}

/** Compares two strings in constant time. */
export function isSameSecret(first: string, second: string): boolean {
  const [a, b] = [Buffer.from(first), Buffer.from(second)];
  return a.length === b.length && timingSafeEqual(a, b);
}
