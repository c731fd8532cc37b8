import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { makeFolder } from "../../kernel/folder.ts";
import { openDatabase } from "../../kernel/sqlite.ts";
import { nearest } from "../../kernel/text.ts";
import { damagedJournal, type Job, jobNotFound, type NewJob } from "../engine/job.ts";
import { isLocked } from "../engine/run-lock.ts";
import { Journal, lockFile } from "./journal.ts";
import { journalMigrations } from "./journal-schema.ts";
import type { Counts } from "./step.ts";

/** No letters or digits that look alike, and no `last`. */
const alphabet = "23456789abcdefghjkmnpqrstvwxyz";

/**
 * How a job stands: `planning` was never completed, `planned` has sent nothing, `stopped` has some left,
 * `unknown` has outcomes to settle, `failed` is finished but for failed steps.
 */
export type JobState =
  | "running"
  | "planning"
  | "planned"
  | "stopped"
  | "unknown"
  | "done"
  | "failed"
  | "undoing"
  | "undone";

export type JournalEntry =
  | { id: string; job: Job; counts: Counts; state: JobState }
  | { id: string; damaged: TillError };

/**
 * Creates `<dir>/<id>.sqlite` under a new short id, and holds its lock. The folder is made if it is missing. The file
 * gets its name only once it says what job it is of: a process that is killed before leaves no job behind.
 */
export function createJournal(dir: string, job: NewJob): Journal {
  const id = reserveId(dir);
  const [unborn, file] = [unbornFile(dir, id), journalFile(dir, id)];
  let journal: Journal | undefined;
  try {
    writeJob(unborn, id, job);
    renameSync(unborn, file);
    journal = openById(dir, id);
    journal.lock();
    return journal;
  } catch (error) {
    journal?.db.close();
    for (const name of [unborn, file])
      for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(name + end, { force: true });
    throw error;
  }
}

