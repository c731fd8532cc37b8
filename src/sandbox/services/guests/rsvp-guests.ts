import type { Tx } from "../../kernel/tx.ts";
import { answerTo } from "../events/index.ts";
import { forgetGuest, syncGuest } from "./guests.ts";
import type { Answer, StoredRsvp } from "./tables.ts";

const attendance = {
  YES: "ATTENDING",
  NO: "NOT_ATTENDING",
  WAITLIST: "IN_WAITLIST",
} as const satisfies Record<Answer, string>;

/** Updates the guest of an RSVP. Companions are counted, not listed. */
export function syncRsvpGuest(tx: Tx, rsvp: StoredRsvp): void {
  const phone = answerTo(rsvp.form, "phone");
  syncGuest(tx, refOf(rsvp), {
    eventId: rsvp.eventId,
    rsvpId: rsvp.id,
    guestType: "RSVP",
    ...(rsvp.contactId && { contactId: rsvp.contactId }),
    ...(rsvp.memberId && { memberId: rsvp.memberId }),
    attendanceStatus: attendance[rsvp.status],
    guestDetails: {
      email: rsvp.email,
      firstName: rsvp.firstName,
      lastName: rsvp.lastName,
      ...(rsvp.form && { formResponse: rsvp.form }),
      ...(phone && { phone }),
      checkedIn: rsvp.fullyCheckedIn,
      ...(rsvp.onlineConferencingLogin && { onlineConferencingLogin: rsvp.onlineConferencingLogin }),
      checkInDetails: rsvp.guestList.guests.map(
        ({ checkInDetails }) => checkInDetails ?? { checkedIn: false },
      ),
    },
    locale: "en-US",
    totalGuests: rsvp.totalGuests,
    additionalDetails: { createdDate: rsvp.createdDate, rsvpStatus: rsvp.status },
  });
}

/** Deletes the guest of a deleted RSVP. */
export const forgetRsvpGuest = (tx: Tx, rsvp: StoredRsvp): void => forgetGuest(tx, refOf(rsvp));

const refOf = ({ id }: StoredRsvp) => `rsvp ${id}`;
