import type { Call } from "../../api/caller.ts";
import { pages } from "../../api/query/pages.ts";
import { type Ticket, tickets } from "../../api/services/tickets.ts";
import { ApiError, TillError, TransportError, UnknownOutcomeError } from "../../kernel/errors.ts";
import { localTimeOf } from "../../kernel/zoned-time.ts";
import { wordFor } from "../../output/table.ts";
import type { Door, DoorFacts, Match, Scan, Verdict } from "../../ui/screens/door.state.ts";
import { eventIdIn, ticketEventId, ticketNumberIn } from "./code.ts";
import type { DoorEvent, DoorStore, DoorTicket, StoredScan } from "./door-store.ts";
import { ticketMoney, ticketOrderWords } from "./words.ts";

export interface DoorOptions {
  store: DoorStore;
  event: DoorEvent;
  call: Call;
  /** Milliseconds since 1970. */
  now(): number;
}

/** The scans that the screen lists, and the most matches of a search. */
const shown = { scans: 100, matches: 50 };
/** The longest wait for a response, in milliseconds. */
const timeoutMs = 10_000;

/** The statuses of orders whose tickets do not let anyone in. */
const invalid: ReadonlySet<string> = new Set(["DECLINED", "VOIDED", "INITIATED", "ARCHIVED"]);

