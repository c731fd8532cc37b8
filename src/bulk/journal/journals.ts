import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { splitWords } from "../../kernel/command-line.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { renameOver, temporaryName } from "../../kernel/file-system.ts";
import { makeFolder } from "../../kernel/folder.ts";
import { shortId } from "../../kernel/ids.ts";
import type { Postgres } from "../../kernel/postgres.ts";
import { type Database, type DatabaseOptions, openDatabase } from "../../kernel/sqlite.ts";
import { nearest } from "../../kernel/text.ts";
import {
  damagedJournal,
  isSamePlace,
  type Job,
  type JobPlace,
  jobNotFound,
  type NewJob,
} from "../engine/job.ts";
import { isLocked } from "../engine/run-lock.ts";
import { Journal, lockFile } from "./journal.ts";
import type { Counts } from "./step.ts";
import {
  type JournalStep,
  jobColumn,
  journalMigrations,
  newColumns,
  type StepRow,
  selectSteps,
  stepOfRow,
} from "./tables.ts";

/**
 * State of a job. `unplanned`: stopped before its plan was complete; `planned`: nothing was sent; `stopped`: some steps are left;
 * `unknown`: some outcomes are unknown; `failed`: finished with failed steps; `undoing`: its undo was interrupted;
 * `partly undone`: its undo has ended, and left some rows alone.
 */
export type JobState =
  | "running"
  | "unplanned"
  | "planned"
  | "stopped"
  | "unknown"
  | "done"
  | "failed"
  | "undoing"
  | "partly undone"
  | "undone";

export type JournalEntry =
  | {
      id: string;
      job: Job;
      counts: Counts;
      state: JobState;
      /** In a shared journal, who runs it: `ada@laptop, process 123`. */
      holder?: string;
    }
  | { id: string; damaged: TillError };

/**
 * Creates `<dir>/<id>.sqlite` with a new short id, and locks it. Creates the folder if necessary. The file is renamed once
 * the job is in it, so that a process that is killed earlier leaves no job.
 */
export function createJournal(dir: string, job: NewJob): Journal {
  const id = reserveId(dir);
  const [temporary, file] = [newFile(dir, id), journalFile(dir, id)];
  let journal: Journal | undefined;
  try {
    writeJob(temporary, id, job);
    renameOver(temporary, file);
    journal = openById(dir, id);
    journal.lockFile();
    journal.deferWrites();
    return journal;
  } catch (error) {
    journal?.db.close();
    for (const name of [temporary, file])
      for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(name + end, { force: true });
    throw error;
  }
}

/** Opens a job by its id, a unique prefix of it, or `last`. Throws JOB_NOT_FOUND (exit 5) or JOURNAL_DAMAGED (exit 1). */
export function openJournal(dir: string, name: string): Journal {
  const id = name === "last" ? lastId(dir) : matchId(name, journalIds(dir));
  return openById(dir, id, { check: true });
}

/** Yields all journals that can be read, or those written since a time, newest first; each is closed after use. */
export function* openJournals(dir: string, since = new Date(0)): Generator<Journal> {
  const ids = journalIds(dir).sort((a, b) => createdOnDisk(dir, b) - createdOnDisk(dir, a));
  for (const id of ids) {
    if (writtenOnDisk(dir, id) < since.getTime()) continue;
    const journal = openUnlessDamaged(dir, id);
    if (journal === undefined) continue;
    try {
      yield journal;
    } finally {
      void journal.close();
    }
  }
}

function openUnlessDamaged(dir: string, id: string): Journal | undefined {
  try {
    return openById(dir, id);
  } catch (error) {
    if (error instanceof TillError || !existsSync(journalFile(dir, id))) return undefined;
    throw error;
  }
}

/** A job that made the same changes before. */
interface EarlierRun {
  id: string;
  endedAt: Date;
  /** The number of its changes. */
  done: number;
}

/** Returns the last job since a time that ran the same command with the same input in the same shop and changed something. */
export function earlierRun(
  dir: string,
  { id: own, job }: Pick<Journal, "id" | "job">,
  since: Date,
): EarlierRun | undefined {
  const ended = journalIds(dir)
    .map((id) => ({ id, endedAt: new Date(writtenOnDisk(dir, id)) }))
    .filter(({ id, endedAt }) => id !== own && endedAt >= since)
    .sort((a, b) => b.endedAt.getTime() - a.endedAt.getTime());
  for (const { id, endedAt } of ended) {
    const journal = openUnlessDamaged(dir, id);
    if (journal === undefined) continue;
    const { job: earlier } = journal;
    const same = isSamePlace(earlier, job) && isSameRun(earlier, job);
    const done = same ? journal.counts().done : 0;
    void journal.close();
    if (done > 0) return { id, endedAt, done };
  }
  return undefined;
}

