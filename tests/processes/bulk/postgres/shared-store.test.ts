import { beforeAll, describe, expect, test } from "vitest";
import { apply } from "../../../../src/bulk/engine/apply.ts";
import { tableColumns } from "../../../../src/bulk/journal/tables.ts";
import { sharedMigrations } from "../../../../src/bulk/postgres/shared-schema.ts";
import { openPostgres } from "../../../../src/kernel/postgres.ts";
import { dump, plannedIn, shared } from "../../../bulk/journal/any-store.ts";
import { collect, priceRise, shopWork, someJob } from "../../../bulk/shop.ts";
import { temporaryFolder } from "../../../support/folders.ts";
import { type Cluster, secured, skipped, workerCluster } from "../../postgres.ts";

describe.skipIf(skipped)(`journals in PostgreSQL${skipped}`, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await workerCluster();
  });

  /** Opens a new database whose leases last `leaseMs`. */
  async function database(leaseMs = 30_000): Promise<string> {
    const url = await cluster.create();
    await (await shared(url)).ids();
    await cluster.sql(url, 'UPDATE till.setup SET "leaseMs" = $1', [leaseMs]);
    return url;
  }

  test("many processes may create the schema at once", async () => {
    const url = await cluster.create();
    await Promise.all(Array.from({ length: 5 }, () => shared(url)));
    expect(await cluster.sql(url, "SELECT version FROM till.setup")).toEqual([
      { version: sharedMigrations.length },
    ]);
  });

  test("the shared tables have the columns of a journal's file", async () => {
    const url = await database();
    const journal = await (await shared(url)).create(someJob);
    for (const table of ["job", "step", "problem", "stage"] as const) {
      const rows = await cluster.sql<{ name: string }>(
        url,
        "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'till' AND table_name = $1",
        [table],
      );
      expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(tableColumns(journal.db, table)));
    }
  });

  test("a schema of a newer version, and a role that may not write, are errors before anything is sent", async () => {
    const url = await database();
    await cluster.sql(url, "UPDATE till.setup SET version = version + 1");
    await expect(shared(url)).rejects.toMatchObject({ exitCode: 2, code: "JOURNAL_TOO_NEW" });
    const other = await database();
    const name = new URL(other).pathname.slice(1);
    const weak = cluster.url(name, `${secured.user}:${secured.password}`);
    await expect(shared(weak)).rejects.toMatchObject({ exitCode: 2, code: "POSTGRES_FORBIDDEN" });
    await cluster.sql(
      other,
      `GRANT USAGE ON SCHEMA till TO secured; GRANT SELECT ON ALL TABLES IN SCHEMA till TO secured`,
    );
    const reader = await shared(weak);
    expect(await reader.list()).toEqual([]);
    await expect(reader.create(someJob)).rejects.toMatchObject({ exitCode: 2, code: "POSTGRES_FORBIDDEN" });
  });

  test("nothing is sent before the step is committed to the shared journal", async () => {
    const url = await database();
    const { shop, rows } = priceRise(20);
    const work = shopWork(shop);
    const journal = await plannedIn(await shared(url), rows, work);
    const watched = {
      ...work,
      async write(steps: Parameters<typeof work.write>[0]) {
        const seqs = steps.map(({ seq }) => seq);
        const found = await cluster.sql(url, "SELECT state FROM till.step WHERE seq = ANY($1)", [seqs]);
        expect(found).toEqual(steps.map(() => ({ state: "sent" })));
        return await work.write(steps);
      },
    };
    const { finished } = await collect(apply(journal, watched, { concurrency: 3 }));
    expect(finished.counts).toMatchObject({ done: 20 });
  });

  test("a working copy that is ahead of the journal is loaded again", async () => {
    const url = await database();
    const home = temporaryFolder();
    const store = await shared(url, home);
    const { shop, rows } = priceRise(5);
    const journal = await plannedIn(store, rows, shopWork(shop));
    await journal.publish();
    const before = dump(journal);
    journal.db.exec("UPDATE step SET state = 'sent', attempts = 1 WHERE seq < 3");
    await journal.close();
    const again = await shared(url, home);
    const second = await again.open(journal.id);
    expect(dump(second)).toEqual(before);
  });

  test("a job is taken over once its lease has expired; its earlier process then sends and records nothing", async () => {
    const url = await database(3_000);
    const first = await shared(url);
    const { shop, rows } = priceRise(40);
    const journal = await plannedIn(first, rows, shopWork(shop));
    await journal.publish();
    const second = await shared(url);
    const other = await second.open(journal.id);
    await expect(other.lock()).rejects.toMatchObject({ exitCode: 6, code: "JOB_RUNNING" });
    // With another fence, the first process cannot renew it meanwhile.
    await cluster.sql(url, "UPDATE till.job SET fence = fence + 1, expires = now()");
    await other.lock();
    const [guard] = first.guards;
    await expect(collect(apply(journal, shopWork(shop)))).rejects.toMatchObject({
      exitCode: 6,
      code: "LEASE_LOST",
    });
    await expect.poll(() => guard?.holds()).toBe(false);
    await expect(guard?.confirm()).rejects.toMatchObject({ code: "LEASE_LOST" });
    expect(shop.writes).toEqual([]);
    const { finished } = await collect(apply(other, shopWork(shop)));
    expect(finished.counts).toMatchObject({ done: 40 });
  });

  test("a process waits for the lease of one that died, and takes the job once it expires", async () => {
    const url = await database(5_000);
    const { shop, rows } = priceRise(3);
    const journal = await plannedIn(await shared(url), rows, shopWork(shop));
    await journal.publish();
    const second = await shared(url);
    const other = await second.open(journal.id);
    // As after a kill: nothing renews the lease.
    const [lease] = await cluster.sql<{ expires: number }>(
      url,
      `UPDATE till.job SET fence = fence + 1, expires = now() + interval '2 s'
       RETURNING extract(epoch FROM expires)::float8 * 1000 AS expires`,
    );
    await other.lock();
    expect(Date.now()).toBeGreaterThanOrEqual(Math.floor(lease?.expires ?? Number.POSITIVE_INFINITY));
    expect(second.waits).toEqual([expect.stringMatching(/has not been heard of at ada@.*; waiting/)]);
  });

  test("a lease is renewed while its process does other things", async () => {
    const url = await database(3_000);
    const store = await shared(url);
    const journal = await store.create(someJob);
    const expires = async () => {
      const [job] = await cluster.sql<{ at: number }>(
        url,
        "SELECT extract(epoch FROM expires)::float8 AS at FROM till.job",
      );
      return job?.at;
    };
    const first = await expires();
    await expect.poll(expires, { interval: 200 }).toBeGreaterThan(first ?? 0);
    expect(await store.list()).toMatchObject([{ state: "running", holder: expect.stringContaining("ada@") }]);
    await journal.close();
    expect(store.guards.size).toBe(0);
  });

  test("if PostgreSQL stops in the middle, nothing is sent after the last commit, and the job can be resumed", async () => {
    const url = await database();
    const { shop, rows } = priceRise(60);
    const work = shopWork(shop);
    const journal = await plannedIn(await shared(url), rows, work);
    const stopping = {
      ...work,
      async write(steps: Parameters<typeof work.write>[0]) {
        if (shop.writes.length === 20) await cluster.stop("crash");
        return await work.write(steps);
      },
    };
    const run = collect(apply(journal, stopping, { concurrency: 2 }));
    await expect(run).rejects.toMatchObject({ exitCode: 8, code: /^POSTGRES_/ });
    const sent = shop.writes.flat();
    await journal.close();
    await cluster.start();
    const known = await cluster.sql<{ label: string }>(
      url,
      "SELECT label FROM till.step WHERE state <> 'planned'",
    );
    expect(known.map(({ label }) => label)).toEqual(expect.arrayContaining(sent));
    await cluster.sql(url, "UPDATE till.job SET expires = now()");
    const other = await (await shared(url)).open(journal.id);
    const { finished } = await collect(apply(other, work));
    expect(finished.counts).toMatchObject({ done: 60, sent: 0 });
    expect(Math.max(...shop.effects.values())).toBe(1);
  });

  test("a database that cannot be reached is an error", async () => {
    await expect(openPostgres("postgres://x@127.0.0.1:1/till")).rejects.toMatchObject({ exitCode: 8 });
  });
});
