import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Call } from "../../../src/api/caller.ts";
import { ApiError, TransportError } from "../../../src/kernel/errors.ts";
import { findEvent } from "../../../src/resources/events/read.ts";
import { openDoor } from "../../../src/resources/tickets/door.ts";
import {
  type DoorEvent,
  type DoorStore,
  openDoorStore,
  storedEvent,
} from "../../../src/resources/tickets/door-store.ts";
import type { Door } from "../../../src/ui/screens/door.state.ts";
import { inContext } from "../../support/context.ts";
import { createWorld, type World } from "../../support/world.ts";

let seeded: World;
beforeAll(async () => {
  seeded = createWorld();
  await seeded.till("sandbox seed demo");
});
afterAll(() => seeded.close());

let world: World;
beforeEach(() => {
  world = createWorld({ from: seeded.home });
  return () => world.close();
});

const signal = new AbortController().signal;
const [first, second] = ["W4DZ-R412-1RV01", "W4DZ-R412-1RV02"];

/** Runs work at the door of the demo event. `isOffline` makes every call fail before it leaves. */
async function atDoor(
  work: (at: {
    /** Opens the door again with what is stored. */
    reopen(): Door;
    door: Door;
    call: Call;
    store: DoorStore;
    event: DoorEvent;
    offline: { on: boolean };
    sent: string[];
  }) => Promise<void>,
): Promise<void> {
  await inContext(world, async (context) => {
    const send = await context.call("admin");
    const offline = { on: false };
    const sent: string[] = [];
    const call: Call = async (...args) => {
      if (offline.on) throw new TransportError("no network", "no");
      const [{ name }] = args;
      if (name !== "tickets.list") sent.push(name);
      return await send(...args);
    };
    const found = await findEvent(send, "raku-night");
    const event = { id: found.id, slug: "raku-night", title: "Raku night", zone: "UTC" };
    const store = openDoorStore(context.paths, "sandbox", event.id);
    const reopen = () => openDoor({ store, event, call, now: Date.now });
    const door = reopen();
    if (store.event() === undefined) await door.read(signal);
    try {
      await work({ reopen, door, call, store, event, offline, sent });
    } finally {
      store.close();
    }
  });
}

/** Makes the next calls of a route fail. */
const fault = (kind: string, route: string, count = 1) =>
  world.till(`sandbox fault ${kind} --route ${route} --count ${count}`);

/** Returns the numbers of tickets that the platform knows to be checked in. */
async function checkedIn(): Promise<string[]> {
  const { stdout } = await world.till("tickets list raku-night --state CHECKED_IN --json");
  return JSON.parse(stdout).items.map((one: { ticketNumber: string }) => one.ticketNumber);
}

describe("a scan", () => {
  test("lets a guest in once, by number in any case and by code", async () => {
    await atDoor(async ({ door, event }) => {
      const { inside, all } = door.facts();
      expect(door.scan(first.toLowerCase())).toMatchObject({
        verdict: "in",
        guest: "Petra Holm",
        sent: "no",
      });
      expect(door.facts()).toMatchObject({ inside: inside + 1, all, waiting: 1, here: 1 });
      const code = `https://shop.example/events/check-in/${first},${event.id}`;
      expect(door.scan(code)).toMatchObject({ verdict: "already", number: first });
      expect(door.scan(code.toUpperCase())).toMatchObject({ verdict: "already", number: first });
      await door.sync(signal);
      expect(door.facts()).toMatchObject({ waiting: 0, scans: [{ verdict: "in", sent: "yes" }] });
    });
    expect(await checkedIn()).toContain(first);
  });

  test.each([
    [
      "https://shop.example/events/check-in/W4DZ-R412-1RV01,5173f0a0-5a9d-4b0c-8a0d-000000000002",
      "elsewhere",
    ],
    ["69XS-Y936-38K01", "invalid"],
    ["100%", undefined],
    ["NOPE", undefined],
  ])("%s: %s", async (text, verdict) => {
    await atDoor(async ({ door }) => {
      expect(door.scan(text)?.verdict).toBe(verdict);
      expect(door.facts().waiting).toBe(0);
    });
  });

  test("of a ticket that was sold later is looked up, and let in if it is of this event", async () => {
    await atDoor(async ({ door, store, event, call }) => {
      store.replace(
        event,
        store.tickets().filter(({ number }) => number !== first),
        0,
      );
      const late = openDoor({ store, event, call, now: Date.now });
      expect(late.scan(first)).toBeUndefined();
      expect(await late.lookUp(first, signal)).toMatchObject({ verdict: "in", guest: "Petra Holm" });
      expect(await late.lookUp("NOPE", signal)).toMatchObject({ verdict: "missing" });
      const other = openDoor({ store, event: { ...event, id: "other" }, call, now: Date.now });
      expect(await other.lookUp(second, signal)).toMatchObject({ verdict: "elsewhere", number: second });
      expect(late.facts()).toMatchObject({ waiting: 1, here: 1 });
      expect(door.facts().all).toBeGreaterThan(0);
    });
  });
});

