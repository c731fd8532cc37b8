import { randomBytes } from "node:crypto";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Postgres, PostgresQueries } from "../../kernel/postgres.ts";
import { queueTables } from "../queue/tables.ts";

/**
 * The tables of the journal's files with the same columns, for all jobs. Beyond those, a job has: `published` (its steps are
 * here), `version` (raised by each commit; a changed step gets it, too), and its lease: `fence` (raised by each process that
 * takes the job), `holder` and `expires`. `setup` has one row: the version of the schema, an id of this journal, and how long
 * a lease lasts. Number n migrates a database from version n to n + 1. Never change a released one.
 */
export const sharedMigrations: readonly string[] = [
  `CREATE TABLE till.setup (version int NOT NULL, id text NOT NULL, "leaseMs" int NOT NULL DEFAULT 30000);
   CREATE TABLE till.job (
     id text PRIMARY KEY, command text NOT NULL, kind text NOT NULL, profile text NOT NULL, site text NOT NULL,
     "inputHash" text, "toolVersion" text NOT NULL, "createdAt" text NOT NULL, final int NOT NULL, note text,
     sealed int NOT NULL DEFAULT 0, "rows" int NOT NULL DEFAULT 0, unchanged int NOT NULL DEFAULT 0,
     rejected int NOT NULL DEFAULT 0, "unlockedFor" text, actor text, host text, name text, until text, run text,
     address text, sandbox text, ci text, "undoneBy" text, "approvedBy" text, published boolean NOT NULL DEFAULT false, version bigint NOT NULL DEFAULT 0, fence bigint NOT NULL DEFAULT 0,
     holder text, expires timestamptz, "changedAt" timestamptz NOT NULL DEFAULT now()
   );
   CREATE TABLE till.step (
     job text NOT NULL REFERENCES till.job ON DELETE CASCADE, version bigint NOT NULL,
     seq bigint NOT NULL, kind text NOT NULL, id text, label text NOT NULL, "key" text, "dependsOn" bigint,
     phase float8 NOT NULL, "before" text NOT NULL, "after" text NOT NULL, source text, state text NOT NULL,
     attempts int NOT NULL, error text, "row" bigint, batch text NOT NULL, undo text, "undoAttempts" int NOT NULL,
     "undoError" text, "newId" text, size text, skus text, call text, "sentAt" bigint, "endedAt" bigint,
     "requestId" text, "undoneAt" bigint, "undoRequestId" text,
     PRIMARY KEY (job, seq)
   ) WITH (fillfactor = 60);
   CREATE INDEX "stepsById" ON till.step (id) WHERE id IS NOT NULL;
   CREATE TABLE till.problem (
     job text NOT NULL REFERENCES till.job ON DELETE CASCADE,
     seq bigint NOT NULL, "row" bigint, source text, line bigint, "column" text, value text, rule text NOT NULL,
     message text NOT NULL,
     PRIMARY KEY (job, seq)
   );
   CREATE TABLE till.stage (
     job text NOT NULL REFERENCES till.job ON DELETE CASCADE,
     seq bigint NOT NULL, handle text NOT NULL, line bigint NOT NULL, json text NOT NULL,
     PRIMARY KEY (job, seq)
   );
   -- The request rates of sites, as JSON.
   CREATE TABLE till.rate (
     site text, place text, state text NOT NULL, version bigint NOT NULL DEFAULT 0,
     "usedAt" timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (site, place)
   );
   ${queueTables}`,
  // A schedule that is paused is never due.
  "ALTER TABLE till.schedule ADD COLUMN paused boolean NOT NULL DEFAULT false",
  // Of a schedule of `till each`: the profiles that its worker needs, and the run that is applied.
  "ALTER TABLE till.schedule ADD COLUMN profiles jsonb, ADD COLUMN claim jsonb",
  // The plans of single changes that were applied, by the digest of their files.
  "CREATE TABLE till.plan (digest text PRIMARY KEY, by text NOT NULL, at timestamptz NOT NULL DEFAULT now())",
  // The sites of the runs of `till each`, and what came of them.
  "CREATE TABLE till.run (id text PRIMARY KEY, record jsonb NOT NULL, at timestamptz NOT NULL DEFAULT now())",
  // When a job was first applied.
  'ALTER TABLE till.job ADD COLUMN "startedAt" text',
];

/** What a shared journal is, as its table `setup` says. */
export interface Setup {
  /** An id of the journal, which does not depend on its address. */
  id: string;
  /** How long a lease lasts that is not renewed, in milliseconds. */
  leaseMs: number;
}

/** The key of the advisory lock under which the schema is migrated: "till" in ASCII. */
const lockKey = 0x74696c6c;

/**
 * Creates or migrates the schema `till`, and returns its setup. Throws JOURNAL_TOO_NEW (exit 2) if a newer version of till
 * has migrated it.
 */
export async function openSchema(database: Postgres): Promise<Setup> {
  const found = await readVersion(database);
  if (found !== sharedMigrations.length) {
    await database.transaction(async (queries) => {
      await queries.query("SELECT pg_advisory_xact_lock($1)", [lockKey]);
      await migrate(queries, database.name);
    });
  }
  const [setup] = await database.query<Setup>('SELECT id, "leaseMs" FROM till.setup');
  if (setup === undefined) throw new Error("till.setup is empty");
  return setup;
}

/** Returns the version of the schema; 0 if there is none. */
async function readVersion({ query }: PostgresQueries): Promise<number> {
  // Not to_regclass: it may remember that the table was missing before another process created it.
  const found = await query("SELECT 1 FROM pg_tables WHERE schemaname = 'till' AND tablename = 'setup'");
  if (found.length === 0) return 0;
  const [row] = await query<{ version: number }>("SELECT version FROM till.setup");
  return row?.version ?? 0;
}

async function migrate(queries: PostgresQueries, name: string): Promise<void> {
  // Another process may have migrated it meanwhile.
  const version = await readVersion(queries);
  if (version > sharedMigrations.length) {
    throw new TillError(exitCodes.usage, `The journal in ${name} was migrated by a newer version of till.`, {
      code: "JOURNAL_TOO_NEW",
      hint: "Nothing was sent. Update till on this computer: its journal has a newer format than this version knows.",
    });
  }
  if (version === sharedMigrations.length) return;
  if (version === 0) await queries.query("CREATE SCHEMA IF NOT EXISTS till");
  for (const migration of sharedMigrations.slice(version)) await queries.query(migration);
  const id = randomBytes(6).toString("hex");
  if (version === 0) await queries.query("INSERT INTO till.setup (version, id) VALUES (0, $1)", [id]);
  await queries.query("UPDATE till.setup SET version = $1", [sharedMigrations.length]);
}