/** Opens the door of an event with the tickets that are stored. */
export function openDoor({ store, event, now, ...options }: DoorOptions): Door {
  // Scanning works without the platform, and failed requests are tried again later.
  const call = withoutRetries(options.call);
  let tickets = byNumber(store.tickets());
  let scans = store.scans();
  const timeText = (iso: string) => timeIn(event.zone, iso, now());
  const limited = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);

  const replace = (scan: StoredScan) => {
    scans = scans.map((one) => (one.id === scan.id ? scan : one));
    return scan;
  };
  let counts: Pick<DoorFacts, "inside" | "all"> | undefined;
  const put = (ticket: DoorTicket) => {
    tickets.set(ticket.number.toUpperCase(), ticket);
    counts = undefined;
  };
  const counted = () => (counts ??= countsOf(tickets.values()));
  const ticketOf = (number: string) => tickets.get(number.toUpperCase());

  const viewOf = (scan: StoredScan): Scan => {
    const { number, guest, type, due } = ticketOf(scan.number) ?? {
      number: scan.number,
      guest: "",
      type: "",
      due: "",
    };
    const isRefused = scan.state === "refused";
    const sent = scan.state === "waiting" ? "no" : scan.state === "sent" ? "unsure" : "yes";
    const verdict: Verdict = isRefused ? "refused" : scan.action === "in" ? "in" : "undone";
    return { id: scan.id, at: scan.at, verdict, number, guest, type, detail: scan.message, due, sent };
  };
  const turnedAway = (verdict: Verdict, text: string, detail = "", ticket?: DoorTicket): Scan => ({
    at: now(),
    verdict,
    number: ticket?.number ?? text,
    guest: ticket?.guest ?? "",
    type: ticket?.type ?? "",
    detail,
  });

  const admit = (ticket: DoorTicket): Scan => {
    if (ticket.status === "CANCELED") return turnedAway("canceled", "", "", ticket);
    if (invalid.has(ticket.status)) return turnedAway("invalid", "", ticket.status.toLowerCase(), ticket);
    if (ticket.checkedIn !== "") return turnedAway("already", "", timeText(ticket.checkedIn), ticket);
    const at = now();
    const inside = { ...ticket, checkedIn: new Date(at).toISOString() };
    const stored = store.add("in", inside, at);
    put(inside);
    scans = [...scans, stored];
    return viewOf(stored);
  };

  /** Applies scans to tickets that were read while or before they were sent. */
  const applied = (read: readonly DoorTicket[], since: number): DoorTicket[] => {
    const last = new Map<string, StoredScan>();
    for (const scan of scans)
      if (scan.state !== "refused" && (scan.endedAt === null || scan.endedAt >= since))
        last.set(scan.number, scan);
    return read.map((ticket) => {
      const scan = last.get(ticket.number);
      if (scan === undefined) return ticket;
      const mine = scan.action === "in" ? ticket.checkedIn || new Date(scan.at).toISOString() : "";
      return { ...ticket, checkedIn: mine };
    });
  };

  const readAll = async (signal: AbortSignal) => {
    const since = now();
    const read = await readTickets(call, event.id, signal);
    const all = applied(read, since);
    store.replace(event, all, since);
    tickets = byNumber(all);
    counts = undefined;
  };

  const settle = async (scan: StoredScan, signal: AbortSignal): Promise<unknown> => {
    const sender = { call, eventId: event.id, signal: limited(signal), timeText };
    const isFirst = scan.sentAt === null;
    const isUncertain = scan.state === "sent";
    const sent = isUncertain ? scan : replace(store.change(scan.id, { state: "sent", sentAt: now() }));
    const { state, message, error } = isUncertain
      ? await settleScan(sender, sent)
      : await sendScan(sender, sent, isFirst);
    const isOver = state === "done" || state === "refused";
    // A request that certainly never arrived counts for nothing.
    const sentAt = state === "waiting" && !isUncertain ? scan.sentAt : sent.sentAt;
    replace(store.change(scan.id, { state, message, sentAt, ...(isOver && { endedAt: now() }) }));
    // An undo would take back the check-in of the other device.
    if (scan.action === "in" && state === "refused") {
      store.dropUndos(scan);
      scans = store.scans();
    }
    return error;
  };

  return {
    facts: (): DoorFacts => {
      const open = scans.filter(({ state }) => state === "waiting" || state === "sent");
      return {
        ...counted(),
        here: scans.reduce(
          (sum, { action, state }) => sum + (state === "refused" ? 0 : action === "in" ? 1 : -1),
          0,
        ),
        waiting: open.length,
        scans: scans.slice(-shown.scans).reverse().map(viewOf),
        conflicts: scans.filter(({ state }) => state === "refused").map(viewOf),
        readAt: store.event()?.readAt ?? 0,
      };
    },
    isCode: (text) => ticketOf(ticketNumberIn(text)) !== undefined || /^https?:\/\//i.test(text.trim()),
    scan(text) {
      const number = ticketNumberIn(text);
      const of = eventIdIn(text);
      if (of !== undefined && of !== event.id) return turnedAway("elsewhere", number);
      const ticket = ticketOf(number);
      return ticket && admit(ticket);
    },
    async lookUp(text, signal) {
      const number = ticketNumberIn(text);
      const found = await readTicket(call, number, limited(signal));
      if (found === undefined) return turnedAway("missing", number);
      const eventId = ticketEventId(found);
      if (eventId !== undefined && eventId !== event.id)
        return turnedAway("elsewhere", number, "", doorTicket(found));
      const ticket = doorTicket(found);
      store.put(ticket);
      put(ticket);
      return admit(ticket);
    },
    find(text) {
      const words = plain(text).split(/\s+/).filter(Boolean);
      if (words.length === 0) return [];
      const [starting, others]: [DoorTicket[], DoorTicket[]] = [[], []];
      for (const ticket of tickets.values()) {
        const { name, whole } = searched(ticket);
        if (words.every((word) => name.includes(` ${word}`))) starting.push(ticket);
        else if (words.every((word) => whole.includes(word))) others.push(ticket);
        if (starting.length === shown.matches) break;
      }
      return [...starting, ...others].slice(0, shown.matches).map(toMatch);
    },
    undo() {
      const undone = new Set<string>();
      const last = scans.findLast(({ number, action, state }) => {
        if (action === "out") undone.add(number);
        return action === "in" && state !== "refused" && !undone.has(number);
      });
      const ticket = last && ticketOf(last.number);
      if (last === undefined || ticket === undefined) return undefined;
      const outside = { ...ticket, checkedIn: "" };
      put(outside);
      if (last.state === "waiting" && last.sentAt === null) {
        store.remove(last.id, outside);
        scans = scans.filter(({ id }) => id !== last.id);
        return turnedAway("undone", "", "", outside);
      }
      const stored = store.add("out", outside, now());
      scans = [...scans, stored];
      return viewOf(stored);
    },
    async sync(signal) {
      for (;;) {
        const next = store.next();
        if (next === undefined) return;
        const error = await settle(next, signal);
        if (error !== undefined) throw error;
        signal.throwIfAborted();
      }
    },
    read: readAll,
    async refresh(signal) {
      const there = await readCounts(call, event.id, limited(signal));
      // What waits here is not known there.
      const waiting = scans.filter(({ state }) => state === "waiting" || state === "sent");
      const ahead = waiting.reduce((sum, { action }) => sum + (action === "in" ? 1 : -1), 0);
      const inside = [...tickets.values()].filter(({ checkedIn }) => checkedIn !== "").length - ahead;
      const isSame = (there.all ?? tickets.size) === tickets.size && (there.inside ?? inside) === inside;
      if (!isSame) await readAll(signal);
    },
  };
}

