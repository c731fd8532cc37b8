import type { Call } from "../../api/caller.ts";
import type { EventGuest } from "../../api/services/guests/models/event-guest.ts";
import { rsvps } from "../../api/services/guests/rsvp.ts";
import { tickets } from "../../api/services/tickets/tickets.ts";
import { readReferences } from "../../cli/references.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { findGuest } from "../../resources/guests/guests.ts";

/** `till guests check-in` */
export const checkInGuests = door("checkIn");
/** `till guests undo-check-in` */
export const undoGuests = door("undoCheckIn");

/** Lets guests in (or out) by the way they signed up; all are looked up before the first one goes in. */
function door(act: "checkIn" | "undoCheckIn") {
  return async (context: Context, args: string[]): Promise<ExitCode | undefined> => {
    const call = await context.call("admin");
    const guests: EventGuest[] = [];
    for (const id of await readReferences(context, args, "guest")) guests.push(await findGuest(call, id));
    for (const guest of guests) if (!guest.rsvpId && ticketsOf(guest).length === 0) throw noWay(guest);
    await announceWriting(context);
    const after: EventGuest[] = [];
    for (const guest of guests) {
      await move(call, act, guest, context.signal);
      after.push(await findGuest(call, guest.id ?? ""));
    }
    const { streams, format, globals } = context;
    await renderList<EventGuest>({
      streams,
      format,
      kind: "guest",
      fields: globals.fields,
      rows: after,
      total: after.length,
      columns: [
        column("FIRST", ({ guestDetails }) => guestDetails?.firstName ?? "", {
          path: "guestDetails.firstName",
        }),
        column("LAST", ({ guestDetails }) => guestDetails?.lastName ?? "", { path: "guestDetails.lastName" }),
        column("IN", ({ guestDetails }) => guestDetails?.checkedIn ?? false, {
          path: "guestDetails.checkedIn",
        }),
        column("ID", ({ id }) => id ?? "", { path: "id" }),
      ],
    });
    return undefined;
  };
}

const ticketsOf = ({ ticketNumber, tickets }: EventGuest): string[] =>
  ticketNumber ? [ticketNumber] : (tickets ?? []).flatMap((one) => one?.number ?? []);

async function move(
  call: Call,
  act: "checkIn" | "undoCheckIn",
  guest: EventGuest,
  signal: AbortSignal,
): Promise<void> {
  if (guest.rsvpId) await call(`rsvps.${act}`, rsvps[act], { rsvpId: guest.rsvpId }, { signal });
  else {
    const input = { eventId: guest.eventId, ticketNumber: ticketsOf(guest) };
    await call(`tickets.${act}`, tickets[act], input, { signal });
  }
}

const noWay = ({ id }: EventGuest) =>
  new TillError(exitCodes.conflict, `The guest ${id} has neither an RSVP nor a ticket. Nothing was done.`, {
    code: "NOTHING_TO_CHECK_IN",
  });
