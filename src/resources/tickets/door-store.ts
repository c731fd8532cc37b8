import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Paths } from "../../config/paths.ts";
import { lowerGuid } from "../../kernel/ids.ts";
import { type Database, openDatabase, transaction } from "../../kernel/sqlite.ts";

/** The event of a door. */
export interface DoorEvent {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly zone: string;
}

/** The stored facts of a ticket. */
export interface DoorTicket {
  readonly number: string;
  readonly type: string;
  readonly guest: string;
  readonly order: string;
  /** The status of its order, `CANCELED` for a canceled ticket, `ARCHIVED` for an archived one. */
  readonly status: string;
  /** When it was checked in, as ISO text; empty if it is not. */
  readonly checkedIn: string;
  /** What has to be paid, if it is not paid: `to be paid offline: 68.00 USD`. Empty if nothing is due. */
  readonly due: string;
}

/**
 * A check-in or its undo. `sent`: the request may have been sent, but its outcome is not recorded. `refused`: the platform
 * rejected it after the guest was let in.
 */
export interface StoredScan {
  readonly id: number;
  readonly number: string;
  readonly action: "in" | "out";
  /** When it was scanned, last sent so that it may have arrived, and settled, in milliseconds since 1970. */
  readonly at: number;
  readonly sentAt: number | null;
  readonly endedAt: number | null;
  readonly state: "waiting" | "sent" | "done" | "refused";
  readonly message: string;
}

const migrations = [
  `CREATE TABLE event (id TEXT PRIMARY KEY, slug TEXT NOT NULL, title TEXT NOT NULL, zone TEXT NOT NULL, "readAt" INTEGER) STRICT;
   CREATE TABLE ticket (number TEXT PRIMARY KEY, type TEXT NOT NULL, guest TEXT NOT NULL, "order" TEXT NOT NULL,
     status TEXT NOT NULL, "checkedIn" TEXT NOT NULL) STRICT;
   CREATE TABLE scan (id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT NOT NULL, action TEXT NOT NULL, at INTEGER NOT NULL, "sentAt" INTEGER,
     "endedAt" INTEGER, state TEXT NOT NULL, message TEXT NOT NULL) STRICT;
   CREATE INDEX "openScans" ON scan (id) WHERE state IN ('waiting', 'sent');`,
  `ALTER TABLE ticket ADD COLUMN due TEXT NOT NULL DEFAULT '';`,
];