test("names are found without accents and in any order, starts of words first", async () => {
  await atDoor(async ({ door, store, event }) => {
    const ticket = { type: "Seat", order: "O", status: "PAID", checkedIn: "", due: "" };
    const guests = ["Noël Berg", "Anna Bergström", "Lena Vogelberg"];
    store.replace(
      event,
      guests.map((guest, index) => ({ ...ticket, guest, number: `N-${index}` })),
      0,
    );
    const other = openDoor({ store, event, call: async () => ({}) as never, now: Date.now });
    expect(other.find("berg").map(({ guest }) => guest)).toEqual([
      "Anna Bergström",
      "Noël Berg",
      "Lena Vogelberg",
    ]);
    expect(other.find("BERG noel").map(({ guest }) => guest)).toEqual(["Noël Berg"]);
    expect(other.find("n-2").map(({ guest }) => guest)).toEqual(["Lena Vogelberg"]);
    expect([other.isCode("n-2"), other.isCode("berg"), door.find(" ")]).toEqual([true, false, []]);
  });
});

describe("undo", () => {
  test("of a check-in that was not sent removes it; of a sent one is sent", async () => {
    await atDoor(async ({ door, sent }) => {
      door.scan(first);
      expect(door.undo()).toMatchObject({ verdict: "undone", number: first });
      expect(door.facts()).toMatchObject({ waiting: 0, here: 0, scans: [] });
      door.scan(first);
      await door.sync(signal);
      door.undo();
      expect(door.undo()).toBeUndefined();
      await door.sync(signal);
      expect(sent).toEqual(["tickets.checkIn", "tickets.undoCheckIn"]);
      expect(door.scan(first)?.verdict).toBe("in");
    });
    expect(await checkedIn()).not.toContain(first);
  });
});

describe("without a network", () => {
  test("scans are kept in a private file, and sent once in their order after a restart", async () => {
    await atDoor(async ({ door, store, offline, event }) => {
      offline.on = true;
      door.scan(first);
      door.scan(second);
      await expect(door.sync(signal)).rejects.toThrow("no network");
      expect(door.facts()).toMatchObject({ waiting: 2, scans: [{ sent: "no" }, { sent: "no" }] });
      expect(statSync(store.file).mode & 0o777).toBe(0o600);
      expect(
        storedEvent({ state: join(world.home, "till", "state") }, "sandbox", "raku-night"),
      ).toMatchObject({ id: event.id });
    });
    await atDoor(async ({ door, store, sent }) => {
      await door.sync(signal);
      await door.sync(signal);
      expect(sent).toEqual(["tickets.checkIn", "tickets.checkIn"]);
      expect(door.facts()).toMatchObject({ waiting: 0, conflicts: [] });
      store.delete();
      expect([existsSync(store.file), existsSync(`${store.file}-wal`)]).toEqual([false, false]);
      // `atDoor` closes the store once more.
      store.close = () => {};
    });
    expect(await checkedIn()).toEqual(expect.arrayContaining([first, second]));
  });

  test("a lost response is read back, and nothing is sent twice", async () => {
    await fault("drop-after", "tickets.checkIn");
    await atDoor(async ({ door, sent }) => {
      door.scan(first);
      await expect(door.sync(signal)).rejects.toThrow("outcome");
      expect(door.facts().scans[0]).toMatchObject({ sent: "unsure" });
      await door.sync(signal);
      expect(sent).toEqual(["tickets.checkIn"]);
      expect(door.facts()).toMatchObject({ waiting: 0, conflicts: [] });
    });
  });

  test("a lost request is read back, and sent again", async () => {
    await fault("drop-before", "tickets.checkIn");
    await atDoor(async ({ door }) => {
      door.scan(first);
      await expect(door.sync(signal)).rejects.toThrow();
      await door.sync(signal);
      expect(door.facts()).toMatchObject({ waiting: 0, conflicts: [] });
    });
    expect(await checkedIn()).toContain(first);
  });

  test.each([
    { status: 400, scan: "refused", waiting: 0, conflicts: 1, calls: 1 },
    { status: 404, scan: "refused", waiting: 0, conflicts: 1, calls: 1 },
    { status: 401, scan: "in", waiting: 0, conflicts: 0, calls: 2 },
    { status: 403, scan: "in", waiting: 0, conflicts: 0, calls: 2 },
    { status: 408, scan: "in", waiting: 0, conflicts: 0, calls: 2 },
    { status: 429, scan: "in", waiting: 0, conflicts: 0, calls: 2 },
    { status: 500, scan: "in", waiting: 0, conflicts: 0, calls: 2 },
  ])(
    "a check-in that the platform answers with $status once: $scan",
    async ({ status, scan, calls, ...facts }) => {
      await atDoor(async ({ store, event, call }) => {
        let sent = 0;
        const answering: Call = async (...args) => {
          const [{ name }] = args;
          if (name === "tickets.checkIn" && ++sent === 1)
            throw new ApiError("Not now.", { status, code: "X" });
          return await call(...args);
        };
        const door = openDoor({ store, event, call: answering, now: Date.now });
        door.scan(first);
        await door.sync(signal).catch(() => {});
        await door.sync(signal);
        const { conflicts, ...found } = door.facts();
        expect({ waiting: found.waiting, conflicts: conflicts.length }).toEqual(facts);
        expect([found.scans[0]?.verdict, sent]).toEqual([scan, calls]);
      });
      const isIn = (await checkedIn()).includes(first);
      expect(isIn).toBe(scan === "in");
    },
  );

  test("a check-in that may have arrived, and whose ticket cannot be read, stays unsure and is not sent again", async () => {
    await atDoor(async ({ store, event, call, sent }) => {
      let isLost = true;
      const losing: Call = async (...args) => {
        const [{ name }] = args;
        const result = isLost && name === "tickets.list" ? undefined : await call(...args);
        if (isLost) throw new ApiError("Down.", { status: 503, code: "X" });
        return result as never;
      };
      const door = openDoor({ store, event, call: losing, now: Date.now });
      door.scan(first);
      for (let attempt = 0; attempt < 3; attempt++) {
        await expect(door.sync(signal)).rejects.toThrow("Down.");
        expect(door.facts()).toMatchObject({ waiting: 1, conflicts: [], scans: [{ sent: "unsure" }] });
      }
      isLost = false;
      await door.sync(signal);
      expect(door.facts()).toMatchObject({
        waiting: 0,
        conflicts: [],
        scans: [{ verdict: "in", sent: "yes" }],
      });
      expect(sent).toEqual(["tickets.checkIn"]);
    });
    expect(await checkedIn()).toContain(first);
  });

  test("requests of a killed process are settled by reading, whether they arrived or not", async () => {
    await atDoor(async ({ door, store, sent }) => {
      const ids = [first, second].map((number) => door.scan(number)?.id ?? 0);
      for (const id of ids) store.change(id, { state: "sent", sentAt: Date.now() });
      await world.till(`tickets check-in raku-night ${first}`);
      await door.sync(signal);
      expect(sent).toEqual(["tickets.checkIn"]);
      expect(door.facts()).toMatchObject({ waiting: 0, conflicts: [] });
    });
    expect(await checkedIn()).toEqual(expect.arrayContaining([first, second]));
  });
});

