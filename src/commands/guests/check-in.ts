import type { Call } from "../../api/caller.ts";
import { type EventGuest, rsvps } from "../../api/services/guests.ts";
import { tickets } from "../../api/services/tickets.ts";
import { readReferences } from "../../cli/selection.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { findGuest } from "../../resources/guests/guests.ts";

/** `till events guests check-in` */
export const checkInGuests = guestAction("checkIn");
/** `till events guests undo-check-in` */
export const undoCheckInGuests = guestAction("undoCheckIn");

/** Checks guests in, or undoes it, by RSVP or tickets. All guests are looked up first. */
function guestAction(action: "checkIn" | "undoCheckIn") {
  return async (context: Context, args: string[]): Promise<ExitCode | undefined> => {
    const call = await context.call("admin");
    const guests: EventGuest[] = [];
    for (const id of await readReferences(context, args, "guest")) guests.push(await findGuest(call, id));
    for (const guest of guests) if (!guest.rsvpId && ticketsOf(guest).length === 0) throw notCheckable(guest);
    const updated: EventGuest[] = [];
    for (const guest of guests) {
      await send(call, action, guest, context.signal);
      updated.push(await findGuest(call, guest.id));
    }
    await context.print(updated, {
      kind: "guest",
      fields: {
        first: { path: "guestDetails.firstName" },
        last: { path: "guestDetails.lastName" },
        checkedIn: { path: "guestDetails.checkedIn", absent: false },
        id: {},
      },
      total: updated.length,
    });
    return undefined;
  };
}

const ticketsOf = ({ ticketNumber, tickets }: EventGuest): string[] =>
  ticketNumber ? [ticketNumber] : (tickets ?? []).flatMap((ticket) => ticket?.number ?? []);

async function send(
  call: Call,
  action: "checkIn" | "undoCheckIn",
  guest: EventGuest,
  signal: AbortSignal,
): Promise<void> {
  if (guest.rsvpId) await call(rsvps[action], { rsvpId: guest.rsvpId }, { signal });
  else {
    // Every guest has an event.
    const input = { eventId: guest.eventId as string, ticketNumber: ticketsOf(guest) };
    await call(tickets[action], input, { signal });
  }
}

const notCheckable = ({ id }: EventGuest) =>
  new TillError(exitCodes.conflict, `Guest ${id} has neither an RSVP nor a ticket. Nothing was done.`, {
    code: "NOTHING_TO_CHECK_IN",
  });
