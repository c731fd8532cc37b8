import { readdirSync } from "node:fs";
import { join } from "node:path";
import { databaseTime } from "../../kernel/database-time.ts";
import { shortId } from "../../kernel/ids.ts";
import type { Postgres } from "../../kernel/postgres.ts";
import type { Database } from "../../kernel/sqlite.ts";
import { isSamePlace, type JobPlace, jobNotFound, type NewJob } from "../engine/job.ts";
import { takeLock } from "../engine/run-lock.ts";
import { Journal, lockFile, type SharedRecord } from "../journal/journal.ts";
import {
  type EntityChange,
  type EntityHistory,
  isPrunable,
  isSameRun,
  type JobStore,
  type JournalEntry,
  jobExists,
  makeJobsFolder,
  matchId,
  maxHistory,
  noJobs,
  openJobFile,
  restingState,
  sameRecord,
  type WantedChanges,
  writeJob,
} from "../journal/journals.ts";
import type { Counts } from "../journal/step.ts";
import {
  counting,
  jobColumn,
  jobOf,
  newColumns,
  type Row,
  type Shop,
  type StepRow,
  shopPlace,
  stepOfRow,
  tableColumns,
} from "../journal/tables.ts";
import { type Lease, type LeaseClock, type SendGuard, startLease, systemClock, takeLease } from "./lease.ts";
import { openSchema } from "./shared-schema.ts";
import {
  decodeRow,
  insertRows,
  leaseLost,
  loadCopy,
  openCopy,
  prepareCopy,
  publishCopy,
  recordset,
  refreshCopy,
  removeFile,
  rowsJson,
} from "./working-copy.ts";

export interface SharedStoreOptions {
  /** Closed with the store. */
  database: Postgres;
  /** The folder of working copies. */
  dir: string;
  who: { actor: string; host: string; pid: number };
  guards: Set<SendGuard>;
  /** Called if there is a wait for a lease. */
  onWait?: (text: string) => void;
}

/** Opens the journal in a PostgreSQL database; creates or migrates its schema first. */
export async function openSharedStore(options: SharedStoreOptions): Promise<JobStore> {
  const { database, who, guards } = options;
  const { id, leaseMs } = await openSchema(database);
  // A folder per journal: an id means another job in another one.
  const dir = join(options.dir, id);
  const own = `${who.actor}@${who.host}, process ${who.pid}`;
  const sharing: Sharing = {
    database,
    leaseMs,
    holder: own,
    guards,
    onWait: options.onWait,
    clock: systemClock,
  };
  const { query } = database;
  const fileOf = (job: string) => join(dir, `${job}.sqlite`);
  const ids = async () =>
    (await query<{ id: string }>("SELECT id FROM till.job ORDER BY id")).map((row) => row.id);

  const open: JobStore["open"] = async (name) => {
    const job = name === "last" ? await lastJob(database) : matchId(name, await ids());
    const [row] = await query<{ published: boolean }>("SELECT published FROM till.job WHERE id = $1", [job]);
    if (row === undefined) throw jobNotFound(name);
    makeJobsFolder(dir);
    const file = fileOf(job);
    // Without the lock, another process works on the copy: it is read as it is.
    const release = takeLock(lockFile(file));
    try {
      if (release) {
        const copy = openCopy(file, job, row.published);
        if (copy) await refreshCopy(database, copy, job).finally(() => copy.close());
        else await loadCopy(database, file, job);
      }
    } finally {
      release?.();
    }
    const db = openJobFile(file, job, { synchronous: "NORMAL" });
    return new Journal(job, db, sharedRecord(sharing, job, db));
  };

  const holder: JobStore["holder"] = async (id) => {
    const [row] = await query<{ holder: string | null }>(
      "SELECT holder FROM till.job WHERE id = $1 AND expires > now()",
      [id],
    );
    return row?.holder ?? undefined;
  };
  const list: JobStore["list"] = async (limit) => await listShared(database, limit);

  return {
    id,
    database,
    open,
    ids,
    list,
    async create(job) {
      const started = systemClock.moment();
      const { id, now } = await reserve(database, job, sharing);
      const reading = { shown: now, asked: started, answered: systemClock.moment() };
      makeJobsFolder(dir);
      const file = fileOf(id);
      removeFile(file);
      writeJob(file, id, job);
      const db = openJobFile(file, id, { synchronous: "NORMAL" });
      prepareCopy(db);
      const lease = startLease(database, { job: id, fence: 1, leaseMs }, reading);
      const journal = new Journal(id, db, sharedRecord(sharing, id, db, lease));
      journal.lockFile();
      return journal;
    },
    async earlierRun({ id: own, job }, since) {
      const jobs = await query<Shop & { id: string; command: string; changedAt: string }>(
        `SELECT id, command, site, address, sandbox, (extract(epoch FROM "changedAt") * 1000)::bigint AS "changedAt" FROM till.job
         WHERE id <> $1 AND site = $2 AND "inputHash" IS NOT DISTINCT FROM $3 AND "changedAt" >= $4
         ORDER BY "changedAt" DESC`,
        [own, job.site, job.inputHash ?? null, since.toISOString()],
      );
      for (const { id, command, changedAt, ...shop } of jobs) {
        if (!isSamePlace(shopPlace(shop), job)) continue;
        if (!isSameRun({ ...job, command }, job)) continue;
        const done = (await countsOf(database, id)).counts.done;
        if (done > 0) return { id, endedAt: new Date(changedAt), done };
      }
      return undefined;
    },
    history: async (entity) => await sharedHistory(database, entity),
    async touchedSince(since) {
      const rows = await query<{ id: string }>('SELECT id FROM till.job WHERE "changedAt" >= $1', [
        since.toISOString(),
      ]);
      return new Set(rows.map((row) => row.id));
    },
    changesSince: async (wanted) => await sharedChanges(database, wanted),
    async prune(before) {
      const removed: string[] = [];
      for (const entry of await list()) {
        if (!isPrunable(entry, before)) continue;
        const gone = await query(
          "DELETE FROM till.job WHERE id = $1 AND (expires IS NULL OR expires <= now()) RETURNING 1",
          [entry.id],
        );
        if (gone.length > 0) removed.push(entry.id);
      }
      removeStale(dir, new Set(await ids()));
      return removed;
    },
    async adopt(journal) {
      if (await adoptShared(database, journal)) return;
      const known = await open(journal.id);
      const same = sameRecord(journal.db, known.db);
      await known.close();
      if (!same) throw jobExists(journal.id);
    },
    holder,
    isRunning: async (id) => (await holder(id)) !== undefined,
    close: async () => await database.close(),
  };
}

