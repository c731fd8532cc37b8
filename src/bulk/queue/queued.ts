import type { PostgresQueries } from "../../kernel/postgres.ts";
import { workerTimeout } from "./tables.ts";

/** Queued jobs by id, and whether a worker that was seen lately has their site. */
export async function queuedJobs(
  postgres: PostgresQueries,
  timeout: number,
): Promise<Map<string, { site: string; served: boolean }>> {
  const rows = await postgres.query<{ key: string; site: string; served: boolean }>(
    `SELECT key, site, EXISTS (SELECT 1 FROM till.worker
       WHERE site = ANY(sites) AND seen > now() - make_interval(secs => $1)) AS served FROM till.queued`,
    [timeout],
  );
  return new Map(rows.map(({ key, ...rest }) => [key, rest]));
}

/** Returns whether a worker that was seen lately has a profile of the site. */
export async function hasWorker({ query }: PostgresQueries, site: string): Promise<boolean> {
  const rows = await query(
    "SELECT 1 FROM till.worker WHERE $1 = ANY(sites) AND seen > now() - make_interval(secs => $2) LIMIT 1",
    [site, workerTimeout],
  );
  return rows.length > 0;
}
