import { type JournalStep, type StepRow, selectSteps, stepOfRow } from "./journal-schema.ts";
import { openJournals } from "./journals.ts";

/** What a job of this computer did to one entity. */
export interface PastStep {
  job: string;
  /** When the job was begun. */
  at: Date;
  step: JournalStep;
}

/** What jobs did to an entity, the newest first, and how many jobs were too long to look through. */
export interface Past {
  steps: PastStep[];
  skipped: number;
}

/** Steps that are told. */
const most = 36;

/**
 * What the jobs in a folder did to an entity of a site. Looks through `budget` steps of all jobs together, which takes
 * some hundredths of a second: somebody waits.
 */
export function pastOf(
  dir: string,
  { site, id, budget = 20_000 }: { site: string; id: string; budget?: number },
): Past {
  const past: Past = { steps: [], skipped: 0 };
  let left = budget;
  for (const journal of openJournals(dir)) {
    const { job } = journal;
    if (job.site !== site) continue;
    const size = journal.nextSeq - 1;
    if (size > left) {
      past.skipped += 1;
      continue;
    }
    left -= size;
    const rows = journal.db
      .prepare(
        `${selectSteps} WHERE coalesce(s.id, d.id) = ?1 AND s.state IN ('sent', 'done', 'undone') ORDER BY s.seq LIMIT ?2`,
      )
      .all<StepRow>(id, most - past.steps.length);
    past.steps.push(...rows.map((row) => ({ job: job.id, at: job.createdAt, step: stepOfRow(row) })));
    if (past.steps.length >= most) break;
  }
  return past;
}