/** Writes the row of a new job with a short id and a lease, so that no other process uses the id. Returns the time of it, too. */
async function reserve({ query }: Postgres, job: NewJob, { holder, leaseMs }: Sharing) {
  const row: Record<string, Parameters<typeof jobColumn>[0]> = { final: false, ...job };
  // The header of a plan file has more than a job.
  const names = newColumns.filter((name) => name in row);
  for (;;) {
    const id = shortId(4);
    const [taken] = await query<{ now: number }>(
      `INSERT INTO till.job (id, holder, expires, fence, ${names.map((name) => `"${name}"`)})
       VALUES ($1, $2, now() + $3 * interval '1 ms', 1, ${names.map((_, n) => `$${n + 4}`)})
       ON CONFLICT DO NOTHING RETURNING ${databaseTime}`,
      [id, holder, leaseMs, ...names.map((name) => jobColumn(row[name]))],
    );
    if (taken) return { id, now: taken.now };
  }
}

/** Copies a journal to the database in one transaction; returns false if there is a job with its id. */
async function adoptShared(database: Postgres, { id, db }: Journal): Promise<boolean> {
  const columns = tableColumns(db, "job");
  const names = columns.map((name) => `"${name}"`);
  const rows = db.prepare("SELECT * FROM job").all<Row>();
  return await database.transaction(async (queries) => {
    const added = await queries.query(
      `INSERT INTO till.job (published, ${names}) SELECT true, u.* FROM ${recordset(columns, 1)}
       ON CONFLICT DO NOTHING RETURNING id`,
      [rowsJson(rows)],
    );
    if (added.length > 0) await insertRows(queries, db, id, 0);
    return added.length > 0;
  });
}

/** The order of the jobs `j`: those that were applied last come first. */
const newestFirst = `coalesce(j."startedAt", j."createdAt") DESC, j.id`;

async function lastJob({ query }: Postgres): Promise<string> {
  const [last] = await query<{ id: string }>(`SELECT id FROM till.job j ORDER BY ${newestFirst} LIMIT 1`);
  if (last === undefined) throw noJobs();
  return last.id;
}

const countSteps = `SELECT ${counting} FROM till.step`;

interface CountRow extends Counts {
  /** The steps of an undo that was interrupted. */
  undoLeft: number;
}

async function countsOf({ query }: Postgres, job: string) {
  const [row] = await query<CountRow>(`${countSteps} WHERE job = $1`, [job]);
  const none = { total: 0, planned: 0, sent: 0, done: 0, failed: 0, undone: 0, undoLeft: 0 };
  const { undoLeft, ...counts } = row ?? none;
  return { counts, undoLeft };
}

async function listShared({ query }: Postgres, limit: number | undefined): Promise<JournalEntry[]> {
  const rows = await query<Row & CountRow & { running: boolean; holder: string | null }>(
    `SELECT c.*, j.*, coalesce(j.expires > now(), false) AS running
     FROM (SELECT * FROM till.job j ORDER BY ${newestFirst} LIMIT $1) j,
       LATERAL (${countSteps} WHERE job = j.id) c
     ORDER BY ${newestFirst}`,
    [limit ?? null],
  );
  return rows.map((row) => {
    const { total, planned, sent, done, failed, undone, undoLeft, running, holder, ...shared } =
      decodeRow(row);
    const { published, version, fence, expires, changedAt, ...columns } = shared as Row;
    const job = jobOf(columns);
    const counts = { total, planned, sent, done, failed, undone };
    const state = running ? "running" : restingState(job, counts, undoLeft > 0);
    return { id: job.id, job, counts, state, holder: running && holder !== null ? holder : undefined };
  });
}

