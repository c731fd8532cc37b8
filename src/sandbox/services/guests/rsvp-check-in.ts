import { replaceEntity } from "../../kernel/documents/entities.ts";
import { invalid } from "../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { inStoredTimes } from "../events/index.ts";
import { syncRsvpGuest } from "./rsvp-guests.ts";
import { rsvpKind, withCheckIns } from "./rsvps.ts";
import type { Guest, StoredRsvp } from "./tables.ts";

/** Checks in guests of an RSVP, by default all who are not checked in; all or none. */
export function checkInGuests(
  tx: Tx,
  rsvp: StoredRsvp,
  guestIds: readonly (number | null)[] | null | undefined,
  at?: string | null,
): StoredRsvp {
  if (rsvp.status !== "YES") {
    const message = `The RSVP ${rsvp.id} is ${rsvp.status}, so its guests cannot be checked in`;
    throw new PlatformError(409, "INVALID_RSVP_STATUS", message, { id: rsvp.id, status: rsvp.status });
  }
  const checkInDate = inStoredTimes(at ?? tx.now.toISOString());
  if (checkInDate > tx.now.toISOString())
    throw invalid("checkInDate", "MAX", `must not be in the future, as ${checkInDate} is`, {
      threshold: tx.now.toISOString(),
    });
  return change(tx, rsvp, guestIds, (guest) => {
    if (guest.checkInDetails?.checkedIn)
      throw rejection(
        rsvp,
        guest,
        "GUEST_ALREADY_CHECKED_IN",
        `was checked in at ${guest.checkInDetails.checkInDate}`,
      );
    return {
      ...guest,
      checkInDetails: { checkedIn: true, checkInDate, ...by(tx, "checkedInByStaffMember") },
    };
  });
}

/** Reverts check-ins of an RSVP, by default of all checked-in guests; all or none. */
export function undoGuests(
  tx: Tx,
  rsvp: StoredRsvp,
  guestIds: readonly (number | null)[] | null | undefined,
  at?: string | null,
): StoredRsvp {
  const checkInCanceledDate = inStoredTimes(at ?? tx.now.toISOString());
  const named = guestIds?.length
    ? guestIds
    : rsvp.guestList.guests.flatMap((guest) => (isIn(guest) ? [guest.guestId] : []));
  const [first] = rsvp.guestList.guests;
  if (named.length === 0 && first) throw rejection(rsvp, first, "GUEST_NOT_CHECKED_IN", "is not checked in");
  return change(tx, rsvp, named, (guest) => {
    if (!isIn(guest)) throw rejection(rsvp, guest, "GUEST_NOT_CHECKED_IN", "is not checked in");
    return {
      ...guest,
      checkInDetails: { checkedIn: false, checkInCanceledDate, ...by(tx, "checkInCanceledByStaffMember") },
    };
  });
}

const by = ({ caller: { staff } }: Tx, field: "checkedInByStaffMember" | "checkInCanceledByStaffMember") =>
  staff && { [field]: staff.id };

const isIn = ({ checkInDetails }: Guest) => checkInDetails?.checkedIn === true;

function change(
  tx: Tx,
  rsvp: StoredRsvp,
  guestIds: readonly (number | null)[] | null | undefined,
  act: (guest: Guest) => Guest,
): StoredRsvp {
  const { guests } = rsvp.guestList;
  const unknown = guestIds?.find((id) => !guests.some(({ guestId }) => guestId === id));
  if (unknown !== undefined) {
    const message = `The RSVP ${rsvp.id} has guests 1 to ${guests.length}, but no guest ${unknown}`;
    throw new PlatformError(404, "GUEST_NOT_FOUND", message, { id: rsvp.id, guestId: unknown });
  }
  const left = guests.filter((guest) => !isIn(guest)).map(({ guestId }) => guestId);
  const ids = guestIds?.length ? guestIds : left.length > 0 ? left : guests.map(({ guestId }) => guestId);
  const changed = guests.map((guest) => (ids.includes(guest.guestId) ? act(guest) : guest));
  const after = replaceEntity(tx, rsvpKind, withCheckIns({ ...rsvp, guestList: { guests: changed } }));
  syncRsvpGuest(tx, after);
  return after;
}

function rejection(
  { id, status }: StoredRsvp,
  { guestId, fullName }: Guest,
  code: string,
  what: string,
): PlatformError {
  const message = `Guest ${guestId} (${fullName || "without a name"}) of the RSVP ${id} ${what}`;
  return new PlatformError(409, code, message, { id, guestId, status });
}
