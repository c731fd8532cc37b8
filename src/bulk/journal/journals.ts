import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { makeFolder } from "../../kernel/folder.ts";
import { nearest } from "../../kernel/text.ts";
import { isSamePlace, type Job, jobNotFound, type NewJob } from "../engine/job.ts";
import { isLocked } from "../engine/run-lock.ts";
import { Journal, lockFile } from "./journal.ts";
import { newJobId, openJobFile, writeJob } from "./journal-file.ts";
import type { Counts } from "./step.ts";

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
    renameSync(temporary, file);
    journal = openById(dir, id);
    journal.lockFile();
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
  const ids = journalIds(dir).sort((one, other) => createdOnDisk(dir, other) - createdOnDisk(dir, one));
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
export interface EarlierRun {
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
  const found = journalIds(dir).flatMap((id) => {
    const endedAt = statSync(journalFile(dir, id)).mtime;
    const journal = id === own || endedAt < since ? undefined : openUnlessDamaged(dir, id);
    if (journal === undefined) return [];
    const { job: earlier } = journal;
    const { done } = journal.counts();
    void journal.close();
    const same = isSamePlace(earlier, job) && isSameRun(earlier, job);
    return same && done > 0 ? [{ id, endedAt, done }] : [];
  });
  return found.sort((one, other) => other.endedAt.getTime() - one.endedAt.getTime())[0];
}

type Run = Pick<Job, "command" | "inputHash">;

/**
 * Returns whether two jobs of one shop do the same: the same command with the same input, or an adjustment by the same file,
 * whatever it is called and with whatever other flags.
 */
export function isSameRun(one: Run, other: Run): boolean {
  if (one.inputHash !== other.inputHash) return false;
  const adjusts = ({ command }: Run) => / inventory import .*--adjust\b/.test(` ${command}`);
  return (
    bareCommand(one.command) === bareCommand(other.command) ||
    (one.inputHash !== undefined && adjusts(one) && adjusts(other))
  );
}

/** Returns a command without the flags that confirm or preview it. */
export const bareCommand = (command: string): string =>
  command.replaceAll(/ (--yes|-y|--dry-run|-n)(?= |$)/g, "");

/** Returns all jobs (or the `most` newest), newest first, damaged ones included. */
export function listJournals(dir: string, most?: number): JournalEntry[] {
  const ids = journalIds(dir);
  if (most !== undefined)
    ids.sort((one, other) => createdOnDisk(dir, other) - createdOnDisk(dir, one)).splice(most);
  const entries = ids.flatMap((id) => readEntry(dir, id));
  const order = new Map(
    entries.map((entry) => [entry.id, [createdAt(entry), createdOnDisk(dir, entry.id)] as const]),
  );
  return entries.sort((one, other) => {
    const [a, b] = [order.get(one.id) ?? [0, 0], order.get(other.id) ?? [0, 0]];
    return b[0] - a[0] || b[1] - a[1];
  });
}

/**
 * Removes the records of jobs that were created before `before` and are finished or not completely planned; keeps those
 * that can be resumed, are to be undone, are running or damaged. Returns the removed ids.
 */
export async function pruneJournals(dir: string, before: Date): Promise<string[]> {
  const removed: string[] = [];
  for (const entry of listJournals(dir)) {
    if ("damaged" in entry || entry.job.createdAt >= before || !prunable.has(entry.state)) continue;
    if (entry.job.until !== undefined && entry.counts.done > 0) continue;
    await openById(dir, entry.id).remove();
    removed.push(entry.id);
  }
  // Files of processes that were killed while they created a job.
  for (const name of existsSync(dir) ? readdirSync(dir) : []) {
    const file = join(dir, name);
    const changed = statSync(file, { throwIfNoEntry: false })?.mtime ?? before;
    if (/\.new(-\w+)?$/.test(name) && changed < before) rmSync(file, { force: true });
  }
  return removed;
}

/** The states in which the record of a job may be removed. */
export const prunable: ReadonlySet<JobState> = new Set(["unplanned", "done", "failed", "undone"]);

function journalFile(dir: string, id: string): string {
  return join(dir, `${id}.sqlite`);
}

/** Returns the path of a journal until its job is written. */
function newFile(dir: string, id: string): string {
  return join(dir, `${id}.new`);
}

/** Reserves a short id by creating its new file exclusively. */
function reserveId(dir: string): string {
  try {
    makeFolder(dir);
    return createNewFile(dir);
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
    const id = newJobId();
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
export function isRunningJournal(dir: string, id: string): boolean {
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
  { sealed }: Job,
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

function createdAt(entry: JournalEntry): number {
  return "job" in entry ? entry.job.createdAt.getTime() : 0;
}

function writtenOnDisk(dir: string, id: string): number {
  const file = journalFile(dir, id);
  const times = [file, `${file}-wal`].map((one) => statSync(one, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(...times);
}

function createdOnDisk(dir: string, id: string): number {
  return statSync(journalFile(dir, id)).birthtimeMs;
}
