import type { Ticket } from "../../api/services/tickets/models/ticket-order.ts";

/** What the QR code of a ticket says: where it is checked in, or at least its number. */
export const codeOf = ({ checkInUrl, ticketNumber }: Ticket): string => checkInUrl || ticketNumber || "";

/** The number of the ticket that a scanned code or a typed line means: an address ends in `number,event`. */
export function ticketNumberIn(line: string): string {
  const text = line.trim();
  const last = URL.canParse(text) ? (new URL(text).pathname.split("/").at(-1) ?? "") : text;
  return decodeURIComponent(last).split(",")[0]?.trim() ?? "";
}

/** The id of the event that a scanned code is for; undefined for a number alone. */
export function eventIdIn(code: string): string | undefined {
  return decodeURIComponent(code.split("/").at(-1) ?? "").split(",")[1];
}
