import type { Ticket } from "../../api/services/tickets/models/ticket-order.ts";

/** Returns the content of a ticket's QR code: its check-in URL, else its number. */
export const codeOf = ({ checkInUrl, ticketNumber }: Ticket): string => checkInUrl || ticketNumber || "";

/** Returns the ticket number in a scanned code or a typed line; a URL ends in `number,event`. */
export function ticketNumberIn(line: string): string {
  const text = line.trim();
  const last = URL.canParse(text) ? (new URL(text).pathname.split("/").at(-1) ?? "") : text;
  return decodeURIComponent(last).split(",")[0]?.trim() ?? "";
}

/** Returns the id of a ticket's event, if its check-in URL has one. */
export function eventOf({ checkInUrl }: Ticket): string | undefined {
  return decodeURIComponent(checkInUrl?.split("/").at(-1) ?? "").split(",")[1];
}
