import type { Postgres } from "../../kernel/postgres.ts";
import type { JobPlace, NewJob } from "../engine/job.ts";
import {
  changesSince,
  type EntityChange,
  type EntityHistory,
  entityHistory,
  type WantedChanges,
} from "./history.ts";
import type { Journal } from "./journal.ts";
import { adoptJournal } from "./journal-copy.ts";
import {
  createJournal,
  type EarlierRun,
  earlierRun,
  isRunningJournal,
  type JournalEntry,
  journalIds,
  listJournals,
  openJournal,
  pruneJournals,
} from "./journals.ts";

/** Where the journals of jobs are kept. */
export interface JobStore {
  /** The same for every store of these journals, whatever the address by which it was opened. */
  readonly id: string;
  /** The database of a shared journal. */
  readonly database?: Postgres;
  /** Creates a journal with a new short id, and locks it. */
  create(job: NewJob): Promise<Journal>;
  /** Opens a job by its id, a unique prefix of it, or `last`. Throws JOB_NOT_FOUND (exit 5) or JOURNAL_DAMAGED (exit 1). */
  open(name: string): Promise<Journal>;
  /** Returns the ids of all jobs. */
  ids(): Promise<string[]>;
  /** Returns all jobs (or the `most` newest), newest first, damaged ones included. */
  list(most?: number): Promise<JournalEntry[]>;
  /** Returns the last job since a time that ran the same command with the same input in the same shop and changed something. */
  earlierRun(journal: Pick<Journal, "id" | "job">, since: Date): Promise<EarlierRun | undefined>;
  /** Returns the changes of an entity by jobs, newest first. */
  history(entity: { place: JobPlace; id: string }): Promise<EntityHistory>;
  /** Returns the changes of entities by jobs that were recorded since a time, those of the newest first; without one job. */
  changesSince(wanted: WantedChanges): Promise<EntityChange[]>;
  /**
   * Removes the records of jobs that were created before `before` and are finished or not completely planned; keeps those
   * that can be resumed, are to be undone, are running or damaged. Returns the removed ids.
   */
  prune(before: Date): Promise<string[]>;
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
    list: async (most) => listJournals(dir, most),
    earlierRun: async (journal, since) => earlierRun(dir, journal, since),
    history: async (entity) => entityHistory(dir, entity),
    changesSince: async (wanted) => changesSince(dir, wanted),
    prune: async (before) => await pruneJournals(dir, before),
    adopt: async (journal) => await adoptJournal(dir, journal),
    holder: async () => undefined,
    isRunning: async (id) => isRunningJournal(dir, id),
    close: async () => {},
  };
}
