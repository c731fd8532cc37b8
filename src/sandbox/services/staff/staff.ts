import type { StaffMember } from "../../../api/services/staff/staff.ts";
import { entityOf, type Kind, type Stored } from "../../kernel/documents/entities.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";

/** A stored staff member with their tokens. */
export interface StoredStaff extends Stored<StaffMember> {
  name: string;
  status: "PENDING" | "HAS_ACCESS" | "ACCESS_PAUSED";
  permissions: string[];
  internal: {
    /** Part of the login link. It can be used repeatedly. */
    loginToken: string;
    /** One per sign-in. */
    accessTokens: string[];
    /** The status before access was paused. */
    pausedFrom?: StoredStaff["status"];
  };
}

export const staffKind: Kind<StoredStaff> = {
  table: {
    name: "eventStaff",
    columns: {
      createdDate: { type: "text", value: ({ createdDate }) => createdDate },
      "internal.loginToken": { type: "text", unique: true, value: ({ internal }) => internal.loginToken },
    },
  },
  fqdn: "wix.events.staffmembers.v1.staff_member",
  name: "staff member",
  show: ({ internal: _, ...member }) => member,
};

/** The statuses that an owner can set, by current status. PENDING becomes HAS_ACCESS at the first sign-in. */
const settable: Record<StoredStaff["status"], readonly StoredStaff["status"][]> = {
  PENDING: ["PENDING", "ACCESS_PAUSED"],
  HAS_ACCESS: ["HAS_ACCESS", "ACCESS_PAUSED"],
  ACCESS_PAUSED: ["ACCESS_PAUSED", "HAS_ACCESS", "PENDING"],
};

/**
 * Returns the status to set. Throws PlatformError 409 for an invalid transition. A staff member who was paused before the
 * first sign-in becomes PENDING again.
 */
export function staffStatus(member: StoredStaff, requested: string): StoredStaff["status"] {
  const { id, status, internal } = member;
  const next = settable[status].filter((one) => one !== "PENDING" || internal.pausedFrom !== "HAS_ACCESS");
  const found = next.find((one) => one === requested);
  if (found) return found === "HAS_ACCESS" ? (internal.pausedFrom ?? found) : found;
  const message = `The staff member ${id} is ${status} and can become ${next.slice(1).join(" or ")}, not ${requested}`;
  throw new PlatformError(409, "INVALID_STAFF_MEMBER_STATUS_TRANSITION", message, { id, status });
}

/** Returns the staff member of an access token, or undefined if it is unknown. Throws PlatformError 403 while access is paused. */
export function staffByAccessToken(tx: Tx, token: string): StoredStaff | undefined {
  const [member] = tx.query(staffKind.table, {
    filter: { "internal.accessTokens": { $hasSome: [token] } },
    limit: 1,
    withoutTotal: true,
  }).items;
  return member && notPaused(member);
}

/** Returns the staff member of a login token. Throws PlatformError 401 if it is unknown, 403 while access is paused. */
export const staffByLoginToken = (tx: Tx, token: string): StoredStaff =>
  requireStaff(tx.findBy(staffKind.table, "internal.loginToken", token));

export const staffOf = (tx: Tx, id: string | null | undefined): StoredStaff =>
  entityOf(tx, staffKind, id ?? "");

/** Throws PlatformError 401 without a staff member, 403 while access is paused. */
export function requireStaff(member: StoredStaff | undefined): StoredStaff {
  if (!member) throw new PlatformError(401, "UNAUTHENTICATED", "No staff member has this token");
  return notPaused(member);
}

function notPaused(member: StoredStaff): StoredStaff {
  if (member.status !== "ACCESS_PAUSED") return member;
  const { id, name, status } = member;
  throw new PlatformError(403, "STAFF_MEMBER_SUSPENDED", `The access of ${name} is paused (${status})`, {
    id,
    status,
  });
}
