import { setTimeout as pause } from "node:timers/promises";
import { emptyRate, type RateStore } from "../../api/transport/pace.ts";
import type { PostgresQueries } from "../../kernel/postgres.ts";
import { parseState, type RateKey, type Rates } from "./local-rates.ts";

/** The time of the database in milliseconds, which all computers use. */
const clock = "(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now";

/** Returns the states that all computers with a shared journal share: its table `till.rate`. The database stays open. */
export function sharedRates(database: PostgresQueries): Rates {
  return {
    rate: (key) => sharedRate(database, key),
    async all() {
      const rows = await database.query<RateKey & { state: string | null; now: number }>(
        `SELECT site, place, state, ${clock} FROM till.rate ORDER BY site, place`,
      );
      return {
        rates: rows.map(({ site, place, state }) => ({ site, place, state: parseState(state ?? "") })),
        now: rows[0]?.now ?? Date.now(),
      };
    },
    close: async () => {},
  };
}

function sharedRate({ query }: PostgresQueries, { site, place }: RateKey): RateStore {
  async function load() {
    const [row] = await query<{ state: string | null; version: number | null; now: number }>(
      `SELECT r.state, r.version, ${clock} FROM (SELECT 1) AS one LEFT JOIN till.rate r ON r.site = $1 AND r.place = $2`,
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
        await pause(Math.random() * Math.min(10 * tries, 200));
      }
    },
    read: load,
  };
}