type Run = Pick<Job, "command" | "inputHash">;

/**
 * Returns whether two jobs of one shop do the same: the same command with the same input, or an adjustment by the same file,
 * whatever it is called and with whatever other flags.
 */
export function isSameRun(run: Run, earlier: Run): boolean {
  if (run.inputHash !== earlier.inputHash) return false;
  const adjusts = ({ command }: Run) => / products stock import .*--adjust\b/.test(` ${command}`);
  return (
    // The same words may have been quoted for another shell.
    `${splitWords(bareCommand(run.command))}` === `${splitWords(bareCommand(earlier.command))}` ||
    (run.inputHash !== undefined && adjusts(run) && adjusts(earlier))
  );
}

/** Returns a command without the flags that confirm or preview it. */
export const bareCommand = (command: string): string =>
  command.replaceAll(/ (--yes|-y|--dry-run|-n)(?= |$)/g, "");

/** Returns all jobs (or the `limit` newest), newest first, damaged ones included. */
export function listJournals(dir: string, limit?: number): JournalEntry[] {
  const ids = journalIds(dir);
  if (limit !== undefined) ids.sort((a, b) => createdOnDisk(dir, b) - createdOnDisk(dir, a)).splice(limit);
  const entries = ids.flatMap((id) => readEntry(dir, id));
  return entries.sort(
    (a, b) => startedAt(b) - startedAt(a) || createdOnDisk(dir, b.id) - createdOnDisk(dir, a.id),
  );
}

/**
 * Removes the records of jobs that were started before `before` and are finished or not completely planned; keeps those
 * that can be resumed, are to be undone, are running or damaged. Returns the removed ids. Calls `skip` for those that another
 * process uses.
 */
export async function pruneJournals(
  dir: string,
  before: Date,
  skip?: (id: string) => void,
): Promise<string[]> {
  const removed: string[] = [];
  for (const entry of listJournals(dir)) {
    if (!isPrunable(entry, before)) continue;
    const journal = openUnlessDamaged(dir, entry.id);
    if (journal === undefined) continue;
    try {
      await journal.remove();
      removed.push(entry.id);
    } catch (error) {
      await journal.close();
      if (!(error instanceof TillError && error.exitCode === exitCodes.conflict)) throw error;
      skip?.(entry.id);
    }
  }
  // Files of processes that were killed while they created a job, and locks of jobs that are gone.
  for (const name of existsSync(dir) ? readdirSync(dir) : []) {
    const file = join(dir, name);
    const changed = statSync(file, { throwIfNoEntry: false })?.mtime ?? before;
    const [, id, kind] = /^(.+)\.(new|lock)(-\w+)?$/.exec(name) ?? [];
    const left = kind === "new" || (id !== undefined && !existsSync(journalFile(dir, id)));
    if (left && changed < before) rmSync(file, { force: true });
  }
  return removed;
}

/** The states in which the record of a job may be removed. */
const prunable: ReadonlySet<JobState> = new Set(["unplanned", "done", "failed", "undone"]);

/** Returns whether the record of a job may be removed: it was started before a time, is finished, and is not to be undone. */
export const isPrunable = (entry: JournalEntry, before: Date): boolean =>
  "job" in entry &&
  entry.job.startedAt < before &&
  prunable.has(entry.state) &&
  (entry.job.until === undefined || entry.counts.done === 0);

function journalFile(dir: string, id: string): string {
  return join(dir, `${id}.sqlite`);
}

/** Returns the path of a journal until its job is written. */
function newFile(dir: string, id: string): string {
  return join(dir, `${id}.new`);
}

/** Reserves a short id by creating its new file exclusively. */
function reserveId(dir: string): string {
  return writingJobs(dir, () => {
    makeFolder(dir);
    return createNewFile(dir);
  });
}

/** Makes the folder for the working copies of shared jobs. Throws JOBS_UNWRITABLE (exit 1), and NO_HOME (exit 2). */
export function makeJobsFolder(dir: string): void {
  writingJobs(dir, () => makeFolder(dir));
}