async function sharedHistory(
  { query }: Postgres,
  { place, id }: { place: JobPlace; id: string },
): Promise<EntityHistory> {
  const rows = await query<Row>(
    `${selectChanges} AND s.state IN ('sent', 'done', 'undone')
       AND (s.job, s.seq) IN (
         SELECT o.job, o.seq FROM till.step o WHERE o.id = $2
         UNION ALL
         SELECT c.job, c.seq FROM till.step o JOIN till.step c ON c.job = o.job AND c."dependsOn" = o.seq AND c.id IS NULL
         WHERE o.id = $2)
     ORDER BY ${newestFirst}, s.seq LIMIT ${maxHistory}`,
    [place.site, id, place.sandbox ?? null, place.address ?? null],
  );
  return { steps: rows.map(changeOf), skipped: 0 };
}

/** The start of queries for the changes in a shop: $1 is its site, $3 the identity of its sandbox, $4 its address. */
const selectChanges = `
  SELECT j.id AS job, j.kind AS "jobKind", coalesce(j."startedAt", j."createdAt") AS "startedAt", s.*, coalesce(s.id, d.id) AS id, d.state AS "baseState",
    d.label AS "baseLabel"
  FROM till.step s JOIN till.job j ON j.id = s.job
    LEFT JOIN till.step d ON d.job = s.job AND d.seq = s."dependsOn"
  WHERE j.site = $1 AND CASE WHEN j.sandbox IS NOT NULL AND $3::text IS NOT NULL THEN j.sandbox = $3
                         WHEN j.address IS NOT NULL AND $4::text IS NOT NULL THEN j.address = $4 ELSE true END`;

function changeOf(raw: Row): EntityChange {
  const row = decodeRow(raw);
  return {
    job: String(row.job),
    kind: String(row.jobKind),
    at: new Date(String(row.startedAt)),
    step: stepOfRow(row as unknown as StepRow),
  };
}

async function sharedChanges(
  { query }: Postgres,
  { place, ids, since, except }: WantedChanges,
): Promise<EntityChange[]> {
  const rows = await query<Row>(
    `${selectChanges} AND s.state IN ('sent', 'done', 'undone') AND j.id <> $5 AND j."changedAt" >= $6
       AND coalesce(s.id, d.id) IN (SELECT json_array_elements_text($2::json))
     ORDER BY ${newestFirst}, s.seq DESC`,
    [
      ...[place.site, JSON.stringify(ids), place.sandbox ?? null, place.address ?? null],
      ...[except, since.toISOString()],
    ],
  );
  return rows.map(changeOf);
}

/** Removes working copies of jobs that are not in the journal any more, except those in use. */
function removeStale(dir: string, known: ReadonlySet<string>): void {
  makeJobsFolder(dir);
  for (const name of readdirSync(dir)) {
    const [id = ""] = name.split(".");
    if (!name.endsWith(".sqlite") || known.has(id)) continue;
    const release = takeLock(lockFile(join(dir, name)));
    if (!release) continue;
    removeFile(join(dir, name));
    release();
    removeFile(lockFile(join(dir, name)));
  }
}

/** What the records of a shared store have in common. */
export interface Sharing {
  database: Postgres;
  leaseMs: number;
  /** Who works on a job: `ada@laptop, process 123`. */
  holder: string;
  /** The leases of this process: requests are sent only while they hold. */
  guards: Set<SendGuard>;
  /** Called if there is a wait for a lease. */
  onWait?: ((text: string) => void) | undefined;
  clock: LeaseClock;
}

/** Returns the record of one job in the shared journal; `db` is its working copy, `held` a lease that was taken already. */
export function sharedRecord(sharing: Sharing, job: string, db: Database, held?: Lease): SharedRecord {
  const { database, guards } = sharing;
  let lease = held;
  if (held) guards.add(held);
  return {
    async take() {
      if (lease) return;
      lease = await takeLease(database, { ...sharing, job });
      guards.add(lease);
      await refreshCopy(database, db, job);
    },
    async publish() {
      if (!lease) throw new Error(`job ${job} is changed without a lease`);
      const held = lease;
      // If the job was taken during a pause, that is the reason, and not the statement that seems to have timed out.
      await held
        .confirmedBy(async () => await publishCopy(database, db, held))
        .catch(async (error: unknown) => {
          await held.confirm();
          throw error;
        });
    },
    time: () => lease?.time(),
    async release() {
      if (!lease) return;
      guards.delete(lease);
      await lease.release();
      lease = undefined;
    },
    async remove() {
      if (!lease) return;
      const { fence } = lease;
      const gone = await database.query("DELETE FROM till.job WHERE id = $1 AND fence = $2 RETURNING 1", [
        job,
        fence,
      ]);
      await this.release();
      if (gone.length === 0) throw leaseLost(job);
    },
  };
}
