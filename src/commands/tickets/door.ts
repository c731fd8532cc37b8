import type { Call } from "../../api/caller.ts";
import { takeLock } from "../../bulk/engine/run-lock.ts";
import { targetOf } from "../../cli/confirm.ts";
import { sameSiteLine } from "../../cli/same-site.ts";
import type { Context } from "../../context/context.ts";
import { profileLocked } from "../../context/guards.ts";
import {
  ApiError,
  type ExitCode,
  exitCodes,
  TillError,
  TransportError,
  UsageError,
} from "../../kernel/errors.ts";
import { countOf, sanitizeLine } from "../../kernel/text.ts";
import { findEvent } from "../../resources/events/read.ts";
import { zoneOf } from "../../resources/events/when.ts";
import { openDoor, withoutRetries } from "../../resources/tickets/door.ts";
import {
  type DoorEvent,
  type DoorStore,
  doorLock,
  openDoorStore,
  storedEvent,
} from "../../resources/tickets/door-store.ts";
import type { Door, Scan } from "../../ui/screens/door.state.ts";

interface DoorFlags {
  sync?: boolean;
}

/** `till tickets door`: checks guests in on a full-screen page, also without a network. `--sync` sends what is waiting. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { sync = false }: DoorFlags,
): Promise<ExitCode | undefined> {
  const { streams, paths, format } = context;
  if (!sync && (streams.terminal === undefined || format !== "table"))
    throw new UsageError("The door needs a terminal, and the output must be a table.", {
      hint: `To check in codes from stdin: ${sameSiteLine(context, "tickets", "check-in", reference)}`,
    });
  const call = await context.call("admin");
  const { profile } = await context.site();
  // Guests would be let in, and their check-ins would never be sent.
  if ((await context.lock()).locked) throw profileLocked(profile);
  const { event, outage } = await eventOfDoor(context, call, reference);
  const unlock = takeLock(doorLock(paths, profile, event.id));
  if (unlock === undefined)
    throw new TillError(exitCodes.conflict, `The door of ${event.title} is already open on this computer.`, {
      code: "DOOR_OPEN",
      hint: "Close it there first. Other computers can have doors of their own.",
    });
  const store = openDoorStore(paths, profile, event.id);
  try {
    // Each scan is confirmed by the person at the door.
    await context.asks("asked");
    await context.announce();
    const now = () => context.now().getTime();
    const door = openDoor({ store, event, call, now });
    if (sync) {
      if (outage !== undefined) throw outage;
      return await syncDoor(context, { store, door, event });
    }
    const offline = outage ?? (await readAtStart(context, store, door));
    const { showDoor } = await import("../../ui/screens/door.tsx");
    await showDoor(
      { ...(streams.terminal as NonNullable<typeof streams.terminal>), color: streams.stderr.color },
      {
        door,
        now,
        title: event.title,
        zone: event.zone,
        target: targetOf(await context.site()),
        outage: offline?.message,
        syncLine: syncLine(context, event),
        signal: context.signal,
      },
    );
    return await leave(context, { store, door, event });
  } finally {
    unlock();
    try {
      store.close();
    } catch {
      // It has been deleted.
    }
  }
}

const syncLine = (context: Context, { slug, id }: DoorEvent) =>
  sameSiteLine(context, "tickets", "door", slug || id, "--sync");

/** Finds an event on the platform, or among the stored ones if the platform cannot be reached. */
async function eventOfDoor(
  { paths, site }: Context,
  call: Call,
  reference: string,
): Promise<{ event: DoorEvent; outage?: Error }> {
  const stored = storedEvent(paths, (await site()).profile, reference);
  try {
    const found = await findEvent(stored ? withoutRetries(call) : call, reference, ["REGISTRATION"]);
    const { id, slug, title, registration } = found;
    if (registration?.type !== "TICKETING" && registration?.type !== "RSVP_AND_TICKETING")
      throw new TillError(exitCodes.conflict, `${title ?? reference} sells no tickets, so it has no door.`, {
        code: "NO_TICKETS",
        hint:
          registration?.type === "RSVP"
            ? "To check in the guests of an RSVP: till events rsvps check-in EMAIL"
            : "Only events with tickets can be checked in.",
      });
    return { event: { id, slug: slug ?? "", title: title ?? "", zone: zoneOf(found) } };
  } catch (error) {
    if (stored === undefined || !isOutage(error)) throw error;
    return { event: stored, outage: error as Error };
  }
}

/** Reads the tickets. Returns why that failed if the tickets of an earlier time are stored. */
async function readAtStart({ signal }: Context, store: DoorStore, door: Door): Promise<Error | undefined> {
  try {
    await door.read(signal);
    return undefined;
  } catch (error) {
    if (!isOutage(error) || store.event() === undefined) throw error;
    return error as Error;
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof TransportError || (error instanceof ApiError && error.status >= 500);
}

interface OpenDoor {
  store: DoorStore;
  door: Door;
  event: DoorEvent;
}

/** Sends what is waiting, and prints what came of it. Scans that cannot be sent stay. */
async function syncDoor(context: Context, open: OpenDoor): Promise<ExitCode | undefined> {
  const { door, event } = open;
  const before = door.facts().waiting;
  await door.sync(context.signal);
  const { waiting, conflicts } = door.facts();
  await context.printResult(
    { _kind: "doorSync", event: event.slug, sent: before - waiting, waiting, refused: conflicts },
    `${sanitizeLine(event.title)}: ${before === 0 ? "nothing was waiting" : `${countOf(before, "scan")} sent`}.`,
  );
  return await closeDoor(context, open);
}

/** Prints what was done at the door. */
async function leave(context: Context, open: OpenDoor): Promise<ExitCode | undefined> {
  const { here, inside, all } = open.door.facts();
  await context.streams.stdout.write(
    `${sanitizeLine(open.event.title)}: ${countOf(here, "check-in")} here; ${inside} of ${all} tickets are in.\n`,
  );
  return await closeDoor(context, open);
}

/** Prints conflicts, and deletes the stored tickets if everything is sent. */
async function closeDoor(context: Context, { store, door, event }: OpenDoor): Promise<ExitCode | undefined> {
  const {
    streams: { stdout },
    format,
    notice,
  } = context;
  const { conflicts, waiting } = door.facts();
  if (format === "table") for (const conflict of conflicts) await stdout.write(`${conflictLine(conflict)}\n`);
  if (waiting > 0) {
    await notice(`${countOf(waiting, "scan")} not sent yet. Send them with: ${syncLine(context, event)}`);
    return exitCodes.partial;
  }
  store.delete();
  return conflicts.length > 0 ? exitCodes.partial : undefined;
}

const conflictLine = ({ guest, number, type, detail }: Scan) =>
  sanitizeLine(`refused  ${number}  ${guest}  ${type}: let in here, but ${detail}`);
