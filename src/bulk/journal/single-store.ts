import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Database, openDatabase, transaction } from "../../kernel/sqlite.ts";
import { isSamePlace, jobNotFound } from "../engine/job.ts";
import { takeLock } from "../engine/run-lock.ts";
import { Journal, jobRunning, type SharedRecord } from "./journal.ts";
import {
  type EntityChange,
  type JobStore,
  makeJobsFolder,
  matchId,
  maxHistory,
  restingState,
  startedAt,
  type WantedChanges,
} from "./journals.ts";
import type { Counts } from "./step.ts";
import {
  counting,
  jobOf,
  journalMigrations,
  onChangesFile,
  type Row,
  type Shop,
  type StepRow,
  shopPlace,
  stepOfRow,
  tableColumns,
  writeRows,
} from "./tables.ts";

/** Where the single changes of this computer are recorded. */
export interface SingleChanges {
  file: string;
  /** The folder of the locks of jobs. */
  dir: string;
  /** The name of this computer. */
  host: string;
}

/** Returns a store that has the jobs of single changes, too. They stay on this computer. */
export function withSingleChanges(bulk: JobStore, changes: SingleChanges): JobStore {
  const reading = <T>(none: T, work: (db: Database) => T): T =>
    existsSync(changes.file) ? onChangesFile(changes.file, work) : none;
  const singleIds = () => changeIds(changes.file);
  return {
    ...bulk,
    async open(name) {
      if (name === "last") return await bulk.open(name);
      const singles = singleIds();
      const id = matchId(name, [...(await bulk.ids()), ...singles].sort());
      return singles.includes(id) ? openSingle(changes, id) : await bulk.open(id);
    },
    ids: async () => [...(await bulk.ids()), ...singleIds()],
    async list(limit) {
      const entries = [
        ...(await bulk.list(limit)),
        ...reading([], (db) => listSingles(db, changes, { limit })),
      ];
      return entries.sort((a, b) => startedAt(b) - startedAt(a)).slice(0, limit);
    },
    async history(entity) {
      const { steps, skipped } = await bulk.history(entity);
      const single = reading([], (db) => singleChanges(db, { ids: [entity.id], place: entity.place }));
      const newest = [...steps, ...single].sort((a, b) => b.at.getTime() - a.at.getTime());
      return { steps: newest.slice(0, maxHistory), skipped };
    },
    async touchedSince(since) {
      const sql = `SELECT DISTINCT job FROM step WHERE max(sentAt, ifnull(endedAt, 0), ifnull(undoneAt, 0)) >= ?`;
      const single = reading([], (db) => db.prepare(sql).all<{ job: string }>(since.getTime()));
      return new Set([...(await bulk.touchedSince(since)), ...single.map(({ job }) => job)]);
    },
    changesSince: async (wanted) => [
      ...(await bulk.changesSince(wanted)),
      ...reading([], (db) => singleChanges(db, wanted)),
    ],
    async prune(before, skip) {
      const single = reading([], (db) => pruneSingles(db, before));
      return [...(await bulk.prune(before, skip)), ...single];
    },
    isRunning: async (id) =>
      singleIds().includes(id)
        ? reading([], (db) => listSingles(db, changes, { id })).some(({ state }) => state === "running")
        : await bulk.isRunning(id),
  };
}

/** Returns the ids of the jobs of single changes in a file, oldest first. */
export function changeIds(file: string): string[] {
  if (!existsSync(file)) return [];
  return onChangesFile(file, (db) =>
    db.prepare("SELECT id FROM job ORDER BY rowid").all<{ id: string }>(),
  ).map(({ id }) => id);
}

/** A process that sent a call longer ago than this is taken for another one with the same number. */
const maxRunMs = 600_000;

