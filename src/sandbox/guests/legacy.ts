import type { LegacyRsvp } from "../../api/services/guests.ts";
import type { Tx } from "../kernel/tx.ts";
import type { Answer, StoredRsvp } from "./guests.ts";

/** The names of answers in the older service of RSVPs. */
export const legacyAnswers = { YES: "YES", NO: "NO", WAITLIST: "WAITING" } as const satisfies Record<
  Answer,
  string
>;

/** Returns the answer behind a status of the older service; undefined stays. */
export const fromLegacyAnswer = (status: string | null | undefined): Answer | undefined =>
  (["YES", "NO", "WAITLIST"] as const).find((answer) => legacyAnswers[answer] === status);

/** Returns an RSVP in the older format with the requested field groups. */
export function toLegacyRsvp(rsvp: StoredRsvp, groups: readonly (string | null)[]): LegacyRsvp {
  const { id, eventId, contactId, memberId, createdDate, updatedDate, form, marketingConsent } = rsvp;
  const { firstName, lastName, email, status, totalGuests, anonymized } = rsvp;
  return {
    id,
    eventId,
    contactId,
    memberId,
    created: createdDate,
    modified: updatedDate,
    firstName,
    lastName,
    email,
    rsvpForm: groups.includes("FORM") ? form : undefined,
    status: legacyAnswers[status],
    totalGuests,
    guests: groups.includes("DETAILS") ? legacyGuests(rsvp) : undefined,
    anonymized,
    marketingConsent,
  };
}

const legacyGuests = ({ guestList }: StoredRsvp) =>
  guestList.guests.map(({ index, guestId, fullName, checkInDetails }) => ({
    index,
    id: guestId,
    fullName,
    checkIn: checkInDetails?.checkedIn ? { created: checkInDetails.checkInDate } : undefined,
  }));

const topic = "wix.events.rsvp.events";

/** Emits the event of the older service, beside the domain event of v2. */
export function emitLegacyRsvp(tx: Tx, rsvp: StoredRsvp, what: "Created" | "Updated" | "Deleted"): void {
  const { id, eventId, contactId, memberId, firstName, lastName, email, status, form, language } = rsvp;
  const base = { timestamp: tx.now.toISOString(), eventId, rsvpId: id, contactId, memberId };
  const facts = {
    language,
    firstName,
    lastName,
    email,
    rsvpForm: form,
    status: legacyAnswers[status],
    guests: legacyGuests(rsvp),
    onlineConferencingLogin: rsvp.onlineConferencingLogin,
    silent: rsvp.disableNotifications ?? false,
  };
  const payloads = {
    Created: facts,
    Updated: { ...facts, locale: rsvp.locale, created: rsvp.createdDate },
    Deleted: { anonymized: rsvp.anonymized ?? false },
  };
  tx.emit(`${topic}.Rsvp${what}`, id, { ...base, ...payloads[what] });
}