/** Returns calls that fail at once if the platform cannot be reached. */
export const withoutRetries =
  (call: Call): Call =>
  (endpoint, input, options) =>
    call(endpoint, input, { ...options, retries: 0 });

const byNumber = (all: readonly DoorTicket[]) =>
  new Map(all.map((ticket) => [ticket.number.toUpperCase(), ticket]));

function countsOf(tickets: Iterable<DoorTicket>): Pick<DoorFacts, "inside" | "all"> {
  let [inside, all] = [0, 0];
  for (const { status, checkedIn } of tickets) {
    if (status === "CANCELED" || invalid.has(status)) continue;
    all += 1;
    if (checkedIn !== "") inside += 1;
  }
  return { inside, all };
}

const toMatch = ({ number, guest, type, order, checkedIn }: DoorTicket): Match => ({
  number,
  guest,
  type,
  order,
  isIn: checkedIn !== "",
});

const searchedTexts = new WeakMap<DoorTicket, { name: string; whole: string }>();

/** Returns the texts that a search looks at. They are kept: every key searches all tickets. */
function searched(ticket: DoorTicket): { name: string; whole: string } {
  const known = searchedTexts.get(ticket);
  if (known !== undefined) return known;
  const name = ` ${plain(ticket.guest)}`;
  const texts = { name, whole: `${name} ${plain(ticket.number)} ${plain(ticket.order)}` };
  searchedTexts.set(ticket, texts);
  return texts;
}

/** Returns a text in lower case and without accents. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .trim();

/** Returns a time in a zone: `19:02`, on another day with the date. */
function timeIn(zone: string, iso: string, now: number): string {
  const [day = "", time = ""] = localTimeOf(new Date(iso), zone).split("T");
  const [today] = localTimeOf(new Date(now), zone).split("T");
  return day === today ? time.slice(0, 5) : `${time.slice(0, 5)} on ${day}`;
}

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
async function sendScan(sender: Sender, scan: StoredScan, isFirst: boolean): Promise<Settled> {
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
async function settleScan(sender: Sender, scan: StoredScan): Promise<Settled> {
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

/** Details that make a search by name possible. */
const fieldset = ["GUEST_DETAILS"];

/** Reads all tickets of an event, 100 per request. */
async function readTickets(call: Call, eventId: string, signal: AbortSignal): Promise<DoorTicket[]> {
  const found: DoorTicket[] = [];
  const input = { eventId: [eventId], fieldset };
  const all = pages<Ticket>(call, tickets.list, input, { id: "ticketNumber", signal });
  for await (const ticket of all) found.push(doorTicket(ticket));
  return found;
}

/** Reads a ticket by number. Returns undefined if there is none. */
async function readTicket(call: Call, number: string, signal: AbortSignal): Promise<Ticket | undefined> {
  const input = { ticketNumber: [number], fieldset, limit: 1 };
  const body = await call(tickets.list, input, { signal });
  return body.tickets?.[0];
}

/** Returns how many tickets of an event are sold and checked in, if the platform says so. */
async function readCounts(call: Call, eventId: string, signal: AbortSignal) {
  const count = async (...state: string[]) => {
    const input = { eventId: [eventId], limit: 1, state: state.length > 0 ? state : undefined };
    const body = await call(tickets.list, input, { signal });
    return body.total;
  };
  return { all: await count(), inside: await count("CHECKED_IN") };
}

/** Returns the facts of a ticket that are stored. */
function doorTicket(ticket: Ticket): DoorTicket {
  const { ticketNumber, name, guestFullName, orderFullName, orderNumber, orderStatus } = ticket;
  return {
    number: ticketNumber,
    type: name ?? "",
    guest: guestFullName || orderFullName || "",
    order: orderNumber ?? "",
    status: ticket.canceled
      ? "CANCELED"
      : ticket.archived || ticket.orderArchived
        ? "ARCHIVED"
        : (orderStatus ?? ""),
    checkedIn: ticket.checkIn?.created ?? "",
    due: dueOf(ticket),
  };
}

/** Returns what is not paid of a ticket; the platform has no amount for the part of an order that was paid. */
function dueOf({ orderStatus, price }: Ticket): string {
  const [text, tone] = wordFor(ticketOrderWords, orderStatus ?? "");
  return tone === "warn" ? `${text}: ${ticketMoney(price)}` : "";
}