function writingJobs<T>(dir: string, write: () => T): T {
  try {
    return write();
  } catch (cause) {
    if (cause instanceof TillError && cause.code === "NO_HOME") {
      throw new UsageError("This command keeps a record of its job, and there is no folder for it.", {
        code: "NO_HOME",
        hint: "Nothing was sent. Set TILL_HOME to a folder: the record is kept in its state/jobs.",
        cause,
      });
    }
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError(exitCodes.failure, `Cannot write the record of the job to ${dir}: ${why}`, {
      code: "JOBS_UNWRITABLE",
      hint: "Nothing was sent. Check that the folder is writable and not full, or set TILL_HOME to another one.",
      cause,
    });
  }
}

function createNewFile(dir: string): string {
  for (;;) {
    const id = shortId(4);
    try {
      closeSync(openSync(newFile(dir, id), "wx", 0o600));
      if (!existsSync(journalFile(dir, id))) return id;
      rmSync(newFile(dir, id));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

/** Returns the ids of all jobs in a folder. */
export function journalIds(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .flatMap((file) => (file.endsWith(".sqlite") ? [file.slice(0, -".sqlite".length)] : []))
    .sort();
}

function lastId(dir: string): string {
  const last = listJournals(dir).find((entry) => "job" in entry);
  if (last) return last.id;
  throw noJobs();
}

/** Returns the error (exit 5) if there is no job. */
export function noJobs(): TillError {
  return new TillError(exitCodes.notFound, "No jobs yet.", { code: "JOB_NOT_FOUND" });
}

/** Returns the id that a name or a unique prefix of it stands for. Throws JOB_NOT_FOUND (exit 5). */
export function matchId(name: string, ids: readonly string[]): string {
  const id = name.toLowerCase();
  if (ids.includes(id)) return id;
  const found = id === "" ? [] : ids.filter((one) => one.startsWith(id));
  const [only, ...more] = found;
  if (only === undefined) throw jobNotFound(name, nearest(id, ids));
  if (more.length === 0) return only;
  throw new UsageError(`Several jobs begin with ${name}: ${found.join(", ")}.`, {
    hint: "Add a character.",
  });
}

function openById(dir: string, id: string, options?: { check?: boolean }): Journal {
  return new Journal(id, openJobFile(journalFile(dir, id), id, options));
}

/** Returns whether a process of this computer works on a job. */
function isRunningJournal(dir: string, id: string): boolean {
  return isLocked(lockFile(journalFile(dir, id)));
}

function readEntry(dir: string, id: string): JournalEntry[] {
  try {
    const journal = openById(dir, id);
    const { job, undoLeft } = journal;
    const counts = journal.counts();
    void journal.close();
    const running = isRunningJournal(dir, id);
    return [{ id, job, counts, state: running ? "running" : restingState(job, counts, undoLeft) }];
  } catch (error) {
    if (!existsSync(journalFile(dir, id))) return [];
    if (!(error instanceof TillError)) throw error;
    return [{ id, damaged: error }];
  }
}

/** Returns the state of a job that does not run. */
export function restingState(
  { sealed }: Pick<Job, "sealed">,
  { planned, sent, done, failed, undone }: Counts,
  undoLeft: boolean,
): JobState {
  if (!sealed) return "unplanned";
  if (sent > 0) return "unknown";
  if (undoLeft) return "undoing";
  if (undone > 0) return done > 0 ? "partly undone" : "undone";
  if (planned > 0) return done + failed + undone === 0 ? "planned" : "stopped";
  return failed > 0 ? "failed" : "done";
}

/** Returns when a job was started, in milliseconds since 1970; 0 if its record is damaged. */
export function startedAt(entry: JournalEntry): number {
  return "job" in entry ? entry.job.startedAt.getTime() : 0;
}

function writtenOnDisk(dir: string, id: string): number {
  const file = journalFile(dir, id);
  const times = [file, `${file}-wal`].map((one) => statSync(one, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(...times);
}

function createdOnDisk(dir: string, id: string): number {
  // Another process may have deleted it.
  return statSync(journalFile(dir, id), { throwIfNoEntry: false })?.birthtimeMs ?? 0;
}

/** A change of an entity by a job of this computer. */
export interface EntityChange {
  job: string;
  /** The kind of the job. */
  kind: string;
  /** When the job was started. */
  at: Date;
  step: JournalStep;
}

/** The changes of an entity by jobs, newest first. */
export interface EntityHistory {
  steps: EntityChange[];
  /** The number of jobs that were skipped because they have too many steps. */
  skipped: number;
}

/** The maximum number of steps of a history. */
export const maxHistory = 36;

/** Returns the changes of an entity by the jobs in a folder. Searches at most `budget` steps of all jobs together. */
export function entityHistory(
  dir: string,
  { place, id, budget = 20_000 }: { place: JobPlace; id: string; budget?: number },
): EntityHistory {
  const history: EntityHistory = { steps: [], skipped: 0 };
  let remaining = budget;
  for (const journal of openJournals(dir)) {
    const { job } = journal;
    if (!isSamePlace(job, place)) continue;
    const size = journal.nextSeq - 1;
    if (size > remaining) {
      history.skipped += 1;
      continue;
    }
    remaining -= size;
    const rows = journal.db
      .prepare(
        `${selectSteps} WHERE coalesce(s.id, d.id) = ?1 AND s.state IN ('sent', 'done', 'undone') ORDER BY s.seq LIMIT ?2`,
      )
      .all<StepRow>(id, maxHistory - history.steps.length);
    history.steps.push(
      ...rows.map((row) => ({ job: job.id, kind: job.kind, at: job.startedAt, step: stepOfRow(row) })),
    );
    if (history.steps.length >= maxHistory) break;
  }
  return history;
}

/** Which changes to find. */
export interface WantedChanges {
  place: JobPlace;
  ids: readonly string[];
  since: Date;
  /** The job whose own changes are left out. */
  except: string;
}

/** Returns the changes of entities by the jobs in a folder that were recorded since a time, those of the newest first. */
function changesSince(dir: string, { place, ids, since, except }: WantedChanges): EntityChange[] {
  const changes: EntityChange[] = [];
  for (const journal of openJournals(dir, since)) {
    const { job } = journal;
    if (job.id === except || !isSamePlace(job, place)) continue;
    const rows = journal.db
      .prepare(
        `${selectSteps} WHERE coalesce(s.id, d.id) IN (SELECT value FROM json_each(?)) AND s.state IN ('sent', 'done', 'undone')
         ORDER BY s.seq DESC`,
      )
      .all<StepRow>(JSON.stringify(ids));
    for (const row of rows)
      changes.push({ job: job.id, kind: job.kind, at: job.startedAt, step: stepOfRow(row) });
  }
  return changes;
}

/** Where the journals of jobs are kept. */
export interface JobStore {
  /** An id of these journals, which does not depend on the address by which they were opened. */
  readonly id: string;
  /** The database of a shared journal. */
  readonly database?: Postgres;
  /** Creates a journal with a new short id, and locks it. */
  create(job: NewJob): Promise<Journal>;
  /** Opens a job by its id, a unique prefix of it, or `last`. Throws JOB_NOT_FOUND (exit 5) or JOURNAL_DAMAGED (exit 1). */
  open(name: string): Promise<Journal>;
  /** Returns the ids of all jobs. */
  ids(): Promise<string[]>;
  /** Returns all jobs (or the `limit` newest), newest first, damaged ones included. */
  list(limit?: number): Promise<JournalEntry[]>;
  /** Returns the last job since a time that ran the same command with the same input in the same shop and changed something. */
  earlierRun(journal: Pick<Journal, "id" | "job">, since: Date): Promise<EarlierRun | undefined>;
  /** Returns the changes of an entity by jobs, newest first. */
  history(entity: { place: JobPlace; id: string }): Promise<EntityHistory>;
  /** Returns the ids of jobs that were planned, run or undone since a time; perhaps those of others, too. */
  touchedSince(since: Date): Promise<Set<string>>;
  /** Returns the changes of entities by jobs that were recorded since a time, those of the newest first; without one job. */
  changesSince(wanted: WantedChanges): Promise<EntityChange[]>;
  /**
   * Removes the records of jobs that were started before `before` and are finished or not completely planned; keeps those
   * that can be resumed, are to be undone, are running or damaged. Returns the removed ids. Calls `skip` for those that
   * another process uses.
   */
  prune(before: Date, skip?: (id: string) => void): Promise<string[]>;
  /** Copies the whole record of a job from another store, under the same id. Throws JOB_EXISTS (exit 6) if it has another. */
  adopt(journal: Journal): Promise<void>;
  /** Returns who runs a job at present, if that can be known: `ada@laptop, process 123`. */
  holder(id: string): Promise<string | undefined>;
  /** Returns whether a process, on whatever computer, works on a job. */
  isRunning(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Returns the store of this computer: a folder with one SQLite file per job. */
export function folderStore(dir: string): JobStore {
  return {
    id: dir,
    create: async (job) => createJournal(dir, job),
    open: async (name) => openJournal(dir, name),
    ids: async () => journalIds(dir),
    list: async (limit) => listJournals(dir, limit),
    earlierRun: async (journal, since) => earlierRun(dir, journal, since),
    history: async (entity) => entityHistory(dir, entity),
    touchedSince: async (since) =>
      new Set(journalIds(dir).filter((id) => writtenOnDisk(dir, id) >= since.getTime())),
    changesSince: async (wanted) => changesSince(dir, wanted),
    prune: async (before, skip) => await pruneJournals(dir, before, skip),
    adopt: async (journal) => await adoptJournal(dir, journal),
    holder: async () => undefined,
    isRunning: async (id) => isRunningJournal(dir, id),
    close: async () => {},
  };
}

/** Writes a new journal file with one job. */
export function writeJob(file: string, id: string, job: NewJob): void {
  const row: Record<string, Parameters<typeof jobColumn>[0]> = { final: false, ...job, id };
  const db = openDatabase(file, { synchronous: "FULL", migrations: journalMigrations });
  try {
    db.prepare(`INSERT INTO job (${newColumns}) VALUES (${newColumns.map(() => "?")})`).run(
      ...newColumns.map((name) => jobColumn(row[name])),
    );
  } finally {
    db.close();
  }
}

/** Opens the file of a job; `check` reads all of it. Throws JOURNAL_DAMAGED (exit 1). */
export function openJobFile(
  file: string,
  id: string,
  { check = false, synchronous = "FULL" }: { check?: boolean } & Partial<DatabaseOptions> = {},
): Database {
  if (statSync(file).size === 0) throw damagedJournal(id);
  let db: Database | undefined;
  try {
    db = openDatabase(file, { synchronous, migrations: journalMigrations });
    const isIntact = !check || db.prepare("PRAGMA quick_check(1)").get()?.quick_check === "ok";
    const found = isIntact && db.prepare("SELECT id FROM job").get()?.id;
    if (found !== id) throw damagedJournal(id);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof TillError && error.code === "DATABASE_DAMAGED") throw damagedJournal(id, error);
    throw error;
  }
}

/** Copies a journal to a folder, under the same id. The file appears once it is complete. Throws JOB_EXISTS (exit 6). */
export async function adoptJournal(dir: string, { id, db }: Journal): Promise<void> {
  makeFolder(dir);
  const file = join(dir, `${id}.sqlite`);
  if (existsSync(file)) {
    const known = openJobFile(file, id);
    const same = sameRecord(db, known);
    known.close();
    if (!same) throw jobExists(id);
    return;
  }
  // Two processes may adopt it at once. `prune` removes what a killed one leaves.
  const part = `${temporaryName(join(dir, id))}.new`;
  db.prepare("VACUUM INTO ?").run(part);
  const copy = openJobFile(part, id);
  // What only a working copy of a shared journal has.
  copy.exec("DROP TRIGGER IF EXISTS stepChanged; DROP TRIGGER IF EXISTS jobChanged");
  copy.exec("DROP TABLE IF EXISTS changed; DROP TABLE IF EXISTS copy");
  copy.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  copy.close();
  renameOver(part, file);
}

/** Returns whether two journals have the same rows: an earlier copy of one to the other was complete. */
export function sameRecord(first: Database, second: Database): boolean {
  return ["job", "step", "problem", "stage"].every((table) => {
    const sql = `SELECT * FROM ${table} ORDER BY ${table === "job" ? "id" : "seq"}`;
    const [left, right] = [first.iterate(sql), second.iterate(sql)];
    for (;;) {
      const [a, b] = [left.next(), right.next()];
      if (a.done || b.done) return a.done === b.done;
      if (JSON.stringify(a.value) !== JSON.stringify(b.value)) return false;
    }
  });
}

/** Returns the error (exit 6) if a store has another job with the same id. */
export function jobExists(id: string): TillError {
  return new TillError(exitCodes.conflict, `There is another job ${id} already; it was left alone.`, {
    code: "JOB_EXISTS",
    hint: "Nothing was moved for this job. It can be used where it is.",
  });
}
