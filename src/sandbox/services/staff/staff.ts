import type { StaffMember } from "../../../api/services/staff/models/staff-member.ts";
import { entityOf, type Kind } from "../../kernel/documents/entities.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";

/** A staff member, and the tokens that it comes in with. */
export interface StoredStaff extends StaffMember {
  id: string;
  revision: string;
  createdDate: string;
  updatedDate: string;
  name: string;
  status: "PENDING" | "HAS_ACCESS" | "ACCESS_PAUSED";
  permissions: string[];
  internal: {
    /** Part of the login link; it works as often as it is used. */
    loginToken: string;
    /** One for each time that it came in. */
    accessTokens: string[];
    /** How it stood before its access was paused. */
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

/** The statuses that an owner can set, by the one there is; who comes in for the first time gets access by that. */
const settable: Record<StoredStaff["status"], readonly StoredStaff["status"][]> = {
  PENDING: ["PENDING", "ACCESS_PAUSED"],
  HAS_ACCESS: ["HAS_ACCESS", "ACCESS_PAUSED"],
  ACCESS_PAUSED: ["ACCESS_PAUSED", "HAS_ACCESS", "PENDING"],
};

/**
 * The status to set. PlatformError 409 names the one there is where it cannot follow. Who was paused before ever coming in is let
 * in again as it was: invited.
 */
export function staffStatus(member: StoredStaff, wanted: string): StoredStaff["status"] {
  const { id, status, internal } = member;
  const found = settable[status].find((one) => one === wanted);
  if (found) return found === "HAS_ACCESS" ? (internal.pausedFrom ?? found) : found;
  const message = `The staff member ${id} is ${status}: it can become ${settable[status].slice(1).join(" or ")}, not ${wanted}`;
  throw new PlatformError(409, "INVALID_STAFF_MEMBER_STATUS_TRANSITION", message, { id, status });
}

/** The staff member of an access token. PlatformError 401 where nobody has it, 403 (`STAFF_MEMBER_SUSPENDED`) while paused. */
export function staffByAccessToken(tx: Tx, token: string): StoredStaff {
  const [member] = tx.query(staffKind.table, {
    filter: { "internal.accessTokens": { $hasSome: [token] } },
    limit: 1,
  }).items;
  return present(member);
}

/** The staff member of a login link's token, refused alike. */
export const staffByLoginToken = (tx: Tx, token: string): StoredStaff =>
  present(tx.findBy(staffKind.table, "internal.loginToken", token));

export const staffOf = (tx: Tx, id: string | null | undefined): StoredStaff =>
  entityOf(tx, staffKind, id ?? "");

function present(member: StoredStaff | undefined): StoredStaff {
  if (!member) throw new PlatformError(401, "UNAUTHENTICATED", "No staff member has this token");
  if (member.status !== "ACCESS_PAUSED") return member;
  const { id, name, status } = member;
  throw new PlatformError(403, "STAFF_MEMBER_SUSPENDED", `The access of ${name} is paused (${status})`, {
    id,
    status,
  });
}
