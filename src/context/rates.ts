import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { emptyRate, type RateState, type RateStore } from "../api/transport/pace.ts";
import { databaseTime } from "../kernel/database-time.ts";
import { day } from "../kernel/durations.ts";
import type { PostgresQueries } from "../kernel/postgres.ts";
import { type Database, openDatabase, transaction } from "../kernel/sqlite.ts";

/** What a limit belongs to: a site, and where it is, because all sandboxes have the same site ID. */
export interface RateKey {
  site: string;
  /** The base URL, or `sandbox NAME` for an embedded sandbox. */
  place: string;
}

/** The kept states of all sites. */
export interface Rates {
  rate(key: RateKey): RateStore;
  /** Returns the states of all sites, and the time that they are compared with. */
  all(): Promise<{ rates: (RateKey & { state: RateState })[]; now: number }>;
  close(): Promise<void>;
}

/** One row for each site, with its state as JSON: it is always read and written as a whole. */
const migrations = [
  `CREATE TABLE rate (
     site TEXT NOT NULL, place TEXT NOT NULL, state TEXT NOT NULL, "usedAt" REAL NOT NULL, PRIMARY KEY (site, place)
   ) STRICT, WITHOUT ROWID`,
];

/** Opens the states that the processes of this computer share. Throws TillError if the file cannot be used. */
export function openLocalRates(file: string, now: () => number = Date.now): Rates {
  // What a power failure loses is older than a minute afterwards.
  const db = openDatabase(file, { synchronous: "NORMAL", migrations });
  return {
    rate: (key) => localRate(db, key, now),
    async all() {
      const rows = db
        .prepare("SELECT site, place, state FROM rate ORDER BY site, place")
        .all<RateKey & { state: string }>();
      return { rates: rows.map((row) => ({ ...row, state: parseState(row.state) })), now: now() };
    },
    close: async () => db.close(),
  };
}

/** Returns the states in a file; none if there is no file. */
export async function readLocalRates(file: string): ReturnType<Rates["all"]> {
  if (!existsSync(file)) return { rates: [], now: Date.now() };
  const rates = openLocalRates(file);
  return await rates.all().finally(rates.close);
}

function localRate(db: Database, { site, place }: RateKey, now: () => number): RateStore {
  const load = () =>
    db.prepare("SELECT state FROM rate WHERE site = ? AND place = ?").get<{ state: string }>(site, place);
  return {
    update: async (change) =>
      transaction(db, "immediate", () => {
        const row = load();
        // The time is read under the lock, so that it never goes back between two writers.
        const time = now();
        const [after, result] = change(row ? parseState(row.state) : emptyRate, time);
        if (row) {
          db.prepare(`UPDATE rate SET state = ?, "usedAt" = ? WHERE site = ? AND place = ?`).run(
            JSON.stringify(after),
            time,
            site,
            place,
          );
        } else {
          db.prepare(`DELETE FROM rate WHERE "usedAt" < ?`).run(time - day);
          db.prepare("INSERT INTO rate VALUES (?, ?, ?, ?)").run(site, place, JSON.stringify(after), time);
        }
        return result;
      }),
    read: async () => {
      const row = load();
      return { state: row ? parseState(row.state) : emptyRate, now: now() };
    },
  };
}

/** Returns a state from its JSON; an empty one for other text. */
export function parseState(text: string): RateState {
  try {
    const { limits, heldUntil, at, starts } = JSON.parse(text) as RateState;
    return Array.isArray(limits) && Array.isArray(starts) ? { limits, heldUntil, at, starts } : emptyRate;
  } catch {
    return emptyRate;
  }
}

/** Returns the states that all computers with a shared journal share: its table `till.rate`. The database stays open. */
export function sharedRates(
  database: PostgresQueries,
  wait: (tries: number) => Promise<void> = waitAtRandom,
): Rates {
  return {
    rate: (key) => sharedRate(database, key, wait),
    async all() {
      const rows = await database.query<RateKey & { state: string | null; now: number }>(
        `SELECT site, place, state, ${databaseTime} FROM till.rate ORDER BY site, place`,
      );
      return {
        rates: rows.map(({ site, place, state }) => ({ site, place, state: parseState(state ?? "") })),
        now: rows[0]?.now ?? Date.now(),
      };
    },
    close: async () => {},
  };
}

const waitAtRandom = (tries: number) => pause(Math.random() * Math.min(10 * tries, 200));

function sharedRate(
  { query }: PostgresQueries,
  { site, place }: RateKey,
  wait: (tries: number) => Promise<void>,
): RateStore {
  async function load() {
    const [row] = await query<{ state: string | null; version: number | null; now: number }>(
      `SELECT r.state, r.version, ${databaseTime} FROM (SELECT 1) AS one LEFT JOIN till.rate r ON r.site = $1 AND r.place = $2`,
      [site, place],
    );
    const { state = null, version = null, now = Date.now() } = row ?? {};
    return { state: state === null ? emptyRate : parseState(state), version, now };
  }

  async function save(state: string, version: number | null): Promise<boolean> {
    if (version !== null) {
      const rows = await query(
        `UPDATE till.rate SET state = $3, version = version + 1, "usedAt" = now()
         WHERE site = $1 AND place = $2 AND version = $4 RETURNING 1`,
        [site, place, state, version],
      );
      return rows.length > 0;
    }
    await query(`DELETE FROM till.rate WHERE "usedAt" < now() - interval '1 day'`);
    const rows = await query(
      `INSERT INTO till.rate (site, place, state) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1`,
      [site, place, state],
    );
    return rows.length > 0;
  }

  return {
    // No lock is held between the two statements: a computer that disappears stops nobody.
    async update(change) {
      for (let tries = 1; ; tries++) {
        const { state, version, now } = await load();
        const [after, result] = change(state, now);
        if (await save(JSON.stringify(after), version)) return result;
        await wait(tries);
      }
    },
    read: load,
  };
}