function writeJob(file: string, id: string, job: NewJob): void {
  const { command, kind, profile, site, inputHash, toolVersion, createdAt, final, note } = job;
  const db = openDatabase(file, { synchronous: "FULL", migrations: journalMigrations });
  try {
    db.prepare(
      `INSERT INTO job (id, command, kind, profile, site, inputHash, toolVersion, createdAt, final, note)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      id,
      command,
      kind,
      profile,
      site,
      inputHash ?? null,
      toolVersion,
      createdAt.toISOString(),
      Number(final ?? false),
      note ?? null,
    );
  } finally {
    db.close();
  }
}

/** Opens a job by its id, a beginning of it that fits one job only, or `last`. Throws JOB_NOT_FOUND (exit 5) or JOURNAL_DAMAGED. */
export function openJournal(dir: string, name: string): Journal {
  const id = name === "last" ? lastId(dir) : matchId(name, journalIds(dir));
  return openById(dir, id, { check: true });
}

/** Opens one journal after the other, the newest first, and closes it again; what cannot be read is passed over. */
export function* openJournals(dir: string): Generator<Journal> {
  const ids = journalIds(dir).sort((one, other) => birth(dir, other) - birth(dir, one));
  for (const id of ids) {
    const journal = openUnlessDamaged(dir, id);
    if (journal === undefined) continue;
    try {
      yield journal;
    } finally {
      journal.close();
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

/** Every job (or the `most` newest), newest first; a damaged one is listed as such. */
export function listJournals(dir: string, most?: number): JournalEntry[] {
  const ids = journalIds(dir);
  if (most !== undefined) ids.sort((one, other) => birth(dir, other) - birth(dir, one)).splice(most);
  const entries = ids.flatMap((id) => readEntry(dir, id));
  const order = new Map(
    entries.map((entry) => [entry.id, [createdAt(entry), birth(dir, entry.id)] as const]),
  );
  return entries.sort((one, other) => {
    const [a, b] = [order.get(one.id) ?? [0, 0], order.get(other.id) ?? [0, 0]];
    return b[0] - a[0] || b[1] - a[1];
  });
}

/**
 * Removes the records of jobs that were created before `before` and are finished, or whose planning never was;
 * keeps those that can be resumed, are running or damaged. Returns the ids removed.
 */
export function pruneJournals(dir: string, before: Date): string[] {
  const removed: string[] = [];
  for (const entry of listJournals(dir)) {
    if ("damaged" in entry || entry.job.createdAt >= before || !prunable.has(entry.state)) continue;
    openById(dir, entry.id).remove();
    removed.push(entry.id);
  }
  // What is left of jobs that never came to be.
  for (const name of existsSync(dir) ? readdirSync(dir) : []) {
    const file = join(dir, name);
    const changed = statSync(file, { throwIfNoEntry: false })?.mtime ?? before;
    if (/\.new(-\w+)?$/.test(name) && changed < before) rmSync(file, { force: true });
  }
  return removed;
}

const prunable = new Set<JobState>(["planning", "done", "failed", "undone"]);

function journalFile(dir: string, id: string): string {
  return join(dir, `${id}.sqlite`);
}

/** Where a journal is until it has its job. */
function unbornFile(dir: string, id: string): string {
  return join(dir, `${id}.new`);
}

/** A short id that no other process uses: whoever makes the unborn file first has it. */
function reserveId(dir: string): string {
  try {
    makeFolder(dir);
    return makeUnborn(dir);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError(exitCodes.failure, `Cannot keep a record of the job in ${dir}: ${why}`, {
      code: "JOBS_UNWRITABLE",
      hint: "Nothing was sent. Check that the folder is yours, writable and not full, or point TILL_HOME at another one.",
      cause,
    });
  }
}

function makeUnborn(dir: string): string {
  for (;;) {
    const id = Array.from({ length: 4 }, () => alphabet[Math.floor(Math.random() * alphabet.length)]).join(
      "",
    );
    try {
      closeSync(openSync(unbornFile(dir, id), "wx", 0o600));
      if (!existsSync(journalFile(dir, id))) return id;
      rmSync(unbornFile(dir, id));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

function journalIds(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .flatMap((file) => (file.endsWith(".sqlite") ? [file.slice(0, -".sqlite".length)] : []))
    .sort();
}

function lastId(dir: string): string {
  const last = listJournals(dir).find((entry) => "job" in entry);
  if (last) return last.id;
  throw new TillError(exitCodes.notFound, "There is no job yet.", { code: "JOB_NOT_FOUND" });
}

function matchId(name: string, ids: readonly string[]): string {
  const wanted = name.toLowerCase();
  if (ids.includes(wanted)) return wanted;
  const found = wanted === "" ? [] : ids.filter((id) => id.startsWith(wanted));
  const [only, ...more] = found;
  if (only === undefined) throw jobNotFound(name, nearest(wanted, ids));
  if (more.length === 0) return only;
  throw new UsageError(`More than one job begins with ${name}: ${found.join(", ")}.`, {
    hint: "Give one more character.",
  });
}

function openById(dir: string, id: string, { check = false } = {}): Journal {
  const file = journalFile(dir, id);
  if (statSync(file).size === 0) throw damagedJournal(id);
  let journal: Journal | undefined;
  try {
    journal = new Journal(id, openDatabase(file, { synchronous: "FULL", migrations: journalMigrations }));
    const sound = !check || journal.db.prepare("PRAGMA quick_check(1)").get()?.quick_check === "ok";
    if (!sound || journal.job.id !== id) throw damagedJournal(id);
    return journal;
  } catch (error) {
    journal?.db.close();
    if (error instanceof TillError && error.code === "DATABASE_DAMAGED") throw damagedJournal(id, error);
    throw error;
  }
}

function readEntry(dir: string, id: string): JournalEntry[] {
  try {
    const journal = openById(dir, id);
    const { job, undoBegun } = journal;
    const counts = journal.counts();
    journal.close();
    const running = isLocked(lockFile(journalFile(dir, id)));
    return [{ id, job, counts, state: running ? "running" : restingState(job, counts, undoBegun) }];
  } catch (error) {
    if (!existsSync(journalFile(dir, id))) return [];
    if (!(error instanceof TillError)) throw error;
    return [{ id, damaged: error }];
  }
}

function restingState(
  { sealed }: Job,
  { planned, sent, done, failed, undone }: Counts,
  undoBegun: boolean,
): JobState {
  if (!sealed) return "planning";
  if (sent > 0) return "unknown";
  if (undoBegun) return done > 0 ? "undoing" : "undone";
  if (planned > 0) return done + failed + undone === 0 ? "planned" : "stopped";
  return failed > 0 ? "failed" : "done";
}

function createdAt(entry: JournalEntry): number {
  return "job" in entry ? entry.job.createdAt.getTime() : 0;
}

function birth(dir: string, id: string): number {
  return statSync(journalFile(dir, id)).birthtimeMs;
}