/** Returns whether the process of a command may still be waiting for a response. */
function isRunning({ host, pid, lastSentAt, open }: Row, here: string): boolean {
  const isLate = Date.now() - Number(lastSentAt) > maxRunMs;
  if (open === 0 || host !== here || isLate) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns the jobs (or the newest, or one), newest first. */
function listSingles(
  db: Database,
  { host }: SingleChanges,
  { id, limit }: { id?: string; limit?: number | undefined } = {},
) {
  const sql = `SELECT j.*, ${counting}, count(*) FILTER (WHERE state = 'sent' AND endedAt IS NULL) AS open, max(sentAt) AS "lastSentAt"
    FROM job j JOIN step s ON s.job = j.id WHERE ?1 IS NULL OR j.id = ?1 GROUP BY j.id ORDER BY j.rowid DESC LIMIT ?2`;
  const rows = db.prepare(sql).all<Row & Counts & { undoLeft: number }>(id ?? null, limit ?? -1);
  return rows.map((row) => {
    const { total, planned, sent, done, failed, undone, undoLeft, pid, open, lastSentAt, ...columns } = row;
    const job = jobOf(columns as Row);
    const counts = { total, planned, sent, done, failed, undone };
    const state = isRunning(row, host) ? ("running" as const) : restingState(job, counts, undoLeft > 0);
    return { id: job.id, job, counts, state };
  });
}

/** Returns the changes of entities, the newest first, that may have been made; those since a time, and without one job. */
function singleChanges(
  db: Database,
  { ids, place, since = new Date(0), except }: Pick<WantedChanges, "ids" | "place"> & Partial<WantedChanges>,
): EntityChange[] {
  const rows = db
    .prepare(
      `SELECT j.*, s.*, j.kind AS "jobKind" FROM step s JOIN job j ON j.id = s.job
       WHERE s.id IN (SELECT value FROM json_each(?1)) AND s.state IN ('sent', 'done', 'undone') AND j.id IS NOT ?2
         AND max(s.sentAt, ifnull(s.endedAt, 0), ifnull(s.undoneAt, 0)) >= ?3
       ORDER BY j.rowid DESC, s.seq DESC`,
    )
    .all<Row & StepRow & Shop>(JSON.stringify(ids), except ?? null, since.getTime());
  return rows
    .filter((row) => isSamePlace(shopPlace(row), place))
    .map((row) => ({
      job: String(row.job),
      kind: String(row.jobKind),
      at: new Date(String(row.createdAt)),
      step: stepOfRow(row),
    }));
}

/** Deletes the jobs that were created before a time and have no step without an outcome. Returns their ids. */
function pruneSingles(db: Database, before: Date): string[] {
  const open = "SELECT 1 FROM step WHERE job = job.id AND (state = 'sent' OR undo IN ('planned', 'sent'))";
  return transaction(db, "immediate", () => {
    const gone = db
      .prepare(`DELETE FROM job WHERE createdAt < ? AND NOT EXISTS (${open}) RETURNING id`)
      .all<{ id: string }>(before.toISOString())
      .map(({ id }) => id);
    db.prepare("DELETE FROM step WHERE job IN (SELECT value FROM json_each(?))").run(JSON.stringify(gone));
    return gone;
  });
}

/** For how long a command may send a call after it was recorded: it waits and tries again. */
const sendingMs = 120_000;

/** Opens a job as a copy in memory, which is written back when it changes. */
function openSingle(changes: SingleChanges, id: string): Journal {
  const copy = openDatabase(":memory:", { synchronous: "NORMAL", migrations: journalMigrations });
  const columns = tableColumns(copy, "step");
  const load = () =>
    onChangesFile(changes.file, (db) => {
      const job = db.prepare("SELECT * FROM job WHERE id = ?").get<Row>(id);
      const sql = `SELECT *, CASE WHEN state = 'sent' AND endedAt IS NULL THEN sentAt + ${sendingMs} ELSE sentAt END AS sentAt
        FROM step WHERE job = ?`;
      if (job === undefined) throw jobNotFound(id);
      writeRows(copy, "job", tableColumns(copy, "job"), [job]);
      writeRows(copy, "step", columns, db.prepare(sql).all<Row>(id));
    });
  let isTaken = false;
  const record: SharedRecord = {
    async take() {
      if (isTaken) return;
      const [listed] = onChangesFile(changes.file, (db) => listSingles(db, changes, { id }));
      if (listed?.state === "running") throw jobRunning(id);
      load();
      isTaken = true;
    },
    async publish() {
      const [job] = copy.prepare("SELECT * FROM job").all<Row>();
      const steps = copy.prepare("SELECT * FROM step").all<Row>();
      onChangesFile(changes.file, (db) =>
        transaction(db, "immediate", () => {
          db.prepare("UPDATE job SET undoneBy = ?, unlockedFor = ? WHERE id = ?").run(
            ...[job?.undoneBy ?? null, job?.unlockedFor ?? null, id],
          );
          const rows = steps.map((step) => ({ ...step, job: id }));
          writeRows(db, "step", ["job", ...columns], rows);
        }),
      );
    },
    time: () => undefined,
    release: async () => {},
    remove: async () => {},
  };
  const lock = () => {
    makeJobsFolder(changes.dir);
    return takeLock(join(changes.dir, `${id}.lock`));
  };
  load();
  return new Journal(id, copy, record, lock);
}
