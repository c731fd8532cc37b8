import { onTestFinished } from "vitest";
import type { Journal } from "../../../src/bulk/journal/journal.ts";
import { folderStore, type JobStore } from "../../../src/bulk/journal/journals.ts";
import type { StepDraft, Work } from "../../../src/bulk/journal/step.ts";
import { planRows } from "../../../src/bulk/plan/plan.ts";
import type { SendGuard } from "../../../src/bulk/postgres/lease.ts";
import { openSharedStore } from "../../../src/bulk/postgres/shared-store.ts";
import { openPostgres } from "../../../src/kernel/postgres.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { someJob } from "../shop.ts";

/** Opens a store of journals; `home` is its folder on this computer. */
export async function folder(home = temporaryFolder()): Promise<JobStore> {
  return folderStore(home);
}

/** A store in PostgreSQL, and the guards of its leases. */
export interface Shared extends JobStore {
  guards: Set<SendGuard>;
  /** What was said about waits. */
  waits: string[];
}

/** Opens the journal in a database as a process with its own home does. It is closed after the test. */
export async function shared(url: string, home = temporaryFolder()): Promise<Shared> {
  const guards = new Set<SendGuard>();
  const who = { actor: "ada", host: home, pid: process.pid };
  const database = await openPostgres(url);
  const waits: string[] = [];
  const store = await openSharedStore({
    database,
    dir: home,
    who,
    guards,
    onWait: (text) => waits.push(text),
  });
  onTestFinished(async () => await store.close());
  return { ...store, guards, waits };
}

/** Creates a sealed journal with these rows of drafts. */
export async function plannedIn(
  store: JobStore,
  rows: readonly (readonly StepDraft[])[],
  work: Work,
  job = someJob,
): Promise<Journal> {
  const journal = await store.create(job);
  await planRows(rows, (row) => row, journal, { work });
  return journal;
}

/** Returns all rows of a journal's file. */
export function dump({ db }: Journal): Record<string, unknown[]> {
  return Object.fromEntries(
    ["job", "step", "problem", "stage"].map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]),
  );
}

/** Returns the shortest beginning of a job's id that another id does not begin with. Ids are random. */
export function ownPrefix(id: string, other: string): string {
  let length = 1;
  while (other.startsWith(id.slice(0, length))) length += 1;
  return id.slice(0, length);
}
