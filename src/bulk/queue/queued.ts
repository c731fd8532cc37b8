import type { PostgresQueries } from "../../kernel/postgres.ts";
import { workerTimeout } from "./tables.ts";

/** A job that waits for a worker. */
export interface QueuedJob {
  site: string;
  /** Whether a worker that was seen lately takes jobs of the site. */
  served: boolean;
  /** If none does: why the last one stopped to take them. */
  paused?: string;
}

/** Returns the queued jobs by id. */
export async function queuedJobs(
  postgres: PostgresQueries,
  timeout: number,
): Promise<Map<string, QueuedJob>> {
  const rows = await postgres.query<{ key: string; site: string; served: boolean; reason: string | null }>(
    `SELECT key, site, EXISTS (SELECT 1 FROM till.worker
       WHERE site = ANY(sites) AND seen > now() - make_interval(secs => $1)) AS served,
       (SELECT p.reason FROM till.pause p WHERE p.site = q.site ORDER BY p.at DESC LIMIT 1) AS reason
     FROM till.queued q`,
    [timeout],
  );
  return new Map(
    rows.map(({ key, site, served, reason }) => [
      key,
      { site, served, ...(!served && reason !== null && { paused: reason }) },
    ]),
  );
}

/** Returns whether a worker that was seen lately takes jobs of the site. */
export async function hasWorker({ query }: PostgresQueries, site: string): Promise<boolean> {
  const rows = await query(
    "SELECT 1 FROM till.worker WHERE $1 = ANY(sites) AND seen > now() - make_interval(secs => $2) LIMIT 1",
    [site, workerTimeout],
  );
  return rows.length > 0;
}

/** Records that a worker does not take the jobs of a site any more, and why. */
export async function pauseSite(
  { query }: PostgresQueries,
  { site, worker, profile, reason }: { site: string; worker: string; profile: string; reason: string },
): Promise<void> {
  await query(
    `INSERT INTO till.pause (site, worker, profile, reason) VALUES ($1, $2, $3, $4)
     ON CONFLICT (site, worker) DO UPDATE SET profile = $3, reason = $4, at = now()`,
    [site, worker, profile, reason],
  );
}

/** Removes what `pauseSite` recorded of a site, of all workers or of one. */
export async function resumeSite({ query }: PostgresQueries, site: string, worker?: string): Promise<void> {
  await query("DELETE FROM till.pause WHERE site = $1 AND ($2::text IS NULL OR worker = $2)", [
    site,
    worker ?? null,
  ]);
}
