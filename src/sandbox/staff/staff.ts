import { type Endpoint, staffMay } from "../../api/endpoint.ts";
import type { StaffMember } from "../../api/services/staff.ts";
import { entityOf, type Kind, type Stored } from "../kernel/entities.ts";
import { type Caller, PlatformError, type Tx } from "../kernel/tx.ts";

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
      createdDate: "text",
      "internal.loginToken": { type: "text", unique: true },
    },
  },
  fqdn: "wix.events.staffmembers.v1.staff_member",
  name: "staff member",
  show: ({ internal, ...member }) => member,
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

type Staff = NonNullable<Caller["staff"]>;

/** Returns the caller of a staff member's access token. */
export const staffCaller = ({ id, permissions: scopes, specificEvents }: StoredStaff): Caller => ({
  role: "visitor",
  staff: { id, scopes, events: specificEvents ? (specificEvents.events ?? []).map(String) : undefined },
});

/** Throws PlatformError 403 if the staff member has none of the scopes that the call requires. */
export function requireScope({ scopes: own }: Staff, endpoint: Endpoint): void {
  if (staffMay(endpoint, own)) return;
  const { scopes: needed } = endpoint;
  const message = needed
    ? `This call requires the scope ${needed.join(" or ")}; the staff member has ${own.join(", ") || "none"}`
    : "No scope of a staff member permits this call";
  throw new PlatformError(403, "PERMISSION_DENIED", message, { scopes: own });
}

/**
 * Runs a call of a staff member. Throws PlatformError 403 if it names, or returns, anything of an event that is not theirs. A
 * staff member of certain events must name the events of a list or a count.
 */
export function withinEvents<T>({ staff }: Caller, endpoint: Endpoint, input: unknown, run: () => T): T {
  if (!staff?.events || !endpoint.scopes) return run();
  const named = eventsIn(input);
  for (const id of named) requireOwnEvent(staff, id);
  const isList = endpoint.effect === "read" && !endpoint.public.includes("{");
  if (isList && named.length === 0)
    throw denied("The staff member works for certain events only. Filter by eventId", staff);
  const result = run();
  for (const id of eventsIn(result)) requireOwnEvent(staff, id);
  return result;
}

/** Throws PlatformError 403 if the caller is a staff member who does not work for the event. */
export function requireEvent({ caller: { staff } }: Tx, eventId: string): void {
  if (staff) requireOwnEvent(staff, eventId);
}

function requireOwnEvent(staff: Staff, id: string): void {
  if (staff.events && !staff.events.includes(id))
    throw denied(`The staff member does not work for the event ${id}`, staff);
}

const denied = (message: string, { events }: Staff) =>
  new PlatformError(403, "PERMISSION_DENIED", message, { events });

/** Returns the ids at `eventId`, or in its `$eq` or `$in`. Alternatives and negations name no event. */
function eventsIn(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap(eventsIn);
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === "$or" || key === "$not" || key === "$nor") return [];
    if (key !== "eventId") return eventsIn(inner);
    const { $eq, $in } = (inner ?? {}) as { $eq?: unknown; $in?: unknown };
    return [typeof inner === "object" && !Array.isArray(inner) ? ($in ?? $eq) : inner]
      .flat()
      .filter((id) => typeof id === "string");
  });
}

/** Returns whether the caller may read the answers that guests gave in forms. */
export const readsForms = ({ caller: { staff } }: Tx): boolean =>
  !staff || staff.scopes.includes("READ_GUEST_FORM");
