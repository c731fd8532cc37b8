import { afterAll, expect, test } from "vitest";
import { sharedMigrations } from "../../../../src/bulk/postgres/shared-schema.ts";
import { insertRows } from "../../../../src/bulk/postgres/working-copy.ts";
import type { QueuedTask } from "../../../../src/bulk/queue/queue.ts";
import { openPostgres, type Postgres } from "../../../../src/kernel/postgres.ts";
import type { Executed } from "../../../simulation/database.ts";
import { createDisks, nightOf, runNight } from "../../../simulation/night.ts";
import { runWorkerNight, workerNightOf } from "../../../simulation/workers.ts";
import { skipped, workerCluster } from "../../postgres.ts";

// The simulation keeps shared journals in a model of PostgreSQL. Whatever nights have sent to it is sent to a real one here, in
// the same order and at the same times, and the answers are compared: leases that are taken, renewed, lost and given back,
// commits with and without the right fence, commits whose answers were lost, and budgets that several processes change. So is what
// nights of workers have sent.

const disks = createDisks();
afterAll(() => disks.close());

/** Makes `now()` and `clock_timestamp()` what the setting `sim.now` says, in milliseconds since 1970. */
const simulatedTime = `CREATE SCHEMA sim;
  CREATE FUNCTION sim.now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $$SELECT to_timestamp(current_setting('sim.now')::float8 / 1000)$$;
  CREATE FUNCTION sim.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT sim.now()';`;

/** Returns the nights of some seeds that keep their journal in a shared database, with bad weather for it. */
function sharedNights(first: number, count: number) {
  return Array.from({ length: count }, (_, n) => {
    const { weather, ...night } = nightOf(first + n);
    const kinds = ["crashes", "pauses", "second runner", "slow database", "lost commits"] as const;
    return { ...night, rows: 20, processes: 3, shared: true, weather: [...new Set([...weather, ...kinds])] };
  });
}

/** Times in the answers are compared as times: the texts differ. */
const comparable = (rows: readonly object[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        name === "expires" && typeof value === "string" ? new Date(value).getTime() : value,
      ]),
    ),
  );

/** Returns two answers with the columns that both have: each leaves some out. The order of schedules is not fixed. */
function inCommon(model: readonly object[], real: readonly object[]): [model: object[], real: object[]] {
  const [first = {}] = model;
  const [other = {}] = real;
  const names = Object.keys(first).filter((name) => name in other);
  const shown = (rows: readonly object[]) =>
    rows
      .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))))
      .toSorted((one, two) => String(one.name).localeCompare(String(two.name)));
  return [shown(model), shown(real)];
}

async function openSimulated(): Promise<Postgres> {
  const cluster = await workerCluster();
  const url = await cluster.create();
  const name = new URL(url).pathname.slice(1);
  await cluster.sql(url, simulatedTime);
  await cluster.sql(url, `ALTER DATABASE ${name} SET search_path = sim, pg_catalog, public`);
  const database = await openPostgres(url, { connections: 1 });
  await database.query("SET sim.now = 0");
  await database.query("CREATE SCHEMA till");
  for (const migration of sharedMigrations) await database.query(migration);
  return database;
}

test.skipIf(skipped !== "")(
  `the model of the shared journal answers as PostgreSQL does${skipped}`,
  async () => {
    const database = await openSimulated();
    try {
      let statements = 0;
      /** Leases that were not given, renewals and commits without the right fence. */
      const refused = { take: 0, fence: 0 };
      for (const night of sharedNights(13, 12)) {
        const traffic: Executed[] = [];
        await runNight(night, disks, {
          watch: (executed) => void traffic.push(structuredClone(executed)),
          planned: async (db) => {
            traffic.length = 0;
            await database.query("DELETE FROM till.job");
            await database.query("DELETE FROM till.rate");
            const [job = {}] = db.prepare("SELECT * FROM job").all();
            const names = Object.keys(job);
            await database.query(
              `INSERT INTO till.job (published, ${names.map((name) => `"${name}"`)})
               VALUES (true, ${names.map((_, n) => `$${n + 1}`)})`,
              Object.values(job),
            );
            await insertRows(database, db, String(Object.values(job)[0]), 0);
          },
        });
        for (const { now, sql, values, rows } of traffic) {
          if (sql.startsWith("SET TRANSACTION")) continue;
          await database.query(`SET sim.now = ${now}`);
          const real = await database.query(sql, values);
          expect(comparable(real), `seed ${night.seed}: ${sql} ${JSON.stringify(values)}`).toEqual(
            comparable(rows),
          );
          statements += 1;
          if (rows.length > 0) continue;
          if (sql.startsWith("UPDATE till.job SET fence")) refused.take += 1;
          else if (/^(WITH mine|UPDATE till.job SET (version|expires = now))/.test(sql)) refused.fence += 1;
        }
      }
      expect(statements).toBeGreaterThan(1000);
      expect(Math.min(refused.take, refused.fence), JSON.stringify(refused)).toBeGreaterThan(2);
    } finally {
      await database.close();
    }
  },
);

/** What the queue does to `till.queued`, besides its tasks in pg-boss. */
const queueStatements: Readonly<
  Record<string, (values: readonly unknown[]) => [sql: string, values: unknown[]]>
> = {
  "queue put": ([queued, schedule]) => {
    const { task, site, profile } = queued as QueuedTask;
    return [
      `INSERT INTO till.queued (key, site, profile, schedule) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1`,
      ["job" in task ? task.job : `@${task.schedule}`, site, profile, schedule],
    ];
  },
  "queue done": ([, , key]) => ["DELETE FROM till.queued WHERE key = $1", [key]],
};

test.skipIf(skipped !== "")(
  `the model of the tables of workers answers as PostgreSQL does${skipped}`,
  async () => {
    const database = await openSimulated();
    try {
      const counts = { due: 0, claimed: 0, refused: 0 };
      // In these, two workers want to queue a job for the same run.
      for (const seed of [22, 32, 44, 99, 106]) {
        const traffic: Omit<Executed, "transaction">[] = [];
        await runWorkerNight(workerNightOf(seed), {
          watch: (executed) => void traffic.push(structuredClone(executed)),
        });
        await database.query("DELETE FROM till.queued");
        for (const { now, sql, values, rows } of traffic) {
          const ofQueue = queueStatements[sql];
          if (!ofQueue && !/till\.(schedule|queued) ?\b/.test(sql)) continue;
          await database.query(`SET sim.now = ${now}`);
          const real = await (ofQueue ? database.query(...ofQueue(values)) : database.query(sql, values));
          const about = `seed ${seed}: ${sql} ${JSON.stringify(values)}`;
          expect(real.length, about).toBe(rows.length);
          const [expected, shown] = inCommon(rows, real);
          expect(shown, about).toEqual(expected);
          if (sql.includes("WHERE due <= now()")) counts.due += rows.length;
          if (sql.includes("SET claimed")) counts[rows.length > 0 ? "claimed" : "refused"] += 1;
        }
      }
      expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(2);
    } finally {
      await database.close();
    }
  },
);
