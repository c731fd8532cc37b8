import { existsSync } from "node:fs";
import type { Job } from "../../src/bulk/engine/job.ts";
import {
  changeMigrations,
  type JournalStep,
  jobOf,
  type Row,
  type StepRow,
  stepOfRow,
} from "../../src/bulk/journal/tables.ts";
import { openDatabase } from "../../src/kernel/sqlite.ts";

/** A single change with the facts of its job. */
export type RecordedChange = Omit<Job, "id"> & JournalStep & { job: string };

/** Returns the single changes that a file has, in the order sent. */
export function recordedChanges(file: string): RecordedChange[] {
  if (!existsSync(file)) return [];
  const db = openDatabase(file, { synchronous: "NORMAL", migrations: changeMigrations });
  try {
    const rows = db.prepare("SELECT * FROM step ORDER BY rowid").all<StepRow & { job: string }>();
    return rows.map((row) => {
      const { id, ...job } = jobOf(db.prepare("SELECT * FROM job WHERE id = ?").get<Row>(row.job) ?? {});
      return { ...job, ...stepOfRow(row), job: row.job };
    });
  } finally {
    db.close();
  }
}