/** The tickets of one event and the scans at its door, in a file of this computer. */
export class DoorStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  get file(): string {
    return this.#db.file;
  }

  /** Returns the event and when its tickets were read; undefined before that. */
  event(): (DoorEvent & { readAt: number }) | undefined {
    return this.#db.prepare("SELECT * FROM event").get<DoorEvent & { readAt: number }>();
  }

  tickets(): DoorTicket[] {
    return this.#db.prepare("SELECT * FROM ticket ORDER BY guest, number").all<DoorTicket>();
  }

  /** Replaces all tickets by those that were read from the platform at a time. */
  replace(event: DoorEvent, tickets: readonly DoorTicket[], readAt: number): void {
    transaction(this.#db, "immediate", () => {
      this.#db.exec("DELETE FROM event; DELETE FROM ticket");
      const { id, slug, title, zone } = event;
      this.#db.prepare("INSERT INTO event VALUES (?, ?, ?, ?, ?)").run(id, slug, title, zone, readAt);
      for (const ticket of tickets) this.put(ticket);
    });
  }

  put({ number, type, guest, order, status, checkedIn, due }: DoorTicket): void {
    this.#db
      .prepare("INSERT OR REPLACE INTO ticket VALUES (?, ?, ?, ?, ?, ?, ?)")
      .run(number, type, guest, order, status, checkedIn, due);
  }

  /** Stores a scan together with the ticket as it is then. It survives a power failure. */
  add(action: StoredScan["action"], ticket: DoorTicket, at: number): StoredScan {
    return transaction(this.#db, "immediate", () => {
      this.put(ticket);
      const { lastInsertRowid } = this.#db
        .prepare("INSERT INTO scan (number, action, at, state, message) VALUES (?, ?, ?, 'waiting', '')")
        .run(ticket.number, action, at);
      return this.#get(lastInsertRowid);
    });
  }

  /** Removes a scan that was never sent, together with what it did to its ticket. */
  remove(id: number, ticket: DoorTicket): void {
    transaction(this.#db, "immediate", () => {
      this.put(ticket);
      this.#db.prepare("DELETE FROM scan WHERE id = ? AND state = 'waiting'").run(id);
    });
  }

  /** Removes the undos of a check-in that are not sent yet. */
  dropUndos({ id, number }: StoredScan): void {
    this.#db
      .prepare("DELETE FROM scan WHERE id > ? AND number = ? AND action = 'out' AND state = 'waiting'")
      .run(id, number);
  }

  change(
    id: number,
    values: Partial<Pick<StoredScan, "state" | "message" | "sentAt" | "endedAt">>,
  ): StoredScan {
    const next = { ...this.#get(id), ...values };
    this.#db
      .prepare('UPDATE scan SET state = ?, message = ?, "sentAt" = ?, "endedAt" = ? WHERE id = ?')
      .run(next.state, next.message, next.sentAt, next.endedAt, id);
    return next;
  }

  /** Returns all scans, the oldest first. */
  scans(): StoredScan[] {
    return this.#db.prepare("SELECT * FROM scan ORDER BY id").all<StoredScan>();
  }

  /** Returns the oldest scan that is not settled. */
  next(): StoredScan | undefined {
    return this.#db
      .prepare("SELECT * FROM scan WHERE state IN ('waiting', 'sent') ORDER BY id LIMIT 1")
      .get<StoredScan>();
  }

  #get(id: number): StoredScan {
    return this.#db.prepare("SELECT * FROM scan WHERE id = ?").get<StoredScan>(id) as StoredScan;
  }

  close(): void {
    this.#db.close();
  }

  /** Closes the store and deletes its file, which has the names of guests. */
  delete(): void {
    this.close();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(this.file + suffix, { force: true });
  }
}

const folderOf = ({ state }: Pick<Paths, "state">) => join(state, "doors");
const nameOf = (profile: string, eventId: string) => `${encodeURIComponent(profile)}-${eventId}`;

/** Opens the store of an event (mode 0600). */
export function openDoorStore(paths: Pick<Paths, "state">, profile: string, eventId: string): DoorStore {
  const file = join(folderOf(paths), `${nameOf(profile, eventId)}.sqlite`);
  return new DoorStore(openDatabase(file, { synchronous: "FULL", migrations }));
}

/** Returns the file that is locked while the door of an event is open. */
export function doorLock(paths: Pick<Paths, "state">, profile: string, eventId: string): string {
  return join(folderOf(paths), `${nameOf(profile, eventId)}.lock`);
}

/** Returns the event with this id or slug whose tickets are stored, if there is one. */
export function storedEvent(
  paths: Pick<Paths, "state">,
  profile: string,
  reference: string,
): DoorEvent | undefined {
  let names: string[] = [];
  try {
    names = readdirSync(folderOf(paths));
  } catch {
    // Nothing has been stored yet.
  }
  for (const name of names) {
    if (!name.startsWith(nameOf(profile, "")) || !name.endsWith(".sqlite")) continue;
    const store = new DoorStore(
      openDatabase(join(folderOf(paths), name), { synchronous: "FULL", migrations }),
    );
    const event = store.event();
    store.close();
    // The name of another profile can begin like that of this one.
    if (event === undefined || name !== `${nameOf(profile, event.id)}.sqlite`) continue;
    if (event.id === lowerGuid(reference) || event.slug === reference) return event;
  }
  return undefined;
}
