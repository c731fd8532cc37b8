import type { Call } from "../../../api/caller.ts";
import { tickets } from "../../../api/services/tickets/tickets.ts";
import { ApiError, TillError, TransportError, UnknownOutcomeError } from "../../../kernel/errors.ts";
import { readTicket } from "./read.ts";
import type { StoredScan } from "./store.ts";

/** What is known of a scan after an attempt to send it. */
export interface Settled {
  readonly state: StoredScan["state"];
  readonly message: string;
  /** Why the platform could not be reached. */
  readonly error?: unknown;
}

/** What an attempt needs. */
interface Sender {
  call: Call;
  eventId: string;
  signal: AbortSignal;
  /** Returns a time of a check-in as the door shows it. */
  timeText(iso: string): string;
}

const endpoints = { in: "checkIn", out: "undoCheckIn" } as const;
/** The platform's codes for a ticket that is already in the state that the scan leads to. */
const repeats = { in: "TICKET_ALREADY_CHECKED_IN", out: "TICKET_NOT_CHECKED_IN" } as const;
/** How much the time of a check-in may differ from that of its request, also because of the clocks, in milliseconds. */
const skewMs = 120_000;
const done: Settled = { state: "done", message: "" };
const waiting: Settled = { state: "waiting", message: "" };

/** Sends a scan that is recorded as `sent`. Never rejects: failures are part of the result. */
export async function sendScan(sender: Sender, scan: StoredScan, isFirst: boolean): Promise<Settled> {
  const { call, eventId, signal } = sender;
  const name = endpoints[scan.action];
  try {
    const input = { eventId, ticketNumber: [scan.number] };
    await call(tickets[name], input, { signal });
    return done;
  } catch (error) {
    if (error instanceof ApiError && error.code === repeats[scan.action])
      return await settleRepeat(sender, scan, isFirst, error.message);
    if (error instanceof ApiError && isFinal(error)) return { state: "refused", message: error.message };
    return { state: isUncertain(error) ? "sent" : "waiting", message: "", error };
  }
}

/** Reads the ticket of a scan whose outcome is not known: it is done, has to be sent, or another device came first. */
export async function settleScan(sender: Sender, scan: StoredScan): Promise<Settled> {
  try {
    const ticket = await readTicket(sender.call, scan.number, sender.signal);
    const created = ticket?.checkIn?.created;
    if (scan.action === "out") return created ? waiting : done;
    return created ? compare(sender, scan, created) : waiting;
  } catch (error) {
    return { state: "sent", message: "", error };
  }
}

/** The ticket is already checked in: by an earlier attempt of this scan, or elsewhere. */
async function settleRepeat(
  sender: Sender,
  scan: StoredScan,
  isFirst: boolean,
  message: string,
): Promise<Settled> {
  if (scan.action === "out") return done;
  try {
    const created = (await readTicket(sender.call, scan.number, sender.signal))?.checkIn?.created;
    if (!created) return { state: "refused", message };
    return isFirst ? elsewhere(sender, created) : compare(sender, scan, created);
  } catch (error) {
    return isFirst ? { state: "refused", message } : { state: "sent", message: "", error };
  }
}

function compare(sender: Sender, { at, sentAt }: StoredScan, created: string): Settled {
  const isOurs = Math.abs(Date.parse(created) - (sentAt ?? at)) <= skewMs;
  return isOurs ? done : elsewhere(sender, created);
}

const elsewhere = ({ timeText }: Sender, created: string): Settled => ({
  state: "refused",
  message: `checked in elsewhere at ${timeText(created)}`,
});

/** The platform has decided; neither time nor another identity changes it. */
const isFinal = ({ status }: ApiError) =>
  status >= 400 && status < 500 && ![401, 403, 408, 425, 428, 429].includes(status);

/** Returns whether the platform may have executed the request. */
function isUncertain(error: unknown): boolean {
  if (error instanceof UnknownOutcomeError) return true;
  if (error instanceof TransportError) return error.arrived === "maybe";
  if (error instanceof ApiError) return error.status >= 500;
  // A request that was aborted.
  return !(error instanceof TillError);
}
