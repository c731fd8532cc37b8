import type { SqlValue } from "../../kernel/sqlite.ts";
import type { Json, Step, StepError, StepState } from "./step.ts";

/**
 * One file per job. `job` has one row; `sealed` becomes 1 when planning is complete. `step` is Step with additions: `row`
 * (its input row), `batch` (its group key, by which steps of a group are sorted), and `undo` (planned, sent, done or failed
 * while `state` stays done). `id` of a step on an entity that another step creates stays null: it is read from that step.
 */
export const journalMigrations = [
  `CREATE TABLE job (
     id TEXT PRIMARY KEY, command TEXT NOT NULL, kind TEXT NOT NULL, profile TEXT NOT NULL, site TEXT NOT NULL,
     inputHash TEXT, toolVersion TEXT NOT NULL, createdAt TEXT NOT NULL, final INTEGER NOT NULL, note TEXT,
     sealed INTEGER NOT NULL DEFAULT 0, "rows" INTEGER NOT NULL DEFAULT 0,
     unchanged INTEGER NOT NULL DEFAULT 0, rejected INTEGER NOT NULL DEFAULT 0,
     -- Why a locked profile was open while the job ran, one reason per line.
     unlockedFor TEXT,
     -- Who planned the job, and on which computer.
     actor TEXT, host TEXT,
     -- The name of the job, and the time at which it is to be undone.
     name TEXT, until TEXT,
     -- The run of till each that the job belongs to.
     run TEXT,
     -- The platform that the job ran on: its base URL, and the identity of a sandbox.
     address TEXT, sandbox TEXT
   ) STRICT;
   CREATE TABLE step (
     seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT, label TEXT NOT NULL, "key" TEXT, dependsOn INTEGER,
     phase REAL NOT NULL, "before" TEXT NOT NULL, "after" TEXT NOT NULL, source TEXT,
     state TEXT NOT NULL DEFAULT 'planned', attempts INTEGER NOT NULL DEFAULT 0, error TEXT,
     "row" INTEGER, batch TEXT NOT NULL DEFAULT '',
     undo TEXT, undoAttempts INTEGER NOT NULL DEFAULT 0, undoError TEXT, newId TEXT,
     -- What the step adds to its request, as JSON; null if it is {"steps":1}.
     size TEXT,
     -- The SKUs of what the step changes, as JSON.
     skus TEXT,
     -- Until when the request of the step, or of its undo, may have left this computer: milliseconds since 1970.
     sentAt INTEGER
   ) STRICT;
   CREATE INDEX stepsByState ON step (state, phase, batch);
   CREATE INDEX stepsByUndo ON step (undo, phase, batch) WHERE undo IS NOT NULL;
   CREATE INDEX stepsByDependency ON step (dependsOn) WHERE dependsOn IS NOT NULL;
   CREATE TABLE problem (
     seq INTEGER PRIMARY KEY, "row" INTEGER, source TEXT, line INTEGER, "column" TEXT, value TEXT,
     rule TEXT NOT NULL, message TEXT NOT NULL
   ) STRICT;
   CREATE TABLE stage (seq INTEGER PRIMARY KEY, handle TEXT NOT NULL, line INTEGER NOT NULL, json TEXT NOT NULL) STRICT;
   CREATE INDEX stagedByHandle ON stage (handle);
   CREATE INDEX stagedByLine ON stage (line);`,
];

/** A step with the columns that only the journal has. */
export interface JournalStep extends Step {
  /** Number of its input row, from 1. */
  row?: number;
  /** The id that a deleted entity got when it was created again. */
  newId?: string;
}

/** A row of `selectSteps`. */
export interface StepRow {
  seq: number;
  kind: string;
  id: string | null;
  label: string;
  key: string | null;
  dependsOn: number | null;
  phase: number;
  before: string;
  after: string;
  source: string | null;
  state: StepState;
  attempts: number;
  error: string | null;
  undoAttempts: number;
  undoError: string | null;
  newId: string | null;
  row: number | null;
  skus: string | null;
  sentAt: number | null;
  /** State of the step that this one depends on. */
  baseState: StepState | null;
  baseLabel: string | null;
}

/** The start of every query for steps: `s` is the step, `d` the step it depends on, whose id it inherits. */
export const selectSteps = `
  SELECT s.seq, s.kind, coalesce(s.id, d.id) AS id, s.label, s."key", s.dependsOn, s.phase, s."before", s."after",
         s.source, s.state, s.attempts, s.error, s.undoAttempts, s.undoError, s.newId, s."row", s.skus, s."sentAt",
         d.state AS baseState, d.label AS baseLabel
  FROM step s LEFT JOIN step d ON d.seq = s.dependsOn`;

/** Returns a row of `selectSteps` as a step. */
export function stepOfRow(row: StepRow): JournalStep {
  const error = row.undoError ?? row.error;
  return {
    seq: row.seq,
    kind: row.kind,
    ...(row.id !== null && { id: row.id }),
    label: row.label,
    ...(row.key !== null && { key: row.key }),
    ...(row.dependsOn !== null && { dependsOn: row.dependsOn }),
    phase: row.phase,
    before: JSON.parse(row.before) as Json,
    after: JSON.parse(row.after) as Json,
    ...(row.source !== null && { source: row.source }),
    state: row.state,
    attempts: row.attempts,
    ...(error !== null && { error: JSON.parse(error) as StepError }),
    ...(row.skus !== null && { skus: JSON.parse(row.skus) as Record<string, string> }),
    ...(row.row !== null && { row: row.row }),
    ...(row.newId !== null && { newId: row.newId }),
    ...(row.sentAt !== null && { sentAt: row.sentAt }),
  };
}

/** Returns a value as JSON text for a column; undefined becomes null. */
export function jsonColumn(value: unknown): SqlValue {
  return value === undefined ? null : JSON.stringify(value);
}