describe("other devices", () => {
  test("a ticket that another device checked in is a conflict", async () => {
    await atDoor(async ({ door, offline }) => {
      offline.on = true;
      door.scan(first);
      door.scan(second);
      await expect(door.sync(signal)).rejects.toThrow("no network");
      offline.on = false;
      await world.till(`tickets check-in raku-night ${first}`);
      await door.sync(signal);
      const detail = expect.stringMatching(/^checked in elsewhere at \d\d:\d\d$/);
      const conflict = { number: first, guest: "Petra Holm", verdict: "refused", detail };
      expect(door.facts()).toMatchObject({ conflicts: [conflict], waiting: 0, here: 1 });
    });
    expect(await checkedIn()).toEqual(expect.arrayContaining([first, second]));
  });

  test("an undo does not revert a check-in of another device", async () => {
    await atDoor(async ({ reopen, door, store, sent }) => {
      const { id = 0 } = door.scan(first) ?? {};
      store.change(id, { state: "sent", sentAt: Date.now() - 600_000 });
      const later = reopen();
      expect(later.undo()).toMatchObject({ verdict: "undone", sent: "no" });
      await world.till(`tickets check-in raku-night ${first}`);
      await later.sync(signal);
      expect(later.facts()).toMatchObject({ waiting: 0, conflicts: [{ number: first }] });
      expect(sent).toEqual([]);
    });
    expect(await checkedIn()).toContain(first);
  });

  test("their check-ins are read when the counts differ, and waiting scans are kept", async () => {
    await atDoor(async ({ door }) => {
      door.scan(second);
      await world.till(`tickets check-in raku-night ${first}`);
      const { inside } = door.facts();
      await door.refresh(signal);
      expect(door.facts()).toMatchObject({ inside: inside + 1, waiting: 1 });
      await door.sync(signal);
      await door.refresh(signal);
      expect(door.facts()).toMatchObject({ inside: inside + 1, waiting: 0 });
      expect(door.scan(first)).toMatchObject({ verdict: "already" });
    });
  });
});
