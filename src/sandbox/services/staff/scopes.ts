import { type Endpoint, staffMay } from "../../../api/endpoint.ts";
import { type Caller, PlatformError, type Tx } from "../../kernel/tx.ts";
import type { StoredStaff } from "./staff.ts";

type Staff = NonNullable<Caller["staff"]>;

/** Returns the caller of a staff member's access token. */
export const staffCaller = ({ id, permissions: scopes, specificEvents }: StoredStaff): Caller => ({
  role: "visitor",
  staff: { id, scopes, ...(specificEvents && { events: (specificEvents.events ?? []).map(String) }) },
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
