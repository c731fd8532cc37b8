import type { Ticket } from "../../api/services/tickets.ts";
import { isGuid, lowerGuid } from "../../kernel/ids.ts";

/** Returns the content of a ticket's QR code: its check-in URL, else its number. */
export const ticketCode = ({ checkInUrl, ticketNumber }: Ticket): string => checkInUrl || ticketNumber || "";

/** Returns the ticket number in a scanned code or a typed line; a URL ends in `number,event`. */
export function ticketNumberIn(line: string): string {
  const text = line.trim();
  const last = URL.canParse(text) ? (new URL(text).pathname.split("/").at(-1) ?? "") : text;
  return decoded(last).split(",")[0]?.trim() ?? "";
}

/** Returns the id of the event in a scanned code, which ends in `number,event`. */
export function eventIdIn(line: string): string | undefined {
  const id = decoded(line.trim().split("/").at(-1) ?? "").split(",")[1];
  // A scanner types capitals while Caps Lock is on.
  return id !== undefined && isGuid(id) ? lowerGuid(id) : undefined;
}

/** Anything can be typed or scanned, also text that is not encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the id of a ticket's event, if its check-in URL has one. */
export function ticketEventId({ checkInUrl }: Ticket): string | undefined {
  return decodeURIComponent(checkInUrl?.split("/").at(-1) ?? "").split(",")[1];
}
