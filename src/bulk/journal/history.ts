import { isSamePlace, type JobPlace } from "../engine/job.ts";
import { type JournalStep, type StepRow, selectSteps, stepOfRow } from "./journal-schema.ts";
import { openJournals } from "./journals.ts";

/** A change of an entity by a job of this computer. */
export interface EntityChange {
  job: string;
  /** The kind of the job. */
  kind: string;
  /** When the job was created. */
  at: Date;
  step: JournalStep;
}

/** The changes of an entity by jobs, newest first. */
export interface EntityHistory {
  steps: EntityChange[];
  /** The number of jobs that were skipped because they have too many steps. */
  skipped: number;
}

/** The maximum number of steps that are returned. */
const most = 36;

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
      .all<StepRow>(id, most - history.steps.length);
    history.steps.push(
      ...rows.map((row) => ({ job: job.id, kind: job.kind, at: job.createdAt, step: stepOfRow(row) })),
    );
    if (history.steps.length >= most) break;
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
export function changesSince(dir: string, { place, ids, since, except }: WantedChanges): EntityChange[] {
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
      changes.push({ job: job.id, kind: job.kind, at: job.createdAt, step: stepOfRow(row) });
  }
  return changes;
}
